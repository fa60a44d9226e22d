/*
 * All bots, searched by name, and the way to add one.
 */
import { type Bot, get, part } from "../core/api";
import { fill, h } from "../core/dom";
import * as format from "../core/format";
import { emptyState, segments, table } from "../core/lists";
import type { Page } from "../core/router";
import { currentAccount, isSignedIn } from "../core/session";
import { uploadForm } from "../bots/upload";

const PAGE = 100;

export const LANGUAGES: Record<string, string> = { python: "Python", javascript: "JavaScript" };

export function statusTag(status: string): HTMLElement | null {
  if (status === "accepted") return null;
  return h("span", { class: status === "refused" ? "tag bad" : "tag" }, status === "checking" ? "being checked" : status);
}

class Bots {
  readonly element = h("div", { class: "page" });
  readonly #box = h("div");
  readonly #more = h("button", { type: "button", hidden: true }, "Show more");
  readonly #search = h("input", { type: "search", placeholder: "Search bots", "aria-label": "Search bots by name", maxlength: 30 });
  readonly #upload = h("div");
  #rows: Bot[] = [];
  #mine = false;
  #asked = 0;
  #timer = 0;

  constructor(private readonly signedIn: boolean) {
    const open = h("button", { type: "button", class: "primary", onclick: () => this.openUpload() }, "Upload a bot");
    this.element.append(h("div", { class: "page-head" }, h("h1", {}, "Bots"), open), this.#upload,
      h("div", { class: "row" }, h("div", { class: "search-field" }, this.#search),
        signedIn ? segments<"all" | "mine">("Whose bots", [["all", "Everybody's"], ["mine", "Mine"]], "all", (whose) => { this.#mine = whose === "mine"; void this.#load(); }) : null),
      this.#box, h("div", { class: "row" }, this.#more));
    this.#more.addEventListener("click", () => void this.#load(this.#rows.length));
    this.#search.addEventListener("input", () => { clearTimeout(this.#timer); this.#timer = window.setTimeout(() => void this.#load(), 150); });
    if (location.hash === "#search") setTimeout(() => this.#search.focus());
    if (location.hash === "#upload") this.openUpload();
  }

  openUpload(): void {
    if (this.#upload.firstChild) return;
    fill(this.#upload, this.signedIn ? uploadForm(null) : emptyState("Sign in to upload a bot: it is yours to change, and only you see its source and logs.",
      h("a", { class: "button primary", href: "/account?next=/bots%23upload" }, "Sign in or sign up")));
  }

  async start(): Promise<this> {
    await this.#load();
    return this;
  }

  async #load(offset = 0): Promise<void> {
    const mine = ++this.#asked;
    const { bots } = await get<{ bots: Bot[] }>(`bots?limit=${PAGE}&offset=${offset}&search=${part(this.#search.value.trim())}${this.#mine ? "&mine=1" : ""}`);
    if (mine !== this.#asked) return;
    this.#rows = offset > 0 ? [...this.#rows, ...bots] : bots;
    this.#more.hidden = bots.length < PAGE;
    this.#draw();
  }

  #draw(): void {
    if (this.#rows.length === 0) {
      const text = this.#search.value.trim() ? "No bot has such a name." : this.#mine ? "You have no bot yet. Fifteen lines are enough for one that plays." : "There are no bots yet. Be the first.";
      fill(this.#box, emptyState(text, h("a", { class: "button", href: "/write" }, "How to write a bot")));
      return;
    }
    fill(this.#box, table<Bot>([
      { title: "Name", cell: (bot) => h("span", { class: "row" }, h("a", { href: `/bots/${part(bot.name)}` }, bot.name), statusTag(bot.newest.status)) },
      { title: "Language", wide: true, cell: (bot) => LANGUAGES[bot.language] ?? bot.language },
      { title: "Class", cell: (bot) => bot.class ?? bot.newest.class },
      { title: "Author", cell: (bot) => bot.owner },
      { title: "Version", number: true, wide: true, cell: (bot) => bot.version ?? "–" },
      { title: "Since", wide: true, cell: (bot) => format.when(bot.created_at) },
      { title: "", cell: (bot) => (bot.version ? h("a", { href: `/play?opponent=${part(bot.name)}` }, "Play") : null) },
    ], this.#rows, "Bots"));
  }
}

export async function make(): Promise<Page> {
  const page = await new Bots(isSignedIn(await currentAccount())).start();
  return { title: "Bots", element: page.element, menu: "/bots" };
}
