/*
 * Numbers, clocks, ratings and dates as people read them.
 */
import type { Rating, Score, Seat } from "./api";

export const number = (value: number): string => value.toLocaleString("en-GB");

export const count = (value: number, one: string, many = one + "s"): string => `${number(value)} ${value === 1 ? one : many}`;

/** "1,240 ± 60 prov"; the engine's, which are fixed, have no doubt. */
export function rating(value: Rating | null | undefined): string {
  if (!value) return "";
  if (value.fixed) return number(value.value);
  return `${number(value.value)} ± ${number(value.error)}${value.prov ? " prov" : ""}`;
}

export const signed = (value: number): string => (value < 0 ? "−" + number(-value) : "+" + number(value));

export const playerName = (seat: Pick<Seat, "name" | "version">): string =>
  seat.version && seat.version > 1 ? `${seat.name} v${seat.version}` : seat.name;

/** "3:05", "0:09.4" under ten seconds, "1:02:03" from an hour on. */
export function clock(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return "–:––";
  const left = Math.max(0, ms), seconds = Math.floor(left / 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  if (left < 10_000) return `0:${(Math.floor(left / 100) / 10).toFixed(1).padStart(4, "0")}`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** "1+0", "3+2" in minutes where they are whole, else seconds: "10 s + 0.1". */
export function timeControl(text: string): string {
  const match = /^(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?$/.exec(text);
  if (!match) return text;
  const base = Number(match[1]), more = match[2] ?? "0";
  return base >= 60 && base % 60 === 0 ? `${base / 60}+${more} min` : `${base} s + ${more}`;
}

/** "340 ms", "2.4 s", "3 min 05 s". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000), minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

export function bytes(value: number): string {
  if (value < 1024) return `${value} bytes`;
  if (value < 1024 * 1024) return `${(value / 1024).toFixed(1)} kB`;
  if (value < 1024 ** 3) return `${(value / 1024 ** 2).toFixed(1)} MB`;
  return `${(value / 1024 ** 3).toFixed(1)} GB`;
}

/** For White: "+0.84", "#3" is White's mate in three, "#−3" Black's. */
export function score(value: Score): string {
  if (value.mate !== undefined) return value.mate < 0 ? `#−${-value.mate}` : `#${value.mate}`;
  const pawns = (value.cp ?? 0) / 100;
  return pawns < 0 ? `−${(-pawns).toFixed(2)}` : `+${pawns.toFixed(2)}`;
}

const STEPS: [number, Intl.RelativeTimeFormatUnit][] = [
  [60, "second"], [60, "minute"], [24, "hour"], [7, "day"], [4.35, "week"], [12, "month"], [Infinity, "year"],
];

function relative(at: number, now: number): string {
  let value = (at - now) / 1000;
  if (Math.abs(value) < 45) return "just now";
  for (const [size, unit] of STEPS) {
    if (Math.abs(value) < size) return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.round(value), unit);
    value /= size;
  }
  return "";
}

/** A date relative to now, the exact one on hover. */
export function when(at: number | null | undefined): HTMLTimeElement {
  const element = document.createElement("time");
  if (!at) return element;
  const date = new Date(at);
  element.dateTime = date.toISOString();
  element.title = date.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "medium" });
  element.textContent = relative(at, Date.now());
  return element;
}

const RESULTS: Record<string, string> = { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½", "*": "no result" };
export const result = (text: string): string => RESULTS[text] ?? text;

const ORIGINS: Record<string, string> = { league: "league", challenge: "casual", tournament: "tournament", ladder: "ladder" };
export const origin = (text: string): string => ORIGINS[text] ?? text;
