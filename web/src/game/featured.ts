/*
 * The game on the front page: one that is being played, and the next one when it is over.
 */
import type { Game, GameRow, MoveEvent } from "../core/api";
import { GameBoard } from "../board/board";
import { readFen, squareName } from "../chess/fen";
import { variantTitle } from "../chess/variants";
import { fill, h } from "../core/dom";
import { Stream } from "../core/events";
import * as format from "../core/format";
import { GameModel } from "./model";
import { MoveList } from "./move-list";
import { PlayerBar } from "./player-bar";
import { gameHeadline } from "./words";

const TICK_MS = 100;

export class Featured {
  readonly #side = h("div", { class: "story" });
  readonly #board = new GameBoard("The game being shown");
  readonly #bars = { white: new PlayerBar(), black: new PlayerBar() };
  readonly element = h("section", { class: "featured", "aria-label": "A game being played" }, h("div", { class: "game-layout" },
    h("div", { class: "board-column" }, this.#bars.black.element, h("div", { class: "board-row" }, this.#board.element), this.#bars.white.element), this.#side));
  #model: GameModel | null = null;
  #stream: Stream | null = null;
  readonly #headline = h("h1", { class: "headline" });
  readonly #about = h("p", { class: "about" });
  readonly #timer = window.setInterval(() => this.#tick(), TICK_MS);

  /** @param over is told when the game has ended, and its result was to be seen for a moment */
  constructor(private readonly over: () => void) {}

  get shown(): number | null {
    return this.#model?.game.id ?? null;
  }

  get running(): boolean {
    return this.#model?.running ?? false;
  }

  follow(id: number): void {
    this.#stream?.close();
    this.#stream = new Stream(`games/${id}/events`, {
      game: (game: Game) => this.#take(game),
      move: (move: MoveEvent) => this.#model?.takeMove(move),
      over: (row: GameRow) => this.#end(row),
    }, { goOn: () => { this.over(); return false; } });
  }

  #take(game: Game): void {
    if (this.#model?.game.id === game.id) {
      this.#model.take(game);
      return;
    }
    const model = this.#model = new GameModel({ ...game, you: null });
    model.listen(() => { if (model === this.#model) this.#draw(); });
    fill(this.#side, h("div", { class: "story-head" }, this.#headline, this.#about), new MoveList(model).element,
      h("div", { class: "row" }, h("a", { class: "button", href: `/games/${game.id}` }, "Open this game"), h("a", { class: "button primary", href: "/play" }, "Play")));
    this.#draw();
  }

  #draw(): void {
    const model = this.#model!, { game } = model, shown = readFen(model.fen), uci = model.lastMove?.uci ?? "";
    this.#board.show(model.fen);
    const check = /[+#]$/.test(model.lastMove?.san ?? ""), king = check ? shown.squares.indexOf(shown.turn === "white" ? "K" : "k") : -1;
    this.#board.mark({ last: uci === "" ? [] : uci[1] === "@" ? [uci.slice(2, 4)] : [uci.slice(0, 2), uci.slice(2, 4)], check: king < 0 ? null : squareName(king) });
    for (const color of ["white", "black"] as const) {
      this.#bars[color].seat(game[color], color, false);
      this.#bars[color].position(shown, color, null);
    }
    this.#headline.textContent = gameHeadline(game);
    this.#about.textContent = `${variantTitle(game.variant)} · ${format.timeControl(game.clock)} · ${game.rated ? "rated" : "unrated"} · ${format.origin(game.origin)}`;
    this.#tick();
  }

  #tick(): void {
    const model = this.#model;
    if (!model) return;
    for (const color of ["white", "black"] as const) this.#bars[color].tick(model.clock(color), model.ready && model.following && model.turn === color, model.lowTime);
  }

  #end(row: GameRow): void {
    this.#stream?.close();
    this.#stream = null;
    this.#model?.takeEnd(row);
    setTimeout(this.over, 2500);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#stream?.close();
    this.#board.destroy();
  }
}
