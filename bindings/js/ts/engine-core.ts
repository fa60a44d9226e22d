/*
 * The engine's module at work, in a worker of Node or of a browser. It obeys lines of UCI; a search blocks the worker.
 *
 * Meanwhile the outside can only leave a word in shared memory: see outside.ts. Where memory cannot be shared, a search that
 * must stop is ended with its worker (engine.ts).
 */
import { outside } from "./outside.js";

interface EngineModule {
  memory: WebAssembly.Memory;
  __wasm_call_ctors(): void;
  engine_line(): number;
  engine_line_size(): number;
  engine_start(): number;
  engine_obey(): void;
}

/** A WebAssembly.Module; programs need not know the types of browsers. */
export type CompiledModule = unknown;
/** What goes to the worker: first the module, then lines. */
export type ToWorker = { module: CompiledModule; signal: Int32Array | null } | { lines: string[] };
/** What comes from it. */
export type FromWorker = { line: string } | { failed: string };

/** Returns what obeys messages. */
export function serve(post: (message: FromWorker) => void): (message: ToWorker) => void {
  let engine: EngineModule | null = null;
  let signal: Int32Array | null = null;
  const encoder = new TextEncoder();

  function open(module: CompiledModule): void {
    const imports = outside(() => engine!.memory, (line) => post({ line }), () => signal);
    engine = new WebAssembly.Instance(module as WebAssembly.Module, imports).exports as unknown as EngineModule;
    engine.__wasm_call_ctors();
    if (engine.engine_start() === 0)
      post({ failed: "The engine does not start: there is not enough memory." });
  }

  function obey(line: string): void {
    const bytes = encoder.encode(line);
    if (bytes.length >= engine!.engine_line_size())
      return post({ line: "info string that line is too long to be read" });
    const at = engine!.engine_line();
    const memory = new Uint8Array(engine!.memory.buffer);
    memory.set(bytes, at);
    memory[at + bytes.length] = 0;
    engine!.engine_obey();
  }

  return (message) => {
    try {
      if ("module" in message) {
        signal = message.signal;
        return open(message.module);
      }
      message.lines.forEach(obey);
    } catch (error) {
      post({ failed: `The engine has failed: ${String(error)}` });
    }
  };
}
