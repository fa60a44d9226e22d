/* What the package was put together with: assemble.mjs writes this module. */

/** Where the package's own network is; null when it has none. */
export declare const NETWORK: string | URL | null;
