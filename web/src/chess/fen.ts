/*
 * What a FEN shows: men on squares, pockets, checks. It knows no rules; those are in chess/rules.ts.
 */
import type { Color } from "../core/api";

export type Letter = "P" | "N" | "B" | "R" | "Q" | "K";
export type Pocket = Partial<Record<Letter, number>>;

export interface Shown {
  /** 64 letters, upper case for White, "" where nothing stands; a8 first. */
  squares: string[];
  turn: Color;
  pockets: Record<Color, Pocket> | null;
  /** Checks that each colour has given, in three-check. */
  checks: Record<Color, number> | null;
}

export const PIECE_NAMES: Record<Letter, string> = { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };

export const isWhite = (letter: string): boolean => letter === letter.toUpperCase();

export const squareName = (index: number): string => "abcdefgh"[index % 8]! + (8 - Math.floor(index / 8));
export const squareIndex = (name: string): number => (8 - Number(name[1])) * 8 + (name.charCodeAt(0) - 97);

function readSquares(placement: string): string[] {
  const squares: string[] = [];
  for (const letter of placement)
    if (letter >= "1" && letter <= "8") squares.push(...Array<string>(Number(letter)).fill(""));
    else if (letter !== "/" && letter !== "~") squares.push(letter);
  return squares;
}

function readPockets(inside: string): Record<Color, Pocket> {
  const pockets: Record<Color, Pocket> = { white: {}, black: {} };
  for (const letter of inside.replace("-", "")) {
    const own = pockets[isWhite(letter) ? "white" : "black"], name = letter.toUpperCase() as Letter;
    own[name] = (own[name] ?? 0) + 1;
  }
  return pockets;
}

/** "3+3" counts down, "+0+0" counts up. */
function readChecks(fields: string[]): Record<Color, number> | null {
  const left = fields.find((field) => /^\d\+\d$/.test(field)), given = fields.find((field) => /^\+\d\+\d$/.test(field));
  if (left) return { white: 3 - Number(left[0]), black: 3 - Number(left[2]) };
  return given ? { white: Number(given[1]), black: Number(given[3]) } : null;
}

export function readFen(fen: string): Shown {
  const [board = "", turn, ...rest] = fen.split(" ");
  const pocket = /\[(.*)\]/.exec(board);
  return {
    squares: readSquares(board.replace(/\[.*\]/, "")), turn: turn === "b" ? "black" : "white",
    pockets: pocket ? readPockets(pocket[1] ?? "") : null, checks: readChecks(rest),
  };
}

/** The first field of a FEN without pockets and marks of promotion, as the board widget reads it. */
export const placement = (fen: string): string => (fen.split(" ")[0] ?? "").replace(/\[.*\]/, "").replaceAll("~", "");
export const turnOf = (fen: string): Color => (fen.split(" ")[1] === "b" ? "black" : "white");
export const other = (color: Color): Color => (color === "white" ? "black" : "white");

/** How many men more of each kind a colour has, for the strip beside its name; crazyhouse has pockets instead. */
export function balance(squares: readonly string[]): Record<Color, Letter[]> {
  const difference = new Map<Letter, number>();
  for (const letter of squares)
    if (letter) difference.set(letter.toUpperCase() as Letter, (difference.get(letter.toUpperCase() as Letter) ?? 0) + (isWhite(letter) ? 1 : -1));
  const extra: Record<Color, Letter[]> = { white: [], black: [] };
  for (const name of ["Q", "R", "B", "N", "P"] as const) {
    const more = difference.get(name) ?? 0;
    extra[more > 0 ? "white" : "black"].push(...Array<Letter>(Math.abs(more)).fill(name));
  }
  return extra;
}
