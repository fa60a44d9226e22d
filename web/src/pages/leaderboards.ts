/*
 * Who is how strong: by variant, size class and kind of player.
 */
import { get, part, type Ranked } from "../core/api";
import { fill, h, svg } from "../core/dom";
import * as format from "../core/format";
import { type Column, emptyState, ratingCell, segments, table, variantSelect } from "../core/lists";
import type { Page } from "../core/router";
import { currentAccount } from "../core/session";
import { variantTitle } from "../chess/variants";

const PAGE = 100;

type SizeClass = "" | "Fifteen" | "Mini" | "Open";
type Kind = "bots" | "people" | "all";

/** How sure a rating is, on the scale of the table: a bar from least to most, a dot where it stands. */
function doubt(row: Ranked, least: number, most: number): SVGSVGElement {
  const width = 120, place = (value: number): number => 4 + ((Math.max(least, Math.min(most, value)) - least) / (most - least || 1)) * (width - 8);
  const { value, error } = row.rating;
  return svg("svg", { class: "range", viewBox: `0 0 ${width} 14`, role: "img", "aria-label": `from ${value - error} to ${value + error}` },
    svg("line", { class: "range-line", x1: place(value - error), x2: place(value + error), y1: 7, y2: 7 }), svg("circle", { class: "range-dot", cx: place(value), cy: 7, r: 3.5 }));
}

class Leaderboards {
  readonly element = h("div", { class: "page" });
  readonly #box = h("div", { class: "section" });
  readonly #more = h("button", { type: "button", hidden: true }, "Show more");
  readonly #search = h("input", { type: "search", placeholder: "Search by name", "aria-label": "Search by name", maxlength: 40 });
  #rows: Ranked[] = [];
  #variant: string; #class: SizeClass; #kind: Kind;
  #asked = 0;
  #timer = 0;

  constructor(private readonly own: string | null) {
    const query = new URLSearchParams(location.search);
    this.#variant = query.get("variant") ?? "standard";
    this.#class = (query.get("class") as SizeClass | null) ?? "";
    this.#kind = (query.get("kind") as Kind | null) ?? "bots";
    this.element.append(h("h1", {}, "Leaderboards"),
      h("div", { class: "row end filters" }, variantSelect(this.#variant, (variant) => { this.#variant = variant; void this.#load(); }),
        h("div", { class: "field" }, "Who", segments<Kind>("Who", [["bots", "Bots"], ["people", "People"], ["all", "Both"]], this.#kind, (kind) => { this.#kind = kind; void this.#load(); })),
        h("div", { class: "field" }, "Size class", segments<SizeClass>("Size class", [["", "All"], ["Fifteen", "Fifteen"], ["Mini", "Mini"], ["Open", "Open"]], this.#class, (size) => { this.#class = size; void this.#load(); })),
        h("div", { class: "field search-field" }, "Search", this.#search)),
      this.#box, h("div", { class: "row" }, this.#more),
      h("p", { class: "quiet lead" }, "Everybody starts at 200. The true rating lies within ± with 95 %; ",
        h("span", { class: "prov" }, "prov"), " marks the first 20 rated games, in which ratings move faster. The levels of the engine are fixed points on the same scale."));
    this.#more.addEventListener("click", () => void this.#load(this.#rows.length));
    this.#search.addEventListener("input", () => { clearTimeout(this.#timer); this.#timer = window.setTimeout(() => void this.#load(), 200); });
  }

  async start(): Promise<this> {
    await this.#load();
    return this;
  }

  async #load(offset = 0): Promise<void> {
    const mine = ++this.#asked, size = this.#class && this.#kind === "bots" ? `&class=${this.#class}` : "";
    const search = this.#search.value.trim();
    const { players } = await get<{ players: Ranked[] }>(
      `leaderboard?variant=${this.#variant}&kind=${this.#kind}${size}&limit=${PAGE}&offset=${offset}${search ? `&search=${part(search)}` : ""}`);
    if (mine !== this.#asked) return;
    this.#rows = offset > 0 ? [...this.#rows, ...players] : players;
    this.#more.hidden = players.length < PAGE;
    const query = new URLSearchParams();
    if (this.#variant !== "standard") query.set("variant", this.#variant);
    if (this.#class) query.set("class", this.#class);
    if (this.#kind !== "bots") query.set("kind", this.#kind);
    history.replaceState(null, "", location.pathname + (query.size > 0 ? "?" + query.toString() : ""));
    this.#draw();
  }

  #draw(): void {
    if (this.#rows.length === 0) {
      const what = this.#search.value.trim() ? "Nobody of this name is here." : `No rated game of ${variantTitle(this.#variant)} has been played here yet.`;
      fill(this.#box, emptyState(what, h("a", { class: "button", href: `/play?variant=${this.#variant}` }, "Play one")));
      return;
    }
    const least = Math.min(...this.#rows.map((row) => row.rating.value)) - 60, most = Math.max(...this.#rows.map((row) => row.rating.value)) + 60;
    const bots = this.#kind !== "people", columns: Column<Ranked>[] = [
      { title: "#", number: true, cell: (row) => row.rank },
      { title: "Name", cell: (row) => (row.owner || row.class ? h("a", { href: `/bots/${part(row.name)}` }, row.name) : row.name) },
      ...(bots ? [{ title: "Class", wide: true, cell: (row) => row.class ?? "" }, { title: "Author", wide: true, cell: (row) => row.owner ?? "" }] satisfies Column<Ranked>[] : []),
      { title: "Rating", number: true, cell: (row) => ratingCell(row.rating) },
      { title: "", wide: true, cell: (row) => doubt(row, least, most) },
      { title: "Won", number: true, wide: true, cell: (row) => format.number(row.wins) },
      { title: "Drawn", number: true, wide: true, cell: (row) => format.number(row.draws) },
      { title: "Lost", number: true, wide: true, cell: (row) => format.number(row.losses) },
      { title: "Games", number: true, cell: (row) => format.number(row.rating.games) },
    ];
    fill(this.#box, table(columns, this.#rows, `Leaderboard of ${variantTitle(this.#variant)}`, (row) => (row.name === this.own || row.owner === this.own ? "self" : null)));
  }
}

export async function make(): Promise<Page> {
  const account = await currentAccount();
  const page = await new Leaderboards(account && account.kind !== "guest" ? account.name : null).start();
  return { title: "Leaderboards", element: page.element, menu: "/leaderboards" };
}
