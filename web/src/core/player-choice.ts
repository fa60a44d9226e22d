/*
 * Choosing a bot by its name, with suggestions as one types.
 */
import { type Bot, get, part } from "./api";
import { fill, h, uniqueId } from "./dom";

const SUGGESTIONS = 20;

export class BotChoice {
  readonly input: HTMLInputElement;
  readonly element: HTMLElement;
  readonly #list = h("datalist", { id: uniqueId("bots") });
  #timer = 0;

  constructor(label: string, value: string, name = "") {
    this.input = h("input", { type: "text", list: this.#list.id, value, name, placeholder: "Name of a bot", autocomplete: "off", spellcheck: "false" });
    this.element = h("label", { class: "field" }, label, this.input, this.#list);
    this.input.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.#suggest(), 150);
    });
    void this.#suggest();
  }

  get value(): string {
    return this.input.value.trim();
  }

  async #suggest(): Promise<void> {
    const { bots } = await get<{ bots: Bot[] }>(`bots?limit=${SUGGESTIONS}&search=${part(this.value)}`).catch(() => ({ bots: [] as Bot[] }));
    fill(this.#list, ...bots.filter((bot) => bot.version).map((bot) => h("option", { value: bot.name }, `${bot.language}, ${bot.class ?? ""}`)));
  }
}
