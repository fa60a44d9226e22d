/*
 * Pieces that many pages share: empty states, tables, rows of finished games, cards of live ones.
 */
import type { GameRow, LiveGame, Rating } from "./api";
import { MiniBoard } from "../board/mini";
import { variantTitle, VARIANTS } from "../chess/variants";
import { resultLine } from "../game/words";
import { type Child, h } from "./dom";
import * as format from "./format";

/** An empty list says what to do first. */
export const emptyState = (text: string, ...actions: Child[]): HTMLElement => h("div", { class: "empty" }, h("p", {}, text), ...actions);

export interface Column<T> { title: string; number?: boolean; wide?: boolean; cell: (row: T) => Child }

export function table<T>(columns: readonly Column<T>[], rows: readonly T[], label: string, mark?: (row: T) => string | null): HTMLElement {
  const names = (column: Column<T>, more = ""): string => [column.number ? "number" : "", column.wide ? "wide-only" : "", more].filter(Boolean).join(" ");
  return h("div", { class: "table-box" }, h("table", { class: "table", "aria-label": label },
    h("thead", {}, h("tr", {}, ...columns.map((column) => h("th", { scope: "col", class: names(column) }, column.title)))),
    h("tbody", {}, ...rows.map((row) => h("tr", { class: mark?.(row) ?? null }, ...columns.map((column) => h("td", { class: names(column) }, column.cell(row))))))));
}

/** "1,240 ± 60 prov" with the number aligned and the doubt quiet. */
export function ratingCell(rating: Rating): HTMLElement {
  return h("span", { title: rating.fixed ? "Fixed" : `The true rating lies within ±${rating.error} with 95 %` }, format.number(rating.value),
    rating.fixed ? null : h("span", { class: "quiet" }, ` ± ${format.number(rating.error)}`), rating.prov ? h("span", { class: "prov" }, " prov") : null);
}

export function resultRow(row: GameRow): HTMLElement {
  return h("li", {}, h("a", { class: "result-row", href: `/games/${row.id}` },
    h("span", { class: "line" }, h("span", { class: "players" }, `${format.playerName(row.white)} – ${format.playerName(row.black)}`), h("span", { class: "score" }, format.result(row.result))),
    h("span", { class: "line more" }, h("span", {}, resultLine(row)), h("span", {}, variantTitle(row.variant), ", ", format.when(row.finished_at)))));
}

export const resultList = (rows: readonly GameRow[]): HTMLElement => h("ul", { class: "result-list" }, ...rows.map(resultRow));

export function variantSelect(value: string, change: (name: string) => void, label = "Variant"): HTMLElement {
  const select = h("select", { onchange: () => change(select.value) },
    ...VARIANTS.map((variant) => h("option", { value: variant.name, selected: variant.name === value }, variant.title)));
  return h("label", { class: "field" }, label, select);
}

/** Buttons of which one is down. */
export function segments<T extends string>(label: string, choices: readonly (readonly [T, string])[], value: T, change: (value: T) => void): HTMLElement {
  const group = h("div", { class: "segments", role: "group", "aria-label": label });
  const press = (chosen: T): void => {
    for (const button of group.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset["value"] === chosen));
  };
  group.append(...choices.map(([name, title]) => h("button", { type: "button", "data-value": name, onclick: () => { press(name); change(name); } }, title)));
  press(value);
  return group;
}

/** A live game in the list: its board and who has how much time. Ticked by its owner. */
export class LiveCard {
  readonly element: HTMLAnchorElement;
  readonly #board: MiniBoard;
  readonly #clocks = { white: h("span", { class: "small-clock" }), black: h("span", { class: "small-clock" }) };
  readonly #lines: Record<"white" | "black", HTMLElement>;
  #received = performance.now();

  constructor(readonly game: LiveGame) {
    this.#board = new MiniBoard(game.fen, game.uci);
    const line = (color: "white" | "black"): HTMLElement => h("span", { class: "line" }, h("span", {}, format.playerName(game[color])), this.#clocks[color]);
    this.#lines = { white: line("white"), black: line("black") };
    this.element = h("a", { class: "live-card", href: `/games/${game.id}`, "aria-label": `${game.white.name} against ${game.black.name}, ${variantTitle(game.variant)}` },
      this.#lines.black, this.#board.element, this.#lines.white, h("span", { class: "quiet" }, `${variantTitle(game.variant)} · ${format.timeControl(game.clock)}`));
    this.tick();
  }

  take(change: Partial<LiveGame>): void {
    Object.assign(this.game, change, { thinking_ms: change.thinking_ms ?? 0, ready: true });
    this.#received = performance.now();
    this.#board.show(this.game.fen, this.game.uci);
    this.tick();
  }

  tick(): void {
    const { game } = this;
    for (const color of ["white", "black"] as const) {
      const running = game.turn === color && game.ready !== false, ms = game.clocks[`${color}_ms`];
      this.#lines[color].classList.toggle("turn", running);
      this.#clocks[color].textContent = format.clock(ms === null ? null : ms - (running ? (game.thinking_ms ?? 0) + performance.now() - this.#received : 0));
    }
  }
}
