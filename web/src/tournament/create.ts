/*
 * Making a tournament.
 */
import { messageOf, post } from "../core/api";
import { ClockChoice } from "../core/clocks";
import { fill, h } from "../core/dom";
import { segments, variantSelect } from "../core/lists";
import { BotChoice } from "../core/player-choice";
import { go } from "../core/router";
import { type Kind, KIND_RULES, KINDS } from "./types";

type Registration = "closed" | "open" | "invited";

const REGISTRATION_RULES: Record<Registration, string> = {
  closed: "Those below are all, and it begins at once.", open: "Whoever has signed in may enter themselves or their bots until you start it.",
  invited: "The people named below may enter themselves or their bots until you start it.",
};

/** Names that become chips: players, people invited. */
class Names {
  readonly values: string[] = [];
  readonly element = h("div", { class: "chips" });

  add(name: string): void {
    if (name === "" || this.values.includes(name)) return;
    this.values.push(name);
    this.#draw();
  }

  #draw(): void {
    fill(this.element, ...this.values.map((name) => h("span", { class: "chip" }, name, h("button", { type: "button", class: "plain", "aria-label": `Remove ${name}`, onclick: () => {
      this.values.splice(this.values.indexOf(name), 1);
      this.#draw();
    } }, "×"))));
  }
}

function addable(input: HTMLInputElement, names: Names): HTMLElement {
  const add = (): void => {
    input.value.split(",").forEach((name) => names.add(name.trim()));
    input.value = "";
    input.focus();
  };
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } });
  return h("button", { type: "button", onclick: add }, "Add");
}

export function createForm(): HTMLElement {
  let kind: Kind = "round robin", registration: Registration = "closed", variant = "standard";
  const name = h("input", { type: "text", maxlength: 60, required: true, placeholder: "Autumn Open" });
  const kindRule = h("span", { class: "hint" }, KIND_RULES[kind]), registrationRule = h("span", { class: "hint" }, REGISTRATION_RULES[registration]);
  const players = new Names(), invited = new Names(), clock = new ClockChoice("60+1");
  const bot = new BotChoice("Players", ""), people = h("input", { type: "text", placeholder: "Name of a person" });
  bot.input.placeholder = "A bot, engine, or level:1200";
  const starts = h("input", { type: "datetime-local" }), games = h("input", { type: "number", min: 1, max: 100, value: 2, class: "amount" });
  const rounds = h("input", { type: "number", min: 1, max: 60, class: "amount", placeholder: "auto" }), rated = h("input", { type: "checkbox", checked: true });
  const openings = h("textarea", { rows: 3, class: "code-input", spellcheck: "false", placeholder: "e4 e5 Nf3\nd4 d5 c4" });
  const problem = h("p", { class: "problem", role: "alert" }), submit = h("button", { type: "submit", class: "primary" }, "Make the tournament");
  const inviteBox = h("div", { class: "field", hidden: true }, "Who is invited", h("div", { class: "row" }, h("div", { class: "search-field" }, people), addable(people, invited)), invited.element);
  const startBox = h("label", { class: "field", hidden: true }, "Begins at (or when you say so)", starts), roundBox = h("label", { class: "field", hidden: true }, "Rounds", rounds);

  const create = async (): Promise<void> => {
    bot.value.split(",").forEach((one) => players.add(one.trim()));
    bot.input.value = "";
    const lines = openings.value.split("\n").map((line) => line.trim()).filter(Boolean);
    const { id } = await post<{ id: number }>("tournaments", {
      name: name.value.trim(), kind, players: players.values, registration, variant, clock: clock.value, games_per_pairing: Number(games.value) || 1, rated: rated.checked,
      ...(registration === "invited" ? { invited: invited.values } : {}), ...(registration !== "closed" && starts.value ? { starts_at: new Date(starts.value).getTime() } : {}),
      ...(kind === "swiss" && rounds.value ? { rounds: Number(rounds.value) } : {}), ...(lines.length > 0 ? { openings: lines } : {}),
    });
    go(`/tournaments/${id}`);
  };
  return h("form", { class: "form wide-form", onsubmit: (event) => {
    event.preventDefault();
    problem.textContent = "";
    submit.disabled = true;
    create().catch((error: unknown) => { problem.textContent = messageOf(error); }).finally(() => { submit.disabled = false; });
  } },
  h("label", { class: "field" }, "Name", name),
  h("div", { class: "field" }, "Kind", segments<Kind>("Kind", Object.entries(KINDS) as [Kind, string][], kind, (chosen) => {
    kind = chosen;
    kindRule.textContent = KIND_RULES[kind];
    roundBox.hidden = kind !== "swiss";
    if (kind === "swiss" && games.value === "2") games.value = "1";
  }), kindRule),
  h("div", { class: "field" }, "Who may enter", segments<Registration>("Who may enter", [["closed", "Only those below"], ["open", "Everybody"], ["invited", "Invited people"]], registration, (chosen) => {
    registration = chosen;
    registrationRule.textContent = REGISTRATION_RULES[registration];
    inviteBox.hidden = registration !== "invited";
    startBox.hidden = registration === "closed";
  }), registrationRule),
  h("div", { class: "form" }, h("div", { class: "row end" }, h("div", { class: "search-field" }, bot.element), addable(bot.input, players)), players.element), inviteBox, startBox,
  h("div", { class: "two-fields" }, variantSelect(variant, (chosen) => { variant = chosen; }), clock.element),
  h("div", { class: "two-fields" }, h("label", { class: "field" }, "Games of a pairing", games), roundBox),
  h("details", {}, h("summary", {}, "Openings"), h("label", { class: "field" }, "One a line: moves from the start, or a FEN. The games of a pairing begin from the same one.", openings)),
  h("label", { class: "tick" }, rated, h("span", {}, "Rated ", h("span", { class: "quiet hint" }, "(games with the engine never are)"))), problem, h("div", { class: "row" }, submit));
}
