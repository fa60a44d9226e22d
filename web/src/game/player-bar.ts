/*
 * The bar above or below a board: who plays, how strong, what is in hand or ahead, checks given, and the clock.
 */
import type { Color, Seat } from "../core/api";
import type { Letter, Pocket, Shown } from "../chess/fen";
import { balance, PIECE_NAMES } from "../chess/fen";
import { pieceIcon } from "../board/pieces";
import { type Child, fill, h } from "../core/dom";
import * as format from "../core/format";

const ORDER: Letter[] = ["P", "N", "B", "R", "Q"];

export interface PocketUse {
  /** Whether men may be taken from this pocket now. */
  usable: boolean;
  chosen: Letter | null;
  choose(letter: Letter): void;
  /** A man is dragged from the pocket. */
  drag(letter: Letter, event: PointerEvent): void;
}

function seatRating(seat: Seat): Child[] {
  if (!seat.rating) return [seat.rating_before ? format.number(seat.rating_before) : ""];
  const { value, error, prov, fixed } = seat.rating;
  return [format.number(value), fixed ? null : h("span", { class: "doubt" }, ` ± ${format.number(error)}${prov ? " prov" : ""}`)];
}

function ratingChange(seat: Seat): HTMLElement | null {
  if (seat.rating_after === null || seat.rating_after === undefined || seat.rating_before === null || seat.rating_before === undefined) return null;
  const change = seat.rating_after - seat.rating_before;
  return h("span", { class: change < 0 ? "change bad" : "change good" }, format.signed(change));
}

function seatName(seat: Seat): HTMLElement {
  const text = format.playerName(seat);
  return seat.kind === "bot" ? h("a", { class: "name", href: "/bots/" + encodeURIComponent(seat.name) }, text)
    : h("span", { class: "name" }, text);
}

function pocketButton(color: Color, letter: Letter, count: number, use: PocketUse | null): HTMLElement {
  const button = h("button", {
    type: "button", class: "pocket-man", disabled: !use?.usable, "aria-pressed": String(use?.chosen === letter), "data-drop": letter,
    "aria-label": `${count} ${PIECE_NAMES[letter]}${count === 1 ? "" : "s"} in hand`,
  }, pieceIcon(color === "white" ? letter : letter.toLowerCase()), count > 1 ? h("span", { class: "pocket-count" }, count) : null);
  if (use) {
    button.addEventListener("click", () => use.choose(letter));
    button.addEventListener("pointerdown", (event) => { if (use.usable) use.drag(letter, event); });
  }
  return button;
}

function pocketStrip(color: Color, pocket: Pocket, use: PocketUse | null): HTMLElement {
  const men = ORDER.filter((letter) => (pocket[letter] ?? 0) > 0).map((letter) => pocketButton(color, letter, pocket[letter]!, use));
  return h("div", { class: "pocket", role: "group", "aria-label": `${color}'s pocket` },
    ...(men.length > 0 ? men : [h("span", { class: "quiet" }, "pocket empty")]));
}

function checkCounter(given: number): HTMLElement {
  return h("span", { class: "checks", role: "img", "aria-label": format.count(given, "check") + " given of 3", title: "Checks given" },
    ...[1, 2, 3].map((step) => h("span", { class: step <= given ? "check-dot given" : "check-dot" })));
}

function materialStrip(shown: Shown, color: Color): HTMLElement | null {
  const extra = balance(shown.squares)[color];
  if (extra.length === 0 || extra.length > 16) return null;
  return h("span", { class: "material", "aria-hidden": "true" },
    ...extra.map((letter) => pieceIcon(color === "white" ? letter : letter.toLowerCase(), "man-icon tiny")));
}

export class PlayerBar {
  readonly clock = h("span", { class: "clock", role: "timer" });
  readonly #who = h("div", { class: "who" });
  readonly #strip = h("div", { class: "strip" });
  readonly element = h("div", { class: "player-bar" }, h("div", { class: "player-left" }, this.#who, this.#strip), this.clock);

  seat(seat: Seat, color: Color, you: boolean): void {
    fill(this.#who, h("span", { class: `side ${color}`, title: color === "white" ? "White" : "Black" }), seatName(seat),
      you ? h("span", { class: "quiet" }, "you") : null, h("span", { class: "rating" }, ...seatRating(seat)), ratingChange(seat));
    this.clock.setAttribute("aria-label", `Clock of ${color === "white" ? "White" : "Black"}`);
  }

  position(shown: Shown, color: Color, use: PocketUse | null): void {
    fill(this.#strip,
      shown.pockets ? pocketStrip(color, shown.pockets[color], use) : materialStrip(shown, color),
      shown.checks ? checkCounter(shown.checks[color]) : null);
  }

  /** @param low from how little time on the clock alarms */
  tick(ms: number | null, running: boolean, low: number): void {
    const text = format.clock(ms);
    if (this.clock.textContent !== text) this.clock.textContent = text;
    this.clock.classList.toggle("running", running);
    this.clock.classList.toggle("short", running && ms !== null && ms < low);
  }
}
