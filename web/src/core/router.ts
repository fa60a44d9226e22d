/*
 * Which page an address shows. Pages are loaded when they are first opened; links of this site do not load the document anew.
 */
import { fill, h } from "./dom";
import { messageOf, Refusal } from "./api";

export interface Page {
  element: HTMLElement;
  title: string;
  /** Ends what the page has going: streams, timers. */
  leave?: () => void;
  /** Keys of the page; true when the key was one of them. */
  key?: (event: KeyboardEvent) => boolean;
  /** What the list of keys says of them. */
  keys?: [string, string][];
  /** The entry of the menu that the page belongs to. */
  menu?: string;
}

export type PageMaker = (words: string[]) => Page | Promise<Page>;
export interface Route { pattern: RegExp; load: () => Promise<{ make: PageMaker }> }

let routes: Route[] = [];
let current: Page | null = null;
let visit = 0;
let host: HTMLElement;
let onPage: (page: Page) => void = () => {};

export const currentPage = (): Page | null => current;

export function startRouter(element: HTMLElement, known: Route[], shown: (page: Page) => void): void {
  [host, routes, onPage] = [element, known, shown];
  addEventListener("popstate", () => void show());
  document.addEventListener("click", onClick);
  void show();
}

export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  scrollTo(0, 0);
  void show();
}

function onClick(event: MouseEvent): void {
  const anchor = (event.target as Element).closest?.("a");
  if (!anchor || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (anchor.origin !== location.origin || anchor.target !== "" || anchor.hasAttribute("download") || anchor.pathname.startsWith("/api/")) return;
  if (anchor.pathname === location.pathname && anchor.hash !== "") return;
  event.preventDefault();
  go(anchor.pathname + anchor.search + anchor.hash);
}

function notice(title: string, text: string): Page {
  return { title, element: h("div", { class: "notice" }, h("h1", {}, title), h("p", {}, text), h("p", {}, h("a", { href: "/" }, "To the games"))) };
}

async function makePage(): Promise<Page> {
  for (const { pattern, load } of routes) {
    const words = pattern.exec(location.pathname);
    if (words) return (await load()).make(words.slice(1).map((word) => decodeURIComponent(word ?? "")));
  }
  return notice("There is no such page", "The address may have been mistyped, or what it showed is gone.");
}

/** Data that takes longer than this shows that it is being waited for. */
const PATIENCE_MS = 300;

async function show(): Promise<void> {
  const mine = ++visit;
  const waiting = setTimeout(() => { if (mine === visit) host.setAttribute("aria-busy", "true"); }, PATIENCE_MS);
  let page: Page;
  try {
    page = await makePage();
  } catch (error) {
    if (!(error instanceof Refusal)) console.error(error);
    page = notice("This page cannot be shown", error instanceof Refusal ? messageOf(error) : "Something in it is not as expected. Loading it anew may help; if not, tell whoever runs this arena.");
  }
  clearTimeout(waiting);
  if (mine !== visit) {
    page.leave?.();
    return;
  }
  current?.leave?.();
  current = page;
  host.removeAttribute("aria-busy");
  document.title = page.title === "" ? "Rookery" : `${page.title} · Rookery`;
  fill(host, page.element);
  onPage(page);
}
