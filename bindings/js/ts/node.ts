/* The entry for Node: the module is read and started at once. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { FromWorker } from "./engine-core.js";
import { setEnginePlatform } from "./engine.js";
import { attach, hasSimd } from "./module.js";

export * from "./api.js";

const file = join(__dirname, "..", hasSimd() ? "rookery-simd.wasm" : "rookery.wasm");
attach(new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {}));

let engine: WebAssembly.Module | null = null;
setEnginePlatform({
  async loadModule() {
    return (engine ??= new WebAssembly.Module(readFileSync(join(__dirname, "..", "rookery-engine.wasm"))));
  },
  link(heard) {
    const worker = new Worker(join(__dirname, "engine-worker-node.js"));
    worker.on("message", (message) => heard(message as FromWorker));
    worker.on("error", (error) => heard({ failed: `The engine's worker has failed: ${String(error)}` }));
    return { post: (message) => worker.postMessage(message), end: () => void worker.terminate() };
  },
});

/** Nothing to wait for in Node; programs that also run in a browser call it there. */
export async function init(): Promise<void> {}
