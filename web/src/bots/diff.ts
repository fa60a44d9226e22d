/*
 * What changed between two texts, line by line: the longest common subsequence, by Myers' greedy algorithm.
 */
import { h } from "../core/dom";

export interface DiffLine { kind: "same" | "added" | "removed"; text: string }

/** Beyond so many changes the texts are shown as replaced: nobody reads such a diff, and the work grows as its square. */
const CHANGES_MOST = 3000;

function trace(a: readonly string[], b: readonly string[]): Map<number, number>[] | null {
  const steps: Map<number, number>[] = [], reach = new Map([[1, 0]]), most = Math.min(a.length + b.length, CHANGES_MOST);
  for (let changes = 0; changes <= most; changes++) {
    steps.push(new Map(reach));
    for (let k = -changes; k <= changes; k += 2) {
      const down = k === -changes || (k !== changes && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0));
      let x = down ? reach.get(k + 1) ?? 0 : (reach.get(k - 1) ?? 0) + 1, y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) { x++; y++; }
      reach.set(k, x);
      if (x >= a.length && y >= b.length) return steps;
    }
  }
  return null;
}

export function diffLines(before: string, after: string): DiffLine[] {
  const a = before.split("\n"), b = after.split("\n"), steps = trace(a, b), lines: DiffLine[] = [];
  if (!steps) return [...a.map((text) => ({ kind: "removed" as const, text })), ...b.map((text) => ({ kind: "added" as const, text }))];
  let x = a.length, y = b.length;
  for (let changes = steps.length - 1; changes >= 0; changes--) {
    const reach = steps[changes]!, k = x - y;
    const down = k === -changes || (k !== changes && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0));
    const fromX = reach.get(down ? k + 1 : k - 1) ?? 0, fromY = fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY) { lines.push({ kind: "same", text: a[--x]! }); y--; }
    if (changes > 0) lines.push(down ? { kind: "added", text: b[--y]! } : { kind: "removed", text: a[--x]! });
  }
  return lines.reverse();
}

const SIGN = { same: " ", added: "+", removed: "−" } as const;
const CONTEXT = 3;

export function diffView(before: string, after: string): HTMLElement {
  const lines = diffLines(before, after), box = h("div", { class: "diff", tabindex: 0, role: "region", "aria-label": "What changed" });
  const near = lines.map((_, index) => lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((line) => line.kind !== "same"));
  let gap = false;
  lines.forEach((line, index) => {
    if (near[index]) box.append(h("div", { class: line.kind }, `${SIGN[line.kind]} ${line.text}`));
    else if (!gap) box.append(h("div", { class: "quiet" }, "⋯"));
    gap = !near[index];
  });
  return near.includes(true) ? box : h("p", { class: "quiet" }, "The two are the same.");
}
