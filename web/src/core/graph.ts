/*
 * Graphs, drawn by uPlot, in the colours of the style sheet. Loaded when the first one is wanted.
 */
import type uPlotClass from "uplot";
import { h } from "./dom";
import { themeChanged } from "./settings";

export interface Series {
  label: string;
  /** A custom property of the style sheet: "--accent". */
  color: string;
  kind?: "line" | "area" | "bars" | "band";
  /** How the legend writes a value. */
  write: (value: number) => string;
}

export interface GraphOptions {
  label: string;
  x: number[];
  /** Series of the same length as x; null where there is no value. */
  y: (number | null)[][];
  series: Series[];
  writeX: (value: number) => string;
  /** What x is called in the legend. */
  nameX?: string;
  writeY?: (value: number) => string;
  time?: boolean;
  height?: number;
  /** What y shows at least. */
  range?: [number, number];
  /** Between two series, by number (the first is 0): the doubt around a rating. */
  band?: [number, number];
  pick?: (index: number) => void;
}

const load = (): Promise<typeof uPlotClass> =>
  Promise.all([import("uplot"), import("uplot/dist/uPlot.min.css")]).then(([module]) => module.default);

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class Graph {
  readonly element: HTMLElement;
  #plot: uPlotClass | null = null;
  #options: GraphOptions;
  #mark: number | null = null;
  #maker: Promise<typeof uPlotClass> | null = null;
  readonly #resize = new ResizeObserver(() => this.#fit());
  readonly #theme = (): void => void this.#make();

  constructor(options: GraphOptions) {
    this.#options = options;
    this.element = h("div", { class: "graph", role: "img", "aria-label": options.label });
    this.element.style.minHeight = `${(options.height ?? 150) + 28}px`;
    this.#resize.observe(this.element);
    themeChanged.addEventListener("change", this.#theme);
    void this.#make();
  }

  /** New values; the graph stays. */
  set(x: number[], y: (number | null)[][]): void {
    this.#options = { ...this.#options, x, y };
    this.#plot?.setData([x, ...y] as uPlotClass.AlignedData);
  }

  /** A line at an x: the move that is on the board. */
  mark(x: number | null): void {
    if (this.#mark === x) return;
    this.#mark = x;
    this.#plot?.redraw(false);
  }

  destroy(): void {
    this.#resize.disconnect();
    themeChanged.removeEventListener("change", this.#theme);
    this.#plot?.destroy();
    this.#plot = null;
  }

  #fit(): void {
    const width = this.element.clientWidth;
    if (width > 0 && !this.#plot) void this.#make();
    else if (width > 0 && this.#plot && this.#plot.width !== width) this.#plot.setSize({ width, height: this.#options.height ?? 150 });
  }

  async #make(): Promise<void> {
    const Plot = await (this.#maker ??= load());
    const width = this.element.clientWidth;
    if (width === 0 || !this.element.isConnected) return;
    this.#plot?.destroy();
    const { x, y } = this.#options;
    this.#plot = new Plot(this.#describe(width, Plot), [x, ...y] as uPlotClass.AlignedData, this.element);
  }

  #describe(width: number, Plot: typeof uPlotClass): uPlotClass.Options {
    const { series, writeX, writeY, nameX = "Move", time = false, height = 150, range, band, pick } = this.#options;
    const axis = { stroke: token("--quiet"), font: "12px " + token("--sans"), grid: { stroke: token("--line"), width: 1 }, ticks: { show: false } };
    return {
      width, height, padding: [8, 8, 0, 0],
      scales: { x: { time }, y: range ? { range: (_: unknown, least: number, most: number) => [Math.min(range[0], least ?? range[0]), Math.max(range[1], most ?? range[1])] as [number, number] } : {} },
      axes: [
        { ...axis, grid: { show: false }, size: 22, gap: 2, ...(time ? {} : { values: (_: unknown, ticks: number[]) => ticks.map((tick) => (Number.isInteger(tick) ? writeX(tick) : "")) }) },
        { ...axis, size: 52, gap: 4, ...(writeY ? { values: (_: unknown, ticks: number[]) => ticks.map(writeY) } : {}) },
      ],
      series: [{ label: nameX, value: (_: unknown, value: number | null) => (value === null ? "" : writeX(value)) },
        ...series.map((one) => this.#series(one, Plot))],
      ...(band ? { bands: [{ series: [band[1] + 1, band[0] + 1] as [number, number], fill: token("--accent-soft") }] } : {}),
      cursor: { y: false, points: { size: 6 }, drag: { x: false, y: false } },
      legend: { live: true },
      hooks: {
        draw: [(plot: uPlotClass) => this.#drawMark(plot)],
        ready: [(plot: uPlotClass) => {
          if (!pick) return;
          plot.over.classList.add("pickable");
          plot.over.addEventListener("click", () => { if (plot.cursor.idx !== null && plot.cursor.idx !== undefined) pick(plot.cursor.idx); });
        }],
      },
    } as uPlotClass.Options;
  }

  #series(one: Series, Plot: typeof uPlotClass): Record<string, unknown> {
    const color = token(one.color), base = {
      label: one.label, stroke: color, width: 1.75, points: { show: false }, spanGaps: true,
      value: (_: unknown, value: number | null) => (value === null || value === undefined ? "–" : one.write(value)),
    };
    if (one.kind === "bars")
      return { ...base, width: 0, fill: color, paths: Plot.paths.bars!({ size: [0.8, 14] }) };
    if (one.kind === "area") return { ...base, fill: color + "2e", fillTo: 0 };
    if (one.kind === "band") return { ...base, width: 0, stroke: "transparent" };
    return base;
  }

  #drawMark(plot: uPlotClass): void {
    if (this.#mark === null) return;
    const { ctx, bbox } = plot, x = Math.round(plot.valToPos(this.#mark, "x", true));
    ctx.save();
    ctx.strokeStyle = token("--alarm");
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }
}
