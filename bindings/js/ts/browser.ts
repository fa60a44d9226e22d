/* The entry for browsers: `await init()` fetches and starts the module. */
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
