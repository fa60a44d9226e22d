/* What the module imports: the way out for the engine's lines, a clock, chance, and a word from outside. */

/** Bits of a word that is left for a search. */
export const STOP = 1, PONDER_HIT = 2;
const PAUSE_MS = 10;

/**
 * `say` is given each line of UCI; `word` reads the shared memory in which somebody may have left a word. Without them
 * nobody listens and nobody interferes.
 */
export function outside(memory: () => WebAssembly.Memory, say?: (line: string) => void, word?: () => Int32Array | null): WebAssembly.Imports {
  const shared = word ?? (() => null);
  return {
    rookery: {
      say(at: number, length: number): void {
        if (say !== undefined)
          new TextDecoder().decode(new Uint8Array(memory().buffer, at, length)).split("\n").forEach(say);
      },
      now: (): number => performance.now(),
      random: (): number => Math.random(),
      heard(): number {
        const signal = shared();
        return signal === null ? 0 : Atomics.exchange(signal, 0, 0);
      },
      pause(): void {
        const signal = shared();
        if (signal !== null)
          Atomics.wait(signal, 0, 0, PAUSE_MS);
      },
    },
  };
}
