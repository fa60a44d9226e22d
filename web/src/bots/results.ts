/*
 * How a bot fares: against whom, with which colour, how its games end, and what went wrong last.
 */
import type { Color, GameRow } from "../core/api";
import { part } from "../core/api";
import { variantTitle } from "../chess/variants";
import { h, link } from "../core/dom";
import * as format from "../core/format";
import { type Column, emptyState, table } from "../core/lists";

export interface Against { name: string; kind: string; wins: number; draws: number; losses: number; last: number }
export interface Ending { kind: string; wins: number; draws: number; losses: number }
export interface Summary { opponents: Against[]; endings: Ending[]; colors: Record<Color, { wins: number; draws: number; losses: number }>; faults: GameRow[] }

export const seatOf = (row: GameRow, bot: string): Color => (row.white.name === bot && row.white.kind === "bot" ? "white" : "black");

type Outcome = "wins" | "draws" | "losses";

export function outcomeFor(row: GameRow, color: Color): Outcome | null {
  if (row.result === "1/2-1/2") return "draws";
  if (row.result !== "1-0" && row.result !== "0-1") return null;
  return (row.result === "1-0") === (color === "white") ? "wins" : "losses";
}

/** Endings that are the fault of whoever loses by them. */
const FAULTS = new Set(["time forfeit", "illegal move", "crash", "hang", "flood", "did not start"]);
const isFault = (row: GameRow): boolean => FAULTS.has(row.ended_by ?? "");

export function summarise(rows: readonly GameRow[], bot: string): Summary {
  const opponents = new Map<string, Against>(), endings = new Map<string, Ending>();
  const none = (): { wins: number; draws: number; losses: number } => ({ wins: 0, draws: 0, losses: 0 });
  const colors = { white: none(), black: none() }, faults: GameRow[] = [];
  for (const row of rows) {
    const color = seatOf(row, bot), outcome = outcomeFor(row, color), other = row[color === "white" ? "black" : "white"];
    if (!outcome) continue;
    const against = opponents.get(other.name) ?? { name: other.name, kind: other.kind, last: row.id, ...none() };
    const ending = endings.get(row.ended_by ?? "") ?? { kind: row.ended_by ?? "", ...none() };
    for (const counter of [against, ending, colors[color]]) counter[outcome]++;
    opponents.set(other.name, against);
    endings.set(ending.kind, ending);
    if (outcome === "losses" && isFault(row)) faults.push(row);
  }
  return { opponents: [...opponents.values()], endings: [...endings.values()], colors, faults };
}

const games = (one: { wins: number; draws: number; losses: number }): number => one.wins + one.draws + one.losses;
const share = (one: { wins: number; draws: number; losses: number }): string => `${Math.round(((one.wins + one.draws / 2) / (games(one) || 1)) * 100)} %`;

const ENDINGS: Record<string, string> = {
  "rules": "on the board", "time forfeit": "on time", "resignation": "by resignation", "agreement": "by agreement", "adjudication": "by adjudication", "crash": "by a crash",
  "illegal move": "by an illegal move", "hang": "by a player that hung", "flood": "by a player that wrote too much", "did not start": "by a player that did not start",
};

function counts<T extends { wins: number; draws: number; losses: number }>(): Column<T>[] {
  return [
    { title: "Won", number: true, cell: (one) => one.wins }, { title: "Drawn", number: true, cell: (one) => one.draws },
    { title: "Lost", number: true, cell: (one) => one.losses }, { title: "Score", number: true, cell: (one) => share(one) },
  ];
}

export function summaryView(summary: Summary): HTMLElement {
  if (summary.opponents.length === 0) return emptyState("It has not finished a game yet.");
  const hardest = [...summary.opponents].sort((a, b) => b.losses - a.losses || games(b) - games(a)).slice(0, 12);
  return h("div", { class: "section" },
    table<Against>([{ title: "Against", cell: (one) => (one.kind === "bot" ? link(`/bots/${part(one.name)}`, one.name) : one.name) }, ...counts<Against>(),
      { title: "Last", number: true, wide: true, cell: (one) => link(`/games/${one.last}`, `#${one.last}`) }], hardest, "Results by opponent"),
    table<Ending>([{ title: "Games that ended", cell: (one) => ENDINGS[one.kind] ?? one.kind }, ...counts<Ending>()], summary.endings, "Results by how games ended"),
    table<[Color, { wins: number; draws: number; losses: number }]>([{ title: "As", cell: ([color]) => (color === "white" ? "White" : "Black") },
      ...counts<{ wins: number; draws: number; losses: number }>().map((column) => ({ ...column, cell: (row: [Color, { wins: number; draws: number; losses: number }]) => column.cell(row[1]) }))],
    Object.entries(summary.colors) as [Color, { wins: number; draws: number; losses: number }][], "Results by colour"));
}

/** What went wrong last: the newest games that it lost by a fault of its own. */
export function faultsView(faults: readonly GameRow[]): HTMLElement | null {
  if (faults.length === 0) return null;
  return h("ul", { class: "result-list" }, ...faults.slice(0, 5).map((row) => h("li", {}, h("a", { class: "result-row", href: `/games/${row.id}` },
    h("span", { class: "players bad" }, row.reason ?? "Lost by a fault"), h("span", { class: "quiet" }, format.when(row.finished_at)),
    h("span", { class: "more" }, `${format.playerName(row.white)} – ${format.playerName(row.black)}, ${variantTitle(row.variant)}`)))));
}
