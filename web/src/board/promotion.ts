/*
 * The choice of a piece when a pawn is promoted: a row of pictures over the board, by mouse, touch or key.
 */
import { PIECE_NAMES } from "../chess/fen";
import type { Letter } from "../chess/fen";
import type { Color } from "../core/api";
import { h } from "../core/dom";
import { pieceIcon } from "./pieces";

/** The letter chosen, in lower case; null when it was called off. */
export function askPromotion(over: HTMLElement, color: Color, choices: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const dialog = h("dialog", { class: "promotion", "aria-label": "Promote to" });
    const close = (chosen: string | null): void => {
      if (!dialog.isConnected) return;
      dialog.remove();
      resolve(chosen);
    };
    const order = ["q", "n", "r", "b", "k"].filter((letter) => choices.includes(letter));
    dialog.append(...order.map((letter) => h("button", {
      type: "button", "aria-label": PIECE_NAMES[letter.toUpperCase() as Letter], title: `${PIECE_NAMES[letter.toUpperCase() as Letter]} (${letter})`,
      onclick: () => close(letter),
    }, pieceIcon(color === "white" ? letter.toUpperCase() : letter))));
    dialog.addEventListener("cancel", () => close(null));
    dialog.addEventListener("close", () => close(null));
    dialog.addEventListener("click", (event) => { if (event.target === dialog) close(null); });
    dialog.addEventListener("keydown", (event) => {
      if (order.includes(event.key.toLowerCase())) {
        event.preventDefault();
        event.stopPropagation();
        close(event.key.toLowerCase());
      }
    });
    over.append(dialog);
    dialog.showModal();
  });
}
