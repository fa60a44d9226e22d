/* The rules as the module answers them: known counts, known cases, and the packed notation against the plain one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inner, positionsWanted, randomFrom, readLines, readShared, rookery } from "./rookery.mjs";

const { Board, VARIANTS } = rookery;
const LEAVES_MAX = 300_000;

function checkPerft(line) {
  const [name, fen, counts] = line.split(";");
  const variant = name === "chess" ? "standard" : name;
  if (["suicide", "giveaway"].includes(variant))
    return 0;
  let board = new Board(fen, { variant, skipValidation: true });
  if (board.status().includes("BAD_CASTLING_RIGHTS")) // counts of positions that only chess960 can have are common
    board = new Board(fen, { variant, chess960: true, skipValidation: true });
  for (const [depth, nodes] of counts.trim().split(/\s+/).map((count) => count.split(":").map(Number)))
    if (nodes <= LEAVES_MAX)
      assert.equal(board.perft(depth), nodes, `${line} depth ${depth}`);
  return 1;
}

/** Counts by playing every move on one board: what perft() does inside, from outside. */
function countByPlaying(board, depth) {
  if (depth === 0)
    return 1;
  let nodes = 0;
  for (const move of board.moves()) {
    board.move(move);
    nodes += countByPlaying(board, depth - 1);
    board.undo();
  }
  return nodes;
}

test("perft gives the known counts in all variants", () => {
  const lines = readLines("tests", "data", "perft.epd").filter((line) => !line.startsWith("#"));
  assert.ok(lines.map(checkPerft).reduce((sum, one) => sum + one) > 20);
});

test("perft gives the counts of the shared cases", (context) => {
  const lines = readShared("perft.epd");
  if (lines === null)
    return context.skip("there is no ../shared/cases/perft.epd here");
  lines.filter((line) => !line.startsWith("#")).forEach(checkPerft);
});

test("moving and undoing on one board gives the same counts as perft", () => {
  const starts = ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"];
  for (const fen of starts) {
    const board = new Board(fen);
    assert.equal(countByPlaying(board, 3), board.perft(3));
    assert.equal(board.fen(), fen);
  }
  for (const variant of VARIANTS)
    assert.equal(countByPlaying(new Board({ variant }), 2), new Board({ variant }).perft(2), variant);
});

test("the notation in move objects is that of the library, in random games of every variant", () => {
  const { wasm, writeText, readText } = inner("module.js");
  const { scratchPosition } = inner("line.js");
  const { variantNumber, loadFen } = inner("variant.js");
  const { codeOf } = inner("move.js");
  const random = randomFrom(1);
  for (const variant of VARIANTS) {
    for (let positions = positionsWanted(600); positions > 0;) {
      const board = variant === "chess960" ? Board.chess960(random(960)) : new Board({ variant });
      for (let ply = 0; ply < 150 && !board.isVariantEnd(); ply++, positions--) {
        const moves = board.moves();
        if (moves.length === 0)
          break;
        loadFen(scratchPosition(), board.fen(), variantNumber(variant), { chess960: board.isChess960(), skipValidation: true });
        for (const move of moves) {
          const san = readText(wasm.write_move(scratchPosition(), codeOf(move), 0));
          const uci = readText(wasm.write_move(scratchPosition(), codeOf(move), 1));
          if (move.san !== san || move.lan !== uci)
            assert.deepEqual([move.san, move.lan], [san, uci], board.fen());
        }
        board.move(moves[random(moves.length)]);
      }
    }
  }
  writeText("");
});

test("impossible boards are played without a crash", () => {
  const random = randomFrom(2);
  for (let i = 0; i < 300; i++) {
    const board = new Board({ variant: VARIANTS[random(VARIANTS.length)] });
    board.clear();
    for (let men = 1 + random(40); men > 0; men--)
      board.put({ type: "pnbrqk"[random(6)], color: "wb"[random(2)] }, rookery.SQUARES[random(64)]);
    for (let ply = 0; ply < 20; ply++) {
      const moves = board.moves();
      board.isGameOver();
      board.outcome();
      if (moves.length === 0)
        break;
      board.move(moves[random(moves.length)]);
    }
    assert.equal(board.history().length, board.history({ verbose: true }).length);
  }
});

/* ---- The cases of rules.tsv that have a counterpart here ---- */

const textOf = (field) => field.replaceAll("\\n", "\n").replaceAll("\\t", "\t");
const variantOf = (name) => (name === "chess" ? { variant: "standard" } : { variant: name });

function playAll(board, moves) {
  for (const move of moves.split(" ").filter((word) => word !== ""))
    board.move(move);
}

function tryMove(board, move) {
  try {
    return board.clone().move(move);
  } catch {
    return null;
  }
}

const CHECKS = {
  legal_count: (board) => String(board.countMoves()),
  status: (board) => board.status().join("|") || "VALID",
  fen_roundtrip: (board) => board.fen(),
  shredder_fen: (board) => board.fen({ shredder: true }),
  fen_after: (board, [moves]) => (playAll(board, moves), board.fen()),
  fen_after_san: (board, [moves]) => (playAll(board, moves), board.fen()),
  san: (board, [move]) => board.move(move).san,
  parse_san: (board, [move]) => tryMove(board, move)?.lan ?? "error",
  uci_out: (board, [move]) => board.move(move).lan,
  is_legal: (board, [move]) => String(tryMove(board, move) !== null),
};

function checkCase(line) {
  const [id, , , variant, check, input, expected] = line.split("\t");
  const run = CHECKS[check];
  if (run === undefined || input.includes("||"))
    return false;
  const [fen, ...rest] = textOf(input).split(" | ");
  const board = new Board(fen, { ...variantOf(variant), skipValidation: true });
  assert.equal(run(board, rest), textOf(expected), `${id}: ${input}`);
  return true;
}

test("the shared rule cases hold", (context) => {
  const lines = readShared("rules.tsv");
  if (lines === null)
    return context.skip("there is no ../shared/cases/rules.tsv here");
  assert.ok(lines.slice(1).filter(checkCase).length > 30);
});
