/*
 * An invitation to a game: its maker waits here and sends the link, whoever opens the link accepts.
 */
import { ask, type Color, get, messageOf, post } from "../core/api";
import { MiniBoard } from "../board/mini";
import { startFen, variantRule, variantTitle } from "../chess/variants";
import { fill, h } from "../core/dom";
import { Stream } from "../core/events";
import * as format from "../core/format";
import { go, type Page } from "../core/router";
import { refreshAccount } from "../core/session";
import { copy, notify } from "../core/spoken";

interface Challenge {
  key: string; status: "open" | "accepted" | "cancelled"; by: { name: string; kind: string }; color: Color | "random"; variant: string; clock: string; start_fen: string | null;
  created_at: number; mine: boolean; game: number | null;
}

class ChallengePage {
  readonly element = h("div", { class: "page" });
  readonly #stream: Stream | null;

  constructor(private challenge: Challenge) {
    this.#stream = challenge.status === "open" ? new Stream(`challenges/${challenge.key}/events`, { challenge: (now: Challenge) => this.#take(now) }, { keep: () => true, goOn: () => this.#again() }) : null;
    this.#draw();
  }

  #take(now: Challenge): void {
    this.challenge = { ...this.challenge, ...now, mine: this.challenge.mine };
    if (now.status === "accepted" && now.game !== null) {
      this.#stream?.close();
      go(`/games/${now.game}`, true);
      return;
    }
    this.#draw();
  }

  async #again(): Promise<boolean> {
    const now = await get<Challenge>(`challenges/${this.challenge.key}`);
    this.#take(now);
    return now.status === "open";
  }

  #draw(): void {
    const { challenge } = this, link = `${location.origin}/challenges/${challenge.key}`;
    const theirs: Color | "random" = challenge.color === "random" ? "random" : challenge.color === "white" ? "black" : "white";
    const own = challenge.mine ? challenge.color : theirs, colour = own === "random" ? "Colours are drawn by lot" : `You play ${own === "white" ? "White" : "Black"}`;
    const facts = h("p", { class: "quiet" }, `${variantTitle(challenge.variant)}, ${format.timeControl(challenge.clock)}, unrated. ${colour}. `, variantRule(challenge.variant));
    const board = h("div", { class: "preview" }, new MiniBoard(challenge.start_fen || startFen(challenge.variant), "", own === "black").element);
    const field = h("input", { type: "text", readonly: true, value: link, "aria-label": "Link to the game" });
    field.addEventListener("focus", () => field.select());
    const story = challenge.status !== "open" ? [h("h1", {}, challenge.status === "accepted" ? "This game has been taken up" : "This invitation was taken back"), h("p", {}, challenge.game === null ? h("a", { href: "/play" }, "Play another") : h("a", { href: `/games/${challenge.game}` }, "Watch the game"))]
      : challenge.mine ? [h("h1", {}, "Send this link to whoever you want to play"), facts, h("div", { class: "row" }, h("div", { class: "link-field" }, field), h("button", { type: "button", class: "primary", onclick: () => void copy(link, "link") }, "Copy the link")),
        h("p", { class: "waiting", role: "status" }, "Waiting for them to accept. The game begins then, and this page shows it. The link is good for a day."), h("div", { class: "row" }, h("button", { type: "button", onclick: () => void this.#cancel() }, "Take it back"))]
        : [h("h1", {}, `${challenge.by.name} wants to play you`), facts, h("div", { class: "row" }, h("button", { type: "button", class: "primary", onclick: () => void this.#accept() }, "Accept and play"))];
    fill(this.element, h("div", { class: "play-layout" }, h("div", { class: "form" }, ...story), board));
  }

  async #accept(): Promise<void> {
    try {
      const { id } = await post<{ id: number }>(`challenges/${this.challenge.key}/accept`);
      this.#stream?.close();
      await refreshAccount();
      go(`/games/${id}`, true);
    } catch (error) {
      notify(messageOf(error));
    }
  }

  async #cancel(): Promise<void> {
    try {
      await ask("DELETE", `challenges/${this.challenge.key}`);
      go("/play", true);
    } catch (error) {
      notify(messageOf(error));
    }
  }

  leave(): void {
    this.#stream?.close();
  }
}

export async function make(words: string[]): Promise<Page> {
  const page = new ChallengePage(await get<Challenge>(`challenges/${encodeURIComponent(words[0] ?? "")}`));
  return { title: "Invitation", element: page.element, leave: () => page.leave(), menu: "/play" };
}
