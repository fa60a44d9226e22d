/*
 * Making a game: against a bot, the engine at a level, a person by a link, or between two bots; any variant, clock and start.
 */
import { type Account, type Bot, get, messageOf, post } from "../core/api";
import { MiniBoard } from "../board/mini";
import type { BoardEditor } from "../board/editor";
import { startFen, variantRule } from "../chess/variants";
import { ClockChoice } from "../core/clocks";
import { fill, h } from "../core/dom";
import { segments, variantSelect } from "../core/lists";
import { BotChoice } from "../core/player-choice";
import { go, type Page } from "../core/router";
import { currentAccount, isSignedIn, refreshAccount } from "../core/session";
import { remember, remembered } from "../core/settings";

type Against = "bot" | "engine" | "person" | "bots";
type Side = "white" | "random" | "black";

const FULL = 3250, LEAST = 200, STEP = 50;
const LEVELS: [number, string][] = [[500, "knows the rules"], [900, "beginner"], [1300, "casual player"], [1700, "club player"], [2100, "strong club player"], [2500, "master"], [2900, "grandmaster"], [3200, "beyond any person"]];

const levelWords = (level: number): string => LEVELS.find(([most]) => level < most)?.[1] ?? "beyond any person";

class PlayPage {
  readonly element = h("div", { class: "page" });
  readonly #form = h("form", { class: "form play-form" });
  readonly #who = h("div", { class: "form" });
  readonly #preview = h("div", { class: "preview" });
  readonly #rated = h("input", { type: "checkbox", name: "rated" });
  readonly #ratedWhy = h("span", { class: "quiet hint" });
  readonly #problem = h("p", { class: "problem", role: "alert" });
  readonly #submit = h("button", { type: "submit", class: "primary" }, "Play");
  readonly #startBox = h("div", { class: "form" });
  readonly #side: HTMLElement;
  readonly #clock: ClockChoice;
  #against: Against;
  #color: Side;
  #variant: string;
  #level: number;
  #bot: BotChoice; #second: BotChoice;
  #editor: BoardEditor | null = null;
  #setUp = false;

  constructor(private readonly account: Account | null, first: string) {
    const query = new URLSearchParams(location.search), opponent = query.get("opponent") ?? "";
    this.#against = opponent === "engine" ? "engine" : query.get("against") === "bots" ? "bots" : query.get("against") === "person" ? "person" : "bot";
    this.#color = (query.get("color") as Side | null) ?? "white";
    this.#variant = query.get("variant") ?? "standard";
    this.#level = Number(query.get("level") ?? remembered("level") ?? 1000) || 1000;
    this.#clock = new ClockChoice(query.get("clock") ?? "180+2");
    this.#bot = new BotChoice("Bot", opponent && opponent !== "engine" ? opponent : first);
    this.#second = new BotChoice("Against", query.get("second") ?? "");
    this.#side = h("div", { class: "field" }, "Your colour", segments<Side>("Your colour", [["white", "White"], ["random", "Random"], ["black", "Black"]], this.#color, (side) => {
      this.#color = side;
      this.#drawPreview();
    }));
    this.#build();
  }

  #build(): void {
    this.#form.append(
      segments<Against>("Against whom", [["bot", "A bot"], ["engine", "The engine"], ["person", "A person"], ["bots", "Two bots"]], this.#against, (against) => {
        this.#against = against;
        this.#drawWho();
      }),
      this.#who, this.#side,
      h("div", { class: "two-fields" }, variantSelect(this.#variant, (variant) => this.#setVariant(variant)), this.#clock.element),
      this.#startBox,
      h("label", { class: "tick" }, this.#rated, h("span", {}, "Rated ", this.#ratedWhy)),
      this.#problem, h("div", { class: "row" }, this.#submit));
    this.#form.addEventListener("submit", (event) => { event.preventDefault(); void this.#play(); });
    this.element.append(h("h1", {}, "Play"), h("div", { class: "play-layout" }, this.#form, this.#preview));
    this.#drawWho();
    this.#drawPreview();
    this.#drawStart();
  }

  #drawWho(): void {
    if (this.#against === "bot") fill(this.#who, this.#bot.element);
    else if (this.#against === "bots") fill(this.#who, h("div", { class: "two-fields" }, this.#bot.element, this.#second.element));
    else if (this.#against === "engine") fill(this.#who, this.#levelField());
    else fill(this.#who, h("p", { class: "quiet" }, "You get a link to send to whoever you want to play. The game begins when they open it and accept."));
    this.#side.hidden = this.#against === "bots";
    this.#submit.textContent = this.#against === "person" ? "Make the link" : this.#against === "bots" ? "Let them play" : "Play";
    this.#drawRated();
  }

  #levelField(): HTMLElement {
    const words = h("output", { class: "level-words" });
    const input = h("input", { type: "range", min: LEAST, max: FULL, step: STEP, value: this.#level, "aria-label": "Strength of the engine" });
    const show = (): void => {
      this.#level = Number(input.value);
      words.textContent = this.#level >= FULL ? "Full strength" : `${this.#level}, ${levelWords(this.#level)}`;
      input.setAttribute("aria-valuetext", words.textContent);
    };
    input.addEventListener("input", show);
    show();
    return h("div", { class: "field" }, h("span", { class: "row" }, "Strength", words), input);
  }

  #setVariant(variant: string): void {
    this.#variant = variant;
    if (this.#editor) {
      this.#editor.variant = variant;
      this.#editor.read(startFen(variant));
    }
    this.#drawPreview();
  }

  #drawPreview(): void {
    if (this.#editor && this.#setUp) {
      fill(this.#preview, this.#editor.element);
      return;
    }
    fill(this.#preview, new MiniBoard(startFen(this.#variant), "", this.#color === "black" && this.#against !== "bots").element,
      h("p", { class: "quiet" }, variantRule(this.#variant)));
  }

  #drawStart(): void {
    fill(this.#startBox, segments<"usual" | "own">("Start position", [["usual", "Usual start"], ["own", "Set up a position"]], this.#setUp ? "own" : "usual", (choice) => void this.#choosePosition(choice === "own")));
  }

  async #choosePosition(own: boolean): Promise<void> {
    this.#setUp = own;
    if (own && !this.#editor) {
      const { BoardEditor } = await import("../board/editor");
      this.#editor ??= new BoardEditor(this.#variant, () => this.#drawRated());
    }
    this.#drawPreview();
    this.#drawRated();
  }

  #whyUnrated(): string {
    if (this.#setUp) return "games from a special start position are not rated";
    if (this.#against === "person") return "games between people are rated in tournaments only";
    if (this.#against !== "bots" && !isSignedIn(this.account)) return "sign in to play rated games";
    return "";
  }

  #drawRated(): void {
    const why = this.#whyUnrated();
    this.#rated.disabled = why !== "";
    if (why !== "") this.#rated.checked = false;
    else if (this.#against === "bots") this.#rated.checked = true;
    this.#ratedWhy.textContent = why === "" ? "" : `(${why})`;
    this.#submit.disabled = this.#setUp && this.#editor !== null && !this.#editor.good;
  }

  async #play(): Promise<void> {
    this.#problem.textContent = "";
    this.#submit.disabled = true;
    try {
      await this.#begin();
    } catch (error) {
      this.#problem.textContent = messageOf(error);
    }
    this.#submit.disabled = false;
  }

  async #begin(): Promise<void> {
    const fen = this.#setUp && this.#editor ? this.#editor.fen : undefined;
    const common = { variant: this.#variant, clock: this.#clock.value, ...(fen ? { fen } : {}) };
    if (this.#against === "person") {
      const { key } = await post<{ key: string }>("challenges", { ...common, color: this.#color });
      await refreshAccount();
      go(`/challenges/${key}`);
      return;
    }
    if (this.#against === "engine") remember("level", String(this.#level));
    const opponent = this.#against === "engine" ? (this.#level >= FULL ? "engine" : `level:${this.#level}`) : this.#bot.value;
    const me = this.#against === "bots" ? this.#second.value : "me";
    const white = this.#color === "white" || (this.#color === "random" && Math.random() < 0.5) || this.#against === "bots";
    const seats = this.#against === "bots" ? { white: opponent, black: me } : { white: white ? me : opponent, black: white ? opponent : me };
    const { id } = await post<{ id: number }>("games", { ...seats, ...common, rated: this.#rated.checked });
    if (!this.account) await refreshAccount();
    go(`/games/${id}`);
  }

  leave(): void {
    this.#editor?.destroy();
  }
}

export async function make(): Promise<Page> {
  const [account, { bots }] = await Promise.all([currentAccount(), get<{ bots: Bot[] }>("bots?limit=50")]);
  const page = new PlayPage(account, bots.find((bot) => bot.version)?.name ?? "");
  return { title: "Play", element: page.element, leave: () => page.leave(), menu: "/play" };
}
