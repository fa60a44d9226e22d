/* The little of Node that its entry uses, so that building needs no further packages. */
declare module "node:fs" {
  export function readFileSync(path: string): BufferSource;
}
declare module "node:fs/promises" {
  export function readFile(path: string | { readonly href: string }): Promise<Uint8Array>;
}
declare module "node:path" {
  export function join(...parts: string[]): string;
}
declare module "node:worker_threads" {
  export const parentPort: { postMessage(message: unknown): void; on(event: "message", hear: (message: unknown) => void): void } | null;
  export class Worker {
    constructor(path: string);
    postMessage(message: unknown): void;
    terminate(): Promise<number>;
    on(event: string, hear: (message: unknown) => void): void;
    unref(): void;
  }
}
declare const __dirname: string;
