/* What squares, men and moves are called in the API, and the tables that lead from the module's numbers to names. */

export type Color = "w" | "b";
export type PieceSymbol = "p" | "n" | "b" | "r" | "q" | "k";
type File = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
type Rank = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8";
export type Square = `${File}${Rank}`;
export interface Piece {
  type: PieceSymbol;
  color: Color;
}

export const WHITE = "w";
export const BLACK = "b";
export const PAWN = "p";
export const KNIGHT = "n";
export const BISHOP = "b";
export const ROOK = "r";
export const QUEEN = "q";
export const KING = "k";

const FILES = "abcdefgh";

/** By the module's number: a1 is 0, b1 1, h8 63. */
export const SQUARE_NAMES: Square[] = [];
for (let square = 0; square < 64; square++)
  SQUARE_NAMES.push((FILES[square & 7]! + String((square >> 3) + 1)) as Square);

/** In reading order: a8, b8, ... h1. */
export const SQUARES: Square[] = [];
for (let rank = 7; rank >= 0; rank--)
  SQUARES.push(...SQUARE_NAMES.slice(rank * 8, rank * 8 + 8));

/** By the module's number of a type; 0 is none. */
export const TYPE_NAMES: (PieceSymbol | undefined)[] = [undefined, "p", "n", "b", "r", "q", "k", undefined];
export const COLOR_NAMES: Color[] = ["w", "b"];

/** The number of a square's name, -1 when it is none. */
export function squareNumber(name: unknown): number {
  if (typeof name !== "string" || name.length !== 2)
    return -1;
  const file = name.charCodeAt(0) - 97;
  const rank = name.charCodeAt(1) - 49;
  return file >>> 0 < 8 && rank >>> 0 < 8 ? rank * 8 + file : -1;
}

/** The number of a type's letter in either case, 0 when it is none. */
export function typeNumber(letter: unknown): number {
  if (typeof letter !== "string" || letter.length !== 1)
    return 0;
  return "pnbrqk".indexOf(letter.toLowerCase()) + 1;
}

export function colorNumber(color: unknown): number {
  return color === "w" ? 0 : color === "b" ? 1 : -1;
}

/** By the module's kind of move: what a pawn becomes. */
export const PROMOTION_NAMES: (PieceSymbol | undefined)[] = new Array<PieceSymbol | undefined>(16).fill(undefined);
PROMOTION_NAMES.splice(4, 5, "n", "b", "r", "q", "k");
/** By the module's kind of move: what is dropped. */
export const DROP_NAMES: (PieceSymbol | undefined)[] = new Array<PieceSymbol | undefined>(16).fill(undefined);
DROP_NAMES.splice(9, 5, "p", "n", "b", "r", "q");

/** By the module's MoveFlags, in the letters of chess.js, and "d" for a drop. */
export const FLAG_NAMES = ["n", "c", "b", "e", "np", "cp", "k", "q", "d", "-", "", "", "", "", "", ""];

const SAN_LETTERS = ["", "", "N", "B", "R", "Q", "K"];
const SAN_SPECIAL = ["O-O", "O-O-O", "--"];

/** Spells out the code that src/pack.h describes. */
function spellSan(code: number): string {
  const to = code & 63;
  const type = (code >> 6) & 7;
  const file = (code >> 12) & 15;
  const rank = code >> 16;
  const mark = code & 0x800 ? "#" : code & 0x400 ? "+" : "";
  if (type === 0)
    return SAN_SPECIAL[to]! + mark;
  if (type === 7)
    return SAN_LETTERS[file]! + "@" + SQUARE_NAMES[to]! + mark;
  let san = SAN_LETTERS[type]! + (file !== 0 ? FILES[file - 1]! : "");
  if (type !== 1 && rank !== 0)
    san += String(rank);
  san += (code & 0x200 ? "x" : "") + SQUARE_NAMES[to]!;
  return (type === 1 && rank !== 0 ? san + "=" + SAN_LETTERS[rank]! : san) + mark;
}

/* Every spelling is made once: afterwards equal moves have the very same string, and reading it is two look-ups. */
export const PLAIN_SPELLINGS = new Array<string | undefined>(4096).fill(undefined);
const spellings: (string | undefined)[][] = Array.from({ length: 4096 }, () => []);

export function sanText(code: number): string {
  const row = code < 4096 ? PLAIN_SPELLINGS : spellings[code & 4095]!;
  const index = code < 4096 ? code : code >> 12;
  const known = row[index];
  return known !== undefined ? known : (row[index] = spellSan(code));
}
