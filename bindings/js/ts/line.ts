/*
 * The line of moves that a board has come along, and where its positions lie in the module's memory.
 *
 * What happened is kept in JavaScript, as a chain of nodes that are never changed: clones share it and cost nothing.
 * Positions are kept in the module, in a few stacks, each the last part of one line. A line that wants to work takes a
 * stack: its own if it still has one, else the one unused for longest, which it fills from a stack where its position
 * lies too, or by playing the moves again. So the memory of the module is bounded, boards that nobody holds any more
 * need no freeing, and a search that moves up and down one clone never leaves its stack.
 */
import { Move } from "./move.js";
import { at, bytes, memoryNew, memoryResize, readText, think, wasm, words } from "./module.js";

/** PGN tags by name. */
export type Tags = Readonly<Record<string, string>>;
const NO_TAGS: Tags = Object.freeze({});
const NO_COMMENTS: ReadonlyMap<string, string> = new Map<string, string>();

/** One move of a line, or its start. */
export class Node {
  constructor(
    readonly parent: Node | null,
    readonly code: number,
    readonly ply: number,
    /** The move as an object, if somebody has seen it. */
    public move: Move | null,
    /** Of a start: the position, as it lies in memory. */
    readonly start: Uint8Array | null,
  ) {}
}

/** The start of a line from the position at the address. */
export function startNode(address: number): Node {
  return new Node(null, 0, 0, null, bytes.slice(address, address + at.size));
}

class Stack {
  owner: Line | null = null;
  /** nodes[i] is the node whose position lies at address + i * at.size. */
  nodes: Node[] = [];
  /** ply of nodes[0] */
  low = 0;
  capacity: number;
  address: number;
  lastUse = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.address = memoryNew(capacity * at.size);
  }

  reserve(capacity: number): void {
    if (capacity <= this.capacity)
      return;
    const more = Math.max(capacity, 2 * this.capacity);
    this.address = memoryResize(this.address, more * at.size);
    this.capacity = more;
  }

  holds(node: Node): boolean {
    return node.ply >= this.low && this.nodes[node.ply - this.low] === node;
  }

  addressOf(node: Node): number {
    return this.address + (node.ply - this.low) * at.size;
  }
}

const STACKS_MAX = 16;
const FIRST_CAPACITY = 48;
/* How much of a line is taken along beyond what repetitions need, so that it can be taken back without further ado. */
const PLIES_KEPT = 16;

const stacks: Stack[] = [];
let uses = 0;

function findHolder(node: Node): Stack | null {
  for (const stack of stacks)
    if (stack.holds(node))
      return stack;
  return null;
}

function leastUsed(): Stack {
  if (stacks.length < STACKS_MAX) {
    const stack = new Stack(FIRST_CAPACITY);
    stacks.push(stack);
    return stack;
  }
  return stacks.reduce((best, stack) => (stack.lastUse < best.lastUse ? stack : best));
}

/** Copies the end of the line to `node` from one stack to another. */
function copyLine(from: Stack, to: Stack, node: Node): void {
  const needed = Math.max(wasm.horizon(from.addressOf(node)) >>> 0, PLIES_KEPT);
  const low = Math.max(node.ply - needed, from.low);
  const count = node.ply - low + 1;
  to.reserve(count + PLIES_KEPT);
  const start = from.address + (low - from.low) * at.size;
  bytes.copyWithin(to.address, start, start + count * at.size);
  to.nodes = from.nodes.slice(low - from.low, low - from.low + count);
  to.low = low;
}

/** Codes of the moves between two nodes, the later one included. */
function codesBetween(earlier: Node, later: Node): number[] {
  const codes: number[] = [];
  for (let node = later; node !== earlier; node = node.parent!)
    codes.push(node.code);
  return codes.reverse();
}

/** Puts moves where the module reads them; the caller frees it. */
function writeCodes(codes: number[]): number {
  const memory = memoryNew(2 * codes.length);
  new Uint16Array(bytes.buffer, memory, codes.length).set(codes);
  return memory;
}

/** Fills the stack with the line to `node` by playing from the last ancestor that lies somewhere. */
function replayLine(stack: Stack, node: Node): void {
  let known: Node = node;
  let holder: Stack | null = null;
  while ((holder = findHolder(known)) === null && known.parent !== null)
    known = known.parent;
  if (holder === null) {
    bytes.set(known.start!, stack.address);
    stack.nodes = [known];
    stack.low = 0;
  } else if (holder !== stack) {
    copyLine(holder, stack, known);
  }
  const codes = codesBetween(known, node);
  const length = known.ply - stack.low + 1;
  stack.reserve(length + codes.length + PLIES_KEPT);
  const memory = writeCodes(codes);
  wasm.play_line(stack.addressOf(known), memory, codes.length);
  wasm.memory_free(memory);
  stack.nodes.length = length + codes.length;
  for (let later = node, i = stack.nodes.length - 1; later !== known; later = later.parent!, i--)
    stack.nodes[i] = later;
}

/** A scratch position of the module, for questions about what is on no stack. */
let scratch = 0;

export function scratchPosition(): number {
  if (scratch === 0)
    scratch = memoryNew(2 * at.size);
  return scratch;
}

export class Line {
  node: Node;
  /** What belongs to the game rather than to its moves. Both are replaced, never changed, so that clones share them. */
  tags: Tags = NO_TAGS;
  comments: ReadonlyMap<string, string> = NO_COMMENTS;
  #stack: Stack | null = null;
  /** Address of the present position while the stack is ours. */
  #top = 0;

  constructor(node: Node) {
    this.node = node;
  }

  clone(): Line {
    const copy = new Line(this.node);
    copy.tags = this.tags;
    copy.comments = this.comments;
    return copy;
  }

  /** Address of the present position. */
  position(): number {
    const stack = this.#stack;
    return stack !== null && stack.owner === this ? this.#top : this.#enter();
  }

  #enter(): number {
    const holder = findHolder(this.node);
    const stack = leastUsed();
    if (holder === null)
      replayLine(stack, this.node);
    else if (holder !== stack)
      copyLine(holder, stack, this.node);
    stack.owner = this;
    stack.lastUse = ++uses;
    this.#stack = stack;
    return (this.#top = stack.addressOf(this.node));
  }

  /** Begins anew with the position at the address; nothing of the old game remains. */
  restart(address: number): void {
    this.restartFrom(startNode(address));
  }

  restartFrom(start: Node): void {
    this.comments = NO_COMMENTS;
    this.node = start;
    if (this.#stack !== null && this.#stack.owner === this)
      this.#stack.owner = null;
    this.#stack = null;
  }

  /** Plays a move if it is legal. */
  play(code: number, move: Move | null): boolean {
    let top = this.position();
    const stack = this.#stack!;
    const index = this.node.ply - stack.low + 1;
    if (index >= stack.capacity) {
      stack.reserve(index + 1);
      top = stack.addressOf(this.node);
    }
    if (wasm.play(top, code) === 0)
      return false;
    this.node = new Node(this.node, code, this.node.ply + 1, move, null);
    stack.nodes[index] = this.node;
    this.#top = top + at.size;
    return true;
  }

  /** Takes the last move back and returns it as a node, null at the start. */
  undo(): Node | null {
    const undone = this.node;
    if (undone.parent === null)
      return null;
    this.node = undone.parent;
    const stack = this.#stack;
    if (stack !== null && stack.owner === this) {
      if (this.node.ply >= stack.low)
        this.#top -= at.size;
      else
        stack.owner = null;
    }
    return undone;
  }

  isRepetition(count: number): boolean {
    this.position();
    const stack = this.#stack!;
    return wasm.is_repetition(stack.address, this.node.ply - stack.low, count) !== 0;
  }

  /** What the module says of the end of the game, see src/ending.c. */
  outcome(): number {
    this.position();
    const stack = this.#stack!;
    return wasm.outcome(stack.address, this.node.ply - stack.low);
  }

  /** What the engine says of it, see src/think.c: how many moves lie where moves lie. */
  think(rating: number, depth: number, hashMb: number, all: boolean): number {
    this.position();
    const stack = this.#stack!;
    return think(stack.address, this.node.ply - stack.low, rating, depth, hashMb, all);
  }

  /** Plays moves that are known to be legal. */
  playAll(codes: readonly number[]): void {
    for (const code of codes)
      if (!this.play(code, null))
        throw new Error(`Move ${code} is not legal: a list of moves does not belong to this game.`);
  }

  /** The nodes of the line, its start first. */
  nodes(): Node[] {
    const nodes: Node[] = [];
    for (let node: Node | null = this.node; node !== null; node = node.parent)
      nodes.push(node);
    return nodes.reverse();
  }

  /** All moves from the start as objects. */
  moves(): Move[] {
    const nodes = this.nodes().slice(1);
    if (nodes.some((node) => node.move === null))
      describeLine(nodes);
    return nodes.map((node) => node.move!);
  }
}

/** Gives every node its move object, with one call for all. */
function describeLine(nodes: Node[]): void {
  const first = nodes[0]!.parent!;
  const position = scratchPosition();
  bytes.set(first.start!, position);
  const memory = memoryNew(10 * nodes.length);
  const codes = memory + 8 * nodes.length;
  new Uint16Array(bytes.buffer, codes, nodes.length).set(nodes.map((node) => node.code));
  wasm.pack_line(position, codes, nodes.length, memory);
  let color = bytes[position + at.side]!;
  for (let i = 0; i < nodes.length; i++, color ^= 1)
    nodes[i]!.move ??= Move.unpack(nodes[i]!.parent!, color, words, (memory >> 2) + 2 * i, 1)[0]!;
  wasm.memory_free(memory);
}

/** The object of one move that is legal in the position at the address, which is the node's. */
export function moveObject(origin: Node, position: number, code: number): Move {
  const out = at.moves;
  const codes = out + 8;
  bytes[codes] = code & 255;
  bytes[codes + 1] = code >> 8;
  wasm.pack_line(position, codes, 1, out);
  return Move.unpack(origin, bytes[position + at.side]!, words, out >> 2, 1)[0]!;
}

/** FEN of a node's position, or of the one after a further move. */
export function describeNode(node: Node, code: number): string {
  const holder = findHolder(node);
  const position = holder !== null ? holder.addressOf(node) : new Line(node).position();
  if (code < 0)
    return readText(wasm.write_fen(position, 0));
  const copy = scratchPosition();
  bytes.copyWithin(copy, position, position + at.size);
  wasm.play(copy, code);
  return readText(wasm.write_fen(copy + at.size, 0));
}

/** All legal moves of the position at the address, which is the node's. */
export function listMoves(origin: Node, position: number): Move[] {
  const count = wasm.list_moves(position);
  return Move.unpack(origin, bytes[position + at.side]!, words, at.moves >> 2, count);
}
