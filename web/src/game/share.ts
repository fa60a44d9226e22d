/*
 * What can be taken away from a game: link, FEN, PGN, and a command that shows the position on one's own machine.
 */
import { getText, messageOf } from "../core/api";
import { h } from "../core/dom";
import { copy, notify } from "../core/spoken";
import type { GameModel } from "./model";

async function copyPgn(model: GameModel): Promise<void> {
  try {
    await copy(await getText(`games/${model.game.id}/pgn`), "PGN");
  } catch (error) {
    notify(messageOf(error));
  }
}

/** Plays on from the position on the board; a single quote cannot occur in a FEN. */
function localCommand(model: GameModel): string {
  const { variant, white, black } = model.game, bot = [white, black].find((seat) => seat.kind === "bot");
  const file = bot ? `${bot.name}.py` : "my_bot.py";
  return `./run match ${file} engine --games 1 --watch${variant === "standard" ? "" : ` --variant ${variant}`} --fen '${model.fen}'`;
}

async function share(model: GameModel): Promise<void> {
  const url = `${location.origin}/games/${model.game.id}`;
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ title: document.title, url }).catch(() => undefined);
    return;
  }
  await copy(url, "link");
}

export function shareMenu(model: GameModel): HTMLElement {
  const { game } = model, menu = h("details", { class: "menu" });
  const item = (text: string, act: () => void): HTMLElement =>
    h("button", { type: "button", onclick: () => { menu.open = false; act(); } }, text);
  menu.append(h("summary", { class: "button small" }, "Share"), h("div", { class: "menu-list" },
    item("Copy the link", () => void share(model)),
    item("Copy this position (FEN)", () => void copy(model.fen, "FEN")),
    item("Copy the game (PGN)", () => void copyPgn(model)),
    h("a", { class: "button", href: `/api/v1/games/${game.id}/pgn`, download: `game-${game.id}.pgn` }, "Download the PGN"),
    item("Copy a command that plays on from here", () => void copy(localCommand(model), "command"))));
  menu.addEventListener("toggle", () => {
    menu.classList.remove("to-left");
    const edge = menu.querySelector(".menu-list")?.getBoundingClientRect().right ?? 0;
    menu.classList.toggle("to-left", menu.open && edge > document.documentElement.clientWidth - 8);
  });
  menu.addEventListener("focusout", (event) => {
    if (!menu.contains(event.relatedTarget as Node | null)) menu.open = false;
  });
  return menu;
}
