/*
 * All tournaments, and making one.
 */
import { get } from "../core/api";
import { variantTitle } from "../chess/variants";
import { fill, h } from "../core/dom";
import * as format from "../core/format";
import { emptyState, table } from "../core/lists";
import type { Page } from "../core/router";
import { currentAccount, isSignedIn } from "../core/session";
import { createForm } from "../tournament/create";
import { KINDS, STATUSES, type TournamentRow } from "../tournament/types";

export async function make(): Promise<Page> {
  const [account, { tournaments }] = await Promise.all([currentAccount(), get<{ tournaments: TournamentRow[] }>("tournaments?limit=200")]);
  const panel = h("div"), open = (): void => fill(panel, panel.firstChild ? null : isSignedIn(account) ? h("section", { class: "section check-box" }, h("h2", {}, "New tournament"), createForm())
    : emptyState("Sign in to organise a tournament.", h("a", { class: "button primary", href: "/account?next=/tournaments" }, "Sign in or sign up")));
  const list = tournaments.length === 0 ? emptyState("No tournament has been held yet.", h("button", { type: "button", class: "primary", onclick: open }, "Make the first one"))
    : table<TournamentRow>([
      { title: "Name", cell: (row) => h("a", { href: `/tournaments/${row.id}` }, row.name) }, { title: "Kind", wide: true, cell: (row) => KINDS[row.kind] ?? row.kind },
      { title: "Variant", wide: true, cell: (row) => variantTitle(row.variant) }, { title: "Clock", wide: true, cell: (row) => format.timeControl(row.clock) },
      { title: "State", cell: (row) => h("span", { class: row.status === "running" || row.status === "open" ? "good" : "quiet" }, STATUSES[row.status] ?? row.status) },
      { title: "Games", number: true, cell: (row) => `${format.number(row.games_played)} of ${format.number(row.games)}` }, { title: "Winner", wide: true, cell: (row) => row.winner?.name ?? "" },
      { title: "Made", wide: true, cell: (row) => format.when(row.created_at) },
    ], tournaments, "Tournaments");
  if (location.hash === "#new") open();
  return { title: "Tournaments", menu: "/tournaments", element: h("div", { class: "page" },
    h("div", { class: "page-head" }, h("h1", {}, "Tournaments"), h("button", { type: "button", class: "primary", onclick: open }, "New tournament")), panel, list) };
}
