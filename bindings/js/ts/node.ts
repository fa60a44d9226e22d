/* The entry for Node: the module is read and started at once. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { attach, hasSimd } from "./module.js";

export * from "./api.js";

const file = join(__dirname, "..", hasSimd() ? "rookery-simd.wasm" : "rookery.wasm");
attach(new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {}));

/** Nothing to wait for in Node; programs that also run in a browser call it there. */
export async function init(): Promise<void> {}
