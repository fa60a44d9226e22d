/*
 * The board that people play on: cm-chessboard with our pieces and marks. It shows a position and tells what was moved from
 * where to where; what may be moved, and what comes of it, is for its owner to say.
 */
import { BORDER_TYPE, Chessboard, INPUT_EVENT_TYPE } from "cm-chessboard/src/Chessboard.js";
import type { InputEvent } from "cm-chessboard/src/Chessboard.js";
import type { Color } from "../core/api";
import { PIECE_NAMES, placement, readFen, squareIndex, squareName } from "../chess/fen";
import type { Letter } from "../chess/fen";
import { h } from "../core/dom";
import { type Marks, MarksExtension } from "./marks";
import { installPieces, TILE } from "./pieces";
import "cm-chessboard/assets/chessboard.css";

export interface BoardInput {
  /** Whose men may be taken up. */
  color: Color | "both";
  /** Where the man on the square may go; null when it may not be taken up. */
  targets(from: string): readonly string[] | null;
  /** A man was put down. */
  moved(from: string, to: string): void;
}

const ANIMATION_MS = 150;

const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class GameBoard {
  readonly element = h("div", { class: "board", tabindex: 0, role: "application", "data-orientation": "white" });
  readonly #frame = h("div", { class: "board-frame" });
  readonly #widget: Chessboard;
  #input: BoardInput | null = null;
  #orientation: Color = "white";
  #cursor = "";
  #chosen = "";
  #fen = "";
  #moving = Promise.resolve(); #turning = Promise.resolve();
  /** Changes of the position that the widget has still to show. */
  #unfinished = 0;

  constructor(label: string, private readonly spoken: (text: string) => void = () => {}) {
    installPieces();
    this.element.setAttribute("aria-label", `${label}. Arrow keys with Control move over the squares, Enter takes up and puts down.`);
    this.element.append(this.#frame);
    this.#widget = new Chessboard(this.#frame, {
      assetsCache: true,
      style: {
        cssClass: "rookery", showCoordinates: true, borderType: BORDER_TYPE.none,
        pieces: { file: "/none.svg", tileSize: TILE }, animationDuration: calm() ? 0 : ANIMATION_MS,
      },
      extensions: [{ class: MarksExtension }],
    });
    // The widget looks at its size a moment after it has changed: for so long there were no squares to click on.
    new ResizeObserver(() => { if (this.#frame.isConnected) this.#widget.view?.handleResize(); }).observe(this.#frame);
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
  }

  get orientation(): Color {
    return this.#orientation;
  }

  get fen(): string {
    return this.#fen;
  }

  show(fen: string, animated = true): void {
    this.#fen = fen;
    // The same men again, as after every word from the server: drawing them anew would take the one from under a finger.
    if (this.#widget.getPosition() === placement(fen)) return;
    // One move after the other would be shown, however long ago they were made: what comes while men move is shown at once.
    const moves = animated && this.#unfinished === 0 && !calm() && document.visibilityState === "visible";
    this.#unfinished++;
    this.#moving = this.#widget.setPosition(placement(fen), moves).finally(() => { this.#unfinished--; });
  }

  orient(color: Color): void {
    if (color === this.#orientation) return;
    this.#orientation = color;
    this.element.dataset["orientation"] = color;
    this.#turning = this.#widget.setOrientation(color === "white" ? "w" : "b");
  }

  mark(marks: Marks): void {
    (this.#widget as Chessboard & { mark: (marks: Marks) => void }).mark(marks);
  }

  /** The square under a point of the screen, "" beside the board. */
  squareAt(x: number, y: number): string {
    return document.elementFromPoint(x, y)?.closest(".board") === this.element
      ? document.elementFromPoint(x, y)?.getAttribute("data-square") ?? "" : "";
  }

  /** null: only to look at. Taking up again with other rules in between keeps what is in the hand. */
  allow(input: BoardInput | null): void {
    const before = this.#input;
    this.#input = input;
    if (before?.color === input?.color) return;
    if (this.#widget.isMoveInputEnabled()) {
      this.#widget.cancelMoveInput();
      this.#widget.disableMoveInput();
    }
    if (input) this.#widget.enableMoveInput((event) => this.#onInput(event), input.color === "both" ? undefined : input.color[0]);
    this.unchoose();
  }

  unchoose(): void {
    this.#chosen = "";
    this.mark({ chosen: null, targets: [] });
  }

  /** The widget must have ended its animations, or it stumbles over what is gone. */
  destroy(): void {
    this.#input = null;
    void Promise.allSettled([this.#moving, this.#turning]).then(() => setTimeout(() => this.#widget.destroy(), 2 * ANIMATION_MS));
  }

  #choose(square: string): boolean {
    const targets = this.#input?.targets(square);
    if (!targets) return false;
    this.#chosen = square;
    this.mark({ chosen: square, targets });
    return true;
  }

  #onInput(event: InputEvent): boolean {
    if (event.type === INPUT_EVENT_TYPE.moveInputStarted) return this.#choose(event.squareFrom);
    if (event.type === INPUT_EVENT_TYPE.moveInputCanceled) this.unchoose();
    if (event.type !== INPUT_EVENT_TYPE.validateMoveInput) return true;
    const { squareFrom: from, squareTo: to } = event, own = this.#widget.getPiece(to)?.[0] === event.piece[0];
    const possible = this.#input?.targets(from)?.includes(to) ?? false;
    if (own && !possible) return false; // that man is taken up instead
    this.unchoose();
    // The widget must have put the man back before the position changes under it.
    if (to && to !== from) setTimeout(() => this.#input?.moved(from, to));
    return own;
  }

  // ---- By keyboard ------------------------------------------------------------------------------------------------

  #onKey(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step && (event.ctrlKey || this.#cursor !== "")) this.#moveCursor(step[0], step[1]);
    else if (event.key === "Enter" && this.#cursor !== "") this.#pressCursor();
    else if (event.key === "Escape" && this.#cursor !== "") this.#leaveCursor();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #moveCursor(right: number, down: number): void {
    const turn = this.#orientation === "white" ? 1 : -1, start = this.#cursor || (turn === 1 ? "e2" : "e7");
    const index = squareIndex(start), file = (index % 8) + right * turn, rank = Math.floor(index / 8) + down * turn;
    if (this.#cursor !== "" && file >= 0 && file < 8 && rank >= 0 && rank < 8) this.#cursor = squareName(rank * 8 + file);
    else this.#cursor = start;
    this.mark({ cursor: this.#cursor });
    this.spoken(`${this.#cursor} ${this.#describe(this.#cursor)}`);
  }

  #describe(square: string): string {
    const letter = readFen(this.#fen).squares[squareIndex(square)];
    if (!letter) return "empty";
    return `${letter === letter.toUpperCase() ? "white" : "black"} ${PIECE_NAMES[letter.toUpperCase() as Letter]}`;
  }

  #pressCursor(): void {
    const from = this.#chosen, to = this.#cursor;
    if (from && this.#input?.targets(from)?.includes(to)) {
      this.unchoose();
      this.#input.moved(from, to);
    } else if (from === to) {
      this.unchoose();
    } else {
      const piece = this.#widget.getPiece(to), own = this.#input?.color === "both" || piece?.[0] === this.#input?.color[0];
      if (!piece || !own || !this.#choose(to)) this.unchoose();
      else this.spoken(`${this.#describe(to)} taken up`);
    }
  }

  #leaveCursor(): void {
    this.#cursor = "";
    this.unchoose();
    this.mark({ cursor: null });
  }
}
