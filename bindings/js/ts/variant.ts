/* The variants by name, and what may be wrong with a position. */
import { at, byteAt, readSentence, readText, wasm, writeText } from "./module.js";

export type VariantName =
  | "standard" | "chess960" | "crazyhouse" | "atomic" | "kingofthehill" | "threecheck" | "antichess" | "horde"
  | "racingkings";

const ARENA_VARIANTS = 9;
export const VARIANTS: readonly VariantName[] = [
  "standard", "chess960", "crazyhouse", "atomic", "kingofthehill", "threecheck", "antichess", "horde", "racingkings",
];

/** The module's number of a variant by any usual name ("3check", "King of the Hill"). */
export function variantNumber(name: string): number {
  writeText(name);
  const number = wasm.find_variant();
  if (number < 0 || number >= ARENA_VARIANTS)
    throw new Error(`There is no variant "${name}"; the variants are ${VARIANTS.join(", ")}.`);
  return number;
}

/** The name for people: "Three-check". */
export function variantTitle(number: number): string {
  return readText(wasm.variant_text(number, 1));
}

export function startFenOf(number: number): string {
  return readText(wasm.variant_text(number, 2));
}

/* By the bits of position_status() that make a position unplayable. */
const PROBLEMS: readonly [bit: number, sentence: string][] = [
  [11, "there is no man on the board"],
  [0, "White has no king"],
  [1, "Black has no king"],
  [2, "there are too many kings"],
  [5, "a pawn stands on the first or last rank"],
  [10, "the side that is not to move is in check"],
  [12, "in racing kings nobody may be in check"],
];

/** Why the position at the address cannot be played; "" when it can. */
export function findProblem(position: number): string {
  const status = wasm.status(position);
  for (const [bit, sentence] of PROBLEMS)
    if (status & (1 << bit))
      return sentence;
  return "";
}

const STATUS_BITS = 17;

/** All oddities of the position, by python-chess's names: "BAD_CASTLING_RIGHTS". */
export function statusNames(position: number): string[] {
  const status = wasm.status(position);
  const names: string[] = [];
  for (let bit = 0; bit < STATUS_BITS; bit++)
    if (status & (1 << bit))
      names.push(readText(wasm.status_name(bit)));
  return names;
}

export interface LoadOptions {
  /** By any usual name; standard chess if not said. */
  variant?: string | undefined;
  /** Castling from any file; the variant "chess960" implies it, any other variant may have it too. */
  chess960?: boolean | undefined;
  /** Takes positions that cannot arise or be played, for editors. */
  skipValidation?: boolean | undefined;
}

/** Reads a FEN into the position at the address, or throws the sentence that says what is wrong. */
export function loadFen(position: number, fen: string, variant: number, options: LoadOptions): void {
  if (typeof fen !== "string")
    throw new Error(`A position is loaded from a FEN, which is a text, not from ${String(fen)}.`);
  writeText(fen);
  if (wasm.read_fen(position, variant, options.chess960 ? 1 : 0) < 0)
    throw new Error(`Invalid FEN: ${readSentence()}`);
  const problem = options.skipValidation ? "" : findProblem(position);
  if (problem !== "")
    throw new Error(`Invalid FEN: in "${fen}" ${problem}.`);
}

/** The variant of the position at the address. */
export function variantAt(position: number): number {
  return byteAt(position + at.variant);
}
