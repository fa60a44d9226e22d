/*
 * Game: a game of standard chess against the engine, under the names and in the shapes of js-chess-engine 2.4, as a class
 * and as functions without state. The engine answers in the caller's thread; a program that must not wait uses Engine.
 *
 * Where that library is known to be wrong this one is not: every answer knows check and mate, games that begin with a FEN
 * have a history, draws end a game, and a pawn may become what one likes.
 */
import { Board, lineOf } from "./board.js";
import {
  BoardConfig, GamePiece, GameSquare, HistoryEntry, MovesMap, ScoredHistoryMove, capitals, describeBoard, drawBoard, readPiece,
  readSquare, writeConfigFen,
} from "./game-config.js";
import { at, words } from "./module.js";
import { Move, codeOf } from "./move.js";
import { findProblem } from "./variant.js";

/** How far to look, instead of playing at a level. */
export interface DepthOptions {
  /** Plies, searched as well as the engine can. */
  base?: number;
  /** Up to so many plies more, 0 to 3, where there are few men or few moves. */
  extended?: number;
  /** Taken for the sake of old programs: checks are always looked at further. */
  check?: boolean;
  /** Taken for the sake of old programs: captures are always looked at to their end. */
  quiescence?: number;
}

export interface AIOptions {
  /** 1 (beginner) to 5 (expert); 3 if not said. */
  level?: number;
  /** Whether the move is played; true if not said. */
  play?: boolean;
  /** MB for what the engine remembers during the search, 1 at least. */
  ttSizeMB?: number;
  depth?: DepthOptions;
  /** Whether all moves are to be judged. */
  analysis?: boolean;
  /** One of the moves that are at most so many centipawns worse than the best is chosen by chance; 0 if not said. */
  randomness?: number;
}

export interface AIResult {
  move: HistoryEntry;
  /** What a pawn that promotes becomes; absent otherwise. */
  promotion?: GamePiece;
  /** The position after the move, or with `play: false` before it. */
  board: BoardConfig;
  /** With `analysis: true`: all legal moves, the best first. */
  analysis?: ScoredHistoryMove[];
  depth?: number;
  nodesSearched?: number;
  bestScore?: number;
}

/** A position of the game, and the move that led to it. */
export type HistoryRecord = BoardConfig & { move: HistoryEntry };

interface LevelSettings {
  rating: number;
  hashMb: number;
  extended: number;
}

/* By level. The ratings are chosen so that each level beats the same level of js-chess-engine 2.4.6 (bench/js_game.mjs). */
const LEVELS: readonly LevelSettings[] = [
  { rating: 700, hashMb: 1, extended: 0 },
  { rating: 1240, hashMb: 1, extended: 0 },
  { rating: 1500, hashMb: 1, extended: 1 },
  { rating: 2000, hashMb: 2, extended: 2 },
  { rating: 2590, hashMb: 4, extended: 3 },
];
const LEVEL_USUAL = 3, EXTENDED_MAX = 3, DEPTH_MAX = 100;

interface ScoredMove {
  move: Move;
  score: number;
}

interface Thought {
  depth: number;
  nodes: number;
  /** The best first; only that one unless all were asked for. */
  lines: ScoredMove[];
}

const isWhole = (value: unknown, least: number, most = Infinity): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

function checkDepth({ base, extended, check, quiescence }: DepthOptions): void {
  if (base !== undefined && !isWhole(base, 1))
    throw new Error(`depth.base is a whole number of plies, 1 or more, not ${String(base)}.`);
  if (extended !== undefined && !isWhole(extended, 0, EXTENDED_MAX))
    throw new Error(`depth.extended is a whole number of plies, 0 to ${EXTENDED_MAX}, not ${String(extended)}.`);
  if (quiescence !== undefined && !isWhole(quiescence, 0))
    throw new Error(`depth.quiescence is a whole number of plies, 0 or more, not ${String(quiescence)}.`);
  if (check !== undefined && typeof check !== "boolean")
    throw new Error(`depth.check is true or false, not ${String(check)}.`);
}

function checkOptions({ level = LEVEL_USUAL, ttSizeMB = 0, randomness = 0, depth = {} }: AIOptions): void {
  if (!isWhole(level, 1, LEVELS.length))
    throw new Error(`The level is 1, 2, 3, 4 or 5, not ${String(level)}.`);
  if (!(Number.isFinite(ttSizeMB) && ttSizeMB >= 0))
    throw new Error(`ttSizeMB is a number of megabytes, 0 or more, not ${String(ttSizeMB)}.`);
  if (!(Number.isFinite(randomness) && randomness >= 0))
    throw new Error(`randomness is a number of centipawns, 0 or more, not ${String(randomness)}.`);
  checkDepth(depth);
}

/** How much further than asked one may look where that costs little. */
function extensionOf(board: Board, most: number): number {
  const men = board.board().flat().filter((man) => man !== null).length;
  const plies = (men <= 10 ? 2 : men <= 18 ? 1 : 0) + (board.countMoves() <= 12 ? 1 : 0);
  return Math.min(plies, most);
}

function entryOf(move: Move): HistoryEntry {
  return { [capitals(move.from)]: capitals(move.to) };
}

export class Game {
  readonly #board: Board;
  readonly #history: HistoryRecord[] = [];

  /** The start position, or one that is given as an object or as FEN. */
  constructor(configuration?: BoardConfig | string | null) {
    const given = configuration ? configuration : undefined;
    const fen = typeof given === "object" ? writeConfigFen(given) : given;
    this.#board = fen === undefined ? new Board() : new Board(fen, { skipValidation: true });
  }

  /* ---- The position ---- */

  exportJson(): BoardConfig {
    return describeBoard(this.#board);
  }

  exportFEN(): string {
    return this.#board.fen({ forceEnpassantSquare: true });
  }

  /** Puts a piece on a square, whatever stood there. */
  setPiece(square: GameSquare, piece: GamePiece): void {
    const target = readSquare(square);
    if (!this.#board.put(readPiece(piece), target))
      throw new Error(`There is a ${piece} on another square: remove it before you set one on ${target.toUpperCase()}.`);
  }

  removePiece(square: GameSquare): void {
    this.#board.remove(readSquare(square));
  }

  printToConsole(): void {
    console.log(drawBoard(this.#board));
  }

  /* ---- Moves ---- */

  /** Where everything can go, or what stands on one square. */
  moves(from?: GameSquare): MovesMap {
    const square = from ? readSquare(from) : null;
    const map: MovesMap = square === null ? {} : { [square.toUpperCase()]: [] };
    for (const move of this.#board.moves()) {
      if (square !== null && move.from !== square)
        continue;
      const targets = (map[capitals(move.from)] ??= []), target = capitals(move.to);
      if (!targets.includes(target)) // a promotion is one move here
        targets.push(target);
    }
    return map;
  }

  /** Plays a move. A pawn that promotes becomes a queen unless said. */
  move(from: GameSquare, to: GameSquare, promotion: GamePiece = "Q"): BoardConfig {
    const start = readSquare(from), target = readSquare(to), type = readPiece(promotion).type;
    const found = this.#board.moves().filter((move) => move.from === start && move.to === target);
    const move = found.length > 1 ? found.find((one) => one.promotion === type) : found[0];
    if (move === undefined) {
      const what = found.length > 0 ? `a pawn becomes a queen, rook, bishop or knight, not "${promotion}"` : "that is not legal here";
      throw new Error(`The move from ${start.toUpperCase()} to ${target.toUpperCase()} cannot be played: ${what}.`);
    }
    return this.#play(move);
  }

  /** All moves so far, each with the position after it. */
  getHistory(): HistoryRecord[] {
    return this.#history.map((record) => ({
      ...record, pieces: { ...record.pieces }, castling: { ...record.castling }, move: { ...record.move },
    }));
  }

  /* ---- The engine ---- */

  /** Chooses a move and plays it. */
  ai(options: AIOptions = {}): AIResult {
    checkOptions(options);
    const { play = true, analysis = false, randomness = 0 } = options;
    const { depth, nodes, lines } = this.#think(options, analysis || randomness > 0);
    const best = lines[0]!.score;
    const near = lines.filter((line) => line.score >= best - randomness);
    const { move } = randomness > 0 ? near[Math.floor(Math.random() * near.length)]! : lines[0]!;
    const result: AIResult = { move: entryOf(move), board: play ? this.#play(move) : this.exportJson() };
    if (move.promotion !== undefined)
      result.promotion = (move.color === "w" ? move.promotion.toUpperCase() : move.promotion) as GamePiece;
    if (!analysis)
      return result;
    const judged = lines.map((line) => ({ move: entryOf(line.move), score: line.score }));
    return { ...result, analysis: judged, depth, nodesSearched: nodes, bestScore: best };
  }

  /** Plays the engine's move and returns it; ai() tells more. */
  aiMove(level: number = LEVEL_USUAL): HistoryEntry {
    return this.ai({ level }).move;
  }

  #think(options: AIOptions, all: boolean): Thought {
    const board = this.#board, line = lineOf(board);
    const problem = findProblem(line.position());
    if (problem !== "")
      throw new Error(`This position cannot be played: ${problem}.`);
    if (board.isGameOver())
      throw new Error(`The game is over: ${board.outcome()?.reason ?? "a draw"}.`);
    const settings = LEVELS[(options.level ?? LEVEL_USUAL) - 1]!;
    const hash = options.ttSizeMB === undefined ? settings.hashMb : Math.max(1, Math.ceil(options.ttSizeMB));
    const legal = new Map(board.moves().map((move) => [codeOf(move), move]));
    const depth = searchDepth(board, options.depth, settings);
    const count = line.think(depth > 0 ? 0 : settings.rating, depth, hash, all);
    if (count <= 0)
      throw new Error(`There is not enough memory for ttSizeMB: ${hash}.`);
    return readThought(legal, count);
  }

  #play(move: Move): BoardConfig {
    this.#board.move(move);
    const board = this.exportJson();
    this.#history.push({ ...board, move: entryOf(move) });
    return board;
  }
}

/** 0 where the level decides. */
function searchDepth(board: Board, { base, extended }: DepthOptions = {}, settings: LevelSettings): number {
  return base === undefined ? 0 : Math.min(base + extensionOf(board, extended ?? settings.extended), DEPTH_MAX);
}

function readThought(legal: ReadonlyMap<number, Move>, count: number): Thought {
  const first = at.moves >> 2;
  const lines: ScoredMove[] = [];
  for (let word = first + 2; word < first + 2 + 2 * count; word += 2)
    lines.push({ move: legal.get(words[word]!)!, score: words[word + 1]! });
  return { depth: words[first]!, nodes: words[first + 1]! >>> 0, lines: lines.sort((a, b) => b.score - a.score) };
}

/* ---- Without state: the position is given with every question ---- */

export function moves(configuration: BoardConfig | string): MovesMap {
  return new Game(configuration).moves();
}

/** The position with all that can be said of it: FEN becomes an object. */
export function status(configuration: BoardConfig | string): BoardConfig {
  return new Game(configuration).exportJson();
}

export function getFen(configuration: BoardConfig | string): string {
  return new Game(configuration).exportFEN();
}

export function move(configuration: BoardConfig | string, from: GameSquare, to: GameSquare, promotion?: GamePiece): BoardConfig {
  return new Game(configuration).move(from, to, promotion);
}

export function ai(configuration: BoardConfig | string, options?: AIOptions): AIResult {
  return new Game(configuration).ai(options);
}

export function aiMove(configuration: BoardConfig | string, level?: number): HistoryEntry {
  return new Game(configuration).aiMove(level);
}
