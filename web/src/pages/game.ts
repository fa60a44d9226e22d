/*
 * A game: live or over, watched or played. The board with its players left, the story right: what is going on, the moves,
 * what can be done, graphs, analysis.
 */
import { ask, type Game, type GameRow, get, getText, messageOf, type MoveEvent, post, type Color } from "../core/api";
import { GameBoard } from "../board/board";
import { readFen, squareName } from "../chess/fen";
import { Rules } from "../chess/rules";
import { variantRule, variantTitle } from "../chess/variants";
import { fill, h, icon } from "../core/dom";
import { Stream } from "../core/events";
import * as format from "../core/format";
import { currentAccount } from "../core/session";
import type { Page } from "../core/router";
import { setSounds, sounds } from "../core/settings";
import { notify, say } from "../core/spoken";
import type { Analysis } from "../game/analysis";
import { GameGraphs } from "../game/graphs";
import { Hands } from "../game/hands";
import { turningPoint } from "../game/judge";
import { GameModel } from "../game/model";
import { MoveList } from "../game/move-list";
import { PlayerBar } from "../game/player-bar";
import { shareMenu } from "../game/share";
import { playSound } from "../game/sound";
import { gameHeadline } from "../game/words";

const TICK_MS = 100;

const COLORS: Color[] = ["white", "black"];

class GamePage {
  readonly element = h("div", { class: "page game-page" });
  readonly model: GameModel;
  readonly #board: GameBoard;
  readonly #bars: Record<Color, PlayerBar> = { white: new PlayerBar(), black: new PlayerBar() };
  readonly #top = h("div"); readonly #bottom = h("div");
  readonly #headline = h("h1", { class: "headline" });
  readonly #about = h("p", { class: "about" });
  readonly #notice = h("div", { class: "game-notice", role: "status" });
  readonly #actions = h("div", { class: "row game-actions" });
  readonly #moveForm: HTMLFormElement;
  readonly #hands: Hands;
  readonly #moves: MoveList;
  readonly #graphs: GameGraphs;
  readonly #analysisBox = h("div");
  readonly #bar = h("div", { class: "eval-bar", hidden: true, "aria-hidden": "true" }, h("div", { class: "eval-fill" }));
  #analysis: Analysis | null = null;
  #stream: Stream | null = null;
  #flipped: boolean;
  #timer = 0;
  #queued = 0;
  #closed = false;

  constructor(game: Game) {
    this.model = new GameModel(game);
    this.#flipped = game.you === "black";
    this.#board = new GameBoard(`${game.white.name} against ${game.black.name}`, say);
    this.#hands = new Hands(this.model, this.#board, (uci) => void this.#submit(uci), () => this.#draw());
    this.#moves = new MoveList(this.model);
    this.#graphs = new GameGraphs(this.model);
    this.#moveForm = this.#makeMoveForm();
    this.element.append(this.#layout());
    this.model.listen((change) => {
      if (change !== "shown") this.#drawActions();
      this.#draw();
    });
    this.#drawActions();
    this.#draw(false);
    this.#timer = window.setInterval(() => this.#tick(), TICK_MS);
    void Rules.load(game.variant).then((rules) => {
      this.model.rules = rules;
      this.#draw(false);
      this.#hands.playPremove();
    }).catch((error: unknown) => notify(messageOf(error)));
    this.#follow();
  }

  #layout(): HTMLElement {
    return h("div", { class: "game-layout" },
      h("div", { class: "board-column" }, this.#top, h("div", { class: "board-row" }, this.#bar, this.#board.element), this.#bottom),
      h("div", { class: "story" },
        h("div", { class: "story-head" }, this.#headline, this.#about), this.#notice, this.#moves.element, this.#stepper(), this.#moveForm, this.#actions,
        this.#graphs.element, this.#analysisBox));
  }

  #stepper(): HTMLElement {
    const button = (path: string, label: string, act: () => void): HTMLElement =>
      h("button", { type: "button", "aria-label": label, title: label, onclick: act }, icon(path));
    const end = (): number => this.model.game.moves.length;
    return h("div", { class: "stepper", role: "group", "aria-label": "Step through the moves" },
      button("M6 5h2.5v14H6zM19 5v14L9.5 12z", "To the start", () => this.model.show(0)), button("M16.5 5v14L7 12z", "One move back", () => this.model.step(-1)),
      button("M7.5 5v14l9.5-7z", "One move forward", () => this.model.step(1)), button("M15.5 5H18v14h-2.5zM5 5v14l9.5-7z", "To the newest move", () => this.model.show(end())),
      button("M8 4l4 4.5H9.200V19H6.800V8.5H4zM16 20l-4-4.5h2.800V5h2.400v10.5H20z", "Flip the board (f)", () => this.flip()));
  }

  #makeMoveForm(): HTMLFormElement {
    const input = h("input", { type: "text", class: "move-input", placeholder: "Type a move: e4, Nf3, e7e8q", "aria-label": "Type a move",
      autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 12 });
    return h("form", { class: "move-form", hidden: true, onsubmit: (event) => {
      event.preventDefault();
      if (this.#hands.type(input.value)) input.value = "";
      else if (input.value.trim() !== "") notify(this.#hands.mode === "play" ? `${input.value} is not a legal move here` : "It is not your turn");
    } }, input);
  }

  // ---- Drawing ----------------------------------------------------------------------------------------------------

  #draw(animated = true): void {
    const { model } = this, { fen } = model, shown = readFen(fen);
    const bottom: Color = this.#flipped ? "black" : "white", top: Color = this.#flipped ? "white" : "black";
    this.#board.orient(bottom);
    this.#board.show(fen, animated);
    for (const [place, color] of [[this.#top, top], [this.#bottom, bottom]] as const) {
      if (place.firstChild !== this.#bars[color].element) fill(place, this.#bars[color].element);
      this.#bars[color].seat(model.game[color], color, model.game.you === color);
      this.#bars[color].position(shown, color, this.#hands.pocket(color));
    }
    this.#markLast(shown.squares, shown.turn);
    this.#hands.update();
    this.#drawHead();
    this.#moveForm.hidden = !(model.game.you !== null && model.running);
    this.#tick();
  }

  #markLast(squares: readonly string[], turn: Color): void {
    const { model } = this, uci = model.lastMove?.uci ?? (model.pending?.uci || "");
    const seen = model.pending && model.following ? model.pending.uci : uci;
    const last = seen === "" ? [] : seen[1] === "@" ? [seen.slice(2, 4)] : [seen.slice(0, 2), seen.slice(2, 4)];
    const check = /[+#]$/.test(model.lastMove?.san ?? "") && !model.pending;
    const king = check ? squares.indexOf(turn === "white" ? "K" : "k") : -1;
    this.#board.mark({ last, check: king >= 0 ? squareName(king) : null });
  }

  #drawHead(): void {
    const { game } = this.model;
    this.#headline.textContent = gameHeadline(game);
    fill(this.#about, h("span", { title: variantRule(game.variant) }, variantTitle(game.variant)), " · ", format.timeControl(game.clock), " · ",
      game.rated ? "rated" : "unrated", " · ", game.tournament ? h("a", { href: `/tournaments/${game.tournament}` }, "tournament") : format.origin(game.origin),
      game.finished_at ? " · " : null, game.finished_at ? format.when(game.finished_at) : null);
  }

  #tick(): void {
    for (const color of COLORS) {
      const running = this.model.ready && this.model.following && this.model.turn === color;
      this.#bars[color].tick(this.model.clock(color), running, this.model.lowTime);
    }
  }

  #drawActions(): void {
    const { game } = this.model, buttons: (HTMLElement | null)[] = [], playing = game.you !== null && this.model.running;
    const button = (text: string, act: () => void, name = ""): HTMLElement => h("button", { type: "button", class: `small ${name}`, onclick: act }, text);
    fill(this.#notice);
    if (playing) {
      buttons.push(this.#resignButton(), this.#isPersonal() ? button(game.draw_offered_by === game.you ? "Draw offered" : "Offer a draw", () => void this.#act("draw")) : null);
      if (game.draw_offered_by && game.draw_offered_by !== game.you)
        fill(this.#notice, h("p", {}, "Your opponent offers a draw."), h("div", { class: "row" },
          button("Agree", () => void this.#act("draw"), "primary"), button("Decline", () => void this.#decline())));
      if (!game.rated && !this.#isPersonal()) buttons.push(button("End the game", () => void this.#act("abort")));
    }
    if (!playing) buttons.push(button(this.#analysis ? "Close the analysis" : "Analyse", () => void this.#toggleAnalysis(), this.#analysis ? "" : "primary"));
    if (!this.model.running && game.you !== null) buttons.push(this.#againButton());
    buttons.push(shareMenu(this.model), h("button", { type: "button", class: "small", "aria-pressed": String(sounds()), onclick: () => {
      setSounds(!sounds());
      this.#drawActions();
      playSound("move");
    } }, "Sounds"));
    fill(this.#actions, ...buttons);
    void this.#addLogs();
  }

  #isPersonal(): boolean {
    const { you } = this.model.game;
    if (you === null) return false;
    const kind = this.model.game[you === "white" ? "black" : "white"].kind;
    return kind !== "bot" && kind !== "engine";
  }

  /** Resigning asks once more, in its own place. */
  #resignButton(): HTMLElement {
    const button = h("button", { type: "button", class: "small danger" }, "Resign");
    let sure = false, timer = 0;
    button.addEventListener("click", () => {
      if (sure) {
        void this.#act("resign");
        return;
      }
      sure = true;
      button.textContent = "Really resign?";
      timer = window.setTimeout(() => { sure = false; button.textContent = "Resign"; }, 4000);
    });
    button.addEventListener("blur", () => { clearTimeout(timer); sure = false; button.textContent = "Resign"; });
    return button;
  }

  #againButton(): HTMLElement {
    const { game } = this.model, opponent = game.you === "white" ? game.black : game.white;
    const query = new URLSearchParams({ opponent: opponent.kind === "engine" ? "engine" : opponent.name, variant: game.variant, clock: game.clock,
      color: game.you === "white" ? "black" : "white" });
    return h("a", { class: "button small", href: `/play?${query.toString()}` }, "Play again");
  }

  // ---- What the person does ---------------------------------------------------------------------------------------

  flip(): void {
    this.#flipped = !this.#flipped;
    this.#draw(false);
  }

  async #submit(uci: string): Promise<void> {
    this.model.expect(uci);
    playSound("move");
    try {
      await post(`games/${this.model.game.id}/moves`, { move: uci });
    } catch (error) {
      this.model.forget();
      notify(messageOf(error));
    }
  }

  async #act(what: "resign" | "draw" | "abort"): Promise<void> {
    try {
      await post(`games/${this.model.game.id}/${what}`);
      if (what === "draw" && this.model.running) notify("You have offered a draw");
    } catch (error) {
      notify(messageOf(error));
    }
  }

  async #decline(): Promise<void> {
    await ask("DELETE", `games/${this.model.game.id}/draw`).catch((error: unknown) => notify(messageOf(error)));
  }

  async #toggleAnalysis(): Promise<void> {
    if (this.#analysis) {
      this.#analysis.close();
      this.#analysis = null;
      fill(this.#analysisBox);
      this.#bar.hidden = true;
      this.#drawActions();
      return;
    }
    const { Analysis } = await import("../game/analysis");
    if (this.#closed || this.#analysis) return;
    this.#bar.hidden = false;
    this.#analysis = new Analysis(this.model, (uci, score) => this.#showBest(uci, score), (verdict) => {
      this.#graphs.analysed(verdict.scores);
      this.#moves.judge(verdict.marks);
    });
    fill(this.#analysisBox, this.#analysis.element);
    this.#drawActions();
  }

  #showBest(uci: string | null, score: { cp?: number; mate?: number } | null): void {
    this.#board.mark({ arrow: uci && uci[1] !== "@" ? [uci.slice(0, 2), uci.slice(2, 4)] : null });
    if (!score) return;
    const cp = score.mate !== undefined ? Math.sign(score.mate || 1) * 1500 : score.cp ?? 0;
    const white = 50 + 50 * (2 / (1 + Math.exp(-0.00368208 * cp)) - 1);
    (this.#bar.firstElementChild as HTMLElement).style.height = `${this.#flipped ? 100 - white : white}%`;
    this.#bar.classList.toggle("flipped", this.#flipped);
    this.#bar.title = format.score(score);
  }

  // ---- Logs -------------------------------------------------------------------------------------------------------

  async #addLogs(): Promise<void> {
    const { game } = this.model;
    if (this.model.running || game.status === "queued" || this.#actions.querySelector("[data-log]")) return;
    const account = await currentAccount();
    if (!account || account.kind === "guest") return;
    const { bots } = await get<{ bots: { name: string }[] }>("bots?mine=1&limit=200");
    for (const color of COLORS) {
      const seat = game[color];
      if (seat.kind !== "bot" || !(account.kind === "admin" || bots.some((bot) => bot.name === seat.name))) continue;
      if (this.#actions.querySelector(`[data-log="${color}"]`)) continue;
      this.#actions.append(h("button", { type: "button", class: "small", "data-log": color, onclick: () => void this.#showLog(color) }, `Log of ${seat.name}`));
      if (!this.#actions.querySelector("[data-turning]")) this.#addTurningPoint(color);
    }
  }

  /** One click from a lost game to the move where it was lost. */
  #addTurningPoint(color: Color): void {
    const { model } = this, { result } = model.game;
    if (result !== (color === "white" ? "0-1" : "1-0")) return;
    const ply = turningPoint(model.game.moves, color, (one) => model.moverOf(one));
    if (ply > 0) this.#actions.append(h("button", { type: "button", class: "small", "data-turning": "", onclick: () => model.show(ply) }, "Where it was lost"));
  }

  async #showLog(color: Color): Promise<void> {
    const { game } = this.model, dialog = h("dialog", { class: "panel wide", "aria-label": "Log" });
    let text: string;
    try {
      text = await getText(`games/${game.id}/log/${color}`);
    } catch (error) {
      text = messageOf(error);
    }
    const seat = game[color], facts = [seat.cpu_ms ? `${format.duration(seat.cpu_ms)} of processor time` : "", seat.memory_bytes ? `${format.bytes(seat.memory_bytes)} of memory at most` : ""];
    dialog.append(h("h2", {}, `Log of ${format.playerName(seat)}`), h("p", { class: "quiet" }, facts.filter(Boolean).join(", ")),
      h("pre", { class: "log", tabindex: 0 }, text === "" ? "The bot wrote nothing." : text),
      h("form", { method: "dialog" }, h("button", { type: "submit" }, "Close")));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  // ---- What the server tells --------------------------------------------------------------------------------------

  #follow(): void {
    const { status, id } = this.model.game;
    if (status === "queued") {
      this.#queued = window.setTimeout(() => void this.#reload(), 1000);
      return;
    }
    if (status !== "running") return;
    this.#stream = new Stream(`games/${id}/events`, {
      game: (game: Game) => this.#onState(game),
      move: (move: MoveEvent) => this.#onMove(move),
      draw: (offer: { by: Color | null }) => this.model.takeDraw(offer.by),
      over: (row: GameRow) => this.#onOver(row),
    }, { keep: () => this.model.game.you !== null, goOn: () => this.#reload() });
  }

  #onState(game: Game): void {
    this.model.take(game);
    this.#hands.playPremove();
  }

  #onMove(move: MoveEvent): void {
    const own = this.model.pending !== null && this.model.pending.uci === move.uci;
    this.model.takeMove(move);
    if (move.san && !own) {
      playSound(move.san.includes("x") ? "capture" : "move");
      say(move.san);
    }
    this.#hands.playPremove();
  }

  #onOver(row: GameRow): void {
    this.#stream?.close();
    this.#stream = null;
    this.model.takeEnd(row);
    playSound("end");
    say(gameHeadline(this.model.game));
  }

  /** After a restart of the server, or while a game waits to begin. Whether there is anything to follow. */
  async #reload(): Promise<boolean> {
    const game = await get<Game>(`games/${this.model.game.id}`).catch(() => null);
    if (this.#closed) return false;
    if (game) {
      game.start_fen ??= this.model.game.start_fen ?? null;
      this.model.take(game);
    }
    if (this.model.game.status === "queued" || (this.#queued !== 0 && this.#stream === null)) this.#follow();
    return this.model.running || this.model.game.status === "queued";
  }

  leave(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#queued);
    this.#stream?.close();
    this.#analysis?.close();
    this.#graphs.destroy();
    this.#board.destroy();
  }

  key(event: KeyboardEvent): boolean {
    const acts: Record<string, () => void> = {
      ArrowLeft: () => this.model.step(-1), ArrowRight: () => this.model.step(1),
      ArrowUp: () => this.model.show(0), ArrowDown: () => this.model.show(this.model.game.moves.length),
      Home: () => this.model.show(0), End: () => this.model.show(this.model.game.moves.length),
      f: () => this.flip(), Escape: () => this.#hands.cancelPremove(),
      m: () => this.#moveForm.querySelector("input")?.focus(), a: () => void this.#toggleAnalysis(),
    };
    if (event.key === "a" && this.model.game.you !== null && this.model.running) return false;
    const act = acts[event.key];
    act?.();
    return act !== undefined;
  }
}

export async function make(words: string[]): Promise<Page> {
  const game = await get<Game>(`games/${words[0]}`);
  const page = new GamePage(game);
  return {
    title: `${game.white.name} – ${game.black.name}`, element: page.element, leave: () => page.leave(), key: (event) => page.key(event),
    keys: [["← →", "step through the moves"], ["↑ ↓", "first and newest position"], ["f", "flip the board"], ["m", "type a move"], ["a", "analyse"],
      ["Ctrl + arrows", "move over the squares of the board; Enter takes up and puts down"]],
  };
}
