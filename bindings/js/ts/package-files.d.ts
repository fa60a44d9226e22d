/* What the package was put together with: assemble.mjs writes this module. */

/** Whether standard.net lies beside the module. */
export declare const HAS_NETWORK: boolean;
