/*
 * The moves: a table of two columns beside the board, one scrolling line on a phone. Long games stay quick: a new move adds
 * to what is there.
 */
import { fill, h } from "../core/dom";
import * as format from "../core/format";
import type { GameModel } from "./model";

export class MoveList {
  readonly #list = h("ol", { class: "moves", "aria-label": "Moves", tabindex: -1 });
  readonly #branch = h("p", { class: "branch", hidden: true });
  readonly element = h("div", { class: "moves-box" }, this.#list, this.#branch);
  readonly #items: HTMLElement[] = [];
  #marks = new Map<number, string>();

  constructor(private readonly model: GameModel) {
    model.listen(() => this.draw());
    this.#list.addEventListener("click", (event) => {
      const ply = (event.target as Element).closest<HTMLElement>("[data-ply]")?.dataset["ply"];
      if (ply) model.show(Number(ply));
    });
    this.draw();
  }

  /** Judgements to show beside moves: "?!", "?", "??". */
  judge(marks: Map<number, string>): void {
    this.#marks = marks;
    this.#items.length = 0;
    fill(this.#list);
    this.draw();
  }

  draw(): void {
    this.#addNew();
    const current = this.model.shown;
    for (const item of this.#list.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    const item = this.#items[current - 1];
    if (item && this.model.branch.length === 0) item.setAttribute("aria-current", "true");
    this.#reveal(item ?? null);
    this.#drawBranch();
  }

  #addNew(): void {
    const { moves } = this.model.game;
    if (moves.length < this.#items.length) {
      this.#items.length = 0;
      fill(this.#list);
    }
    const shift = this.model.firstMover === "black" ? 1 : 0;
    for (let ply = this.#items.length + 1; ply <= moves.length; ply++) {
      const move = moves[ply - 1]!, index = ply - 1 + shift, mark = this.#marks.get(ply);
      if (index % 2 === 0 || ply === 1)
        this.#list.append(h("li", { class: "move-number", "aria-hidden": "true" }, `${Math.floor(index / 2) + 1}.`));
      if (ply === 1 && shift === 1) this.#list.append(h("li", { class: "move-gap" }, "…"));
      const button = h("button", {
        type: "button", "data-ply": ply, class: "move", tabindex: -1, title: move.time_ms === undefined ? null : format.duration(move.time_ms),
      }, move.san ?? move.uci, mark ? h("span", { class: "judgement" }, mark) : null);
      this.#items.push(button);
      this.#list.append(h("li", {}, button));
    }
  }

  /** Scrolls the list alone, not the page. */
  #reveal(item: HTMLElement | null): void {
    const list = this.#list;
    list.scrollTop = item ? item.offsetTop - list.clientHeight / 2 + item.offsetHeight : 0;
    list.scrollLeft = item ? item.offsetLeft - list.clientWidth / 2 : 0;
  }

  #drawBranch(): void {
    const { branch, branchShown, shown } = this.model;
    this.#branch.hidden = branch.length === 0;
    if (branch.length === 0) return;
    fill(this.#branch, h("span", { class: "quiet" }, "Your line: "), ...branch.map((move, index) => {
      const ply = shown + index + 1, item = ply - 1 + (this.model.firstMover === "black" ? 1 : 0);
      const number = item % 2 === 0 ? `${item / 2 + 1}. ` : index === 0 ? `${Math.floor(item / 2) + 1}… ` : "";
      return h("span", { class: index + 1 === branchShown ? "branch-move current" : "branch-move" }, `${number}${move.san ?? move.uci} `);
    }), h("button", { type: "button", class: "plain", onclick: () => this.model.show(shown) }, "Back to the game"));
  }
}
