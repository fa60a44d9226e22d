#!/usr/bin/env node
/*
 * Game against js-chess-engine, level by level:
 *
 *     node bench/js_game.mjs [PACKAGE-FOLDER] [--games 100] [--levels 1,2,3,4,5] [--seed 7] [--check]
 *
 * Games come in pairs from one opening with colours changed; openings are random moves after which neither side is much
 * ahead. Both sides answer in this very process, and the processor's time for each move is taken. js-chess-engine comes with `npm ci` in
 * bindings/js. With --check the exit status is 1 when a level scores too little or takes longer than its opponent.
 */
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const words = process.argv.slice(2);
const option = (name, usual) => (words.includes(name) ? words[words.indexOf(name) + 1] : usual);
const folder = words[0] !== undefined && !words[0].startsWith("--") ? resolve(words[0]) : join(root, "build", "bindings", "js", "package");
const games = Number(option("--games", "100"));
const levels = option("--levels", "1,2,3,4,5").split(",").map(Number);

const { Board, Game } = await import(pathToFileURL(join(folder, "dist", "node.mjs")));
let peer;
try {
  peer = createRequire(join(root, "bindings", "js", "package.json"))("js-chess-engine");
} catch {
  console.error("js-chess-engine is not there: `npm ci` in bindings/js fetches it.");
  process.exit(2);
}

const OPENING_PLIES = 8, BALANCED_CP = 80, PLIES_MAX = 300;
const WANTED = { 1: 60, 2: 60, 3: 60, 4: 60, 5: 90 };

let seed = Number(option("--seed", "7")); // of the openings
const random = (below) => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 8) % below;

function chooseOpening() {
  for (;;) {
    const board = new Board();
    for (let ply = 0; ply < OPENING_PLIES && !board.isGameOver(); ply++)
      board.move(board.moves()[random(board.countMoves())]);
    if (board.isGameOver() || board.isCheck())
      continue;
    const { bestScore } = new Game(board.fen()).ai({ depth: { base: 8 }, analysis: true, play: false });
    if (Math.abs(bestScore) <= BALANCED_CP)
      return board.fen();
  }
}

/* Time of the processor: that of the clock says nothing on a busy machine. */
const timed = (times, work) => {
  const start = process.cpuUsage();
  const result = work();
  times.push(process.cpuUsage(start).user / 1e3);
  return result;
};

/** Points of our side. */
function playGame(fen, ourColor, level, times) {
  const ours = new Game(fen), theirs = new peer.Game(fen), board = new Board(fen);
  for (let ply = 0; ply < PLIES_MAX && !board.isGameOver(); ply++) {
    const isOurs = board.turn() === ourColor;
    const { move, promotion } = isOurs ? timed(times.ours, () => ours.ai({ level })) : timed(times.theirs, () => theirs.ai({ level }));
    const [[from, to]] = Object.entries(move);
    const becomes = promotion ?? "Q";
    board.move({ from: from.toLowerCase(), to: to.toLowerCase(), promotion: becomes.toLowerCase() });
    if (!isOurs)
      ours.move(from, to, becomes);
    else if (promotion === undefined || /q/i.test(promotion))
      theirs.move(from, to);
    else
      return board.isGameOver() ? pointsOf(board, ourColor) : playOn(board, ourColor, level); // they know queens only
  }
  return pointsOf(board, ourColor);
}

function pointsOf(board, ourColor) {
  const winner = board.outcome()?.winner ?? null;
  return winner === null ? 0.5 : winner === ourColor ? 1 : 0;
}

/** From here with their side set up anew for each of its moves, by FEN. */
function playOn(board, ourColor, level) {
  for (let ply = 0; ply < PLIES_MAX && !board.isGameOver(); ply++) {
    const player = board.turn() === ourColor ? new Game(board.fen()) : new peer.Game(board.fen());
    const { move, promotion } = player.ai({ level });
    const [[from, to]] = Object.entries(move);
    board.move({ from: from.toLowerCase(), to: to.toLowerCase(), promotion: (promotion ?? "q").toLowerCase() });
  }
  return pointsOf(board, ourColor);
}

const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;

let missed = 0;
for (const level of levels) {
  const times = { ours: [], theirs: [] };
  let points = 0, wins = 0, losses = 0;
  for (let pair = 0; pair < games / 2; pair++) {
    const fen = chooseOpening();
    for (const color of ["w", "b"]) {
      const got = playGame(fen, color, level, times);
      points += got;
      wins += got === 1;
      losses += got === 0;
    }
    console.error(`level ${level}: ${points} of ${2 * pair + 2}, ${mean(times.ours).toFixed(2)} ms and ${mean(times.theirs).toFixed(2)} ms`);
  }
  const score = (100 * points) / games, [ours, theirs] = [mean(times.ours), mean(times.theirs)];
  const good = score >= WANTED[level] && ours <= theirs;
  missed += !good;
  console.log(`level ${level}: ${score.toFixed(1)} % (+${wins} -${losses} =${games - wins - losses}), ` +
    `a move takes ${ours.toFixed(2)} ms, theirs ${theirs.toFixed(2)} ms; ` +
    `wanted ${WANTED[level]} % in no more time${good ? "" : "  MISSED"}`);
}
process.exit(words.includes("--check") && missed > 0 ? 1 : 0);
