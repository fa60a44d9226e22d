/* The rules that a bot's source is read by: what is refused, what is advised, and what honest bots do. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { bodied, hostFolder } from "./host.mjs";
import { root } from "./rookery.mjs";

const { checkText } = createRequire(import.meta.url)(join(hostFolder, "rules.cjs"));
const check = (source) => checkText(source, Buffer.byteLength(source));
const rules = (list) => [...new Set(list.map((one) => one.rule))];

const refused = (source) => rules(check(source).refusals);
const advised = (source) => {
  const { refusals, advice } = check(source);
  assert.deepEqual(refusals, []);
  return rules(advice);
};

const GOOD = bodied("const moves = board.moves();\nmoves.sort();\nreportMove(moves[0]);");

test("a plain bot is accepted without advice", () => assert.deepEqual(check(GOOD), { refusals: [], advice: [] }));

for (const [text, rule] of [
  ["import fs from 'fs';", "module"], ["export default 1;", "module"], ["export function f() {}", "module"],
  ["import('fs');", "module"], ["import.meta.url;", "module"], ["const fs = require('fs');", "name"],
  ["process.exit(0);", "name"], ["global.x = 1;", "name"], ["module.exports = { makeMove };", "name"],
  ["if (typeof module !== 'undefined') module.exports = makeMove;", "name"],
  ["eval('1');", "name"], ["\\u0065val('1');", "name"], ["(0, eval)('1');", "name"], ["new Function('return 1')();", "name"],
  ["globalThis.eval('1');", "name"], ["globalThis['process'].exit();", "name"], ["setTimeout('x', 1);", "name"],
  ["setTimeout(() => 1, 1);", "name"], ["fetch('http://localhost');", "name"], ["new Worker('x');", "name"],
  ["makeMove.constructor('return process')();", "property"], ["({})['constructor'];", "property"],
  ["({}).__proto__.x = 1;", "property"],
])
  test(`refused: ${text}`, () => {
    const { refusals } = check(`\n${text}\n${GOOD}`);
    assert.deepEqual(rules(refusals), [rule]);
    for (const problem of refusals) {
      assert.equal(problem.line, 2);
      assert.ok(problem.column >= 1 && problem.text !== "" && text.includes(problem.text.slice(0, 10)));
      assert.match(problem.advice, /^.{20,300}[.!]$/);
    }
  });

test("names of the bot's own are its own", () => {
  for (const own of ["let global = 1; global++;", "function process(x) { return x; } process(1);", "({ eval: 1 }).eval;",
    "class Worker {}; new Worker();", "const f = (require) => require; f(1);", "const { module } = {}; module;",
    "eval: for (;;) break eval;", "({ fetch() {} }).fetch();"])
    if (!own.startsWith("eval:"))
      assert.deepEqual(refused(`${own}\n${GOOD}`), [], own);
});

for (const [name, source] of [
  ["no makeMove", "const x = 1; // there is nothing here that could ever play a game"],
  ["async", "async function makeMove(board, timeRemaining, reportMove, getMemory) { reportMove('e4'); }"],
  ["a generator", "function* makeMove(board, timeRemaining, reportMove, getMemory) { reportMove('e4'); }"],
  ["an arrow", "const makeMove = (board, timeRemaining, reportMove, getMemory) => { reportMove('e4'); };"],
  ["a getter", "Object.defineProperty(globalThis, 'makeMove', { get() { return () => 1; } });"],
  ["one parameter", "function makeMove(board) { return board.moves()[0]; } // as an older platform has it"],
])
  test(`refused as an entry: ${name}`, () => {
    const { refusals } = check(source);
    assert.deepEqual(rules(refusals), ["entry"]);
    assert.match(refusals[0].advice, /define function makeMove\(board, timeRemaining, reportMove, getMemory\)\.$/);
  });

test("a bot that never reports and one that moves on the board it is given are refused", () => {
  assert.deepEqual(refused(bodied("return board.moves()[0];")), ["report"]);
  assert.deepEqual(refused(bodied("reportMove('e4'); board.move('e4');")), ["read-only"]);
  assert.deepEqual(refused(bodied("reportMove('e4'); board = board.clone(); board.move('e4');")), []);
  assert.deepEqual(refused(bodied("reportMove('e4'); const f = (board) => board.move('e4'); f(board.clone());")), []);
});

test("what is no JavaScript is refused with its place", () => {
  assert.throws(() => check("let a = 1;\nlet b = ;\n" + GOOD), (error) => error.line === 2 && error.column === 9 &&
    /not valid JavaScript/.test(error.message));
  assert.throws(() => check("with (Math) {}; " + GOOD), /strict mode/);
});

const SEARCH = "function negamax(searchBoard, depth) { if (depth === 0) return 0; if (Date.now() > 1) throw 'timeout'; " +
  "for (const m of searchBoard.moves()) { searchBoard.move(m); negamax(searchBoard, depth - 1); searchBoard.undo(); } return 0; }";
const START = "const moves = board.moves().sort(); reportMove(moves[0]); const searchBoard = board.clone();";

for (const [rule, source] of [
  ["signature", "function makeMove(board, timeRemaining, reportMove) { reportMove(board.moves().sort()[0]); }"],
  ["report-first", bodied("for (const m of board.moves()) if (m.captured) reportMove(m);")],
  ["report-first", bodied("const moves = board.moves(); if (moves.length === 1) return reportMove(moves[0]);\n" +
    "while (Date.now() < 5) reportMove(moves[0]);")],
  ["report-plainly", bodied("try { if (typeof reportMove === 'function') reportMove('e4'); } catch (_) {}")],
  ["sort-first", bodied("const moves = board.moves(); reportMove(moves[0]);")],
  ["sort-first", bodied("reportMove(board.moves()[0]);")],
  ["clone-in-loop", bodied(`${START} for (const m of moves) { const c = board.clone(); c.move(m); }`)],
  ["clone-in-search", bodied(START, SEARCH.replace("throw 'timeout';", "throw 'timeout'; const copy = searchBoard.clone();"))],
  ["quiescence", bodied(START, "function quiesce(clone, alpha, beta) { if (Date.now() > 1) throw 'timeout'; " +
    "return -quiesce(clone, -beta, -alpha); }")],
  ["moves-in-loop", bodied(`${START} for (let depth = 1; depth < 9; depth++) { for (const m of board.moves()) m; }`)],
  ["time", bodied(`${START} if (board.timeRemaining() < 2000) return;`)],
  ["time", bodied(START, SEARCH.replace("if (Date.now() > 1) throw 'timeout';", ""))],
  ["undeclared", bodied(`${START} nodes = 0;`)],
])
  test(`advised: ${rule}: ${source.slice(0, 60).replace(/\n/g, " ")}`, () => {
    const { refusals, advice } = check(source);
    assert.deepEqual(refusals, []);
    assert.ok(rules(advice).includes(rule), JSON.stringify(advice));
    for (const one of advice)
      assert.match(one.advice, /^.{20,300}[.!]$/);
  });

test("the good patterns of the seed's page are not advised against", () => {
  const whole = bodied(`${START}\nfor (let depth = 1; depth <= 10; depth++) { for (const move of moves) { searchBoard.move(move);
    negamax(searchBoard, depth); searchBoard.undo(); reportMove(move); } }`, SEARCH +
    "\nfunction quiesce(clone, alpha, beta, depth = 0) { if (depth >= 4) return 0; return -quiesce(clone, -beta, -alpha, depth + 1); }");
  assert.deepEqual(advised(whole), []);
});

test("the examples and the template are accepted without advice", () => {
  for (const folder of [["bots", "javascript"], ["bots", "template", "javascript"]])
    for (const name of readdirSync(join(root, ...folder)).filter((one) => one.endsWith(".js")))
      assert.deepEqual(advised(readFileSync(join(root, ...folder, name), "utf8")), [], name);
});

test("the seed's bots are accepted", (context) => {
  const folder = join(root, "..", "shared", "seeds", "bots");
  if (!existsSync(folder))
    return context.skip("there is no ../shared/seeds here");
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".js")))
    assert.deepEqual(refused(readFileSync(join(folder, name), "utf8")), [], name);
});

test("the program prints one report, whatever the file holds", () => {
  const folder = mkdtempSync(join(tmpdir(), "rookery-check-"));
  const report = (bytes) => {
    writeFileSync(join(folder, "bot.js"), bytes);
    return JSON.parse(execFileSync(process.execPath, [join(hostFolder, "check.cjs"), join(folder, "bot.js")], { encoding: "utf8" }));
  };
  try {
    assert.deepEqual(report(GOOD), { problems: [], more: 0, advice: [] });
    assert.equal(report(GOOD.replace(/\n/g, "\r\n")).problems.length, 0);
    assert.equal(report(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(GOOD)])).problems.length, 0);
    for (const [bytes, rule] of [
      [Buffer.from([0xff]), "text"], [`${GOOD}\0`, "text"], [`${GOOD}// \u2028x`, "text"], [`${GOOD}// \u202e`, "text"],
      ["let a = ;", "syntax"], ["x", "size"], ["[".repeat(50000) + "]".repeat(50000) + GOOD, "complexity"],
      [`let x = 1${"+1".repeat(50000)};${GOOD}`, "complexity"],
    ])
      assert.ok(rules(report(bytes).problems).includes(rule), `${rule}: ${String(bytes).slice(0, 20)}`);
    const many = report("eval;\n".repeat(60) + GOOD);
    assert.deepEqual([many.problems.length, many.more], [50, 10]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
