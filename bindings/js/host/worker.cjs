/*
 * The thread that a bot runs in: makes its realm, loads it there and asks it for moves.
 *
 * The main thread (host.cjs) reads what the bot reports from shared memory and ends this thread when it does not stop.
 * Messages from here: { memory }, then { fault } or { ready }, then an { answer } for every question, and { calls } when
 * they are profiled.
 */
"use strict";
const { parentPort, workerData } = require("node:worker_threads");
const v8 = require("node:v8");
const vm = require("node:vm");
const { CallProfile } = require("./calls.cjs");

const MEGABYTE = 1 << 20;

/** Called from the bot's realm: text in, text out. */
function measure() {
  const heap = v8.getHeapStatistics();
  const rss = process.resourceUsage().maxRSS * 1024; // without /proc the present size is not to be had
  const [heapUsed, heapTotal, whole] = [heap.used_heap_size, heap.total_heap_size, rss].map((bytes) => bytes / MEGABYTE);
  return JSON.stringify({ heapUsed, heapTotal, rss: whole });
}

/* The global names that programs use most are variables around the bot: a context's own are slow to look up. They stand
 * in a function outside of the bot's, where it may have the same names for something else. */
const NAMES = [
  "Array", "ArrayBuffer", "BigInt", "BigInt64Array", "BigUint64Array", "Boolean", "DataView", "Date", "Error", "Float32Array",
  "Float64Array", "Infinity", "Int16Array", "Int32Array", "Int8Array", "JSON", "Map", "Math", "NaN", "Number", "Object",
  "Promise", "RangeError", "RegExp", "Set", "String", "Symbol", "TypeError", "Uint16Array", "Uint32Array", "Uint8Array",
  "Uint8ClampedArray", "WeakMap", "console", "isFinite", "isNaN", "parseFloat", "parseInt", "performance",
];
const BEFORE = `(function () { const { ${NAMES.join(", ")} } = globalThis; return (function () { "use strict"; `;
const AFTER = '\nreturn typeof makeMove === "undefined" ? undefined : makeMove; }); })()';

/** The bot's file as a function of its realm that runs it and returns its makeMove. */
function compile(source, context) {
  const script = new vm.Script(BEFORE + source + AFTER, { filename: "bot.js", columnOffset: -BEFORE.length });
  return script.runInContext(context);
}

function describeSyntax(error) {
  const line = /bot\.js:(\d+)/.exec(error.stack);
  return `it is not valid JavaScript: ${error.message}${line !== null ? ` at line ${line[1]}` : ""}`;
}

function start() {
  const { source, realm, wasm, counting } = workerData;
  const context = vm.createContext(Object.create(null), { codeGeneration: { strings: false, wasm: true } });
  const boot = new vm.Script(realm, { filename: "rookery" }).runInContext(context);
  const { memory, load, turn } = boot(wasm, measure, counting);
  parentPort.postMessage({ memory });
  let bot, fault;
  try {
    bot = compile(source, context);
  } catch (error) {
    fault = describeSyntax(error);
  }
  fault ??= load(bot);
  parentPort.postMessage(fault === "" ? { ready: true } : { fault });
  return turn;
}

/* A promise that nobody waits for is the bot's own affair. */
process.on("unhandledRejection", () => {});

const turn = start();
let calls = null;

parentPort.on("message", async ({ question, profile }) => {
  if (profile)
    calls ??= await CallProfile.open();
  if (question === undefined)
    return;
  if (calls !== null)
    await calls.begin();
  const answer = turn(question);
  if (calls !== null)
    parentPort.postMessage({ calls: await calls.end() });
  parentPort.postMessage({ answer });
});
