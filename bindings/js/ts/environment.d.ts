/* The little of Node that its entry uses, so that building needs no further packages. */
declare module "node:fs" {
  export function readFileSync(path: string): BufferSource;
}
declare module "node:path" {
  export function join(...parts: string[]): string;
}
declare const __dirname: string;
