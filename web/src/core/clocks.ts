/*
 * Choosing a clock: the usual ones, or minutes and seconds of one's own.
 */
import { fill, h } from "./dom";
import * as format from "./format";

const USUAL = ["10+0.1", "60+1", "180+2", "300+3", "600+5", "900+10", "1800+20"];

export class ClockChoice {
  readonly #select = h("select", { "aria-label": "Clock" });
  readonly #own = h("div", { class: "row own-clock", hidden: true });
  readonly #base = h("input", { type: "number", min: 1, max: 10_800, step: "any", value: 300, class: "amount", "aria-label": "Seconds for the game" });
  readonly #more = h("input", { type: "number", min: 0, max: 60, step: "any", value: 3, class: "amount", "aria-label": "Seconds more for each move" });
  readonly element = h("div", { class: "field" }, "Clock", this.#select, this.#own);

  constructor(value: string, usual: readonly string[] = USUAL) {
    const known = usual.includes(value);
    this.#select.append(...usual.map((clock) => h("option", { value: clock, selected: clock === value }, format.timeControl(clock))),
      h("option", { value: "own", selected: !known }, "Other…"));
    if (!known) [this.#base.value = "300", this.#more.value = "0"] = value.split("+") as [string, string];
    fill(this.#own, this.#base, "seconds, and", this.#more, "for each move");
    this.#own.hidden = known;
    this.#select.addEventListener("change", () => { this.#own.hidden = this.#select.value !== "own"; });
  }

  get value(): string {
    return this.#select.value === "own" ? `${Number(this.#base.value) || 0}+${Number(this.#more.value) || 0}` : this.#select.value;
  }
}
