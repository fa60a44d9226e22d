/*
 * The hands of a person at the board: which men may be moved where, drops from the pocket, promotions, premoves, and trying
 * moves out in games that are watched or over. What is legal the rules say; this only asks them.
 */
import type { Color } from "../core/api";
import { askPromotion } from "../board/promotion";
import type { GameBoard } from "../board/board";
import { pieceIcon, pieceId } from "../board/pieces";
import type { Letter } from "../chess/fen";
import { isWhite, readFen, squareIndex, squareName, turnOf } from "../chess/fen";
import type { LegalMove } from "../chess/rules";
import type { GameModel } from "./model";
import type { PocketUse } from "./player-bar";

const ALL_SQUARES = Array.from({ length: 64 }, (_, index) => squareName(index));

export interface Premove { from: string; to: string; drop: Letter | null }

export class Hands {
  premove: Premove | null = null;
  #dropping: Letter | null = null;
  #legal: LegalMove[] = [];
  #legalFen = "";

  constructor(private readonly model: GameModel, private readonly board: GameBoard,
    private readonly submit: (uci: string) => void, private readonly redraw: () => void) {
    board.element.addEventListener("pointerdown", (event) => this.#onBoardPress(event), { capture: true });
  }

  /** "play": one's own turn; "premove": the other's, or before the game has begun; "try": moves that only this page sees.
   * Nothing while the game waits for a place: whose men are whose is not known yet, and trying would go on beside the game. */
  get mode(): "play" | "premove" | "try" | "none" {
    const { model } = this;
    if (model.game.status === "queued") return "none";
    if (model.game.you !== null && model.running) {
      if (!model.following) return "none";
      return model.mine ? "play" : model.pending ? "none" : "premove";
    }
    return model.rules && (!model.running || !model.following) ? "try" : "none";
  }

  get color(): Color {
    return this.mode === "try" ? turnOf(this.model.fen) : this.model.game.you ?? "white";
  }

  get legal(): LegalMove[] {
    const { fen, rules } = this.model;
    if (!rules) return [];
    if (this.#legalFen !== fen) {
      this.#legalFen = fen;
      this.#legal = rules.moves(fen);
    }
    return this.#legal;
  }

  /** Makes the board ready for what may be done now. */
  update(): void {
    const { mode } = this;
    if (mode !== "premove" && mode !== "play") this.premove = null;
    if (mode === "none") this.#dropping = null;
    this.board.allow(mode === "none" || (mode !== "premove" && !this.model.rules) ? null : {
      color: this.color,
      targets: (from) => this.#targets(from),
      moved: (from, to) => void this.#moved(from, to),
    });
    this.#mark();
  }

  #mark(): void {
    const { premove } = this;
    this.board.mark({ premove: premove ? [premove.from, premove.to].filter((square) => square !== "") : [] });
    if (this.#dropping) this.board.mark({ chosen: null, targets: this.#dropTargets(this.#dropping) });
  }

  // ---- Moves on the board -----------------------------------------------------------------------------------------

  #targets(from: string): string[] | null {
    this.#dropping = null;
    if (this.mode === "premove") return ALL_SQUARES.filter((square) => square !== from).filter((square) => this.#couldGo(from, square));
    const targets = new Set<string>();
    for (const move of this.legal)
      if (move.from === from)
        for (const square of this.#landings(move)) targets.add(square);
    return targets.size > 0 ? [...targets] : null;
  }

  /** Castling is entered by the king's target, or by the rook where that is the move's own target. */
  #landings(move: LegalMove): string[] {
    if (!/^O-O/.test(move.san)) return [move.to];
    const rank = move.from[1]!, file = /^O-O-O/.test(move.san) ? "c" : "g", king = file + rank;
    return king !== move.from && Math.abs(king.charCodeAt(0) - move.from.charCodeAt(0)) > 1 ? [move.to, king] : [move.to];
  }

  /** Premoves: how the man moves on an empty board, roughly; the rules judge when the time comes. */
  #couldGo(from: string, to: string): boolean {
    const letter = readFen(this.model.fen).squares[squareIndex(from)] ?? "", white = isWhite(letter);
    const dx = to.charCodeAt(0) - from.charCodeAt(0), dy = Number(to[1]) - Number(from[1]);
    const straight = dx === 0 || dy === 0, diagonal = Math.abs(dx) === Math.abs(dy);
    switch (letter.toUpperCase()) {
      case "P": {
        const ahead = white ? dy : -dy;
        return (ahead === 1 && Math.abs(dx) <= 1) || (ahead === 2 && dx === 0 && Number(from[1]) === (white ? 2 : 7));
      }
      case "N": return Math.abs(dx * dy) === 2;
      case "B": return diagonal;
      case "R": return straight;
      case "Q": return straight || diagonal;
      default: return Math.max(Math.abs(dx), Math.abs(dy)) === 1 || (dy === 0 && (from[1] === "1" || from[1] === "8"));
    }
  }

  async #moved(from: string, to: string): Promise<void> {
    if (this.mode === "premove") {
      this.premove = { from, to, drop: null };
      this.redraw();
      return;
    }
    const possible = this.legal.filter((move) => move.from === from && this.#landings(move).includes(to));
    const exact = possible.filter((move) => move.to === to), moves = exact.length > 0 ? exact : possible;
    await this.#choose(moves);
  }

  async #choose(moves: LegalMove[]): Promise<void> {
    let move = moves[0];
    if (moves.length > 1) {
      const fen = this.model.fen, chosen = await askPromotion(this.board.element, this.color, moves.map((one) => one.promotion));
      if (this.model.fen !== fen) return;
      move = moves.find((one) => one.promotion === chosen);
    }
    if (move) this.#play(move.uci);
    else this.redraw();
  }

  #play(uci: string): void {
    this.#dropping = null;
    if (this.mode === "try") this.model.tryOut(uci);
    else if (this.mode === "play") this.submit(uci);
  }

  /** A move that was typed: SAN or UCI. False when there is no such legal move. */
  type(text: string): boolean {
    const played = this.model.rules?.play(this.model.fen, text.trim());
    if (!played || (this.mode !== "play" && this.mode !== "try")) return false;
    this.#play(played.uci);
    return true;
  }

  /** Plays what was moved ahead of time, if it has become legal. */
  playPremove(): void {
    const { premove } = this;
    if (!premove || this.mode !== "play" || !this.model.rules) return;
    this.premove = null;
    const found = this.legal.filter((move) => premove.drop ? move.drop.toUpperCase() === premove.drop && move.to === premove.to
      : move.from === premove.from && this.#landings(move).includes(premove.to));
    const move = found.find((one) => one.promotion === "q") ?? found[0];
    if (move) this.submit(move.uci);
    else this.redraw();
  }

  cancelPremove(): void {
    if (!this.premove && !this.#dropping) return;
    this.premove = null;
    this.#dropping = null;
    this.board.unchoose();
    this.redraw();
  }

  // ---- Drops ------------------------------------------------------------------------------------------------------

  pocket(color: Color): PocketUse {
    const usable = this.mode !== "none" && this.color === color;
    return { usable, chosen: this.#dropping, choose: (letter) => this.#chooseDrop(letter), drag: (letter, event) => this.#dragDrop(letter, event) };
  }

  #dropTargets(letter: Letter): string[] {
    if (this.mode === "premove") return ALL_SQUARES;
    return this.legal.filter((move) => move.drop.toUpperCase() === letter).map((move) => move.to);
  }

  #chooseDrop(letter: Letter): void {
    this.#dropping = this.#dropping === letter ? null : letter;
    this.board.unchoose();
    this.redraw();
  }

  #onBoardPress(event: PointerEvent): void {
    const square = (event.target as Element).getAttribute("data-square");
    if (this.premove && event.button === 2) this.cancelPremove();
    if (!this.#dropping || !square) return;
    event.stopPropagation();
    this.#drop(this.#dropping, square);
  }

  #drop(letter: Letter, square: string): void {
    this.#dropping = null;
    this.board.unchoose();
    if (this.mode === "premove") {
      this.premove = { from: "", to: square, drop: letter };
    } else {
      const move = this.legal.find((one) => one.drop.toUpperCase() === letter && one.to === square);
      if (move) this.#play(move.uci);
    }
    this.redraw();
  }

  #dragDrop(letter: Letter, down: PointerEvent): void {
    const start = { x: down.clientX, y: down.clientY }, color = this.color;
    let picture: SVGSVGElement | null = null;
    const size = this.board.element.clientWidth / 8;
    const move = (event: PointerEvent): void => {
      if (!picture && Math.hypot(event.clientX - start.x, event.clientY - start.y) < 5) return;
      if (!picture) {
        picture = pieceIcon(color === "white" ? letter : letter.toLowerCase(), "dragged-man");
        picture.style.width = picture.style.height = `${size}px`;
        picture.dataset["piece"] = pieceId(letter);
        document.body.append(picture);
        this.#dropping = letter;
        this.#mark();
      }
      picture.style.transform = `translate(${event.clientX - size / 2}px, ${event.clientY - size / 2}px)`;
    };
    const end = (event: PointerEvent): void => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!picture) return;
      picture.remove();
      const square = event.type === "pointerup" ? this.board.squareAt(event.clientX, event.clientY) : "";
      if (square) this.#drop(letter, square);
      else { this.#dropping = null; this.board.unchoose(); this.redraw(); }
      const swallow = (click: Event): void => click.stopPropagation(); // the click that ends a drag is none
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }
}
