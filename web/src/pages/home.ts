/*
 * The front page: a game on a large board, the other live games, who leads, what has just ended.
 */
import { get, type GameRow, type LiveGame, type Ranked } from "../core/api";
import { fill, h } from "../core/dom";
import { Stream } from "../core/events";
import { emptyState, LiveCard, ratingCell, resultList, table } from "../core/lists";
import * as format from "../core/format";
import type { Page } from "../core/router";
import { Featured } from "../game/featured";

const CARDS_MOST = 60, RESULTS = 8, LEADERS = 10, REFRESH_MS = 4000;

class Home {
  readonly element = h("div", { class: "page" });
  readonly #top = h("div");
  readonly #live = h("div", { class: "live-grid" });
  readonly #liveCount = h("span", { class: "quiet" });
  readonly #liveBox: HTMLElement;
  readonly #leaders = h("div"); readonly #results = h("div");
  readonly #cards = new Map<number, LiveCard>();
  readonly #stream: Stream;
  readonly #ticker: number;
  #featured: Featured | null = null;
  #refresh = 0;

  constructor() {
    this.#liveBox = h("section", { class: "section", hidden: true }, h("div", { class: "section-head" }, h("h2", {}, "Live games"), this.#liveCount), this.#live);
    this.element.append(this.#top, this.#liveBox, h("div", { class: "columns" },
      h("section", { class: "section" }, h("div", { class: "section-head" }, h("h2", {}, "Just ended")), this.#results),
      h("section", { class: "section" }, h("div", { class: "section-head" }, h("h2", {}, "Leading bots"), h("a", { href: "/leaderboards" }, "All leaderboards")), this.#leaders)));
    this.#stream = new Stream("events", {
      games: (games: LiveGame[]) => this.#takeAll(games),
      begun: (game: LiveGame) => this.#begin(game),
      move: (change: LiveGame) => this.#cards.get(change.id)?.take(change),
      over: (row: GameRow) => this.#end(row),
    });
    this.#ticker = window.setInterval(() => this.#cards.forEach((card) => { if (card.element.isConnected) card.tick(); }), 200);
    void this.#loadTables();
  }

  #takeAll(games: LiveGame[]): void {
    this.#cards.clear();
    fill(this.#live);
    for (const game of games) this.#cards.set(game.id, new LiveCard(game));
    this.#feature();
  }

  #begin(game: LiveGame): void {
    this.#cards.set(game.id, new LiveCard(game));
    if (!this.#featured?.running) this.#feature();
    else this.#arrange();
  }

  #end(row: GameRow): void {
    this.#cards.delete(row.id);
    this.#arrange();
    clearTimeout(this.#refresh);
    this.#refresh = window.setTimeout(() => void this.#loadTables(), REFRESH_MS);
  }

  /** Puts a game on the large board when none is there. */
  #feature(): void {
    const next = [...this.#cards.keys()].at(-1);
    if (next === undefined) {
      if (!this.#featured) fill(this.#top, this.#welcome());
    } else if (!this.#featured || !this.#featured.running || !this.#cards.has(this.#featured.shown ?? 0)) {
      if (!this.#featured) {
        this.#featured = new Featured(() => this.#feature());
        fill(this.#top, this.#featured.element);
      }
      this.#featured.follow(next);
      this.#chosen = next;
    }
    this.#arrange();
  }

  #chosen = 0;

  #arrange(): void {
    const others = [...this.#cards.values()].filter((card) => card.game.id !== this.#chosen).slice(-CARDS_MOST).reverse();
    this.#liveBox.hidden = others.length === 0;
    this.#liveCount.textContent = others.length > 0 ? format.count(this.#cards.size, "game") + " being played" : "";
    for (const card of [...this.#live.children]) if (!others.some((other) => other.element === card)) card.remove();
    others.forEach((card, index) => {
      if (this.#live.children[index] !== card.element) this.#live.insertBefore(card.element, this.#live.children[index] ?? null);
    });
  }

  #welcome(): HTMLElement {
    return h("div", { class: "notice welcome" }, h("h1", {}, "No game is being played just now"),
      h("p", { class: "lead" }, "Play against a bot or the engine, let two bots play each other, or upload a bot of your own."),
      h("div", { class: "row" }, h("a", { class: "button primary", href: "/play" }, "Play"), h("a", { class: "button", href: "/write" }, "Write a bot")));
  }

  async #loadTables(): Promise<void> {
    const [board, ended] = await Promise.all([get<{ players: Ranked[] }>(`leaderboard?limit=${LEADERS}`),
      get<{ games: GameRow[] }>(`games?status=finished&limit=${RESULTS}`)]);
    fill(this.#leaders, board.players.length === 0
      ? emptyState("No rated game has been played yet. Upload a bot and it gets its first ones within a minute.", h("a", { class: "button", href: "/write" }, "Write a bot"))
      : table<Ranked>([
        { title: "#", number: true, cell: (row) => row.rank },
        { title: "Bot", cell: (row) => h("a", { href: `/bots/${encodeURIComponent(row.name)}` }, row.name) },
        { title: "Rating", number: true, cell: (row) => ratingCell(row.rating) },
        { title: "Games", number: true, wide: true, cell: (row) => format.number(row.rating.games) },
      ], board.players, "Leading bots"));
    fill(this.#results, ended.games.length === 0 ? emptyState("No game has ended yet.") : resultList(ended.games));
  }

  leave(): void {
    clearInterval(this.#ticker);
    clearTimeout(this.#refresh);
    this.#stream.close();
    this.#featured?.close();
  }
}

export function make(): Page {
  const home = new Home();
  return { title: "", element: home.element, leave: () => home.leave() };
}
