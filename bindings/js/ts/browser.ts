/* The entry for browsers: `await init()` fetches and starts the module. */
import type { FromWorker } from "./engine-core.js";
import { setEnginePlatform } from "./engine.js";
import { attach, hasSimd, isLoaded } from "./module.js";

export * from "./api.js";

let loading: Promise<void> | null = null;

async function load(source?: URL | string | BufferSource | WebAssembly.Module): Promise<void> {
  if (source === undefined)
    source = hasSimd() ? new URL("../rookery-simd.wasm", import.meta.url) : new URL("../rookery.wasm", import.meta.url);
  if (source instanceof WebAssembly.Module) {
    attach(await WebAssembly.instantiate(source, {}));
    return;
  }
  if (source instanceof URL || typeof source === "string") {
    const response = await fetch(source);
    if (!response.ok)
      throw new Error(`Rookery's WebAssembly module could not be fetched from ${String(source)}: ${response.status}.`);
    source = await response.arrayBuffer();
  }
  attach((await WebAssembly.instantiate(source as BufferSource, {})).instance);
}

let engine: Promise<WebAssembly.Module> | null = null;

async function fetchEngine(): Promise<WebAssembly.Module> {
  const address = new URL("../rookery-engine.wasm", import.meta.url);
  const response = await fetch(address);
  if (!response.ok)
    throw new Error(`Rookery's engine could not be fetched from ${String(address)}: ${response.status}.`);
  return WebAssembly.compile(await response.arrayBuffer());
}

setEnginePlatform({
  loadModule: () => (engine ??= fetchEngine()),
  link(heard) {
    const worker = new Worker(new URL("./engine-worker-browser.js", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<FromWorker>) => heard(event.data);
    worker.onerror = (event) => heard({ failed: `The engine's worker has failed: ${event.message}` });
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
  },
});

/** Loads the module, from the package's own place or from where you say; to be awaited before anything else. */
export async function init(source?: URL | string | BufferSource | WebAssembly.Module): Promise<void> {
  if (isLoaded())
    return;
  loading ??= load(source);
  try {
    await loading;
  } finally {
    loading = null;
  }
}
