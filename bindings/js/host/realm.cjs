/*
 * What lives in a bot's own realm: the board, reportMove, getMemory and console, made there from text.
 *
 * assemble.mjs puts this file and the compiled package into one script, which worker.cjs runs in a fresh context before
 * the bot. No object of Node's is handed in but one function, `measure`, which is called here only and never passed on:
 * so nothing that a bot can reach leads out of its realm. What comes out is written to shared memory (shared.cjs) or
 * returned as a string.
 *
 * The bot may change every object of its realm. It then spoils its own board; what its answer is worth is decided
 * elsewhere.
 */
"use strict";
const { Board } = require("./board.js");
const { isMove } = require("./move.js");
const { attach } = require("./module.js");
const { LAYOUT } = require("./shared.cjs");
const { format } = require("./format.cjs");

/* Kept from before the bot. */
const uncurry = Function.prototype.bind.bind(Function.prototype.call);
const codeAt = uncurry(String.prototype.charCodeAt);
const test = uncurry(RegExp.prototype.test);
const kindOf = uncurry(Object.prototype.toString);
const { parse } = JSON;
const { load, store, add } = Atomics;
const { apply } = Reflect;
const { ceil, floor } = Math;
const { clone, move: play, load: setUp, countMoves } = Board.prototype;

/* ---- what goes out ---------------------------------------------------------------------------------------------- */

const memory = new SharedArrayBuffer(LAYOUT.bytes);
const words = new Int32Array(memory);
const bytes = new Uint8Array(memory);
const log = new Uint16Array(memory, LAYOUT.log, LAYOUT.logCharacters);

function writeText(at, text) {
  bytes[at++] = text.length;
  for (let i = 0; i < text.length; i++)
    bytes[at++] = codeAt(text, i);
  return at;
}

/** A report counts once it is complete: of two places the one is written in which the last report does not lie. */
function writeReport(move, info) {
  const number = load(words, LAYOUT.reports) + 1;
  writeText(writeText(LAYOUT.slots + (number & 1) * LAYOUT.slotBytes, move), info);
  store(words, LAYOUT.reports, number);
}

/** What does not fit before somebody has read is left out and counted. */
function writeLog(text) {
  const start = load(words, LAYOUT.logEnd);
  if (text.length + 1 > LAYOUT.logCharacters - (start - load(words, LAYOUT.logStart))) {
    add(words, LAYOUT.logLost, 1);
    return;
  }
  for (let i = 0; i < text.length; i++)
    log[(start + i) & (LAYOUT.logCharacters - 1)] = codeAt(text, i);
  log[(start + text.length) & (LAYOUT.logCharacters - 1)] = 10;
  store(words, LAYOUT.logEnd, start + text.length + 1);
}

/* ---- what a bot is given ---------------------------------------------------------------------------------------- */

let game = null, view = null;
const SHORT_WORD = /^[A-Za-z0-9@=+#-]{1,16}$/;

const brief = (value) => {
  const text = format(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** A move that is asked for by text or squares, in UCI notation; what is none, as it stands if it looks like one. */
function findMove(asked, text) {
  try {
    return apply(play, apply(clone, game, []), [asked]).lan;
  } catch {
    if (test(SHORT_WORD, text))
      return text;
  }
  throw new TypeError(`reportMove was given ${brief(asked)}, which is no move`);
}

/** In UCI notation. Whether it is legal is the referee's business. */
function readMove(move) {
  if (typeof move === "string")
    return findMove(move, move);
  if (typeof move !== "object" || move === null)
    throw new TypeError(`reportMove wants a move: one of board.moves(), "Nf3" or "g1f3", not ${brief(move)}`);
  if (isMove(move))
    return move.lan;
  const { from, to, promotion = undefined, drop = undefined } = move;
  return findMove({ from, to, promotion, drop }, `${from}${to}${promotion ?? ""}`);
}

const NUMBERS = [["depth", "depth", 0, 1000], ["score", "score cp", -1e6, 1e6], ["nodes", "nodes", 0, 1e15]];

/** " depth 5 nodes 1200": what is a number in its range. */
function readInfo(info) {
  let text = "";
  for (let i = 0; i < NUMBERS.length; i++) {
    const value = info[NUMBERS[i][0]];
    if (typeof value === "number" && value >= NUMBERS[i][2] && value <= NUMBERS[i][3])
      text += ` ${NUMBERS[i][1]} ${value < 0 ? ceil(value) : floor(value)}`;
  }
  return text;
}

/** Says which move to play. The last one counts, so it may be called whenever a better one is found. */
function reportMove(move, info) {
  writeReport(readMove(move), typeof info === "object" && info !== null ? readInfo(info) : "");
}

function makeGetMemory(measure) {
  return function getMemory() {
    try {
      return parse(measure());
    } catch {
      throw new Error("getMemory() failed");
    }
  };
}

function makeConsole() {
  const write = (...values) => writeLog(format(...values));
  const console = {};
  for (const name of ["log", "info", "debug", "warn", "error", "trace", "table", "dir"])
    console[name] = write;
  for (const name of ["time", "timeEnd", "timeLog", "group", "groupEnd", "count", "clear", "assert"])
    console[name] = () => {};
  return console;
}

/* ---- the game --------------------------------------------------------------------------------------------------- */

let start = "", moves = []; // what the game began with, and its moves in UCI notation

function begin(question) {
  const options = { variant: question.variant, chess960: question.chess960, skipValidation: true };
  start = "";
  moves = [];
  apply(setUp, game, [question.fen ?? new Board(options).fen(), options]);
}

/** Mostly there are two more moves than last time. */
function setGame(question) {
  const first = `${question.variant} ${question.chess960} ${question.fen}`;
  const goesOn = first === start && moves.every((move, i) => move === question.moves[i]);
  if (!goesOn)
    begin(question);
  start = first;
  for (let i = moves.length; i < question.moves.length; i++) {
    apply(play, game, [question.moves[i]]);
    moves[i] = question.moves[i];
  }
}

/* ---- what goes wrong -------------------------------------------------------------------------------------------- */

function oneLine(text) {
  let line = "";
  for (let i = 0; i < text.length && i < 300; i++)
    line += codeAt(text, i) < 32 ? " " : text[i];
  return line;
}

/** " at line 7": of the bot's own lines the one where it happened. */
function placeOf(stack) {
  const match = typeof stack === "string" ? /\bbot\.js:(\d+)/.exec(stack) : null;
  return match !== null ? ` at line ${match[1]}` : "";
}

/** Whatever was thrown, in words. Nothing of it is touched outside this realm. */
function describe(thrown) {
  try {
    if (thrown instanceof Error)
      return oneLine(`${thrown.name}: ${thrown.message}`) + placeOf(thrown.stack);
    return typeof thrown === "object" && thrown !== null ? "an object" : oneLine(format(thrown));
  } catch {
    return "something that cannot be shown";
  }
}

/** The bot's part of the stack. */
function logStack(thrown) {
  try {
    if (!(thrown instanceof Error))
      return;
    const lines = format(thrown).split("\n");
    while (lines.length > 1 && !lines[lines.length - 1].includes("bot.js:"))
      lines.pop();
    writeLog(lines.join("\n"));
  } catch {
    // it is described elsewhere
  }
}

const WANTED = "define function makeMove(board, timeRemaining, reportMove, getMemory)";
const UNUSABLE = {
  __proto__: null,
  "[object AsyncFunction]": "async", "[object GeneratorFunction]": "a generator",
  "[object AsyncGeneratorFunction]": "an async generator",
};

function findFault(makeMove) {
  if (typeof makeMove !== "function")
    return `there is no makeMove: ${WANTED}`;
  const kind = UNUSABLE[kindOf(makeMove)];
  return kind === undefined ? "" : `makeMove is ${kind} and must be an ordinary function: ${WANTED}`;
}

/* ---- for worker.cjs --------------------------------------------------------------------------------------------- */

const work = { clones: 0, moves: 0 };

function countWork() {
  Board.prototype.clone = function () {
    work.clones++;
    return apply(clone, this, []);
  };
  Board.prototype.move = function (...values) {
    work.moves++;
    return apply(play, this, values);
  };
}

function bytesOf(text) {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++)
    bytes[i] = text.charCodeAt(i);
  return bytes;
}

/**
 * Makes all of it. `wasm` is the module, a character a byte; `measure` gives memory in MB, as JSON. What comes back:
 * memory, load(bot), which runs the bot's file and returns what is wrong with it or "", and turn(question), which asks
 * for a move and returns "CLONES MOVES WORD TEXT" with one of the words ok, none (there is no legal move), timeout,
 * threw, position (it cannot be set up).
 */
exports.boot = (wasm, measure, counting) => {
  const getMemory = makeGetMemory(measure);
  let makeMove;
  attach(new WebAssembly.Instance(new WebAssembly.Module(bytesOf(wasm)), {}));
  game = new Board();
  view = game.readOnly();
  const began = Date.now();
  globalThis.console = makeConsole();
  globalThis.performance = { now: () => Date.now() - began };
  if (counting)
    countWork();

  function load(bot) {
    try {
      makeMove = bot();
    } catch (thrown) {
      logStack(thrown);
      return `loading threw ${describe(thrown)}`;
    }
    return findFault(makeMove);
  }

  function ask(question) {
    try {
      setGame(question);
    } catch (error) {
      return `position ${describe(error)}`;
    }
    if (apply(countMoves, game, []) === 0)
      return "none ";
    try {
      makeMove(view, question.timeRemaining, reportMove, getMemory);
      return "ok ";
    } catch (thrown) {
      if (thrown === "timeout")
        return "timeout ";
      logStack(thrown);
      return `threw ${describe(thrown)}`;
    }
  }

  function turn(text) {
    const { clones, moves } = work;
    const answer = ask(parse(text));
    return `${work.clones - clones} ${work.moves - moves} ${answer}`;
  }
  return { memory, load, turn };
};
