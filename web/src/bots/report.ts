/*
 * The report of a check: whether the bot was accepted, and if not, what is wrong in which line and what to do.
 */
import type { Problem, Report } from "../core/api";
import { type Child, h } from "../core/dom";
import * as format from "../core/format";

const where = (problem: Problem): string => (problem.line > 0 ? `line ${problem.line}, column ${problem.column}` : "");

function problemLine(problem: Problem): HTMLElement {
  return h("li", { class: "report-line" }, h("span", { class: "quiet" }, where(problem)),
    h("div", {}, problem.text ? h("code", {}, problem.text) : null, h("p", {}, problem.advice), h("p", { class: "quiet hint" }, problem.rule)));
}

function facts(pairs: [string, string | null][]): HTMLElement {
  return h("dl", { class: "facts" }, ...pairs.filter(([, value]) => value !== null).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
}

export function reportView(report: Report): HTMLElement {
  const { self_test: test } = report, children: Child[] = [
    h("p", { class: report.accepted ? "verdict-line good" : "verdict-line bad" }, report.accepted ? "Accepted. It plays." : "Refused. What follows must be changed:"),
    report.problems.length > 0 ? h("ul", { class: "plain-list" }, ...report.problems.map(problemLine)) : null,
    report.more > 0 ? h("p", { class: "quiet" }, `And ${format.count(report.more, "more problem")}.`) : null,
  ];
  if (report.class) children.push(facts([
    ["Size class", report.class], ["Size", report.bytes === undefined ? null : format.bytes(report.bytes)],
    ["Lines", report.lines === undefined ? null : `${format.number(report.lines)}${report.columns ? `, up to ${report.columns} columns` : ""}`],
    ["Loads in", report.load_ms ? format.duration(report.load_ms) : null],
    ["Slowest move", test ? format.duration(test.slowest_move_ms) : null], ["Memory", test ? format.bytes(test.peak_memory_bytes) : null],
  ]));
  if (test) children.push(h("p", { class: "quiet" }, `Its game against itself: ${format.count(test.plies, "ply", "plies")}${test.ending ? ", " + test.ending : ""}.`));
  if (report.advice?.length) children.push(h("h3", {}, "Advice"), h("ul", { class: "plain-list" }, ...report.advice.map(problemLine)));
  if (report.log) children.push(h("details", {}, h("summary", {}, "What it wrote"), h("pre", { class: "log", tabindex: 0 }, report.log)));
  return h("div", { class: "report" }, ...children.filter(Boolean));
}
