/*
 * Uploading a bot, or a version of one: a file chosen, dropped, or pasted.
 */
import { messageOf, part, post } from "../core/api";
import { h } from "../core/dom";
import * as format from "../core/format";
import { segments } from "../core/lists";
import { go } from "../core/router";

const MOST_BYTES = 1_048_576;

type Language = "python" | "javascript";

/** @param bot the bot that gets a new version; null makes a new one */
export function uploadForm(bot: { name: string; language: string } | null): HTMLFormElement {
  let language: Language = bot?.language === "javascript" ? "javascript" : "python";
  const name = h("input", { type: "text", name: "name", maxlength: 30, required: true, autocomplete: "off", spellcheck: "false", pattern: "[A-Za-z0-9_\\-]+", title: "Letters, digits, - and _" });
  const source = h("textarea", { name: "source", rows: 10, spellcheck: "false", class: "code-input", "aria-label": "Source of the bot", placeholder: "Drop the file here, or paste its source" });
  const size = h("span", { class: "quiet" });
  const league = h("input", { type: "checkbox", checked: true });
  const problem = h("p", { class: "problem", role: "alert" });
  const submit = h("button", { type: "submit", class: "primary" }, bot ? "Upload the new version" : "Upload");
  const file = h("input", { type: "file", accept: ".py,.js,.cjs,.mjs,text/x-python,text/javascript", class: "away", tabindex: -1, "aria-label": "Choose the file" });
  const languages = segments<Language>("Language", [["python", "Python"], ["javascript", "JavaScript"]], language, (chosen) => { language = chosen; });

  const measure = (): void => {
    const bytes = new TextEncoder().encode(source.value).length;
    size.textContent = bytes === 0 ? "" : `${format.bytes(bytes)}, ${format.count(source.value.trimEnd().split("\n").length, "line")}`;
    problem.textContent = bytes > MOST_BYTES ? "A bot may have at most 1 MB." : "";
  };
  const take = async (chosen: File): Promise<void> => {
    if (chosen.size > MOST_BYTES) {
      problem.textContent = `${chosen.name} has ${format.bytes(chosen.size)}; a bot may have at most 1 MB.`;
      return;
    }
    source.value = await chosen.text();
    if (name.value === "") name.value = chosen.name.replace(/\.[^.]*$/, "").replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, 30);
    if (/\.[cm]?js$/.test(chosen.name)) languages.querySelector<HTMLElement>("[data-value=javascript]")?.click();
    if (/\.py$/.test(chosen.name)) languages.querySelector<HTMLElement>("[data-value=python]")?.click();
    measure();
  };
  file.addEventListener("change", () => { if (file.files?.[0]) void take(file.files[0]); });
  source.addEventListener("input", measure);

  const zone = h("div", { class: "drop-zone" }, h("div", { class: "row" }, h("button", { type: "button", onclick: () => file.click() }, "Choose a file"), file, size), source);
  zone.addEventListener("dragover", (event) => { event.preventDefault(); zone.classList.add("over"); });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    const dropped = event.dataTransfer?.files[0];
    if (dropped) void take(dropped);
  });

  const upload = async (): Promise<void> => {
    submit.disabled = true;
    problem.textContent = "";
    try {
      if (bot) await post(`bots/${part(bot.name)}/versions`, { source: source.value });
      else await post("bots", { name: name.value.trim(), language, league: league.checked, source: source.value });
      go(`/bots/${part(bot?.name ?? name.value.trim())}`);
    } catch (error) {
      problem.textContent = messageOf(error);
    }
    submit.disabled = false;
  };
  return h("form", { class: "form upload-form", onsubmit: (event) => { event.preventDefault(); void upload(); } }, zone,
    bot ? null : h("div", { class: "two-fields" }, h("label", { class: "field" }, "Name", name), h("div", { class: "field" }, "Language", languages)),
    bot ? null : h("label", { class: "tick" }, league, h("span", {}, "Takes part in the league ", h("span", { class: "quiet hint" }, "(rated games whenever a place is free)"))),
    problem, h("div", { class: "row" }, submit, h("span", { class: "quiet hint" }, "It is checked at once: rules, size class, whether it loads and plays.")));
}
