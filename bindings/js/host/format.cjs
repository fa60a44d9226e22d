/* How console.log shows values in a bot's realm, where Node's own way is not at hand. */
"use strict";

const DEPTH_MAX = 3, ENTRIES_MAX = 100, TEXT_MAX = 4000;
const { toString } = Object.prototype;

const cut = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text);

function showEntries(value, depth) {
  if (depth >= DEPTH_MAX)
    return Array.isArray(value) ? "[…]" : "{…}";
  if (Array.isArray(value)) {
    const shown = value.slice(0, ENTRIES_MAX).map((one) => show(one, depth + 1));
    return `[${shown.join(", ")}${value.length > ENTRIES_MAX ? ", …" : ""}]`;
  }
  if (value instanceof Map)
    return `Map {${[...value].slice(0, ENTRIES_MAX).map(([a, b]) => `${show(a, depth + 1)} => ${show(b, depth + 1)}`).join(", ")}}`;
  if (value instanceof Set)
    return `Set {${[...value].slice(0, ENTRIES_MAX).map((one) => show(one, depth + 1)).join(", ")}}`;
  const shown = Object.entries(value).slice(0, ENTRIES_MAX).map(([name, one]) => `${name}: ${show(one, depth + 1)}`);
  return `{ ${shown.join(", ")} }`;
}

function show(value, depth) {
  if (typeof value === "string")
    return depth > 0 ? JSON.stringify(cut(value, 200)) : value;
  if (typeof value === "function")
    return `[function ${value.name}]`;
  if (typeof value !== "object" || value === null)
    return typeof value === "bigint" ? `${value}n` : String(value);
  if (value instanceof Error)
    return String(value.stack);
  const own = value.toString;
  return typeof own === "function" && own !== toString && own !== Array.prototype.toString
    ? String(value)
    : showEntries(value, depth);
}

/** All values in one text; nothing that a value does can make it fail. */
exports.format = (...values) => {
  try {
    return cut(values.map((value) => show(value, 0)).join(" "), TEXT_MAX);
  } catch {
    return "(something that cannot be shown)";
  }
};
