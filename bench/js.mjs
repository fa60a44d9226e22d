#!/usr/bin/env node
/*
 * The JavaScript package against chess.js and chessops, in one run:
 *
 *     node bench/js.mjs [PACKAGE-FOLDER]            the package of ./build unless said
 *     node bench/js.mjs [PACKAGE-FOLDER] --check    exit status 1 when a ratio that we promise is missed
 *
 * Every figure is the best of many short turns taken one after the other by all sides, so that a busy machine troubles
 * all of them alike. The seed's guide bot is played too where ../shared/seeds is there.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { peers, peersAbsent } from "../bindings/js/test/peers.mjs";

if (peers === null) {
  console.error(`${peersAbsent}.`);
  process.exit(2);
}
const { ChessJs, makeFen, parseFen, parseUci, setupPosition } = peers;

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const words = process.argv.slice(2);
const folder = resolve(words.find((word) => !word.startsWith("--")) ?? join(root, "build", "bindings", "js", "package"));
const { Board } = await import(pathToFileURL(join(folder, "dist", "node.mjs")));

const POSITIONS = [
  ["start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3"],
  ["middlegame", "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9", "c4d5"],
  ["tactical", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "e5f7"],
];
const TURNS = 150, TURN_MS = 1.5, WARM_MS = 300;

/** Microseconds for one piece of work; work that says how many pieces it was is asked until there are enough. */
function timeTurn(work, count) {
  const start = performance.now();
  let done = 0;
  while (done < count)
    done += work.countsItself ? work() : (work(), 1);
  return ((performance.now() - start) * 1e3) / done;
}

/** Until the compilers have done their best, in time of the processor: that of the clock says nothing on a busy one. */
function warmUp(work) {
  const start = process.cpuUsage();
  let best = Infinity;
  do
    best = Math.min(best, timeTurn(work, 10));
  while (process.cpuUsage(start).user < WARM_MS * 1e3);
  return best;
}

/** Microseconds of each side's work, by its name. */
function measure(sides) {
  const counts = {}, best = {};
  for (const [name, work] of Object.entries(sides)) {
    counts[name] = Math.max(1, Math.round((TURN_MS * 1e3) / warmUp(work)));
    best[name] = Infinity;
  }
  for (let turn = 0; turn < TURNS; turn++)
    for (const [name, work] of Object.entries(sides))
      best[name] = Math.min(best[name], timeTurn(work, counts[name]));
  return best;
}

let missed = 0;

function report(title, times, wanted) {
  const parts = Object.entries(times).map(([name, time]) => `${name} ${time.toFixed(time < 10 ? 3 : 1)}`);
  console.log(`${title.padEnd(38)} ${parts.join("   ")} µs`);
  for (const [peer, least] of Object.entries(wanted)) {
    const ratio = times[peer] / times.rookery;
    if (ratio < least)
      missed++;
    console.log(`${"".padEnd(38)}   ${ratio.toFixed(1)} times as fast as ${peer}; wanted ${least}${ratio < least ? "  MISSED" : ""}`);
  }
}

/* What the platform of the first JavaScript bots told them that its board takes, in µs: the table of the seed document. */
const TOLD = { moves: 21, "move and undo": 13 + 4, clone: 42, fen: 5, get: 0.8 };
const told = (what, times) => ({ ...times, "the seed's table": TOLD[what] });

let kept; // what the measured work gives, so that it cannot be left out

function benchPosition(name, fen, uci) {
  const board = new Board(fen), js = new ChessJs(fen);
  const ops = setupPosition("chess", parseFen(fen).unwrap()).unwrap();
  const move = board.moves().find((one) => one.lan === uci), opsMove = parseUci(uci);
  const jsMove = { from: uci.slice(0, 2), to: uci.slice(2, 4) };
  const long = board.clone();
  for (let i = 0; i < 60; i++)
    long.move(long.moves()[i % long.countMoves()]);

  report(`${name}: list of moves`, told("moves", measure({
    rookery: () => (kept = board.moves()),
    chessops: () => (kept = ops.allDests()),
    "chess.js": () => (kept = js.moves({ verbose: true })),
  })), { chessops: 2, "chess.js": 30, "the seed's table": 5 });
  report(`${name}: move and undo`, told("move and undo", measure({
    rookery: () => (board.move(move), (kept = board.undo())),
    chessops: () => ((kept = ops.clone()), kept.play(opsMove)),
    "chess.js": () => (js.move(jsMove), (kept = js.undo())),
  })), { chessops: 1, "chess.js": 50, "the seed's table": 5 });
  report(`${name}: clone`, told("clone", measure({
    rookery: () => (kept = board.clone()),
    chessops: () => (kept = ops.clone()),
  })), { chessops: 1, "the seed's table": 5 });
  report(`${name}: clone and play one move`, measure({
    rookery: () => (kept = board.clone().move(move)),
    "rookery, 60 plies long": () => (kept = long.clone().undo()),
    chessops: () => ((kept = ops.clone()), kept.play(opsMove)),
  }), {});
  report(`${name}: fen`, told("fen", measure({
    rookery: () => (kept = board.fen()),
    chessops: () => (kept = makeFen(ops.toSetup())),
    "chess.js": () => (kept = js.fen()),
  })), { chessops: 2, "the seed's table": 5 });
  report(`${name}: get`, told("get", measure({
    rookery: () => (kept = board.get("e2")),
    "chess.js": () => (kept = js.get("e2")),
  })), { "the seed's table": 5 });
}

/* ---- Random games ---- */

const PLAYOUT_PLIES = 80;
let seed = 1;
const random = (below) => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 8) % below;

/** Each returns the number of plies; games may end early. */
function playoutObjects() {
  const board = new Board();
  for (let ply = 0; ply < PLAYOUT_PLIES; ply++) {
    const moves = board.moves();
    if (moves.length === 0)
      return ply;
    board.move(moves[random(moves.length)]);
  }
  return PLAYOUT_PLIES;
}

function playoutCodes() {
  const board = new Board();
  for (let ply = 0; ply < PLAYOUT_PLIES; ply++) {
    const codes = board.codes();
    if (codes.length === 0)
      return ply;
    board.playCode(codes[random(codes.length)]);
  }
  return PLAYOUT_PLIES;
}

function playoutChessops() {
  const position = setupPosition("chess", parseFen(POSITIONS[0][1]).unwrap()).unwrap();
  for (let ply = 0; ply < PLAYOUT_PLIES; ply++) {
    const moves = [];
    for (const [from, targets] of position.allDests())
      for (const to of targets)
        moves.push({ from, to, promotion: position.board.pawn.has(from) && (to >= 56 || to < 8) ? "queen" : undefined });
    if (moves.length === 0)
      return ply;
    position.play(moves[random(moves.length)]);
  }
  return PLAYOUT_PLIES;
}
playoutObjects.countsItself = playoutCodes.countsItself = playoutChessops.countsItself = true;

/* ---- The seed's bot ---- */

/** chess.js as bot platforms present it. */
class ChessJsBoard extends ChessJs {
  played = 0;
  moves() {
    return super.moves({ verbose: true });
  }
  move(move) {
    this.played++;
    return super.move(move);
  }
  clone() {
    return (lastClone = new ChessJsBoard(this.fen()));
  }
  in_check() {
    return this.isCheck();
  }
  in_checkmate() {
    return this.isCheckmate();
  }
}

class CountingBoard extends Board {
  played = 0;
  move(move) {
    this.played++;
    return super.move(move);
  }
  clone() {
    return (lastClone = super.clone());
  }
}

let lastClone;
const BOT_SEED_MS = 5000;

/** Moves played per second while the bot thinks about a position. */
function botSpeed(source, board) {
  const makeMove = new Function(`"use strict"; ${source}; return makeMove;`)();
  const start = performance.now();
  try {
    makeMove(board, BOT_SEED_MS, () => {}, () => ({}));
  } catch (error) {
    if (error !== "timeout")
      throw error;
  }
  return (lastClone.played * 1e3) / (performance.now() - start);
}

function benchBot() {
  const file = join(root, "..", "shared", "seeds", "bots", "guide_bot.js");
  if (!existsSync(file))
    return console.log("the guide bot is not here: no ../shared/seeds");
  const source = readFileSync(file, "utf8");
  for (const [name, fen] of POSITIONS) {
    const ours = botSpeed(source, new CountingBoard(fen)), theirs = botSpeed(source, new ChessJsBoard(fen));
    report(`${name}: guide bot, a node`, { rookery: 1e6 / ours, "chess.js": 1e6 / theirs }, { "chess.js": 30 });
  }
}

/* ---- Loading ---- */

const LOADING_MS_MAX = 50;

/** Time of a processor, the least of some programs that do nothing else. */
function benchLoading() {
  const code = `const start = process.cpuUsage(); require(${JSON.stringify(folder)});
    const { user, system } = process.cpuUsage(start); console.log((user + system) / 1000)`;
  const times = Array.from({ length: 7 }, () => Number(execFileSync(process.execPath, ["-e", code], { encoding: "utf8" })));
  const best = Math.min(...times);
  if (best >= LOADING_MS_MAX)
    missed++;
  console.log(`${"loading".padEnd(38)} ${best.toFixed(1)} ms; wanted less than ${LOADING_MS_MAX}`);
}

benchLoading();
for (const position of POSITIONS)
  benchPosition(...position);
const playouts = measure({ rookery: playoutCodes, "rookery, objects": playoutObjects, chessops: playoutChessops });
report("random games, a ply", playouts, { chessops: 5 });
const objects = playouts.chessops / playouts["rookery, objects"];
console.log(`${"".padEnd(38)}   with move objects and their notation ${objects.toFixed(1)} times`);
benchBot();
console.log(missed === 0 ? "every ratio holds" : `${missed} ratios missed`);
process.exit(words.includes("--check") && missed > 0 ? 1 : 0);
