/*
 * The tables of a tournament: standings, crosstable, brackets, rounds.
 */
import { part } from "../core/api";
import { type Child, h } from "../core/dom";
import * as format from "../core/format";
import { type Column, table } from "../core/lists";
import { type Pairing, points, type Round, type Standing, type Tournament, type TournamentGame } from "./types";

const CROSSTABLE_MOST = 32;

const nameOf = (standing: Standing): string => format.playerName(standing);

export function playerLink(standing: Standing | undefined): Child {
  if (!standing) return "bye";
  return standing.kind === "bot" ? h("a", { href: `/bots/${part(standing.name)}` }, nameOf(standing)) : nameOf(standing);
}

export function standingsTable(tournament: Tournament, actions: ((row: Standing) => Child) | null): HTMLElement {
  const { standings, kind } = tournament, swiss = kind === "swiss";
  const columns: Column<Standing>[] = [
    { title: "#", number: true, cell: (row) => row.place ?? standings.indexOf(row) + 1 },
    { title: "Player", cell: (row) => h("span", {}, playerLink(row), row.withdrawn ? h("span", { class: "quiet" }, " withdrew") : null) },
    { title: "Rating", number: true, wide: true, cell: (row) => (row.rating ? format.number(row.rating) : "") },
    { title: "Points", number: true, cell: (row) => h("strong", {}, points(row.points)) },
    { title: "Games", number: true, cell: (row) => row.games },
    { title: "Won", number: true, wide: true, cell: (row) => row.wins }, { title: "Drawn", number: true, wide: true, cell: (row) => row.draws },
    { title: "Lost", number: true, wide: true, cell: (row) => row.losses ?? row.games - row.wins - row.draws },
  ];
  if (swiss) columns.push({ title: "Buchholz", number: true, wide: true, cell: (row) => points(row.buchholz ?? 0) });
  if (kind === "knockout") columns.push({ title: "Out in round", number: true, wide: true, cell: (row) => row.out_in ?? "–" });
  else columns.push({ title: "Sonneborn-Berger", number: true, wide: true, cell: (row) => (row.sonneborn_berger === undefined ? "" : row.sonneborn_berger.toFixed(2)) });
  if (actions) columns.push({ title: "", cell: actions });
  return table(columns, standings, "Standings");
}

const POINTS_OF: Record<string, [string, string]> = { "1-0": ["1", "0"], "0-1": ["0", "1"], "1/2-1/2": ["½", "½"] };

/** What the player got in a game: "1", "½", "0", "·" while it is not over. */
function scoreOf(game: TournamentGame, player: number): string {
  return POINTS_OF[game.result ?? ""]?.[game.white === player ? 0 : 1] ?? "·";
}

export function crosstable(tournament: Tournament): HTMLElement | null {
  const { standings, rounds = [] } = tournament;
  if (standings.length > CROSSTABLE_MOST || rounds.length === 0) return null;
  const games = new Map<string, TournamentGame[]>();
  for (const pairing of rounds.flatMap((round) => round.pairings))
    for (const key of [pairing.players.join(" "), [...pairing.players].reverse().join(" ")]) games.set(key, [...(games.get(key) ?? []), ...pairing.games]);
  const cell = (row: Standing, column: Standing): HTMLElement => {
    if (row === column) return h("td", { class: "none" });
    const played = games.get(`${row.player} ${column.player}`) ?? [];
    return h("td", {}, ...played.map((game) => h("a", { href: `/games/${game.id}`, class: "cross-link" }, scoreOf(game, row.player))));
  };
  return h("div", { class: "table-box" }, h("table", { class: "table crosstable", "aria-label": "Crosstable" },
    h("thead", {}, h("tr", {}, h("th", {}, "#"), h("th", { class: "name-cell" }, "Player"), ...standings.map((_, index) => h("th", { title: nameOf(standings[index]!) }, index + 1)), h("th", {}, "Points"))),
    h("tbody", {}, ...standings.map((row, index) => h("tr", {}, h("td", {}, index + 1), h("td", { class: "name-cell" }, nameOf(row)), ...standings.map((column) => cell(row, column)), h("td", {}, h("strong", {}, points(row.points))))))));
}

function gameLinks(pairing: Pairing): HTMLElement {
  return h("span", { class: "game-links" }, ...pairing.games.map((game) => h("a", { href: `/games/${game.id}` },
    game.status === "running" ? "live" : game.result && game.result !== "*" ? format.result(game.result) : game.status === "aborted" ? "no result" : "waits")));
}

export function roundsList(tournament: Tournament): HTMLElement {
  const { rounds = [], standings } = tournament, byNumber = new Map(standings.map((one) => [one.player, one]));
  const view = (round: Round, index: number): HTMLElement => h("details", { open: index === rounds.length - 1 || !round.finished },
    h("summary", {}, h("strong", {}, `Round ${round.number}`), h("span", { class: "quiet" }, round.finished ? "" : " being played")),
    ...round.pairings.map((pairing) => {
      const [one, other] = pairing.players;
      return h("div", { class: "pairing" }, h("span", { class: "left" }, playerLink(byNumber.get(one))),
        h("span", { class: "points" }, other === null ? "bye" : `${points(pairing.points[0])} – ${points(pairing.points[1])}`),
        h("span", { class: "right" }, other === null ? "" : playerLink(byNumber.get(other))), gameLinks(pairing));
    }));
  return h("div", { class: "rounds" }, ...[...rounds].reverse().map((round, index) => view(round, rounds.length - 1 - index)));
}

export function brackets(tournament: Tournament): HTMLElement {
  const { rounds = [], standings } = tournament, byNumber = new Map(standings.map((one) => [one.player, one]));
  const side = (pairing: Pairing, index: 0 | 1): HTMLElement => {
    const player = pairing.players[index], standing = player === null ? undefined : byNumber.get(player);
    return h("div", { class: pairing.winner !== undefined && pairing.winner !== null && pairing.winner === player ? "won" : "" }, h("span", {}, standing ? nameOf(standing) : "bye"), h("span", {}, player === null ? "" : points(pairing.points[index])));
  };
  return h("div", { class: "brackets", tabindex: 0, role: "region", "aria-label": "Brackets" }, ...rounds.map((round) => h("div", { class: "bracket-round" },
    h("h3", {}, `Round ${round.number}`), h("div", { class: "bracket-pairs" }, ...round.pairings.map((pairing) => h("div", { class: "bracket-pair" }, side(pairing, 0), side(pairing, 1), pairing.games.length > 0 ? h("div", {}, gameLinks(pairing)) : null))))));
}
