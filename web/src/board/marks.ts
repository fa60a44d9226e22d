/*
 * What is marked on the board: the last move, a check, the chosen square and its targets, premoves, the keyboard's square.
 * An extension of the board widget: it draws again whenever the widget does.
 */
import type { Chessboard } from "cm-chessboard/src/Chessboard.js";
import { Extension, EXTENSION_POINT } from "cm-chessboard/src/model/Extension.js";
import { svg } from "../core/dom";

export interface Marks {
  last?: readonly string[];
  check?: string | null;
  chosen?: string | null;
  targets?: readonly string[];
  premove?: readonly string[];
  cursor?: string | null;
  /** An arrow from square to square: the engine's best move. */
  arrow?: readonly [string, string] | null;
}

export class MarksExtension extends Extension {
  #marks: Marks = {};

  constructor(chessboard: Chessboard) {
    super(chessboard);
    this.registerExtensionPoint(EXTENSION_POINT.afterRedrawBoard, () => this.#draw());
    (chessboard as Chessboard & { mark: (marks: Marks) => void }).mark = (marks) => this.mark(marks);
  }

  /** Changes those marks that are named. */
  mark(marks: Marks): void {
    this.#marks = { ...this.#marks, ...marks };
    this.#draw();
  }

  #draw(): void {
    const { view } = this.chessboard;
    if (!view?.markersLayer || !(view.squareWidth > 0)) return;
    view.markersLayer.replaceChildren();
    view.markersTopLayer.replaceChildren();
    const { last = [], check, chosen, targets = [], premove = [], cursor, arrow } = this.#marks;
    for (const square of last) this.#square(square, "mark-last");
    for (const square of premove) this.#square(square, "mark-premove");
    if (check) this.#square(check, "mark-check");
    if (chosen) this.#square(chosen, "mark-chosen");
    for (const square of targets) this.#target(square);
    if (cursor) this.#square(cursor, "mark-cursor", view.markersTopLayer);
    if (arrow) this.#arrow(arrow[0], arrow[1]);
  }

  #square(square: string, name: string, layer = this.chessboard.view.markersLayer): void {
    const size = this.chessboard.view.squareWidth, { x, y } = this.chessboard.view.squareToPoint(square);
    layer.append(svg("rect", { class: "mark " + name, x, y, width: size, height: size }));
  }

  #target(square: string): void {
    const size = this.chessboard.view.squareWidth, { x, y } = this.chessboard.view.squareToPoint(square);
    const taken = this.chessboard.getPiece(square) !== undefined && this.chessboard.getPiece(square) !== null;
    const circle = { cx: x + size / 2, cy: y + size / 2 };
    this.chessboard.view.markersTopLayer.append(taken
      ? svg("circle", { class: "mark mark-capture", ...circle, r: size * 0.44, "stroke-width": size * 0.08 })
      : svg("circle", { class: "mark mark-target", ...circle, r: size * 0.15 }));
  }

  #arrow(from: string, to: string): void {
    const size = this.chessboard.view.squareWidth, half = size / 2;
    const a = this.chessboard.view.squareToPoint(from), b = this.chessboard.view.squareToPoint(to);
    const dx = b.x - a.x, dy = b.y - a.y, length = Math.hypot(dx, dy);
    if (length === 0) return;
    const ux = dx / length, uy = dy / length, head = size * 0.38;
    const tip = { x: b.x + half - ux * size * 0.1, y: b.y + half - uy * size * 0.1 };
    const neck = { x: tip.x - ux * head, y: tip.y - uy * head };
    const wing = (side: number): string => `${neck.x - uy * side * head * 0.55},${neck.y + ux * side * head * 0.55}`;
    this.chessboard.view.markersTopLayer.append(svg("g", { class: "mark mark-arrow" },
      svg("line", { x1: a.x + half + ux * size * 0.25, y1: a.y + half + uy * size * 0.25, x2: neck.x, y2: neck.y, "stroke-width": size * 0.14 }),
      svg("polygon", { points: `${tip.x},${tip.y} ${wing(1)} ${wing(-1)}` })));
  }
}
