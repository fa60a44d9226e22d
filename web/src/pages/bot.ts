/*
 * One bot: does it work, how strong is it, against whom does it lose, what went wrong last; and what its author does with it.
 */
import { ask, type Bot, type GameRow, get, getText, messageOf, part, post, type Rating, type Report, type Version } from "../core/api";
import { diffView } from "../bots/diff";
import { reportView } from "../bots/report";
import { faultsView, loadResults, lostBy, resultsView } from "../bots/results";
import { uploadForm } from "../bots/upload";
import { variantTitle } from "../chess/variants";
import { fill, h } from "../core/dom";
import { Stream } from "../core/events";
import * as format from "../core/format";
import { Graph } from "../core/graph";
import { emptyState, ratingCell, resultList, segments, table, variantSelect } from "../core/lists";
import { go, type Page } from "../core/router";
import { notify } from "../core/spoken";
import { LANGUAGES, statusTag } from "./bots";

const GAMES = 200, SHOWN = 12;

interface PlayerRatings { player: number; ratings: { variant: string; rating: Rating; wins: number; draws: number }[] }
interface HistoryPoint { game: number; at: number; rating: Rating; version?: number }

class BotPage {
  readonly element = h("div", { class: "page" });
  readonly #head = h("div"); readonly #check = h("div"); readonly #panel = h("div");
  readonly #ratings = h("div"); readonly #graphBox = h("div", { class: "graph-box" });
  readonly #games = h("div"); readonly #summary = h("div"); readonly #versions = h("div"); readonly #faults = h("div");
  readonly #stream: Stream;
  #graph: Graph | null = null;
  #rows: GameRow[] = [];
  #only: "all" | "lost" = "all";
  #variant = "standard";
  #closed = false;

  constructor(private bot: Bot) {
    this.element.append(this.#head, this.#panel, this.#check, h("div", { class: "columns" },
      h("div", {}, h("section", { class: "section" }, h("div", { class: "section-head" }, h("h2", {}, "Rating"), variantSelect(this.#variant, (variant) => { this.#variant = variant; void this.#drawGraph(); }, "")), this.#ratings, this.#graphBox),
        h("section", { class: "section" }, h("div", { class: "section-head" }, h("h2", {}, "Games"),
          segments<"all" | "lost">("Which games", [["all", "All"], ["lost", "Lost"]], "all", (only) => { this.#only = only; this.#drawGames(); })), this.#games)),
      h("div", {}, this.#faults, h("section", { class: "section" }, h("h2", {}, "Results"), this.#summary), h("section", { class: "section" }, h("h2", {}, "Versions"), this.#versions))));
    this.#stream = new Stream(`bots/${part(bot.name)}/events`, { bot: (data: { versions: Version[] }) => this.#takeVersions(data.versions), checked: () => void this.#reload() });
    this.#drawAll();
  }

  // ---- Drawing ----------------------------------------------------------------------------------------------------

  #drawAll(): void {
    this.#drawHead();
    this.#drawVersions();
    void Promise.all([this.#drawCheck(), this.#drawRatings(), this.#loadGames(), this.#drawGraph()]).catch((error: unknown) => notify(messageOf(error)));
  }

  #drawHead(): void {
    const { bot } = this, mine = bot.mine ?? false, plays = bot.version !== null;
    fill(this.#head, h("div", { class: "page-head" },
      h("div", {}, h("h1", {}, bot.name), h("p", { class: "quiet" }, `${LANGUAGES[bot.language] ?? bot.language}, ${bot.class ?? bot.newest.class}, by ${bot.owner}`,
        bot.version ? `, version ${bot.version}` : "", bot.version && bot.version !== bot.newest.number ? ` plays, version ${bot.newest.number}` : "", " ", statusTag(bot.newest.status))),
      h("div", { class: "row" },
        plays ? h("a", { class: "button primary", href: `/play?opponent=${part(bot.name)}` }, "Play it") : null,
        mine ? h("button", { type: "button", onclick: () => this.#toggleUpload() }, "New version") : null,
        mine && (bot.versions ?? []).filter((one) => one.status === "accepted").length > 1 ? h("button", { type: "button", onclick: () => void this.#playLast() }, "Play my last version") : null,
        mine && plays ? h("button", { type: "button", "aria-pressed": String(bot.league), title: "Rated games whenever a place is free", onclick: () => void this.#setLeague() }, bot.league ? "In the league" : "Not in the league") : null,
        plays ? h("a", { class: "button", href: `/api/v1/bots/${part(bot.name)}/pgn`, download: `${bot.name}.pgn` }, "All games as PGN") : null)));
  }

  async #drawCheck(): Promise<void> {
    const { bot } = this, { newest } = bot;
    if (newest.status === "checking") {
      fill(this.#check, h("section", { class: "section check-box", role: "status" }, h("h2", {}, `Version ${newest.number} is being checked`),
        h("progress", {}), h("p", { class: "quiet" }, "Its source is read by the rules, then it is loaded and plays a game against itself. This takes a few seconds.")));
      return;
    }
    if (!bot.mine) {
      fill(this.#check);
      return;
    }
    const { report } = await get<{ report?: Report }>(`bots/${part(bot.name)}/versions/${newest.number}`);
    const good = newest.status === "accepted";
    if (report) fill(this.#check, h("details", { class: "check-box", open: !good || Date.now() - (bot.versions?.[0]?.created_at ?? 0) < 600_000 },
      h("summary", {}, h("h2", {}, `Check of version ${newest.number}`), " ", h("span", { class: good ? "tag good" : "tag bad" }, newest.status)), reportView(report)));
  }

  async #drawRatings(): Promise<void> {
    if (this.bot.player === null) {
      fill(this.#ratings, emptyState(this.bot.version === null && this.bot.newest.status === "refused" ? "It plays once a version of it has been accepted." : "It gets its first rated games soon after its check."));
      return;
    }
    const { ratings } = await get<PlayerRatings>(`players/${this.bot.player}`);
    const played = ratings.filter((one) => one.rating.games > 0).sort((a, b) => b.rating.games - a.rating.games);
    if (played.length === 0) fill(this.#ratings, emptyState("No rated game yet.", h("a", { class: "button", href: `/play?against=bots&opponent=${part(this.bot.name)}` }, "Let it play")));
    else fill(this.#ratings, table(
      [{ title: "Variant", cell: (one: PlayerRatings["ratings"][0]) => variantTitle(one.variant) }, { title: "Rating", number: true, cell: (one) => ratingCell(one.rating) },
        { title: "Won", number: true, cell: (one) => one.wins }, { title: "Drawn", number: true, cell: (one) => one.draws },
        { title: "Lost", number: true, cell: (one) => one.rating.games - one.wins - one.draws }], played, "Ratings"));
  }

  async #drawGraph(): Promise<void> {
    const history = await this.#history(), variant = this.#variant;
    if (this.#closed || variant !== this.#variant) return;
    this.#graph?.destroy();
    this.#graph = null;
    if (history.length < 2) {
      fill(this.#graphBox, h("p", { class: "graph-empty quiet" }, `The graph begins with the second rated game of ${variantTitle(variant)}.`));
      return;
    }
    const x = history.map((_, index) => index + 1), value = (pick: (rating: Rating) => number): number[] => history.map((point) => pick(point.rating));
    this.#graph = new Graph({
      label: "Rating after every rated game", x, height: 200, writeX: (game) => `${game}`,
      y: [value((one) => one.value - Math.min(one.error, 400)), value((one) => one.value + Math.min(one.error, 400)), value((one) => one.value)],
      series: [{ label: "from", color: "--quiet", kind: "band", write: format.number }, { label: "to", color: "--quiet", kind: "band", write: format.number }, { label: "Rating", color: "--accent", write: format.number }],
      band: [0, 1], nameX: "Game", pick: (index) => { const point = history[index]; if (point) go(`/games/${point.game}`); },
    });
    fill(this.#graphBox, this.#graph.element);
  }

  /** Over all versions. */
  async #history(): Promise<HistoryPoint[]> {
    return (await get<{ history: HistoryPoint[] }>(`bots/${part(this.bot.name)}/history?variant=${this.#variant}`)).history;
  }

  async #loadGames(): Promise<void> {
    const [{ games }, results] = await Promise.all([get<{ games: GameRow[] }>(`games?status=finished&bot=${part(this.bot.name)}&limit=${GAMES}`), loadResults(this.bot.name)]);
    this.#rows = games;
    fill(this.#summary, resultsView(results));
    const faults = faultsView(results.faults);
    fill(this.#faults, faults ? h("section", { class: "section" }, h("h2", {}, "What went wrong last"), faults) : null);
    this.#drawGames();
  }

  #drawGames(): void {
    const { name } = this.bot, rows = this.#only === "all" ? this.#rows : this.#rows.filter((row) => lostBy(row, name));
    fill(this.#games, rows.length === 0 ? emptyState(this.#only === "all" ? "No game has ended yet." : "It has lost none of its last games.") : resultList(rows.slice(0, SHOWN)));
  }

  #drawVersions(): void {
    const versions = this.bot.versions ?? [], mine = this.bot.mine ?? false;
    fill(this.#versions, table<Version>([
      { title: "#", number: true, cell: (one) => one.number },
      { title: "Check", cell: (one) => h("span", { class: one.status === "accepted" ? "good" : one.status === "refused" ? "bad" : "quiet" }, one.status) },
      { title: "Class", cell: (one) => one.class }, { title: "Uploaded", wide: true, cell: (one) => format.when(one.created_at) },
      ...(mine ? [{ title: "", cell: (one: Version) => h("span", { class: "row" },
        h("button", { type: "button", class: "plain", onclick: () => void this.#showSource(one) }, "Source"),
        one.number > 1 ? h("button", { type: "button", class: "plain", onclick: () => void this.#showDiff(one) }, "Changes") : null) }] : []),
    ], versions, "Versions"));
  }

  // ---- What its author does ---------------------------------------------------------------------------------------

  #toggleUpload(): void {
    if (this.#panel.firstChild) fill(this.#panel);
    else fill(this.#panel, h("section", { class: "section" }, h("h2", {}, "New version"), uploadForm(this.bot)));
  }

  async #setLeague(): Promise<void> {
    try {
      this.bot = { ...this.bot, ...(await ask<Bot>("PATCH", `bots/${part(this.bot.name)}`, { league: !this.bot.league })) };
      this.#drawHead();
    } catch (error) {
      notify(messageOf(error));
    }
  }

  async #playLast(): Promise<void> {
    const accepted = (this.bot.versions ?? []).filter((one) => one.status === "accepted").map((one) => one.number).sort((a, b) => b - a);
    if (accepted.length < 2) {
      notify("There are no two accepted versions yet");
      return;
    }
    try {
      const { id } = await post<{ id: number }>("games", { white: `${this.bot.name}/${accepted[0]}`, black: `${this.bot.name}/${accepted[1]}`, variant: this.#variant, clock: "10+0.1", rated: false });
      go(`/games/${id}`);
    } catch (error) {
      notify(messageOf(error));
    }
  }

  #source(number: number): Promise<string> {
    return getText(`bots/${part(this.bot.name)}/versions/${number}/source`);
  }

  async #showSource(version: Version): Promise<void> {
    await this.#dialog(`Version ${version.number}`, async () => h("pre", { class: "log", tabindex: 0 }, await this.#source(version.number)));
  }

  async #showDiff(version: Version): Promise<void> {
    await this.#dialog(`From version ${version.number - 1} to ${version.number}`, async () => diffView(...(await Promise.all([this.#source(version.number - 1), this.#source(version.number)]))));
  }

  async #dialog(title: string, load: () => Promise<HTMLElement>): Promise<void> {
    let content: HTMLElement;
    try {
      content = await load();
    } catch (error) {
      notify(messageOf(error));
      return;
    }
    const dialog = h("dialog", { class: "panel wide", "aria-label": title }, h("h2", {}, title), content, h("form", { method: "dialog" }, h("button", { type: "submit" }, "Close")));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  // ---- What the server tells --------------------------------------------------------------------------------------

  #takeVersions(versions: Version[]): void {
    const newest = versions[0];
    if (newest && (newest.number !== this.bot.newest.number || newest.status !== this.bot.newest.status)) void this.#reload();
  }

  async #reload(): Promise<void> {
    const bot = await get<Bot>(`bots/${part(this.bot.name)}`);
    if (this.#closed) return;
    this.bot = bot;
    this.#drawAll();
  }

  leave(): void {
    this.#closed = true;
    this.#stream.close();
    this.#graph?.destroy();
  }
}

export async function make(words: string[]): Promise<Page> {
  const bot = await get<Bot>(`bots/${part(words[0] ?? "")}`);
  const page = new BotPage(bot);
  return { title: bot.name, element: page.element, leave: () => page.leave(), menu: "/bots" };
}
