/*
 * What this browser remembers: theme and sounds. Storage may be forbidden; then it is forgotten.
 */
export type Theme = "system" | "light" | "dark";

function read(name: string): string | null {
  try {
    return localStorage.getItem("rookery-" + name);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem("rookery-" + name, value);
  } catch {
    // private windows may forbid it
  }
}

export function theme(): Theme {
  const stored = read("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function setTheme(value: Theme): void {
  write("theme", value);
  applyTheme();
}

export const isDark = (): boolean =>
  theme() === "dark" || (theme() === "system" && matchMedia("(prefers-color-scheme: dark)").matches);

/** Graphs are drawn on canvases, which do not follow the style sheet by themselves. */
export const themeChanged = new EventTarget();

export function applyTheme(): void {
  document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
  themeChanged.dispatchEvent(new Event("change"));
}

export const sounds = (): boolean => read("sounds") === "on";
export const setSounds = (on: boolean): void => write("sounds", on ? "on" : "off");

export const remembered = (name: string): string | null => read(name);
export const remember = (name: string, value: string): void => write(name, value);
