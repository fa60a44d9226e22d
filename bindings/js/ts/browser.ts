/* The entry for browsers: `await init()` fetches and starts the module. */
import type { FromWorker } from "./engine-core.js";
import { setEnginePlatform } from "./engine.js";
import { attach, wasm } from "./module.js";
import { NETWORK } from "./package-files.js";
import { outside } from "./outside.js";

export * from "./api.js";

type Source = URL | string | BufferSource | WebAssembly.Module;

async function fetchBytes(address: URL | string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok)
    throw new Error(`${String(address)} could not be fetched for Rookery: ${response.status}.`);
  return response.arrayBuffer();
}

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module)
    return source;
  const isAddress = source instanceof URL || typeof source === "string";
  return WebAssembly.compile(isAddress ? await fetchBytes(source) : source);
}

async function load(source: Source): Promise<WebAssembly.Module> {
  const module = await compile(source);
  attach(await WebAssembly.instantiate(module, outside(() => wasm.memory)));
  return module;
}

let loading: Promise<WebAssembly.Module> | null = null;

const ownModule = (): URL => new URL("../rookery.wasm", import.meta.url);

function loaded(source: Source = ownModule()): Promise<WebAssembly.Module> {
  return (loading ??= load(source).catch((error) => {
    loading = null;
    throw error;
  }));
}

/** What was loaded, unless it is a module that knows the rules only (build target bindings/js/rules.wasm). */
async function moduleWithEngine(): Promise<WebAssembly.Module> {
  const module = await loaded();
  return WebAssembly.Module.exports(module).some(({ name }) => name === "engine_start") ? module : compile(ownModule());
}

setEnginePlatform({
  loadModule: moduleWithEngine,
  link(heard) {
    const worker = new Worker(new URL("./engine-worker-browser.js", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<FromWorker>) => heard(event.data);
    worker.onerror = (event) => heard({ failed: `The engine's worker has failed: ${event.message}` });
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
  },
  ownNetwork: NETWORK,
  readFile: async (address) => new Uint8Array(await fetchBytes(typeof address === "string" ? address : address.href)),
});

/** Loads the module, from the package's own place or from where you say; to be awaited before anything else. */
export async function init(source?: Source): Promise<void> {
  await loaded(source);
}
