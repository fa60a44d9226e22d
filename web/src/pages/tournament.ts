/*
 * One tournament: standings that move as games end, the crosstable or the brackets, the rounds; entering and withdrawing; what
 * its organiser does.
 */
import { ask, type Bot, get, messageOf, post } from "../core/api";
import { variantRule, variantTitle } from "../chess/variants";
import { type Child, fill, h } from "../core/dom";
import { Stream } from "../core/events";
import * as format from "../core/format";
import { emptyState } from "../core/lists";
import { BotChoice } from "../core/player-choice";
import type { Page } from "../core/router";
import { currentAccount, isSignedIn } from "../core/session";
import { notify } from "../core/spoken";
import { brackets, crosstable, roundsList, standingsTable } from "../tournament/tables";
import { KINDS, type Round, type Standing, STATUSES, type Tournament, type TournamentGame, type TournamentRow } from "../tournament/types";

class TournamentPage {
  readonly element = h("div", { class: "page" });
  readonly #head = h("div"); readonly #enter = h("div"); readonly #standings = h("div"); readonly #middle = h("div"); readonly #rounds = h("div");
  readonly #stream: Stream;
  #bots: Bot[] = [];
  #signedIn = false;
  #redraw = 0;

  constructor(private tournament: Tournament) {
    this.element.append(this.#head, this.#enter, h("section", { class: "section" }, h("h2", {}, "Standings"), this.#standings), this.#middle, this.#rounds);
    this.#stream = new Stream(`tournaments/${tournament.id}/events`, {
      tournament: (all: Tournament) => this.#take(all),
      status: (row: TournamentRow) => this.#take(row),
      standings: ({ standings }: { standings: Standing[] }) => this.#take({ standings }),
      round: (round: Round) => this.#takeRound(round),
      game: (game: TournamentGame) => this.#takeGame(game),
    }, { goOn: () => this.tournament.status !== "finished" && this.tournament.status !== "cancelled" });
    this.#draw();
    void this.#loadOwn().catch((error: unknown) => notify(messageOf(error)));
  }

  async #loadOwn(): Promise<void> {
    this.#signedIn = isSignedIn(await currentAccount());
    if (this.#signedIn) this.#bots = (await get<{ bots: Bot[] }>("bots?mine=1&limit=200")).bots.filter((bot) => bot.version !== null);
    this.#draw();
  }

  // ---- Changes ----------------------------------------------------------------------------------------------------

  #take(change: Partial<Tournament>): void {
    const restarted = change.status !== undefined && change.status !== this.tournament.status;
    this.tournament = { ...this.tournament, ...change, you: change.you ?? this.tournament.you };
    if (restarted) void this.#reload();
    this.#later();
  }

  #takeRound(round: Round): void {
    const rounds = (this.tournament.rounds ?? []).filter((one) => one.number !== round.number);
    this.tournament.rounds = [...rounds, round].sort((a, b) => a.number - b.number);
    this.#later();
  }

  #takeGame(game: TournamentGame): void {
    for (const pairing of this.tournament.rounds?.find((round) => round.number === game.round)?.pairings ?? []) {
      const [one, other] = pairing.players;
      if (pairing.board !== game.board) continue;
      const before = pairing.games.find((old) => old.id === game.id);
      if (before) Object.assign(before, game);
      else pairing.games.push(game);
      pairing.points = [one, other].map((player) => pairing.games.reduce((sum, played) =>
        sum + (played.result === "1/2-1/2" ? 0.5 : played.result === (played.white === player ? "1-0" : "0-1") ? 1 : 0), 0)) as [number, number];
      break;
    }
    this.#later();
  }

  /** Many changes come at once; they are drawn together. */
  #later(): void {
    if (this.#redraw === 0) this.#redraw = window.setTimeout(() => { this.#redraw = 0; this.#draw(); }, 100);
  }

  async #reload(): Promise<void> {
    this.tournament = { ...this.tournament, ...(await get<Tournament>(`tournaments/${this.tournament.id}`)) };
    this.#draw();
  }

  // ---- Drawing ----------------------------------------------------------------------------------------------------

  #draw(): void {
    const { tournament } = this, { status } = tournament;
    this.#drawHead();
    this.#drawEntering();
    fill(this.#standings, tournament.standings.length === 0 ? emptyState(status === "open" ? "Nobody has entered yet." : "It has no players.") : standingsTable(tournament, this.#mayWithdraw()));
    const table = tournament.kind === "knockout" ? (tournament.rounds?.length ? brackets(tournament) : null) : tournament.kind === "swiss" ? null : crosstable(tournament);
    fill(this.#middle, table ? h("section", { class: "section" }, h("h2", {}, tournament.kind === "knockout" ? "Brackets" : "Crosstable"), table) : null);
    fill(this.#rounds, tournament.rounds?.length ? h("section", { class: "section" }, h("h2", {}, "Rounds"), roundsList(tournament)) : null);
  }

  #drawHead(): void {
    const { tournament } = this, { status, you } = tournament, button = (text: string, act: () => void, name = ""): HTMLElement => h("button", { type: "button", class: name, onclick: act }, text);
    const buttons: Child[] = [];
    if (you?.organiser) {
      if (status === "open") buttons.push(button("Start", () => void this.#act("POST", "/start"), "primary"));
      if (status === "running") buttons.push(button("Pause", () => void this.#act("PATCH", "", { paused: true })));
      if (status === "paused") buttons.push(button("Go on", () => void this.#act("PATCH", "", { paused: false }), "primary"));
      if (status !== "finished" && status !== "cancelled") buttons.push(button("Cancel it", () => { if (confirm("Cancel this tournament? Games that go on are ended without a result.")) void this.#act("DELETE", ""); }, "danger"));
    }
    if (tournament.games_played > 0) buttons.push(h("a", { class: "button", href: `/api/v1/tournaments/${tournament.id}/pgn`, download: `tournament-${tournament.id}.pgn` }, "All games as PGN"));
    const round = tournament.round && tournament.rounds_total ? `, round ${tournament.round} of ${tournament.rounds_total}` : "";
    fill(this.#head, h("div", { class: "page-head" }, h("div", {}, h("h1", {}, tournament.name),
      h("p", { class: "quiet" }, `${KINDS[tournament.kind] ?? tournament.kind} · `, h("span", { title: variantRule(tournament.variant) }, variantTitle(tournament.variant)), ` · ${format.timeControl(tournament.clock)} · ${tournament.rated ? "rated" : "unrated"} · by ${tournament.organiser}`),
      h("p", { class: "tournament-state", role: "status" }, tournament.winner ? h("strong", {}, `${tournament.winner.name} has won. `) : null, `${STATUSES[status] ?? status}${round}`,
        tournament.games > 0 ? `, ${format.number(tournament.games_played)} of ${format.number(tournament.games)} games played` : "",
        status === "open" && tournament.starts_at ? h("span", {}, ", begins ", format.when(tournament.starts_at)) : null)), h("div", { class: "row" }, ...buttons)),
    tournament.status === "running" ? h("progress", { max: Math.max(1, tournament.games), value: tournament.games_played, "aria-label": "Games played" }) : null);
  }

  #drawEntering(): void {
    const { tournament } = this, { you, status } = tournament;
    if (status !== "open") {
      fill(this.#enter);
      return;
    }
    if (!this.#signedIn) {
      fill(this.#enter, tournament.registration === "open" ? emptyState("Sign in to enter yourself or your bots.", h("a", { class: "button", href: `/account?next=/tournaments/${tournament.id}` }, "Sign in or sign up")) : null);
      return;
    }
    if (this.#enter.querySelector("input:focus")) return;
    const free = this.#bots.filter((bot) => !tournament.standings.some((one) => one.name === bot.name && one.kind === "bot"));
    const choice = you?.organiser ? new BotChoice("Any bot, engine or level:1200", "") : null;
    const enter = (player: string): void => void this.#act("POST", "/players", { player });
    fill(this.#enter, you?.may_enter || you?.organiser ? h("section", { class: "section" }, h("h2", {}, "Enter"), h("div", { class: "row" },
      you?.may_enter ? h("button", { type: "button", onclick: () => enter("me") }, "Enter myself") : null,
      ...(you?.may_enter ? free.slice(0, 10).map((bot) => h("button", { type: "button", onclick: () => enter(bot.name) }, `Enter ${bot.name}`)) : [])),
    choice ? h("form", { class: "row end", onsubmit: (event) => { event.preventDefault(); enter(choice.value); } }, h("div", { class: "search-field" }, choice.element), h("button", { type: "submit" }, "Add")) : null) : null);
  }

  #mayWithdraw(): ((row: Standing) => Child) | null {
    const { you, status } = this.tournament, over = status === "finished" || status === "cancelled";
    if (over || !you || (!you.organiser && you.entered.length === 0)) return null;
    return (row) => (!row.withdrawn && (you.organiser || you.entered.includes(row.player))
      ? h("button", { type: "button", class: "plain danger", onclick: () => void this.#act("DELETE", `/players/${row.player}`) }, status === "open" ? "Take out" : "Withdraw") : null);
  }

  async #act(method: string, path: string, body?: unknown): Promise<void> {
    try {
      if (method === "POST") await post(`tournaments/${this.tournament.id}${path}`, body);
      else await ask(method, `tournaments/${this.tournament.id}${path}`, body);
      await this.#reload();
    } catch (error) {
      notify(messageOf(error));
    }
  }

  leave(): void {
    clearTimeout(this.#redraw);
    this.#stream.close();
  }
}

export async function make(words: string[]): Promise<Page> {
  const tournament = await get<Tournament>(`tournaments/${words[0]}`);
  const page = new TournamentPage(tournament);
  return { title: tournament.name, element: page.element, leave: () => page.leave(), menu: "/tournaments" };
}
