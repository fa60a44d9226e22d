/*
 * The engine's module at work, in a worker of Node or of a browser. It obeys lines of UCI; a search blocks the worker.
 *
 * Meanwhile the outside can only leave a word in shared memory: see Signal. Where memory cannot be shared, a search that
 * must stop is ended with its worker (engine.ts).
 */
export const STOP = 1, PONDER_HIT = 2;
const PAUSE_MS = 10;

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
  const decoder = new TextDecoder(), encoder = new TextEncoder();

  const rookery = {
    say(at: number, length: number): void {
      const text = decoder.decode(new Uint8Array(engine!.memory.buffer, at, length));
      text.split("\n").forEach((line) => post({ line }));
    },
    now: (): number => performance.now(),
    random: (): number => Math.random(),
    heard: (): number => (signal === null ? 0 : Atomics.exchange(signal, 0, 0)),
    pause(): void {
      if (signal !== null)
        Atomics.wait(signal, 0, 0, PAUSE_MS);
    },
  };

  function open(module: CompiledModule): void {
    engine = new WebAssembly.Instance(module as WebAssembly.Module, { rookery }).exports as unknown as EngineModule;
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
