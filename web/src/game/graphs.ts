/*
 * What the moves of a game tell beside themselves: evaluations, time, nodes, as graphs and as a table.
 */
import type { PlayedMove } from "../core/api";
import { h } from "../core/dom";
import * as format from "../core/format";
import { Graph } from "../core/graph";
import { forWhite, pawns } from "./judge";
import type { GameModel } from "./model";

type Kind = "evaluation" | "time" | "nodes" | "memory" | "table";
const TITLES: Record<Kind, string> = { evaluation: "Evaluation", time: "Time", nodes: "Nodes", memory: "Memory", table: "Table" };
/** What is one number of every move. */
const NUMBERS: Partial<Record<Kind, (move: PlayedMove) => number | undefined>> = {
  time: (move) => (move.time_ms === undefined ? undefined : move.time_ms / 1000), nodes: (move) => move.nodes || undefined, memory: (move) => move.memory_bytes,
};

export class GameGraphs {
  readonly #tabs = h("div", { class: "segments", role: "group", "aria-label": "What to show of the moves" });
  readonly #box = h("div", { class: "graph-box" });
  readonly element = h("section", { class: "section graphs", "aria-label": "Graphs" }, this.#tabs, this.#box);
  #kind: Kind = "evaluation";
  #graph: Graph | null = null;
  #engine: (number | null)[] | null = null;

  constructor(private readonly model: GameModel) {
    for (const kind of Object.keys(TITLES) as Kind[])
      this.#tabs.append(h("button", { type: "button", class: "small", "data-kind": kind, onclick: () => this.#choose(kind) }, TITLES[kind]));
    model.listen((change) => {
      if (change === "shown") this.#mark();
      else this.update();
      if (change === "over") this.#setPlaying();
    });
    this.#choose(this.#playing ? "time" : "evaluation");
    this.#setPlaying();
  }

  /** Whoever plays does not see what the opponent thinks. */
  get #playing(): boolean {
    return this.model.running && this.model.game.you !== null;
  }

  #setPlaying(): void {
    this.#tabs.hidden = this.#playing;
    if (!this.#playing && this.#kind === "time") this.#choose("evaluation");
  }

  /** Evaluations of the engine for White after each move, the start first; they go before those that the players told. */
  analysed(scores: (number | null)[]): void {
    this.#engine = scores;
    if (this.#kind === "evaluation") this.#choose("evaluation");
  }

  destroy(): void {
    this.#graph?.destroy();
  }

  #choose(kind: Kind): void {
    this.#kind = kind;
    for (const button of this.#tabs.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset["kind"] === kind));
    this.#graph?.destroy();
    this.#graph = null;
    this.#box.replaceChildren();
    if (kind === "table") this.#box.append(this.#table());
    else this.#box.append(this.#has(kind) ? this.#makeGraph(kind).element : this.#empty(kind));
    this.#mark();
  }

  #has(kind: Kind): boolean {
    const { moves } = this.model.game;
    if (kind === "evaluation") return this.#engine !== null || moves.some((move) => move.score);
    return moves.some((move) => NUMBERS[kind]?.(move) !== undefined);
  }

  #empty(kind: Kind): HTMLElement {
    const text = this.model.game.moves.length === 0 ? "No move has been made yet."
      : kind === "evaluation" ? "These players do not tell what they think of their positions. The analysis does."
        : kind === "nodes" ? "These players do not tell how many positions they look at." : kind === "memory" ? "Only the memory of bots is measured." : "No times were kept.";
    return h("p", { class: "graph-empty quiet" }, text);
  }

  #values(kind: Kind): { x: number[]; y: (number | null)[][] } {
    const { model } = this, { moves } = model.game;
    const x = moves.map((_, index) => index + 1);
    if (kind === "evaluation") {
      if (this.#engine) return { x: this.#engine.map((_, index) => index), y: [this.#engine] };
      const of = (color: "white" | "black"): (number | null)[] => moves.map((move, index) =>
        move.score && model.moverOf(index + 1) === color ? pawns(forWhite(move.score, color)) : null);
      return { x, y: [of("white"), of("black")] };
    }
    const of = (color: "white" | "black"): (number | null)[] =>
      moves.map((move, index) => (model.moverOf(index + 1) === color ? NUMBERS[kind]?.(move) ?? null : null));
    return { x, y: [of("white"), of("black")] };
  }

  #makeGraph(kind: Kind): Graph {
    const { x, y } = this.#values(kind), { white, black } = this.model.game;
    const names = [format.playerName(white), format.playerName(black)];
    const write = kind === "evaluation" ? (value: number): string => format.score({ cp: Math.round(value * 100) })
      : kind === "time" ? (value: number): string => format.duration(value * 1000) : kind === "memory" ? format.bytes : format.number;
    const drawn = kind === "evaluation" || kind === "memory" ? "line" as const : "bars" as const;
    const series = this.#engine && kind === "evaluation" ? [{ label: "Engine", color: "--accent", kind: "area" as const, write }]
      : [{ label: names[0]!, color: "--series-white", kind: drawn, write }, { label: names[1]!, color: "--series-black", kind: drawn, write }];
    return this.#graph = new Graph({
      label: `${TITLES[kind]} by move`, x, y, series, writeX: (ply) => this.#moveName(ply),
      writeY: kind === "evaluation" ? (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0")
        : kind === "time" ? (value) => `${value} s` : kind === "memory" ? format.bytes : (value) => (value >= 1e6 ? `${value / 1e6} M` : value >= 1e3 ? `${value / 1e3} k` : String(value)),
      ...(kind === "evaluation" ? { range: [-1, 1] as [number, number] } : kind === "memory" ? { range: [0, 1] as [number, number] } : {}),
      pick: (index) => this.model.show(this.#engine && kind === "evaluation" ? index : index + 1),
    });
  }

  #moveName(ply: number): string {
    const index = ply - 1 + (this.model.firstMover === "black" ? 1 : 0);
    return ply < 1 ? "start" : index % 2 === 0 ? `${index / 2 + 1}.` : `${Math.floor(index / 2) + 1}…`;
  }

  update(): void {
    if (this.#kind !== "table" && this.#graph && this.#has(this.#kind)) {
      const { x, y } = this.#values(this.#kind);
      this.#graph.set(x, y);
      this.#mark();
    } else if (this.#kind === "table" || this.#has(this.#kind) !== (this.#graph !== null)) {
      this.#choose(this.#kind);
    }
  }

  #mark(): void {
    this.#graph?.mark(this.model.shown > 0 ? this.model.shown : null);
    for (const row of this.#box.querySelectorAll<HTMLElement>("tr[data-ply]"))
      row.toggleAttribute("aria-current", Number(row.dataset["ply"]) === this.model.shown);
  }

  #table(): HTMLElement {
    const { model } = this, cell = (text: string): HTMLElement => h("td", { class: "number" }, text);
    const rows = model.game.moves.map((move, index) => h("tr", { "data-ply": index + 1, onclick: () => model.show(index + 1) },
      h("td", { class: "number quiet" }, this.#moveName(index + 1)), h("td", {}, move.san ?? move.uci),
      cell(move.time_ms === undefined ? "" : format.duration(move.time_ms)), cell(move.clock_ms === undefined ? "" : format.clock(move.clock_ms)),
      cell(move.score ? format.score(forWhite(move.score, model.moverOf(index + 1))) : ""), cell(move.depth ? String(move.depth) : ""),
      cell(move.nodes ? format.number(move.nodes) : ""), cell(move.memory_bytes ? format.bytes(move.memory_bytes) : "")));
    if (rows.length === 0) return this.#empty("table");
    return h("div", { class: "table-box low", tabindex: 0 }, h("table", { class: "table clickable" }, h("thead", {}, h("tr", {},
      h("th", { class: "number" }, "#"), h("th", {}, "Move"), ...["Time", "Clock", "Eval", "Depth", "Nodes", "Memory"].map((title) => h("th", { class: "number" }, title)))),
    h("tbody", {}, ...rows)));
  }
}
