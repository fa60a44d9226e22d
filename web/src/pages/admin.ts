/*
 * Administration: how the server fares, its settings, the accounts.
 */
import { ask, get, messageOf, part } from "../core/api";
import { ClockChoice } from "../core/clocks";
import { fill, h } from "../core/dom";
import * as format from "../core/format";
import { type Column, emptyState, table } from "../core/lists";
import type { Page } from "../core/router";
import { currentAccount } from "../core/session";
import { notify } from "../core/spoken";

interface State {
  accounts: number; guests: number; bots: number; games: Record<string, number>; database_bytes: number; disk_free_bytes: number; listeners: number; version: string; uptime_ms: number;
  settings: { league: boolean; league_clock: string; sign_up: boolean }; problem: string | null;
}
interface Suspect { bot: number; name: string; kind: string }
interface Suspicion { players: [Suspect, Suspect]; variant: string; games: number; points: number; expected: number; same_owner: boolean; only_company: boolean }
interface Person { name: string; kind: string; created_at: number; disabled: boolean; bots: number; games: number }

const PAGE = 50;
/** What is offered while there is no league. */
const LEAGUE_CLOCK = "10+0.1";

class Admin {
  readonly element = h("div", { class: "page" });
  readonly #state = h("div", { class: "section" }); readonly #settings = h("div"); readonly #people = h("div"); readonly #suspicions = h("div");
  readonly #search = h("input", { type: "search", placeholder: "Search accounts", "aria-label": "Search accounts" });
  #timer = 0;
  readonly #refresh = window.setInterval(() => void this.#loadState().catch(() => undefined), 10_000);

  constructor(private readonly own: string) {
    this.element.append(h("h1", {}, "Administration"), this.#state, h("div", { class: "columns" },
      h("section", { class: "section" }, h("div", { class: "section-head" }, h("h2", {}, "Accounts")), h("div", { class: "search-field" }, this.#search), this.#people),
      h("section", { class: "section" }, h("h2", {}, "Settings"), this.#settings)), h("section", { class: "section" }, h("h2", {}, "Worth a look"), this.#suspicions));
    this.#search.addEventListener("input", () => { clearTimeout(this.#timer); this.#timer = window.setTimeout(() => void this.#loadPeople(), 200); });
  }

  async start(): Promise<this> {
    const state = await this.#loadState();
    this.#drawSettings(state);
    await Promise.all([this.#loadPeople(), this.#loadSuspicions()]);
    return this;
  }

  leave(): void {
    clearInterval(this.#refresh);
  }

  async #loadState(): Promise<State> {
    const state = await get<State>("admin");
    const games = Object.entries(state.games).map(([status, count]) => `${format.number(count)} ${status}`).join(", ");
    const facts: [string, string][] = [["Version", state.version], ["Running for", format.duration(state.uptime_ms)], ["Accounts", format.number(state.accounts)], ["Guests", format.number(state.guests)],
      ["Bots", format.number(state.bots)], ["Listening now", format.number(state.listeners)], ["Database", format.bytes(state.database_bytes)], ["Free on the disk", format.bytes(state.disk_free_bytes)]];
    fill(this.#state, state.problem ? h("p", { class: "problem alarm-box", role: "alert" }, state.problem) : null,
      h("dl", { class: "facts" }, ...facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))), h("p", { class: "quiet" }, games ? `Games: ${games}.` : "No games yet."));
    return state;
  }

  #drawSettings({ settings }: State): void {
    const league = h("input", { type: "checkbox", checked: settings.league }), signUp = h("input", { type: "checkbox", checked: settings.sign_up });
    const clock = new ClockChoice(settings.league_clock || LEAGUE_CLOCK), problem = h("p", { class: "problem", role: "alert" });
    fill(this.#settings, h("form", { class: "form", onsubmit: (event) => {
      event.preventDefault();
      problem.textContent = "";
      ask("PATCH", "admin", { league: league.checked, league_clock: clock.value, sign_up: signUp.checked }).then(() => notify("Settings kept")).catch((error: unknown) => { problem.textContent = messageOf(error); });
    } }, h("label", { class: "tick" }, league, h("span", {}, "The league plays whenever a place is free")), clock.element,
    h("label", { class: "tick" }, signUp, h("span", {}, "Anybody may sign up")), problem, h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, "Keep"))),
    h("p", { class: "quiet hint" }, "A backup is one command: ./run backup arena.db"));
  }

  async #loadSuspicions(): Promise<void> {
    const { suspicions } = await get<{ suspicions: Suspicion[] }>("admin/suspicions");
    const name = (one: Suspect): Node | string => (one.kind === "bot" ? h("a", { href: `/bots/${part(one.name)}` }, one.name) : one.name);
    const why = (one: Suspicion): string => [one.same_owner ? "one author" : "", one.only_company ? "hardly met anybody else" : ""].filter(Boolean).join(", ");
    const columns: Column<Suspicion>[] = [
      { title: "Players", cell: ({ players: [one, other] }) => h("span", {}, name(one), " – ", name(other)) }, { title: "Variant", wide: true, cell: (one) => one.variant },
      { title: "Score", number: true, cell: (one) => `${format.number(one.points)} of ${format.number(one.games)}` }, { title: "Expected", number: true, cell: (one) => one.expected.toFixed(1) },
      { title: "", wide: true, cell: why }];
    fill(this.#suspicions, suspicions.length === 0 ? emptyState("No results that the ratings do not explain.") : table(columns, suspicions, "Results worth a look"),
      h("p", { class: "quiet hint" }, "Pairs with ten rated games or more whose score is far from what their ratings say. It may be a style that does not suit one of them; it may be two uploads that let each other win."));
  }

  async #loadPeople(): Promise<void> {
    const { accounts } = await get<{ accounts: Person[] }>(`accounts?limit=${PAGE}&search=${part(this.#search.value.trim())}`);
    const columns: Column<Person>[] = [
      { title: "Name", cell: (one) => h("span", { class: "row" }, one.name, one.kind === "admin" ? h("span", { class: "tag" }, "admin") : null, one.disabled ? h("span", { class: "tag bad" }, "kept out") : null) },
      { title: "Since", wide: true, cell: (one) => format.when(one.created_at) }, { title: "Bots", number: true, cell: (one) => one.bots }, { title: "Games", number: true, wide: true, cell: (one) => format.number(one.games) },
      { title: "", cell: (one) => (one.name === this.own ? null : h("span", { class: "row" },
        h("button", { type: "button", class: "plain", onclick: () => void this.#change(one, { kind: one.kind === "admin" ? "person" : "admin" }) }, one.kind === "admin" ? "No longer admin" : "Make admin"),
        h("button", { type: "button", class: "plain danger", onclick: () => void this.#change(one, { disabled: !one.disabled }) }, one.disabled ? "Let in" : "Keep out"))) },
    ];
    fill(this.#people, accounts.length === 0 ? emptyState("Nobody of this name.") : table(columns, accounts, "Accounts"));
  }

  async #change(one: Person, change: Partial<Person>): Promise<void> {
    try {
      await ask("PATCH", `accounts/${part(one.name)}`, change);
      await this.#loadPeople();
    } catch (error) {
      notify(messageOf(error));
    }
  }
}

export async function make(): Promise<Page> {
  const account = await currentAccount();
  if (account?.kind !== "admin")
    return { title: "Administration", element: h("div", { class: "notice" }, h("h1", {}, "For administrators only"), h("p", {}, "Sign in as one. The first is made by the link that the server prints when it starts for the first time."), h("p", {}, h("a", { href: "/account?next=/admin" }, "Sign in"))) };
  const page = await new Admin(account.name).start();
  return { title: "Administration", element: page.element, leave: () => page.leave() };
}
