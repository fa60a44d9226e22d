/*
 * How a bot fares: against whom, with which colour, how its games end, and what went wrong last.
 */
import { type Color, type GameRow, get, part } from "../core/api";
import { h, link } from "../core/dom";
import * as format from "../core/format";
import { type Column, emptyState, table } from "../core/lists";

interface Tally { games: number; wins: number; draws: number; losses: number }
type Against = Tally & { name: string; version: number | null; kind: string; last_game: number };
type Ending = Tally & { ended_by: string };
interface Fault { game: number; ended_by: string; reason: string | null; finished_at: number }

export interface Results { opponents: Against[]; endings: Ending[]; colors: Record<Color, Tally>; faults: Fault[] }

export const loadResults = (bot: string): Promise<Results> => get<Results>(`bots/${part(bot)}/results`);

export function lostBy(row: GameRow, bot: string): boolean {
  const color: Color = row.white.name === bot && row.white.kind === "bot" ? "white" : "black";
  return row.result === (color === "white" ? "0-1" : "1-0");
}

const share = (one: Tally): string => `${Math.round(((one.wins + one.draws / 2) / (one.games || 1)) * 100)} %`;

const ENDINGS: Record<string, string> = {
  "rules": "on the board", "time forfeit": "on time", "resignation": "by resignation", "agreement": "by agreement", "adjudication": "by adjudication", "crash": "by a crash",
  "illegal move": "by an illegal move", "hang": "by a player that hung", "flood": "by a player that wrote too much", "did not start": "by a player that did not start",
  "forfeit": "by withdrawal",
};

function tallies<T>(of: (row: T) => Tally): Column<T>[] {
  return [
    { title: "Won", number: true, cell: (row) => format.number(of(row).wins) }, { title: "Drawn", number: true, cell: (row) => format.number(of(row).draws) },
    { title: "Lost", number: true, cell: (row) => format.number(of(row).losses) }, { title: "Score", number: true, cell: (row) => share(of(row)) },
  ];
}

const SHOWN = 15;

/** Those first against whom it loses most. */
export function resultsView(results: Results): HTMLElement {
  if (results.opponents.length === 0) return emptyState("It has not finished a game yet.");
  const hardest = [...results.opponents].sort((a, b) => b.losses - a.losses || b.games - a.games).slice(0, SHOWN);
  return h("div", { class: "section" },
    table<Against>([{ title: "Against", cell: (one) => (one.kind === "bot" ? link(`/bots/${part(one.name)}`, format.playerName(one)) : one.name) }, ...tallies<Against>((one) => one),
      { title: "Last", number: true, wide: true, cell: (one) => link(`/games/${one.last_game}`, `#${one.last_game}`) }], hardest, "Results by opponent"),
    table<Ending>([{ title: "Games that ended", cell: (one) => ENDINGS[one.ended_by] ?? one.ended_by }, ...tallies<Ending>((one) => one)], results.endings, "Results by how games ended"),
    table<[Color, Tally]>([{ title: "As", cell: ([color]) => (color === "white" ? "White" : "Black") }, ...tallies<[Color, Tally]>(([, one]) => one)], Object.entries(results.colors) as [Color, Tally][], "Results by colour"));
}

/** What went wrong last: games that it lost by a fault of its own. */
export function faultsView(faults: readonly Fault[]): HTMLElement | null {
  if (faults.length === 0) return null;
  return h("ul", { class: "result-list" }, ...faults.map((fault) => h("li", {}, h("a", { class: "result-row", href: `/games/${fault.game}` },
    h("span", { class: "line" }, h("span", { class: "fault" }, fault.reason ?? ENDINGS[fault.ended_by] ?? fault.ended_by), h("span", { class: "quiet" }, format.when(fault.finished_at)))))));
}
