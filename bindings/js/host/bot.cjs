/* A bot in its thread, seen from the main thread: what it was asked, what it reported and logged, how it ended. */
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { Worker } = require("node:worker_threads");
const { SharedReader } = require("./shared.cjs");
const { readSource } = require("./source.cjs");

exports.MEMORY_MB = 2048;
/* Of what a process may have, this much is for Node itself and what lies outside of the heap. */
const OWN_MEMORY_MB = 120, HEAP_MB_MIN = 16;
const STACK_MB = 8;

const readHere = (name, encoding) => readFileSync(join(__dirname, name), encoding);
let parts = null;

/** What every bot's realm is made of, as text. */
function readParts() {
  return (parts ??= { realm: readHere("realm.js", "utf8"), wasm: readHere("rules.wasm", "latin1") });
}

exports.Bot = class Bot {
  isReady = false;
  #worker;
  #memory = null;
  #ended = false;

  /** events: ready(), answered({ text, clones, moves }), calls(profile), failed(sentence). */
  constructor(path, { memory, profile }, events) {
    this.#start(path, memory, profile, events).catch((error) => events.failed(error.message));
  }

  async #start(path, memory, counting, events) {
    const source = readSource(path);
    const heap = Math.max(memory - OWN_MEMORY_MB, HEAP_MB_MIN);
    this.#worker = new Worker(join(__dirname, "worker.cjs"), {
      workerData: { source, counting, ...readParts() },
      resourceLimits: { maxOldGenerationSizeMb: heap, stackSizeMb: STACK_MB },
      env: {},
    });
    this.#worker.on("message", (message) => this.#ended || this.#hear(message, events));
    this.#worker.on("error", (error) => this.#ended || events.failed(this.#describe(error, memory)));
    this.#worker.on("exit", () => this.#ended || events.failed("the bot's thread ended by itself"));
  }

  #hear({ memory, ready, fault, answer, calls }, events) {
    if (memory !== undefined)
      this.#memory = new SharedReader(memory);
    if (fault !== undefined)
      events.failed(fault);
    if (ready) {
      this.isReady = true;
      events.ready();
    }
    if (calls !== undefined)
      events.calls(calls);
    if (answer !== undefined) {
      const [, clones, moves, text] = /^(\d+) (\d+) (.*)$/s.exec(answer) ?? ["", "0", "0", ""];
      events.answered({ clones, moves, text });
    }
  }

  #describe(error, memory) {
    if (error?.code === "ERR_WORKER_OUT_OF_MEMORY")
      return `the bot ran out of memory: it may have ${memory} MB`;
    return `the bot's thread failed: ${error?.message}`;
  }

  ask(question) {
    this.#worker.postMessage({ question: JSON.stringify(question) });
  }

  /** From now on searches tell where their time went. */
  profile() {
    this.#worker.postMessage({ profile: true });
  }

  end() {
    this.#ended = true;
    this.#worker.terminate();
  }

  get reports() {
    return this.#memory === null ? 0 : this.#memory.reports;
  }

  lastReport() {
    return this.#memory.lastReport();
  }

  takeLog() {
    return this.#memory === null ? "" : this.#memory.takeLog();
  }
};
