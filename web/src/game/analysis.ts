/*
 * Analysis by Rookery's engine in this browser: the best lines of the position on the board, or every position of the game
 * in turn. The engine is fetched when this opens, not before.
 */
import { Engine, type EngineLine } from "rookery";
import type { Color, Score } from "../core/api";
import { messageOf } from "../core/api";
import { fill, h } from "../core/dom";
import * as format from "../core/format";
import { turnOf } from "../chess/fen";
import { forWhite, judge, type Judgement, JUDGEMENT_NAMES, moveAccuracy, pawns, winChance } from "./judge";
import type { GameModel } from "./model";

const LINES = 3, LOOK_MS = 12_000, GAME_MS = 250;

export interface GameVerdict {
  /** For White, in pawns, the start first. */
  scores: (number | null)[];
  marks: Map<number, Judgement>;
  accuracy: Record<Color, number | null>;
}

export class Analysis {
  readonly #lines = h("ol", { class: "engine-lines" });
  readonly #state = h("p", { class: "quiet engine-state", role: "status" }, "Fetching the engine…");
  readonly #whole = h("button", { type: "button", class: "small" }, "Analyse the whole game");
  readonly #verdict = h("div", { class: "verdict" });
  readonly element = h("section", { class: "section analysis", "aria-label": "Analysis" },
    h("div", { class: "section-head" }, h("h2", {}, "Analysis"), this.#whole), this.#lines, this.#state, this.#verdict);
  #engine: Engine | null = null;
  #looking = "";
  #closed = false;
  #busy = false;
  readonly #variant: { variant: string; chess960: boolean };

  constructor(private readonly model: GameModel, private readonly onBest: (uci: string | null, score: Score | null) => void,
    private readonly onVerdict: (verdict: GameVerdict) => void) {
    const { variant } = model.game;
    this.#variant = { variant, chess960: variant === "chess960" };
    for (let line = 0; line < LINES; line++) this.#lines.append(h("li", {}, "\u00a0"));
    model.listen((change) => { if (change === "shown" || change === "move" || change === "state") this.#look(); });
    this.#whole.addEventListener("click", () => void this.#analyseGame());
    this.#whole.hidden = model.game.moves.length === 0 || model.running;
    void this.#start();
  }

  close(): void {
    this.#closed = true;
    this.#engine?.quit();
    this.onBest(null, null);
  }

  async #start(): Promise<void> {
    try {
      const engine = await Engine.create({ ...this.#variant, multiPV: LINES, hash: 32 });
      if (this.#closed) {
        engine.quit();
        return;
      }
      this.#engine = engine;
      this.#look();
    } catch (error) {
      this.#state.textContent = `The engine could not be started: ${messageOf(error)}`;
    }
  }

  #look(): void {
    const { fen } = this.model;
    if (!this.#engine || this.#busy || this.#closed || fen === this.#looking) return;
    this.#looking = fen;
    this.#engine.stop();
    if (this.model.rules?.moves(fen).length === 0) {
      fill(this.#lines);
      this.#state.textContent = "No moves: the game is over here.";
      this.onBest(null, null);
      return;
    }
    void this.#search(fen);
  }

  async #search(fen: string): Promise<void> {
    const found: EngineLine[] = [];
    try {
      await this.#engine!.search({ fen }, { movetime: LOOK_MS }, (line) => {
        if (this.#looking !== fen || line.bound !== "exact") return;
        found[line.multipv - 1] = line;
        this.#show(fen, found);
      });
      if (this.#looking === fen && found[0]) this.#state.textContent = this.#describe(found[0], "done");
    } catch (error) {
      if (!this.#closed) this.#state.textContent = messageOf(error);
    }
  }

  #describe(line: EngineLine, more: string): string {
    return `Rookery, depth ${line.depth}, ${format.number(Math.round(line.nps / 1000))} k positions a second${more ? ", " + more : ""}`;
  }

  #show(fen: string, found: EngineLine[]): void {
    const side = turnOf(fen);
    fill(this.#lines, ...found.filter(Boolean).map((line) => h("li", {},
      h("button", { type: "button", class: "engine-line", title: "Play the first move of this line", onclick: () => this.model.tryOut(line.pv[0]!) },
        h("span", { class: "engine-score" }, format.score(forWhite(line.score, side))),
        h("span", { class: "engine-pv" }, this.model.rules?.line(fen, line.pv.slice(0, 12)) ?? line.pv.join(" "))))));
    const best = found[0];
    if (!best) return;
    this.#state.textContent = this.#describe(best, "");
    this.onBest(best.pv[0] ?? null, forWhite(best.score, side));
  }

  // ---- The whole game ---------------------------------------------------------------------------------------------

  async #analyseGame(): Promise<void> {
    const { model } = this, engine = this.#engine, total = model.game.moves.length;
    if (!engine || this.#busy) return;
    this.#busy = this.#whole.disabled = true;
    engine.stop();
    const progress = h("progress", { max: total + 1, value: 0 }), left = h("span", { class: "quiet" });
    fill(this.#verdict, progress, left);
    const scores: (Score | null)[] = [], began = performance.now();
    try {
      await engine.configure({ ...this.#variant, multiPV: 1 });
      for (let ply = 0; ply <= total && !this.#closed; ply++) {
        scores.push(await this.#scoreOf(engine, model.fenAt(ply), ply === total));
        progress.value = ply + 1;
        left.textContent = `${ply + 1} of ${total + 1} positions, ${format.duration((performance.now() - began) / (ply + 1) * (total - ply))} left`;
      }
      if (!this.#closed) this.#conclude(scores);
      await engine.configure({ ...this.#variant, multiPV: LINES });
    } catch (error) {
      if (!this.#closed) fill(this.#verdict, h("p", { class: "problem" }, messageOf(error)));
    }
    this.#busy = this.#whole.disabled = false;
    this.#looking = "";
    this.#look();
  }

  /** For White. The last position counts by the result when the game ended on the board. */
  async #scoreOf(engine: Engine, fen: string, last: boolean): Promise<Score | null> {
    if (this.model.rules?.moves(fen).length === 0) {
      const { result } = this.model.game;
      return last ? { cp: result === "1-0" ? 1000 : result === "0-1" ? -1000 : 0 } : null;
    }
    const { lines } = await engine.search({ fen }, { movetime: GAME_MS });
    return lines[0] ? forWhite(lines[0].score, turnOf(fen)) : null;
  }

  #conclude(scores: (Score | null)[]): void {
    const marks = new Map<number, Judgement>(), accuracies: Record<Color, number[]> = { white: [], black: [] };
    for (let ply = 1; ply < scores.length; ply++) {
      const [before, after] = [scores[ply - 1], scores[ply]], side = this.model.moverOf(ply);
      if (!before || !after) continue;
      const chances = [before, after].map((score) => winChance(forWhite(score, side))) as [number, number];
      const mark = judge(...chances);
      if (mark) marks.set(ply, mark);
      accuracies[side].push(moveAccuracy(...chances));
    }
    const mean = (values: number[]): number | null => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null);
    const accuracy = { white: mean(accuracies.white), black: mean(accuracies.black) };
    this.#showVerdict(marks, accuracy);
    this.onVerdict({ scores: scores.map((score) => (score ? pawns(score) : null)), marks, accuracy });
  }

  #showVerdict(marks: Map<number, Judgement>, accuracy: Record<Color, number | null>): void {
    const counted = (color: Color, mark: Judgement): number =>
      [...marks].filter(([ply, found]) => found === mark && this.model.moverOf(ply) === color).length;
    const row = (color: Color): HTMLElement => h("tr", {}, h("td", {}, format.playerName(this.model.game[color])),
      h("td", { class: "number" }, accuracy[color] === null ? "–" : `${accuracy[color].toFixed(1)} %`),
      ...(Object.keys(JUDGEMENT_NAMES) as Judgement[]).map((mark) => h("td", { class: "number" }, counted(color, mark))));
    fill(this.#verdict, h("table", { class: "table" }, h("thead", {}, h("tr", {}, h("th", {}, "Player"), h("th", { class: "number" }, "Accuracy"),
      ...(Object.entries(JUDGEMENT_NAMES)).map(([mark, name]) => h("th", { class: "number", title: name }, mark)))),
    h("tbody", {}, row("white"), row("black"))));
  }
}
