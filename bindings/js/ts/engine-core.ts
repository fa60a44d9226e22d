/*
 * The engine's module at work, in a worker of Node or of a browser. It obeys lines of UCI; a search blocks the worker.
 *
 * Meanwhile the outside can only leave a word in shared memory: see outside.ts. Where memory cannot be shared, a search that
 * must stop is ended with its worker (engine.ts).
 */
import { outside } from "./outside.js";
import { useSimd } from "./simd.js";

interface EngineModule {
  memory: WebAssembly.Memory;
  __wasm_call_ctors(): void;
  engine_line(): number;
  engine_line_size(): number;
  engine_start(): number;
  engine_obey(): void;
  engine_use_network(bytes: number, size: number): void;
  memory_new(size: number): number;
}

/** A WebAssembly.Module; programs need not know the types of browsers. */
export type CompiledModule = unknown;
/** A network's file and what to call it. */
export interface NetworkFile {
  name: string;
  bytes: Uint8Array;
}
/** What goes to the worker: first the module, then lines and networks. */
export type ToWorker = { module: CompiledModule; signal: Int32Array | null } | { lines: string[] } | { network: NetworkFile };
/** What comes from it. */
export type FromWorker = { line: string } | { failed: string };

/** Returns what obeys messages. */
export function serve(post: (message: FromWorker) => void): (message: ToWorker) => void {
  let engine: EngineModule | null = null;
  let signal: Int32Array | null = null;
  const encoder = new TextEncoder();

  function open(module: CompiledModule): void {
    const imports = outside(() => engine!.memory, (line) => post({ line }), () => signal);
    const instance = new WebAssembly.Instance(module as WebAssembly.Module, imports);
    engine = instance.exports as unknown as EngineModule;
    engine.__wasm_call_ctors();
    useSimd(module as WebAssembly.Module, instance);
    if (engine.engine_start() === 0)
      post({ failed: "The engine does not start: there is not enough memory." });
  }

  /** False when it does not fit. */
  function writeLine(line: string): boolean {
    const bytes = encoder.encode(line);
    if (bytes.length >= engine!.engine_line_size())
      return false;
    const at = engine!.engine_line();
    const memory = new Uint8Array(engine!.memory.buffer);
    memory.set(bytes, at);
    memory[at + bytes.length] = 0;
    return true;
  }

  function obey(line: string): void {
    if (writeLine(line))
      engine!.engine_obey();
    else
      post({ line: "info string that line is too long to be read" });
  }

  function useNetwork({ name, bytes }: NetworkFile): void {
    const at = engine!.memory_new(bytes.length) >>> 0;
    if (at === 0)
      return post({ line: "info string network not used: there is not enough memory for it" });
    new Uint8Array(engine!.memory.buffer).set(bytes, at);
    writeLine(name);
    engine!.engine_use_network(at, bytes.length);
  }

  return (message) => {
    try {
      if ("module" in message) {
        signal = message.signal;
        return open(message.module);
      }
      if ("network" in message)
        return useNetwork(message.network);
      message.lines.forEach(obey);
    } catch (error) {
      post({ failed: `The engine has failed: ${String(error)}` });
    }
  };
}
