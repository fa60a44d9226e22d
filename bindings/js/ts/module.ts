/*
 * The WebAssembly module: its functions, its memory, and text in and out of it. No chess in here.
 *
 * attach() is called once, by the entry for Node or by init() in a browser. Views of the memory are replaced when it
 * grows, which only memoryNew(), memoryResize(), readPgn() and think() can cause.
 */

/** The functions that the module exports; pointers and sizes are numbers of bytes. */
export interface Functions {
  memory: WebAssembly.Memory;
  __wasm_call_ctors(): void;
  layout(what: number): number;
  text_address(): number;
  moves_address(): number;
  json_address(): number;
  memory_new(bytes: number): number;
  memory_resize(memory: number, bytes: number): number;
  memory_free(memory: number): void;
  find_variant(): number;
  variant_text(variant: number, what: number): number;
  read_fen(position: number, variant: number, chess960: number): number;
  write_fen(position: number, flags: number): number;
  status(position: number): number;
  status_name(bit: number): number;
  read_move(position: number, uci: number): number;
  write_move(position: number, move: number, uci: number): number;
  read_pgn(bytes: number, length: number, variant: number, gamesMax: number): number;
  list_moves(position: number): number;
  list_codes(position: number): number;
  count_moves(position: number): number;
  pack_line(position: number, moves: number, count: number, out: number): void;
  play(position: number, move: number): number;
  play_line(position: number, moves: number, count: number): void;
  find_move(position: number, from: number, to: number, promotion: number, drop: number): number;
  is_promotion(position: number, from: number, to: number): number;
  perft(position: number, depth: number): number;
  attackers(position: number, by: number, square: number): number;
  is_attacked(position: number, by: number, square: number): number;
  write_key(position: number): number;
  is_chess960(position: number): number;
  pocket(position: number, color: number, type: number): number;
  checks_left(position: number, color: number): number;
  has_castling(position: number, color: number, kingSide: number): number;
  set_castling(position: number, color: number, kingSide: number, allowed: number): void;
  put_piece(position: number, square: number, piece: number): void;
  clear_board(position: number, variant: number, chess960: number): void;
  start_chess960(position: number, number: number): void;
  standing(position: number): number;
  has_moves(position: number): number;
  is_repetition(first: number, ply: number, count: number): number;
  horizon(position: number): number;
  outcome(first: number, ply: number): number;
  think(first: number, ply: number, rating: number, depth: number, hashMb: number, all: number): number;
}

export let wasm: Functions = new Proxy({} as Functions, {
  get() {
    throw new Error("Rookery is not loaded yet: in a browser call `await init()` before anything else.");
  },
});
export let bytes = new Uint8Array(0);
export let words = new Int32Array(0);
/** Where things are in the module's memory. */
export const at = { text: 0, moves: 0, size: 0, board: 0, side: 0, checkers: 0, halfmove: 0, fullmove: 0, variant: 0 };

function renewViews(): void {
  if (bytes.buffer !== wasm.memory.buffer) {
    bytes = new Uint8Array(wasm.memory.buffer);
    words = new Int32Array(wasm.memory.buffer);
  }
}

/** What lies at an address. It may be one whose working out made the memory grow, as `bytes[address()]` must not be. */
export function byteAt(address: number): number {
  return bytes[address]!;
}
export function wordAt(address: number): number {
  return words[address >> 2]!;
}

export function attach(instance: WebAssembly.Instance): void {
  wasm = instance.exports as unknown as Functions;
  wasm.__wasm_call_ctors();
  renewViews();
  at.text = wasm.text_address();
  at.moves = wasm.moves_address();
  at.size = wasm.layout(0);
  at.board = wasm.layout(1);
  at.side = wasm.layout(2);
  at.checkers = wasm.layout(3);
  at.halfmove = wasm.layout(4);
  at.fullmove = wasm.layout(5);
  at.variant = wasm.layout(6);
}

function outOfMemory(): never {
  throw new Error("Rookery's memory is full: 4 GB is all that WebAssembly has; play with fewer or shorter games at once.");
}

export function memoryNew(size: number): number {
  const memory = wasm.memory_new(size) >>> 0;
  renewViews();
  return memory !== 0 ? memory : outOfMemory();
}

export function memoryResize(old: number, size: number): number {
  const memory = wasm.memory_resize(old, size) >>> 0;
  renewViews();
  return memory !== 0 ? memory : outOfMemory();
}

/** The module's answer, when it is plain ASCII (FENs, moves, keys). */
export function readText(length: number): string {
  return String.fromCharCode.apply(null, bytes.subarray(at.text, at.text + length) as unknown as number[]);
}

/** The sentence that the module left behind, which may quote what was given to it. */
export function readSentence(): string {
  const end = bytes.indexOf(0, at.text);
  return new TextDecoder().decode(bytes.subarray(at.text, end));
}

const TEXT_MAX = 4000;

/** Hands a text to the module. What is too long for any FEN or move is refused. */
export function writeText(text: string): void {
  if (text.length > TEXT_MAX)
    throw new Error(`A text of ${text.length} characters is neither a position nor a move: "${text.slice(0, 40)}…".`);
  let end = at.text;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    bytes[end++] = code !== 0 && code < 128 ? code : 63;
  }
  bytes[end] = 0;
}

/** Hands a long text to readPgn() and returns its answer. */
export function readPgn(text: string, variant: number, gamesMax: number): unknown[] {
  const encoded = new TextEncoder().encode(text);
  const memory = memoryNew(encoded.length + 1);
  bytes.set(encoded, memory);
  const length = wasm.read_pgn(memory, encoded.length, variant, gamesMax);
  wasm.memory_free(memory);
  renewViews();
  if (length < 0)
    outOfMemory();
  const start = wasm.json_address();
  return JSON.parse(new TextDecoder().decode(bytes.subarray(start, start + length))) as unknown[];
}

/** What the engine would play, see src/think.c. Its answer lies where moves lie. */
export function think(first: number, ply: number, rating: number, depth: number, hashMb: number, all: boolean): number {
  const count = wasm.think(first, ply, rating, depth, hashMb, all ? 1 : 0);
  renewViews();
  return count;
}
