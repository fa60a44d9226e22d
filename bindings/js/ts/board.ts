/*
 * Board: a game of chess in nine variants, under the names that chess.js and the bots of chess platforms use.
 *
 * Moves, checks and endings are the module's business; this file turns questions into calls and numbers into names.
 */
import { Line, Node, Tags, describeNode, listMoves, moveObject, scratchPosition, startNode } from "./line.js";
import { at, byteAt, bytes, readPgn, readSentence, readText, wasm, wordAt, words, writeText } from "./module.js";
import { Move, codeOf, isMove, originOf } from "./move.js";
import {
  COLOR_NAMES, Color, Piece, PieceSymbol, SQUARES, SQUARE_NAMES, Square, TYPE_NAMES, colorNumber, squareNumber,
  typeNumber,
} from "./names.js";
import { DERIVED_TAGS, SEVEN_TAG_ROSTER, orderTags, writePgn } from "./pgn.js";
import {
  LoadOptions, VARIANTS, VariantName, loadFen, startFenOf, statusNames, variantAt, variantNumber, variantTitle,
} from "./variant.js";

export interface MovesOptions {
  verbose?: boolean;
  square?: Square;
  piece?: PieceSymbol;
}

/** A move by its squares. `promotion` is needed where a pawn promotes; a drop is { drop: "n", to: "f3" }. */
export interface MoveSquares {
  from?: string;
  to: string;
  promotion?: string | undefined;
  drop?: string | undefined;
}

export interface Outcome {
  /** null for a draw */
  winner: Color | null;
  result: "1-0" | "0-1" | "1/2-1/2";
  termination: string;
  /** In words: "checkmate", "the king reached the hill". */
  reason: string;
}

/* Bits of the module's standing(), see src/ending.c. */
const CHECKMATE = 2, STALEMATE = 4, INSUFFICIENT = 8, FIFTY_MOVES = 16, VARIANT_END = 32, VARIANT_DRAW = 64;

const TERMINATIONS = [
  "NONE", "CHECKMATE", "STALEMATE", "INSUFFICIENT_MATERIAL", "SEVENTYFIVE_MOVES", "FIVEFOLD_REPETITION", "FIFTY_MOVES",
  "THREEFOLD_REPETITION", "VARIANT_WIN", "VARIANT_LOSS", "VARIANT_DRAW",
];

const EP_ALWAYS = 2, SHREDDER = 1;

interface ReadGame {
  fen: string;
  variant: number;
  chess960: number;
  tags: [string, string][];
  moves: number[];
  comments: string[];
  result: string;
  errors: number;
  cut: number;
  line?: number;
  column?: number;
  error?: string;
}

function needSquare(square: unknown): number {
  const number = squareNumber(square);
  if (number < 0)
    throw new Error(`${JSON.stringify(square)} is no square: squares are "a1" to "h8".`);
  return number;
}

function needColor(color: unknown): number {
  const number = colorNumber(color);
  if (number < 0)
    throw new Error(`${JSON.stringify(color)} is no colour: say "w" or "b".`);
  return number;
}

/** @internal Reads what is private to boards; set below. */
export let lineOf: (board: Board) => Line;

export class Board {
  readonly #line: Line;
  readonly #readOnly: boolean = false;

  static {
    lineOf = (board) => board.#line;
  }

  /**
   * The start position, a position by its FEN, or a copy of another board with its moves.
   *
   *     new Board()                                   standard chess
   *     new Board("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")
   *     new Board({ variant: "crazyhouse" })
   */
  constructor(start?: string | Board | LoadOptions | null, options?: LoadOptions & { readOnly?: boolean }) {
    if (start instanceof Board) {
      const readOnly = options !== undefined && options.readOnly === true;
      this.#line = readOnly ? start.#line : start.#line.clone();
      this.#readOnly = readOnly;
      return;
    }
    this.#line = new Line(null as unknown as Node);
    if (typeof start === "string")
      this.#load(start, options ?? {});
    else
      this.#load(undefined, { ...start, ...options });
  }

  /** The chess960 start position of Scharnagl's number 0 to 959; 518 is the usual array. */
  static chess960(number: number): Board {
    if (!Number.isInteger(number) || number < 0 || number > 959)
      throw new Error(`Chess960 start positions have the numbers 0 to 959, not ${number}.`);
    const board = new this({ variant: "chess960" });
    wasm.start_chess960(scratchPosition(), number);
    board.#line.restart(scratchPosition());
    return board;
  }

  #load(fen: string | undefined, options: LoadOptions): void {
    if (fen === undefined && !options.chess960) {
      const variant = options.variant === undefined ? 0 : variantNumber(options.variant);
      return this.#line.restartFrom((starts[variant] ??= loadStart(variant)));
    }
    const position = scratchPosition();
    const variant = options.variant === undefined ? 0 : variantNumber(options.variant);
    loadFen(position, fen ?? startFenOf(variant), variant, options);
    this.#line.restart(position);
  }

  /** The line of a board that may be changed. */
  #mutable(name: string): Line {
    if (this.#readOnly)
      throw new Error(`This board is read-only, so ${name}() is not possible: take a copy with clone() and use that.`);
    return this.#line;
  }

  /* ---- Copies ---- */

  /** A copy that goes its own way, with all moves so far; taking one costs next to nothing. */
  clone(): this {
    return new (this.constructor as typeof Board)(this) as this;
  }

  /** A view of this very board through which nothing can be changed. Its clone() can be changed. */
  readOnly(): this {
    return new (this.constructor as typeof Board)(this, { readOnly: true }) as this;
  }

  isReadOnly(): boolean {
    return this.#readOnly;
  }

  /* ---- Setting up ---- */

  /** Sets up a position by its FEN and forgets the moves. Variant and chess960 stay as they are unless said. */
  load(fen: string, options: LoadOptions & { preserveHeaders?: boolean } = {}): void {
    const line = this.#mutable("load");
    this.#load(fen, this.#keepingVariant(options));
    if (!options.preserveHeaders)
      line.tags = {};
  }

  #keepingVariant(options: LoadOptions): LoadOptions {
    return options.variant !== undefined
      ? options
      : { ...options, variant: this.variant(), chess960: options.chess960 ?? this.isChess960() };
  }

  /** The start position of the variant. */
  reset(): void {
    const line = this.#mutable("reset");
    this.#load(undefined, { variant: this.variant() });
    line.tags = {};
  }

  /** An empty board. */
  clear({ preserveHeaders = false }: { preserveHeaders?: boolean } = {}): void {
    const line = this.#mutable("clear");
    const position = scratchPosition();
    wasm.clear_board(position, this.#variantNumber(), this.isChess960() ? 1 : 0);
    line.restart(position);
    if (!preserveHeaders)
      line.tags = {};
  }

  /** Changes a copy of the position and begins a new game with it. */
  #change(line: Line, change: (position: number) => void): void {
    const position = scratchPosition();
    const present = line.position();
    bytes.copyWithin(position, present, present + at.size);
    change(position);
    line.restart(position);
  }

  /**
   * Puts a man on a square; false when that is not possible (no such man or square, or a second king). The moves so far
   * are forgotten, as they did not lead here.
   */
  put(piece: { type: string; color: string }, square: string): boolean {
    const line = this.#mutable("put");
    const type = typeNumber(piece?.type), color = colorNumber(piece?.color), target = squareNumber(square);
    if (type === 0 || color < 0 || target < 0)
      return false;
    const kingsFree = this.variant() === "antichess";
    const king = this.findPiece({ type: "k", color: COLOR_NAMES[color]! });
    if (type === 6 && !kingsFree && king.some((at) => at !== square))
      return false;
    this.#change(line, (position) => wasm.put_piece(position, target, type | (color << 3)));
    return true;
  }

  /** Takes a man off the board and returns it, null when the square was empty. */
  remove(square: string): Piece | null | undefined {
    const line = this.#mutable("remove");
    const target = squareNumber(square);
    const piece = target < 0 ? null : this.get(square);
    if (piece)
      this.#change(line, (position) => wasm.put_piece(position, target, 0));
    return piece;
  }

  /** Gives the move to a colour by passing; false when it has it already. */
  setTurn(color: Color): boolean {
    this.#mutable("setTurn");
    needColor(color);
    if (this.turn() === color)
      return false;
    this.move("--");
    return true;
  }

  setCastlingRights(color: Color, rights: { k?: boolean; q?: boolean }): boolean {
    const line = this.#mutable("setCastlingRights");
    const us = needColor(color);
    this.#change(line, (position) => {
      for (const side of ["k", "q"] as const)
        if (rights[side] !== undefined)
          wasm.set_castling(position, us, side === "k" ? 1 : 0, rights[side] ? 1 : 0);
    });
    const now = this.getCastlingRights(color);
    return (["k", "q"] as const).every((side) => rights[side] === undefined || rights[side] === now[side]);
  }

  getCastlingRights(color: Color): { k: boolean; q: boolean } {
    const position = this.#line.position(), us = needColor(color);
    return { k: wasm.has_castling(position, us, 1) !== 0, q: wasm.has_castling(position, us, 0) !== 0 };
  }

  /* ---- Looking at the board ---- */

  /** The man on a square, null when there is none. */
  get(square: string): Piece | null | undefined {
    const number = squareNumber(square);
    const man = number < 0 ? 0 : byteAt(this.#line.position() + at.board + number);
    return man === 0 ? null : { type: TYPE_NAMES[man & 7]!, color: man > 7 ? "b" : "w" };
  }

  turn(): Color {
    return COLOR_NAMES[byteAt(this.#line.position() + at.side)]!;
  }

  /** The ranks from the eighth to the first, each a list of men with their squares, null where there is none. */
  board(): ({ square: Square; type: PieceSymbol; color: Color } | null)[][] {
    const rows: ({ square: Square; type: PieceSymbol; color: Color } | null)[][] = [];
    const start = this.#line.position() + at.board;
    for (let rank = 7; rank >= 0; rank--) {
      const row = [];
      for (let square = rank * 8; square < rank * 8 + 8; square++) {
        const man = bytes[start + square]!;
        const color: Color = man > 7 ? "b" : "w";
        row.push(man === 0 ? null : { square: SQUARE_NAMES[square]!, type: TYPE_NAMES[man & 7]!, color });
      }
      rows.push(row);
    }
    return rows;
  }

  /** Squares on which such a man stands, from a8 to h1. */
  findPiece(piece: { type: string; color: string }): Square[] {
    const man = typeNumber(piece.type) | (needColor(piece.color) << 3);
    const start = this.#line.position() + at.board;
    return SQUARES.filter((square) => bytes[start + squareNumber(square)] === man);
  }

  /** A drawing of the board in letters. */
  ascii(): string {
    const rule = "   +------------------------+\n";
    const rows = this.board().map((row, i) => {
      const men = row.map((man) => (man === null ? "." : man.color === "w" ? man.type.toUpperCase() : man.type));
      return ` ${8 - i} |${men.map((man) => ` ${man} `).join("")}|\n`;
    });
    return rule + rows.join("") + rule + "     a  b  c  d  e  f  g  h";
  }

  squareColor(square: string): "light" | "dark" | null {
    const number = squareNumber(square);
    return number < 0 ? null : ((number >> 3) + number) & 1 ? "light" : "dark";
  }

  /** FEN; the en passant square is named only when a capture there is legal, unless forced. */
  fen({ forceEnpassantSquare = false, shredder = false } = NO_FEN_OPTIONS): string {
    const flags = (forceEnpassantSquare ? EP_ALWAYS : 0) | (shredder ? SHREDDER : 0);
    return readText(wasm.write_fen(this.#line.position(), flags));
  }

  /** The key of the position, 16 hexadecimal digits; equal for positions that count as repeated. */
  hash(): string {
    return readText(wasm.write_key(this.#line.position()));
  }

  moveNumber(): number {
    return wordAt(this.#line.position() + at.fullmove) >>> 0;
  }

  /** Plies since the last capture or pawn move. */
  halfmoveClock(): number {
    return wordAt(this.#line.position() + at.halfmove) >>> 0;
  }

  /** Squares of men that attack the square; of the side to move unless said. */
  attackers(square: string, color: Color = this.turn()): Square[] {
    const count = wasm.attackers(this.#line.position(), needColor(color), needSquare(square));
    return Array.from(bytes.subarray(at.text, at.text + count), (number) => SQUARE_NAMES[number]!);
  }

  isAttacked(square: string, color: Color): boolean {
    return wasm.is_attacked(this.#line.position(), needColor(color), needSquare(square)) !== 0;
  }

  #variantNumber(): number {
    return variantAt(this.#line.position());
  }

  variant(): VariantName {
    return VARIANTS[this.#variantNumber()]!;
  }

  isChess960(): boolean {
    return wasm.is_chess960(this.#line.position()) !== 0;
  }

  /** Men in hand, in crazyhouse. */
  pocket(color: Color): Record<"p" | "n" | "b" | "r" | "q", number> {
    const position = this.#line.position(), us = needColor(color);
    const [p, n, b, r, q] = [1, 2, 3, 4, 5].map((type) => wasm.pocket(position, us, type));
    return { p: p!, n: n!, b: b!, r: r!, q: q! };
  }

  /** Checks that a colour has still to give, in three-check. */
  checksLeft(color: Color): number {
    return wasm.checks_left(this.#line.position(), needColor(color));
  }

  /** What is odd about the position, by python-chess's names: ["BAD_CASTLING_RIGHTS"]. */
  status(): string[] {
    return statusNames(this.#line.position());
  }

  /* ---- Moves ---- */

  /** Legal moves, of one square or one kind of man if asked; as texts with `verbose: false`. */
  moves(options: MovesOptions & { verbose: false }): string[];
  moves(options?: MovesOptions): Move[];
  moves(options?: MovesOptions): Move[] | string[] {
    const line = this.#line;
    const position = line.position();
    const moves = listMoves(line.node, position);
    return options === undefined ? moves : chooseMoves(moves, options);
  }

  /** How many legal moves there are, without listing them. */
  countMoves(): number {
    return wasm.count_moves(this.#line.position());
  }

  /**
   * Legal moves as bare numbers for programs in a hurry: bits 0-5 from, 6-11 to, 12-15 kind. They are valid for
   * playCode() in this position. The array is overwritten by the next call of moves() or codes() on any board.
   */
  codes(): Uint16Array {
    const count = wasm.list_codes(this.#line.position());
    return new Uint16Array(bytes.buffer, at.moves, count);
  }

  /** Plays one of codes(); false when it is not legal here. */
  playCode(code: number): boolean {
    return this.#mutable("playCode").play(code, null);
  }

  /**
   * Plays a move: one of moves(), its text ("Nf3", "e7e8q", "O-O"), or { from, to, promotion }. Texts are read leniently
   * (missing x or +, zeros in castling, UCI) unless `strict`; what could be two moves is refused. null or "--" passes.
   * Throws when the move is not legal.
   */
  move(move: Move | string | MoveSquares | null, { strict = false } = NO_MOVE_OPTIONS): Move {
    const line = this.#readOnly ? this.#mutable("move") : this.#line;
    if (typeof move === "object" && move !== null && isMove(move)) {
      const code = codeOf(move);
      if (originOf(move) === line.node && line.play(code, move))
        return move;
      return this.#playFound(line, this.#isLegal(line, code) ? code : 0, move);
    }
    if (typeof move === "object" && move !== null)
      return this.#playFound(line, this.#findSquares(line, move), move);
    return this.#playText(line, move === null ? "--" : move, strict);
  }

  #isLegal(line: Line, code: number): boolean {
    const legal = line.play(code, null);
    if (legal)
      line.undo();
    return legal;
  }

  #findSquares(line: Line, move: MoveSquares): number {
    const drop = typeNumber(move.drop), promotion = typeNumber(move.promotion);
    const to = squareNumber(move.to), from = drop !== 0 ? to : squareNumber(move.from);
    if (from < 0 || to < 0)
      throw new Error(`Invalid move: ${JSON.stringify(move)} needs squares: { from: "e2", to: "e4" }.`);
    const position = line.position();
    const code = wasm.find_move(position, from, to, promotion, drop);
    if (code === 0 && promotion === 0 && wasm.is_promotion(position, from, to) !== 0)
      throw new Error(`Invalid move: from ${move.from} to ${move.to} a pawn promotes: add promotion: "q" or another piece.`);
    return code;
  }

  #playFound(line: Line, code: number, asked: Move | MoveSquares): Move {
    if (code === 0) {
      const text = isMove(asked) ? `"${asked.san}" (${asked.lan})` : JSON.stringify(asked);
      throw new Error(`Invalid move: ${text} is not legal in ${this.fen()}`);
    }
    return this.#playLegal(line, code);
  }

  #playLegal(line: Line, code: number): Move {
    const move = moveObject(line.node, line.position(), code);
    line.play(code, move);
    return move;
  }

  #playText(line: Line, text: string, strict: boolean): Move {
    if (typeof text !== "string")
      throw new Error(`Invalid move: ${String(text)} is neither a move, nor a text, nor { from, to }.`);
    writeText(text.trim());
    const code = wasm.read_move(line.position(), 0);
    if (code < 0)
      throw new Error(`Invalid move: ${readSentence()}`);
    if (isNullCode(code) && this.isCheck())
      throw new Error("Invalid move: nobody may pass while in check.");
    const move = moveObject(line.node, line.position(), code);
    if (strict && bareSan(text) !== bareSan(move.san))
      throw new Error(`Invalid move: "${text}" is not strict notation for ${move.san}.`);
    line.play(code, move);
    return move;
  }

  /** Takes the last move back and returns it, null when there is none. */
  undo(): Move | null {
    const line = this.#readOnly ? this.#mutable("undo") : this.#line;
    const undone = line.undo();
    if (undone === null)
      return null;
    return (undone.move ??= moveObject(line.node, line.position(), undone.code));
  }

  /** The moves so far, as texts or as objects. */
  history(options: { verbose: true }): Move[];
  history(options?: { verbose?: boolean }): string[];
  history({ verbose = false } = {}): Move[] | string[] {
    const moves = this.#line.moves();
    return verbose ? moves : moves.map((move) => move.san);
  }

  /** Number of positions after `depth` plies, the moves of the last ply counted. */
  perft(depth: number): number {
    return wasm.perft(this.#line.position(), depth);
  }

  /* ---- How the game stands ---- */

  isCheck(): boolean {
    const word = (this.#line.position() + at.checkers) >> 2;
    return (words[word]! | words[word + 1]!) !== 0;
  }

  #standing(): number {
    return wasm.standing(this.#line.position());
  }

  isCheckmate(): boolean {
    return this.isCheck() && (this.#standing() & CHECKMATE) !== 0;
  }

  isStalemate(): boolean {
    return !this.isCheck() && (this.#standing() & STALEMATE) !== 0;
  }

  /** Whether neither side can win any more, by the variant's rules. */
  isInsufficientMaterial(): boolean {
    return (this.#standing() & INSUFFICIENT) !== 0;
  }

  isThreefoldRepetition(): boolean {
    return this.#line.isRepetition(3);
  }

  isDrawByFiftyMoves(): boolean {
    return (this.#standing() & FIFTY_MOVES) !== 0;
  }

  /** Fifty moves, stalemate, insufficient material, threefold repetition, or a draw by the variant's own rule. */
  isDraw(): boolean {
    const draws = FIFTY_MOVES | STALEMATE | INSUFFICIENT | VARIANT_DRAW;
    return (this.#standing() & draws) !== 0 || this.isThreefoldRepetition();
  }

  /** Whether the variant's own rule has ended the game: a king on the hill, exploded, a third check. */
  isVariantEnd(): boolean {
    return (this.#standing() & VARIANT_END) !== 0;
  }

  isGameOver(): boolean {
    const ends = CHECKMATE | FIFTY_MOVES | STALEMATE | INSUFFICIENT | VARIANT_END;
    return (this.#standing() & ends) !== 0 || this.isThreefoldRepetition();
  }

  /** Who has won and why, null while the game goes on. */
  outcome(): Outcome | null {
    const answer = this.#line.outcome();
    const termination = answer & 15, winner = answer >> 4;
    if (termination === 0)
      return null;
    const result = winner === 0 ? "1-0" : winner === 1 ? "0-1" : "1/2-1/2";
    return { winner: COLOR_NAMES[winner] ?? null, result, termination: TERMINATIONS[termination]!, reason: readSentence() };
  }

  /* ---- PGN ---- */

  #tags(): Record<string, string> {
    const start = this.#line.nodes()[0]!;
    const variant = this.#variantNumber(), fen = describeNode(start, -1);
    const derived: Record<string, string> = {};
    if (fen !== startFenOf(variant))
      Object.assign(derived, { SetUp: "1", FEN: fen });
    if (variant !== 0)
      derived.Variant = variantTitle(variant);
    return orderTags(this.#line.tags, derived);
  }

  getHeaders(): Record<string, string> {
    return this.#tags();
  }

  setHeader(name: string, value: string): Record<string, string> {
    const line = this.#mutable("setHeader");
    if (!/^\w+$/.test(name))
      throw new Error(`"${name}" is no name of a PGN tag: names are letters, digits and underscores.`);
    if (!DERIVED_TAGS.includes(name))
      line.tags = { ...line.tags, [name]: String(value) };
    return this.#tags();
  }

  removeHeader(name: string): boolean {
    const line = this.#mutable("removeHeader");
    const known = name in line.tags || name in SEVEN_TAG_ROSTER;
    const { [name]: _, ...others } = line.tags;
    line.tags = others;
    return known;
  }

  /** Sets tags, given in pairs, and returns all of them. */
  header(...pairs: string[]): Record<string, string> {
    for (let i = 0; i + 1 < pairs.length; i += 2)
      this.setHeader(pairs[i]!, pairs[i + 1]!);
    return this.#tags();
  }

  /** The game as PGN. */
  pgn({ newline = "\n", maxWidth = 0 }: { newline?: string; maxWidth?: number } = {}): string {
    return writePgn(this.#line, this.#tags(), newline, maxWidth);
  }

  /**
   * Reads the first game of a PGN: tags, start position, variant, the main line with its comments. Throws with line and
   * column when a move of it cannot be read (or, if `strict`, when anything is wrong); the board is then as it was.
   */
  loadPgn(pgn: string, options: { strict?: boolean; newlineChar?: string; variant?: string } = {}): void {
    const line = this.#mutable("loadPgn");
    const text = options.newlineChar === undefined ? pgn : pgn.replace(new RegExp(options.newlineChar, "g"), "\n");
    const variant = options.variant === undefined ? this.#variantNumber() : variantNumber(options.variant);
    const [game] = readPgn(text, variant, 1) as ReadGame[];
    if (game === undefined)
      throw new Error("Invalid PGN: there is no game in it.");
    if (game.errors > 0 && (game.cut || options.strict))
      throw new Error(`Invalid PGN: line ${game.line}, column ${game.column}: ${game.error}`);
    this.#takeGame(line, game);
  }

  #takeGame(line: Line, game: ReadGame): void {
    this.#load(game.fen, { variant: VARIANTS[game.variant]!, chess960: game.chess960 !== 0, skipValidation: true });
    const tags = game.tags.filter(([name]) => !DERIVED_TAGS.some((own) => own.toLowerCase() === name.toLowerCase()));
    line.tags = Object.fromEntries([...tags, ["Result", game.result]]) as Tags;
    line.playAll(game.moves);
    const comments = new Map<string, string>();
    line.nodes().forEach((node, ply) => {
      const comment = game.comments[ply];
      if (comment)
        comments.set(describeNode(node, -1), comment);
    });
    line.comments = comments;
  }

  /* ---- Comments, which belong to positions ---- */

  getComment(): string | undefined {
    return this.#line.comments.get(this.fen());
  }

  setComment(comment: string): void {
    const line = this.#mutable("setComment");
    line.comments = new Map(line.comments).set(this.fen(), comment.replace(/\{/g, "[").replace(/\}/g, "]"));
  }

  removeComment(): string | undefined {
    const line = this.#mutable("removeComment");
    const comment = this.getComment();
    const comments = new Map(line.comments);
    comments.delete(this.fen());
    line.comments = comments;
    return comment;
  }

  /** Comments of the positions that the game has gone through. */
  getComments(): { fen: string; comment: string }[] {
    const comments = this.#line.comments;
    if (comments.size === 0)
      return [];
    const fens = this.#line.nodes().map((node) => describeNode(node, -1));
    return fens.filter((fen) => comments.has(fen)).map((fen) => ({ fen, comment: comments.get(fen)! }));
  }

  removeComments(): { fen: string; comment: string }[] {
    const line = this.#mutable("removeComments");
    const removed = this.getComments();
    line.comments = new Map();
    return removed;
  }

  deleteComment(): string | undefined {
    return this.removeComment();
  }
  deleteComments(): { fen: string; comment: string }[] {
    return this.removeComments();
  }

  /* ---- The same questions by the names that bots know ---- */

  inCheck(): boolean {
    return this.isCheck();
  }
  in_check(): boolean {
    return this.isCheck();
  }
  in_checkmate(): boolean {
    return this.isCheckmate();
  }
  in_stalemate(): boolean {
    return this.isStalemate();
  }
  in_draw(): boolean {
    return this.isDraw();
  }
  in_threefold_repetition(): boolean {
    return this.isThreefoldRepetition();
  }
  insufficient_material(): boolean {
    return this.isInsufficientMaterial();
  }
  game_over(): boolean {
    return this.isGameOver();
  }
  load_pgn(pgn: string, options?: { strict?: boolean; newlineChar?: string }): void {
    this.loadPgn(pgn, options);
  }
  square_color(square: string): "light" | "dark" | null {
    return this.squareColor(square);
  }

  /** The FEN. */
  toString(): string {
    return this.fen();
  }
}

/* The start positions by variant: each is read once, and all boards begin with the same node. */
const starts: Node[] = [];

function loadStart(variant: number): Node {
  loadFen(scratchPosition(), startFenOf(variant), variant, {});
  return startNode(scratchPosition());
}

const NO_FEN_OPTIONS: { forceEnpassantSquare?: boolean; shredder?: boolean } = {};
const NO_MOVE_OPTIONS: { strict?: boolean } = {};

function chooseMoves(moves: Move[], { verbose, square, piece }: MovesOptions): Move[] | string[] {
  if (square !== undefined)
    moves = moves.filter((move) => move.from === square && !move.isDrop());
  if (piece !== undefined)
    moves = moves.filter((move) => move.piece === piece);
  return verbose === false ? moves.map((move) => move.san) : moves;
}

const NULL_CODE = 1 | (1 << 6);

function isNullCode(code: number): boolean {
  return code === NULL_CODE;
}

/** Without what says nothing about the move. */
function bareSan(san: string): string {
  return san.trim().replace(/[+#]?[!?]*$/, "");
}
