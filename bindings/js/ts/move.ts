/* A move as bots and programs see it. */
import {
  COLOR_NAMES, Color, DROP_NAMES, FLAG_NAMES, PLAIN_SPELLINGS, PROMOTION_NAMES, PieceSymbol, SQUARE_NAMES, Square,
  TYPE_NAMES, sanText,
} from "./names.js";
import { Node, describeNode } from "./line.js";

/* Thousands of moves are made in a millisecond. What is imported is looked up anew at every use, what is a constant of
 * this file is not: that is worth a third of the time. */
const squareNames = SQUARE_NAMES;
const typeNames = TYPE_NAMES;
const promotionNames = PROMOTION_NAMES;
const flagNames = FLAG_NAMES;
const plainSpellings = PLAIN_SPELLINGS;
const spell = sanText;

/** @internal Reads what is private to moves; set below. */
export let originOf: (move: Move) => Node;
/** @internal */
export let codeOf: (move: Move) => number;
/** @internal */
export let isMove: (value: object) => value is Move;

/**
 * A legal move of one position. It reads as text wherever a text is wanted: `` `${move}` `` and `/e4/.test(move)` see
 * its algebraic notation. Fields are those of chess.js; `lan`, `before` and `after` are worked out when first asked for.
 */
export class Move {
  readonly color: Color;
  /** Where the man comes from; for a drop the target. */
  readonly from: Square;
  /** Where it goes to; for castling the king's target, in chess960 the rook. */
  readonly to: Square;
  readonly piece: PieceSymbol;
  readonly captured: PieceSymbol | undefined;
  readonly promotion: PieceSymbol | undefined;
  /** n quiet, b double step, c capture, e en passant, np and cp promotion, k and q castling, d drop, - null move. */
  readonly flags: string;
  /** Standard algebraic notation with + or #. Equal moves have the very same string. */
  readonly san: string;
  readonly #what: number;
  readonly #origin: Node;

  /** @internal Made from the two words of src/pack.h, the second spelt out already: no call may come in between. */
  constructor(origin: Node, color: Color, what: number, text: number, san: string) {
    this.color = color;
    this.from = squareNames[what & 63]!;
    this.to = squareNames[(text >> 20) & 63]!;
    this.piece = typeNames[(what >> 16) & 7]!;
    this.captured = typeNames[(what >> 19) & 7];
    this.promotion = promotionNames[(what >> 12) & 15];
    this.flags = flagNames[(what >> 22) & 15]!;
    this.san = san;
    this.#what = what;
    this.#origin = origin;
  }

  static {
    originOf = (move) => move.#origin;
    codeOf = (move) => move.#what & 0xffff;
    isMove = (value): value is Move => #what in value;
  }

  /** @internal Makes objects of `count` packed moves of the position from the word on. */
  static unpack(origin: Node, color: number, words: Int32Array, word: number, count: number): Move[] {
    const name = COLOR_NAMES[color]!;
    const moves = new Array<Move>(count);
    for (let i = 0; i < count; i++, word += 2) {
      const text = words[word + 1]!, code = text & 0xfffff;
      const san = (code < 4096 ? plainSpellings[code] : undefined) ?? spell(code);
      moves[i] = new Move(origin, name, words[word]!, text, san);
    }
    return moves;
  }

  /** From and to, with the piece promoted to: "e2e4", "b7b8q"; a drop is "P@e4". */
  get lan(): string {
    const drop = this.drop;
    if (drop !== undefined)
      return drop.toUpperCase() + "@" + this.to;
    return this.from + this.to + (this.promotion ?? "");
  }

  /** What is dropped from the pocket, for drops. */
  get drop(): PieceSymbol | undefined {
    return DROP_NAMES[(this.#what >> 12) & 15];
  }

  /** FEN of the position before the move. */
  get before(): string {
    return describeNode(this.#origin, -1);
  }

  /** FEN of the position after the move. */
  get after(): string {
    return describeNode(this.#origin, this.#what & 0xffff);
  }

  isCapture(): boolean {
    return this.captured !== undefined;
  }
  isPromotion(): boolean {
    return this.promotion !== undefined;
  }
  isEnPassant(): boolean {
    return this.flags === "e";
  }
  isKingsideCastle(): boolean {
    return this.flags === "k";
  }
  isQueensideCastle(): boolean {
    return this.flags === "q";
  }
  isCastle(): boolean {
    return this.flags === "k" || this.flags === "q";
  }
  isBigPawn(): boolean {
    return this.flags === "b";
  }
  isDrop(): boolean {
    return this.flags === "d";
  }
  isNullMove(): boolean {
    return this.flags === "-";
  }

  /** The algebraic notation. */
  toString(): string {
    return this.san;
  }

  /** The fields of chess.js without the costly ones. */
  toJSON(): Record<string, string> {
    const { color, from, to, piece, captured, promotion, flags, san, lan, drop } = this;
    const json: Record<string, string> = { color, from, to, piece, flags, san, lan };
    if (captured !== undefined)
      json.captured = captured;
    if (promotion !== undefined)
      json.promotion = promotion;
    if (drop !== undefined)
      json.drop = drop;
    return json;
  }
}
