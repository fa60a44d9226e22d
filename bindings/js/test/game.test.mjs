/* Game: js-chess-engine's names and shapes, and what that library gets wrong. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { positionsWanted, randomFrom, rookery } from "./rookery.mjs";

const { Game, ai, aiMove, getFen, move, moves, status } = rookery;
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const QUIET = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

test("a game begins with the usual array, a FEN or an object", () => {
  assert.equal(new Game().exportFEN(), START);
  assert.equal(new Game(QUIET).exportFEN(), QUIET);
  assert.equal(new Game(new Game(QUIET).exportJson()).exportFEN(), QUIET);
  assert.equal(new Game({ pieces: { E1: "K", e8: "k" } }).exportFEN(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  assert.equal(getFen({ pieces: { E1: "K", E8: "k", A8: "r" }, turn: "black", castling: { blackLong: true } }),
    "r3k3/8/8/8/8/8/8/4K3 b q - 0 1");
});

test("a position says everything about itself", () => {
  const { pieces, ...rest } = new Game().move("e2", "E4");
  assert.equal(Object.keys(pieces).length, 32);
  assert.equal(pieces.E4, "P");
  assert.equal(pieces.D8, "q");
  assert.deepEqual(rest, {
    turn: "black", isFinished: false, check: false, checkMate: false, staleMate: false,
    castling: { whiteShort: true, blackShort: true, whiteLong: true, blackLong: true }, enPassant: "E3", halfMove: 0, fullMove: 1,
  });
  assert.equal(status("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").staleMate, true);
});

test("move() knows mate, as every answer does", () => {
  const game = new Game();
  for (const [from, to] of [["f2", "f3"], ["e7", "e5"], ["g2", "g4"]])
    game.move(from, to);
  const mated = game.move("d8", "h4");
  assert.deepEqual([mated.check, mated.checkMate, mated.isFinished], [true, true, true]);
  assert.deepEqual(mated, game.exportJson());
  assert.throws(() => game.ai(), /The game is over: checkmate\./);
});

test("moves() maps squares to targets, each once", () => {
  assert.equal(Object.values(moves(START)).flat().length, 20);
  assert.deepEqual(new Game().moves("b1"), { B1: ["C3", "A3"] });
  assert.deepEqual(new Game().moves("E4"), { E4: [] });
  assert.deepEqual(new Game("8/P7/8/8/8/8/k6K/8 w - - 0 1").moves("a7"), { A7: ["A8"] });
  assert.deepEqual(moves("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").E1.sort(), ["C1", "D1", "D2", "E2", "F1", "F2", "G1"]);
});

test("a pawn becomes what one likes, a queen unless said", () => {
  const fen = "8/P7/8/8/8/8/k6K/8 w - - 0 1";
  assert.equal(move(fen, "a7", "a8").pieces.A8, "Q");
  assert.equal(move(fen, "a7", "a8", "n").pieces.A8, "N");
  assert.equal(move("8/8/8/8/8/8/k5pK/8 b - - 0 1", "g2", "g1", "R").pieces.G1, "r");
  assert.throws(() => move(fen, "a7", "a8", "K"), /becomes a queen, rook, bishop or knight, not "K"/);
});

test("the engine says what its pawn becomes", () => {
  const white = ai("7b/5P1k/7p/8/8/8/K7/6R1 w - - 0 1", { level: 5 });
  assert.deepEqual([white.move, white.promotion, white.board.pieces.F8, white.board.checkMate], [{ F7: "F8" }, "N", "N", true]);
  const black = ai("6r1/k7/8/8/8/7P/5p1K/7B b - - 0 1", { level: 5, play: false });
  assert.deepEqual([black.move, black.promotion, black.board.pieces.F2], [{ F2: "F1" }, "n", "p"]);
  assert.ok(!("promotion" in ai(START)));
});

test("every game has its history, those from a FEN too", () => {
  const game = new Game(QUIET);
  const first = game.move("c4", "d5"), second = game.ai({ level: 1 });
  const history = game.getHistory();
  assert.deepEqual(history.map((record) => record.move), [{ C4: "D5" }, second.move]);
  assert.deepEqual(history[0], { ...first, move: { C4: "D5" } });
  assert.deepEqual(history[1], { ...second.board, move: second.move });
  history[0].pieces.A1 = "q";
  assert.equal(game.getHistory()[0].pieces.A1, "R");
});

test("repetition, fifty moves and bare kings end a game", () => {
  const game = new Game();
  let last;
  for (let i = 0; i < 2; i++)
    for (const [from, to] of [["g1", "f3"], ["g8", "f6"], ["f3", "g1"], ["f6", "g8"]])
      last = game.move(from, to);
  assert.deepEqual([last.isFinished, last.checkMate, last.staleMate], [true, false, false]);
  assert.throws(() => game.ai(), /The game is over: threefold repetition\./);
  assert.equal(status("4k3/8/8/8/8/8/4R3/4K3 w - - 100 90").isFinished, true);
  assert.equal(status("4k3/8/8/8/8/8/4N3/4K3 w - - 0 1").isFinished, true);
  assert.equal(status("4k3/8/8/8/8/8/4R3/4K3 w - - 99 90").isFinished, false);
});

test("the engine does not repeat what it has won", () => {
  const game = new Game("7k/8/8/8/8/8/4Q3/4K3 w - - 0 1");
  for (let ply = 0; ply < 60 && !game.exportJson().isFinished; ply++)
    game.ai({ level: 5 });
  assert.equal(game.exportJson().checkMate, true);
});

test("ai() plays and tells, or tells only", () => {
  const game = new Game(MATE_IN_ONE);
  const told = game.ai({ level: 3, play: false });
  assert.deepEqual(told.move, { D1: "D8" });
  assert.deepEqual(told.board, game.exportJson());
  assert.deepEqual(Object.keys(told).sort(), ["board", "move"]);
  const played = game.ai();
  assert.deepEqual(played.move, told.move);
  assert.equal(played.board.checkMate, true);
  assert.deepEqual(aiMove(MATE_IN_ONE, 2), { D1: "D8" });
  assert.deepEqual(new Game(MATE_IN_ONE).aiMove(), { D1: "D8" });
});

test("analysis judges every legal move, the best first", () => {
  for (const level of [1, 3, 5]) {
    const game = new Game(QUIET);
    const told = game.ai({ level, analysis: true, play: false });
    const scores = told.analysis.map((one) => one.score);
    assert.deepEqual(told.analysis[0], { move: told.move, score: told.bestScore });
    assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
    const targets = told.analysis.map((one) => Object.entries(one.move).join());
    assert.deepEqual(targets.sort(), Object.entries(game.moves()).flatMap(([from, list]) => list.map((to) => `${from},${to}`)).sort());
    assert.ok(told.depth >= 1 && told.nodesSearched > 0);
  }
  const { bestScore } = ai(MATE_IN_ONE, { analysis: true });
  assert.equal(bestScore, 999_999);
  assert.ok(ai("8/8/8/8/8/1k6/7q/K7 w - - 0 1", { analysis: true, depth: { base: 6 } }).bestScore < -900_000);
});

test("the same question has the same answer, whoever asked in between", () => {
  for (const level of [1, 2, 3, 4]) {
    const first = ai(QUIET, { level, play: false });
    ai(MATE_IN_ONE, { level: 5 });
    assert.deepEqual(ai(QUIET, { level, play: false }), first);
  }
});

test("randomness chooses among moves that are about as good", () => {
  const seen = new Set();
  for (let i = 0; i < 60; i++) {
    const told = ai(START, { level: 2, randomness: 60, analysis: true });
    const [chosen] = told.analysis.filter((one) => JSON.stringify(one.move) === JSON.stringify(told.move));
    assert.ok(chosen.score >= told.bestScore - 60);
    seen.add(JSON.stringify(told.move));
  }
  assert.ok(seen.size > 1);
  for (let i = 0; i < 10; i++)
    assert.deepEqual(ai(MATE_IN_ONE, { randomness: 200 }).move, { D1: "D8" });
});

test("depth says how far to look", () => {
  const depth = (options, fen = QUIET) => ai(fen, { level: 1, depth: options, analysis: true, play: false }).depth;
  assert.equal(depth({ base: 3 }), 3);
  assert.equal(depth({ base: 3, extended: 3, check: false, quiescence: 0 }), 3);
  assert.equal(depth({ base: 3, extended: 3 }, "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"), 6);
  assert.equal(depth({ base: 3, extended: 1 }, "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"), 4);
});

test("pieces can be set and removed", () => {
  const game = new Game();
  game.removePiece("d1");
  game.setPiece("E4", "q");
  assert.equal(game.exportJson().pieces.D1, undefined);
  assert.equal(game.exportJson().pieces.E4, "q");
  assert.equal(game.exportJson().check, false);
  game.removePiece("e2");
  assert.equal(game.exportJson().check, true);
  assert.throws(() => game.setPiece("E5", "K"), /There is a K on another square/);
  game.removePiece("E1");
  assert.throws(() => game.ai(), /This position cannot be played: White has no king\./);
});

test("what is wrong is said in a sentence", () => {
  const game = new Game();
  const wrong = [
    [() => new Game("x"), /Invalid FEN/], [() => new Game({}), /without "pieces"/],
    [() => new Game({ pieces: { E1: "X" } }), /"X" is no piece/], [() => new Game({ pieces: {}, turn: "w" }), /"white" or "black", not "w"/],
    [() => game.move("e2", "e5"), /The move from E2 to E5 cannot be played: that is not legal here\./],
    [() => game.move("e9", "e5"), /"e9" is no square/], [() => game.moves(5), /5 is no square/],
    [() => game.setPiece("e4", "x"), /"x" is no piece/], [() => game.ai({ level: 6 }), /1, 2, 3, 4 or 5, not 6/],
    [() => game.aiMove(0), /not 0/], [() => game.ai({ level: 2.5 }), /not 2.5/], [() => game.ai({ ttSizeMB: -1 }), /ttSizeMB/],
    [() => game.ai({ randomness: -1 }), /randomness/], [() => game.ai({ randomness: NaN }), /randomness/],
    [() => game.ai({ depth: { base: 0 } }), /depth\.base/], [() => game.ai({ depth: { extended: 4 } }), /depth\.extended/],
    [() => game.ai({ depth: { quiescence: -1 } }), /depth\.quiescence/], [() => game.ai({ depth: { check: 1 } }), /depth\.check/],
    [() => game.ai({ ttSizeMB: 1e6 }), /not enough memory for ttSizeMB/],
  ];
  for (const [act, sentence] of wrong)
    assert.throws(act, sentence);
  assert.equal(game.exportFEN(), START);
  assert.ok(game.ai({ level: 1 }).move);
});

test("the table may be of any size, none included", () => {
  for (const ttSizeMB of [0, 0.25, 1.5, 8])
    assert.deepEqual(ai(MATE_IN_ONE, { ttSizeMB }).move, { D1: "D8" });
});

test("printToConsole() draws the board", (context) => {
  const print = context.mock.method(console, "log", () => {});
  new Game().printToConsole();
  assert.match(print.mock.calls[0].arguments[0], /^8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n7 ♟[^]*\n1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖\n {2}A B C D E F G H$/);
});

/* ---- Beside the original ---- */

function loadPeer() {
  try {
    return createRequire(import.meta.url)("js-chess-engine");
  } catch {
    return null;
  }
}
const peer = loadPeer();
const peerAbsent = peer === null && "js-chess-engine is not there: `npm ci` in bindings/js fetches it";

const sorted = (map) => Object.entries(map).map(([from, targets]) => [from, [...new Set(targets)].sort()]).sort();
/** What the original knows of the end of a game. */
const draws = ({ isFinished, checkMate, staleMate }) => isFinished && !checkMate && !staleMate;

function compare(mine, theirs) {
  const my = mine.exportJson(), their = theirs.exportJson();
  assert.deepEqual({ ...my, isFinished: my.isFinished && !draws(my) }, their);
  assert.equal(mine.exportFEN(), theirs.exportFEN());
  assert.deepEqual(sorted(mine.moves()), sorted(theirs.moves()));
}

test("random games beside js-chess-engine", { skip: peerAbsent }, () => {
  const random = randomFrom(6);
  for (let budget = positionsWanted(400); budget > 0;) {
    const mine = new Game(), theirs = new peer.Game();
    for (let ply = 0; ply < 120; ply++, budget--) {
      compare(mine, theirs);
      const all = Object.entries(mine.moves()).flatMap(([from, targets]) => targets.map((to) => [from, to]));
      if (all.length === 0)
        break;
      const [from, to] = all[random(all.length)];
      mine.move(from, to);
      theirs.move(from, to);
    }
    const history = (game) => game.getHistory().map(({ move: one, pieces, turn }) => ({ move: one, pieces, turn }));
    assert.deepEqual(history(mine), history(theirs));
  }
});

test("answers have the original's shapes", { skip: peerAbsent }, () => {
  const shape = (value) => (Array.isArray(value) ? [shape(value[0])] : typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [/^[A-H][1-8]$/.test(name) ? "square" : name, shape(part)]).sort())
    : typeof value);
  for (const options of [{}, { level: 1, play: false }, { level: 2, analysis: true }])
    assert.deepEqual(shape(ai(QUIET, options)), shape(peer.ai(QUIET, options)));
  for (const name of ["moves", "status", "getFen", "aiMove"])
    assert.deepEqual(shape(rookery[name](QUIET)), shape(peer[name](QUIET)), name);
  assert.deepEqual(shape(move(QUIET, "c4", "d5")), shape(peer.move(QUIET, "c4", "d5")));
  const ours = Object.getOwnPropertyNames(Game.prototype);
  for (const name of Object.getOwnPropertyNames(peer.Game.prototype))
    assert.ok(ours.includes(name) || name === "updateConfigStatusFromBoard", name);
});
