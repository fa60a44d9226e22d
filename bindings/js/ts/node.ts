/* The entry for Node: the module is read and started at once. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { FromWorker } from "./engine-core.js";
import { setEnginePlatform } from "./engine.js";
import { attach, wasm } from "./module.js";
import { NETWORK } from "./package-files.js";
import { outside } from "./outside.js";

export * from "./api.js";

const compiled = new WebAssembly.Module(readFileSync(join(__dirname, "..", "rookery.wasm")));
attach(new WebAssembly.Instance(compiled, outside(() => wasm.memory)));

setEnginePlatform({
  loadModule: async () => compiled,
  link(heard) {
    const worker = new Worker(join(__dirname, "engine-worker-node.js"));
    worker.on("message", (message) => heard(message as FromWorker));
    worker.on("error", (error) => heard({ failed: `The engine's worker has failed: ${String(error)}` }));
    return { post: (message) => worker.postMessage(message), end: () => void worker.terminate() };
  },
  ownNetwork: NETWORK,
  readFile,
});

/** Nothing to wait for in Node; programs that also run in a browser call it there. */
export async function init(): Promise<void> {}
