/*
 * Words for screen readers, and short notices for everybody.
 */
import { h } from "./dom";

let region: HTMLElement | null = null;

export function say(text: string): void {
  if (!region) {
    region = h("p", { class: "away", "aria-live": "polite" });
    document.body.append(region);
  }
  region.textContent = text;
}

let toast: HTMLElement | null = null;
let timer = 0;

/** A line at the bottom of the window that goes away by itself. */
export function notify(text: string): void {
  toast?.remove();
  toast = h("p", { class: "toast", role: "status" }, text);
  document.body.append(toast);
  clearTimeout(timer);
  timer = window.setTimeout(() => toast?.remove(), 4000);
}

export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(`${what} copied`);
  } catch {
    prompt(`Copy the ${what}:`, text);
  }
}
