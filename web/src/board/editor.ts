/*
 * The board editor: any men on any squares, whose move it is, castling, pockets, checks. What can be played the rules say.
 */
import type { Color } from "../core/api";
import { fill, h } from "../core/dom";
import { isWhite, type Letter, PIECE_NAMES, placement, readFen, squareIndex, squareName } from "../chess/fen";
import { Rules } from "../chess/rules";
import { startFen } from "../chess/variants";
import { GameBoard } from "./board";
import { pieceIcon } from "./pieces";

const PALETTE = ["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p"];
const POCKET = ["P", "N", "B", "R", "Q"] as const;
const SQUARES = Array.from({ length: 64 }, (_, index) => squareName(index));

function writePlacement(squares: readonly string[]): string {
  const ranks: string[] = [];
  for (let rank = 0; rank < 8; rank++) {
    let text = "", empty = 0;
    for (const letter of squares.slice(rank * 8, rank * 8 + 8)) {
      if (letter === "") { empty++; continue; }
      if (empty > 0) text += empty;
      text += letter;
      empty = 0;
    }
    ranks.push(text + (empty > 0 ? empty : ""));
  }
  return ranks.join("/");
}

export class BoardEditor {
  readonly #board = new GameBoard("The position");
  readonly #palette = h("div", { class: "palette", role: "group", "aria-label": "Man to place" });
  readonly #sides = h("div", { class: "row" });
  readonly #extras = h("div", { class: "row" });
  readonly #fen = h("input", { type: "text", spellcheck: "false", "aria-label": "Position as FEN", class: "fen-input" });
  readonly #problem = h("p", { class: "problem", role: "status" });
  readonly element: HTMLElement;
  #variant: string;
  #squares: string[] = [];
  #turn: Color = "white";
  #castling = "KQkq";
  #pockets: Record<Color, Partial<Record<Letter, number>>> = { white: {}, black: {} };
  #checks: Record<Color, number> = { white: 0, black: 0 };
  #holding: string | null = null;
  #asked = 0;
  /** Whether a game can start from here. */
  good = false;

  constructor(variant: string, private readonly changed: () => void) {
    this.#variant = variant;
    this.element = h("div", { class: "editor" }, this.#board.element, h("div", { class: "form" },
      this.#palette, h("p", { class: "quiet hint" }, "Choose a man and click squares; drag men to move them. A square clicked again with the same man becomes empty."),
      this.#sides, this.#extras,
      h("div", { class: "row" }, h("button", { type: "button", class: "small", onclick: () => this.read(startFen(this.#variant)) }, "Start position"),
        h("button", { type: "button", class: "small", onclick: () => this.#clear() }, "Clear the board")),
      h("label", { class: "field" }, "FEN", this.#fen), this.#problem));
    this.#board.element.addEventListener("pointerdown", (event) => this.#press(event), { capture: true });
    this.#board.allow({ color: "both", targets: (from) => SQUARES.filter((square) => square !== from), moved: (from, to) => this.#move(from, to) });
    this.#fen.addEventListener("change", () => this.read(this.#fen.value.trim()));
    this.read(startFen(variant));
  }

  get fen(): string {
    const pockets = this.#variant === "crazyhouse" ? `[${this.#writePockets()}]` : "";
    const checks = this.#variant === "threecheck" ? ` ${3 - this.#checks.white}+${3 - this.#checks.black}` : "";
    return `${writePlacement(this.#squares)}${pockets} ${this.#turn[0]} ${this.#possibleCastling()} -${checks} 0 1`;
  }

  set variant(name: string) {
    this.#variant = name;
    this.#draw();
  }

  destroy(): void {
    this.#board.destroy();
  }

  read(fen: string): void {
    const shown = readFen(fen);
    if (shown.squares.length !== 64 || shown.squares.some((letter) => letter !== "" && !PALETTE.includes(letter))) {
      this.#problem.textContent = "This is no FEN: it needs eight ranks of eight squares.";
      this.good = false;
      this.changed();
      return;
    }
    this.#squares = shown.squares;
    this.#turn = shown.turn;
    this.#castling = /^[KQkqA-Ha-h]+$/.test(fen.split(" ")[2] ?? "") ? fen.split(" ")[2]! : "";
    this.#pockets = shown.pockets ?? { white: {}, black: {} };
    this.#checks = shown.checks ?? { white: 0, black: 0 };
    this.#draw();
  }

  #clear(): void {
    this.#squares = Array<string>(64).fill("");
    this.#castling = "";
    this.#draw();
  }

  #writePockets(): string {
    return (["white", "black"] as const).flatMap((color) => POCKET.map((letter) =>
      (color === "white" ? letter : letter.toLowerCase()).repeat(this.#pockets[color][letter] ?? 0))).join("");
  }

  /** Castling needs king and rook at home; chess960 keeps what it was given. */
  #possibleCastling(): string {
    if (this.#variant === "chess960") return this.#castling || "-";
    const at = (square: string): string => this.#squares[squareIndex(square)] ?? "";
    const may = { K: at("e1") === "K" && at("h1") === "R", Q: at("e1") === "K" && at("a1") === "R", k: at("e8") === "k" && at("h8") === "r", q: at("e8") === "k" && at("a8") === "r" };
    return (Object.keys(may) as (keyof typeof may)[]).filter((right) => may[right] && this.#castling.includes(right)).join("") || "-";
  }

  #press(event: PointerEvent): void {
    const square = (event.target as Element).getAttribute("data-square");
    if (!square || this.#holding === null) return;
    const index = squareIndex(square);
    this.#squares[index] = this.#squares[index] === this.#holding ? "" : this.#holding;
    this.#draw();
  }

  #move(from: string, to: string): void {
    this.#squares[squareIndex(to)] = this.#squares[squareIndex(from)] ?? "";
    this.#squares[squareIndex(from)] = "";
    this.#draw();
  }

  // ---- Drawing ----------------------------------------------------------------------------------------------------

  #draw(): void {
    const { fen } = this;
    this.#board.show(placement(fen), false);
    this.#board.allow(this.#holding === null ? { color: "both", targets: (from) => SQUARES.filter((square) => square !== from), moved: (from, to) => this.#move(from, to) } : null);
    this.#fen.value = fen;
    this.#drawPalette();
    this.#drawSides();
    this.#drawExtras();
    void this.#examine(fen);
  }

  #drawPalette(): void {
    const count = (letter: string): number => this.#squares.filter((one) => one === letter).length;
    const button = (letter: string | null, label: string, ...content: (Node | string)[]): HTMLElement => h("button", {
      type: "button", class: "palette-man", "aria-label": label, title: label, "aria-pressed": String(this.#holding === letter),
      onclick: () => { this.#holding = this.#holding === letter ? null : letter; this.#draw(); },
    }, ...content);
    fill(this.#palette, ...PALETTE.map((letter) => button(letter, `${isWhite(letter) ? "white" : "black"} ${PIECE_NAMES[letter.toUpperCase() as Letter]}, ${count(letter)} on the board`,
      pieceIcon(letter), h("span", { class: "palette-count" }, count(letter)))), button("", "Empty a square", "Empty"));
  }

  #drawSides(): void {
    const turn = h("select", { "aria-label": "To move", onchange: () => { this.#turn = turn.value as Color; this.#draw(); } },
      ...(["white", "black"] as const).map((color) => h("option", { value: color, selected: color === this.#turn }, color === "white" ? "White to move" : "Black to move")));
    const right = (letter: string, text: string): HTMLElement => h("label", { class: "tick" }, h("input", { type: "checkbox", checked: this.#castling.includes(letter), onchange: () => {
      this.#castling = this.#castling.includes(letter) ? this.#castling.replace(letter, "") : this.#castling + letter;
      this.#draw();
    } }), text);
    fill(this.#sides, turn, ...(this.#variant === "chess960" || this.#variant === "antichess" || this.#variant === "racingkings" ? []
      : [right("K", "White O-O"), right("Q", "O-O-O"), right("k", "Black O-O"), right("q", "O-O-O")]));
  }

  #drawExtras(): void {
    const amount = (label: string, value: number, most: number, set: (value: number) => void): HTMLElement => {
      const input = h("input", { type: "number", min: 0, max: most, value, "aria-label": label, class: "amount", onchange: () => {
        set(Math.max(0, Math.min(most, Math.round(Number(input.value) || 0))));
        this.#draw();
      } });
      return input;
    };
    if (this.#variant === "crazyhouse")
      fill(this.#extras, ...(["white", "black"] as const).map((color) => h("div", { class: "pocket-edit" }, ...POCKET.map((letter) => h("label", {},
        pieceIcon(color === "white" ? letter : letter.toLowerCase()),
        amount(`${color} ${PIECE_NAMES[letter]}s in hand`, this.#pockets[color][letter] ?? 0, 16, (value) => { this.#pockets[color][letter] = value; }))))));
    else if (this.#variant === "threecheck")
      fill(this.#extras, ...(["white", "black"] as const).map((color) => h("label", { class: "tick" }, `Checks given by ${color === "white" ? "White" : "Black"}`,
        amount(`Checks given by ${color}`, this.#checks[color], 2, (value) => { this.#checks[color] = value; }))));
    else fill(this.#extras);
  }

  async #examine(fen: string): Promise<void> {
    const mine = ++this.#asked, rules = await Rules.load(this.#variant);
    if (mine !== this.#asked) return;
    const problem = rules.problem(fen);
    this.#problem.textContent = problem?.replace(/^Invalid FEN: in ".*?" /, "No game can start here: ") ?? "";
    this.good = problem === null;
    this.changed();
  }
}
