/* A position as js-chess-engine writes it, an object of its own kind, and the way there from a board and back. */
import { Board } from "./board.js";
import { SQUARE_NAMES, Square } from "./names.js";

export type GameColor = "white" | "black";
/** Capitals are White's. */
export type GamePiece = "K" | "Q" | "R" | "B" | "N" | "P" | "k" | "q" | "r" | "b" | "n" | "p";
/** "E2"; where a square is given, small letters do as well. */
export type GameSquare = string;
export type AILevel = 1 | 2 | 3 | 4 | 5;

export interface CastlingRights {
  whiteShort: boolean;
  blackShort: boolean;
  whiteLong: boolean;
  blackLong: boolean;
}

export interface BoardConfig {
  pieces: Record<GameSquare, GamePiece>;
  turn: GameColor;
  /** Mate, stalemate, or a draw: by repetition, fifty moves, or material that cannot win. */
  isFinished: boolean;
  check: boolean;
  checkMate: boolean;
  staleMate: boolean;
  castling: CastlingRights;
  /** The square behind a pawn that has just gone two. */
  enPassant: GameSquare | null;
  halfMove: number;
  fullMove: number;
}

/** A move: { E2: "E4" }. */
export type HistoryEntry = Record<GameSquare, GameSquare>;
export type MovesMap = Record<GameSquare, GameSquare[]>;

export interface ScoredHistoryMove {
  move: HistoryEntry;
  /** Centipawns, for the side to move; mates are near a million. */
  score: number;
}

const CASTLING: readonly [keyof CastlingRights, string][] = [
  ["whiteShort", "K"], ["whiteLong", "Q"], ["blackShort", "k"], ["blackLong", "q"],
];

/** The small letters of a square that was given in either. */
export function readSquare(square: unknown): string {
  const name = typeof square === "string" ? square.toLowerCase() : "";
  if (!/^[a-h][1-8]$/.test(name))
    throw new Error(`${JSON.stringify(square)} is no square: squares are "A1" to "H8".`);
  return name;
}

export function readPiece(piece: unknown): { type: string; color: string } {
  if (typeof piece !== "string" || !/^[kqrbnp]$/i.test(piece))
    throw new Error(`${JSON.stringify(piece)} is no piece: pieces are K, Q, R, B, N, P, and for Black the same in small letters.`);
  const type = piece.toLowerCase();
  return { type, color: piece === type ? "b" : "w" };
}

const CAPITALS: Record<string, GameSquare> = Object.fromEntries(SQUARE_NAMES.map((name) => [name, name.toUpperCase()]));

/** The square's name in capitals. */
export function capitals(square: Square): GameSquare {
  return CAPITALS[square]!;
}

export function describeBoard(board: Board): BoardConfig {
  const pieces: Record<GameSquare, GamePiece> = {};
  for (const row of board.board())
    for (const man of row)
      if (man !== null)
        pieces[capitals(man.square)] = (man.color === "w" ? man.type.toUpperCase() : man.type) as GamePiece;
  const enPassant = board.fen({ forceEnpassantSquare: true }).split(" ")[3]!;
  const white = board.getCastlingRights("w"), black = board.getCastlingRights("b");
  const check = board.isCheck(), isFinished = board.isGameOver();
  return {
    pieces,
    turn: board.turn() === "w" ? "white" : "black",
    isFinished,
    check,
    checkMate: check && isFinished && board.isCheckmate(),
    staleMate: !check && isFinished && board.isStalemate(),
    castling: { whiteShort: white.k, blackShort: black.k, whiteLong: white.q, blackLong: black.q },
    enPassant: enPassant === "-" ? null : enPassant.toUpperCase(),
    halfMove: board.halfmoveClock(),
    fullMove: board.moveNumber(),
  };
}

function writeRank(men: Map<string, string>, rank: number): string {
  const row = Array.from("abcdefgh", (file) => men.get(`${file}${rank}`) ?? "1").join("");
  return row.replace(/1+/g, (empty) => String(empty.length));
}

/** The FEN of a position that came as an object; what it leaves out is as at the start of a game without castling. */
export function writeConfigFen(config: BoardConfig): string {
  const { pieces, turn = "white", castling, enPassant = null, halfMove = 0, fullMove = 1 }: Partial<BoardConfig> = config;
  if (typeof pieces !== "object" || pieces === null)
    throw new Error('A position without "pieces" is none: { pieces: { E1: "K", E8: "k" }, turn: "white" }.');
  if (turn !== "white" && turn !== "black")
    throw new Error(`The turn is "white" or "black", not ${JSON.stringify(turn)}.`);
  const men = new Map(Object.entries(pieces).map(([square, piece]) => (readPiece(piece), [readSquare(square), piece])));
  const board = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => writeRank(men, rank)).join("/");
  const rights = CASTLING.map(([name, letter]) => (castling?.[name] ? letter : "")).join("");
  const behind = enPassant === null ? "-" : readSquare(enPassant);
  return `${board} ${turn === "white" ? "w" : "b"} ${rights || "-"} ${behind} ${Number(halfMove)} ${Number(fullMove)}`;
}

const UNICODE: Record<string, string> = {
  K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟",
};

/** A drawing of the board, White at the bottom. */
export function drawBoard(board: Board): string {
  const rows = board.board().map((row, i) => {
    const squares = row.map((man, file) => {
      const letter = man === null ? "" : man.color === "w" ? man.type.toUpperCase() : man.type;
      return UNICODE[letter] ?? ((i + file) % 2 === 0 ? " " : "·");
    });
    return `${8 - i} ${squares.join(" ")}`;
  });
  return [...rows, "  A B C D E F G H"].join("\n");
}
