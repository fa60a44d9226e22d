/*
 * What is around every page: the menu, who is signed in, the theme, the connection, the list of keys.
 */
import type { Account } from "./api";
import { fill, h, svg } from "./dom";
import { onConnection } from "./events";
import { currentPage, go, type Page } from "./router";
import { isSignedIn, onAccount } from "./session";
import { applyTheme, isDark, setTheme } from "./settings";

const MENU: [string, string][] = [
  ["/play", "Play"], ["/bots", "Bots"], ["/leaderboards", "Leaderboards"], ["/tournaments", "Tournaments"], ["/write", "Write a bot"],
];

const KEYS: [string, string][] = [["/", "search bots"], ["t", "dark or light"], ["?", "this list"]];

function brand(): HTMLElement {
  return h("a", { class: "brand", href: "/", "aria-label": "Rookery, home" }, svg("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" },
    svg("path", { d: "M11 6h5.5v4h4V6h7v4h4V6H37v10l-4.5 4 1.5 14h4v8H10v-8h4l1.5-14L11 16z" })), "Rookery");
}

function sunAndMoon(): SVGSVGElement {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" },
    svg("path", { d: "M12 3a9 9 0 1 0 0 18z" }), svg("circle", { cx: 12, cy: 12, r: 9, fill: "none", stroke: "currentColor", "stroke-width": 2 }));
}

function who(account: Account | null): HTMLElement[] {
  if (!isSignedIn(account)) return [h("a", { class: "button small", href: "/account" }, "Sign in")];
  const own = h("a", { class: "account-link", href: "/account" }, account!.name);
  return account!.kind === "admin" ? [h("a", { href: "/admin" }, "Admin"), own] : [own];
}

function showKeys(): void {
  const page = currentPage()?.keys ?? [];
  const list = h("dl", { class: "keys" }, ...[...page, ...KEYS].flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)]));
  const dialog = h("dialog", { class: "panel", "aria-label": "Keys" }, h("h2", {}, "Keys"), list,
    h("form", { method: "dialog" }, h("button", { type: "submit" }, "Close")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, dialog, [contenteditable]") !== null;

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (currentPage()?.key?.(event)) event.preventDefault();
  else if (event.key === "?") showKeys();
  else if (event.key === "t") setTheme(isDark() ? "light" : "dark");
  else if (event.key === "/") {
    event.preventDefault();
    const search = document.querySelector<HTMLInputElement>("main input[type=search]");
    if (search) search.focus();
    else go("/bots#search");
  }
}

export interface Shell { main: HTMLElement; shown(page: Page): void }

export function buildShell(): Shell {
  const links = MENU.map(([href, text]) => h("a", { href }, text));
  const account = h("div", { class: "who-box" }), main = h("main", { id: "main", tabindex: -1 });
  const connection = h("p", { class: "connection", role: "status", hidden: true }, "Connection lost. Trying again.");
  const theme = h("button", { type: "button", class: "plain icon-button", "aria-label": "Dark or light", title: "Dark or light (t)",
    onclick: () => setTheme(isDark() ? "light" : "dark") }, sunAndMoon());
  const header = h("header", { class: "top" }, brand(), h("nav", { "aria-label": "Pages" }, ...links), theme, account);
  const footer = h("footer", { class: "bottom" }, h("span", {}, "Rookery, a chess-bot arena"),
    h("button", { type: "button", class: "plain", onclick: showKeys }, "Keys"));
  document.body.prepend(h("a", { class: "skip", href: "#main" }, "To the content"), header, connection, main, footer);
  onAccount((found) => fill(account, ...who(found)));
  onConnection((lost) => { connection.hidden = !lost; });
  document.addEventListener("keydown", onKey);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
  return { main, shown: (page) => links.forEach((link) => {
    const here = link.getAttribute("href") === page.menu;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    if (here) link.parentElement?.scrollTo({ left: link.offsetLeft - 40 }); // on a phone the menu scrolls
  }) };
}
