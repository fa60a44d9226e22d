#!/usr/bin/env node
/*
 * The engine in WebAssembly against the same engine as a program of its own:
 *
 *     node bench/js_engine.mjs [BUILD-FOLDER] [--network FILE] [--check]     the folder `build` unless said
 *
 * With --network both judge by that network, otherwise by hand-made evaluation. Both search the same positions to the same number of nodes, one thread each, turn and turn about; of each the quickest
 * turn counts. With --check the exit status is 1 when less than half of the program's speed is reached.
 */
import { spawn } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const words = process.argv.slice(2);
const network = words.includes("--network") ? resolve(words[words.indexOf("--network") + 1]) : null;
const build = resolve(words[0] !== undefined && !words[0].startsWith("--") ? words[0] : join(root, "build"));
const { Engine } = await import(pathToFileURL(join(build, "bindings", "js", "package", "dist", "node.mjs")));

const POSITIONS = [
  ["start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"],
  ["middlegame", "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"],
  ["tactical", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"],
  ["endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"],
];
const NODES = 60_000, TURNS = 12, LEAST = 0.5;

class Program {
  constructor() {
    this.process = spawn(join(build, "src", "cli", "rookery"), ["uci"], { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface(this.process.stdout)[Symbol.asyncIterator]();
    this.process.stdin.write(`setoption name EvalFile value ${network ?? "<none>"}\n`);
  }

  /** Milliseconds. */
  async search(fen) {
    const start = performance.now();
    this.process.stdin.write(`ucinewgame\nposition fen ${fen}\ngo nodes ${NODES}\n`);
    while (!(await this.lines.next()).value.startsWith("bestmove"));
    return performance.now() - start;
  }

  quit() {
    this.process.stdin.end("quit\n");
  }
}

class Module {
  async open() {
    this.engine = await Engine.create({ hash: 16, network });
    return this;
  }

  async search(fen) {
    const start = performance.now();
    this.engine.newGame();
    await this.engine.search(fen, { nodes: NODES });
    return performance.now() - start;
  }

  quit() {
    this.engine.quit();
  }
}

const program = new Program(), module = await new Module().open();
let product = 1;
for (const [name, fen] of POSITIONS) {
  const best = [Infinity, Infinity];
  for (let turn = 0; turn < TURNS; turn++) {
    best[0] = Math.min(best[0], await program.search(fen));
    best[1] = Math.min(best[1], await module.search(fen));
  }
  const [native, wasm] = best.map((ms) => NODES / ms);
  product *= wasm / native;
  console.log(`${name.padEnd(12)} program ${native.toFixed(0)} nodes a ms, module ${wasm.toFixed(0)}: ${((100 * wasm) / native).toFixed(0)} %`);
}
program.quit();
module.quit();
const share = product ** (1 / POSITIONS.length);
console.log(`on the whole ${(100 * share).toFixed(0)} %; wanted ${100 * LEAST} %${share < LEAST ? "  MISSED" : ""}`);
process.exitCode = words.includes("--check") && share < LEAST ? 1 : 0;
