/* Boards are free: neither clones nor games fill the memory of the module. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { inner, packageFolder, randomFrom, rookery } from "./rookery.mjs";

const { Board } = rookery;
const moduleSize = () => inner("module.js").wasm.memory.buffer.byteLength;

test("a million clones in one go leave the memory as it was", () => {
  const board = new Board();
  for (const san of ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"])
    board.move(san);
  const fill = Array.from({ length: 40 }, () => board.clone());
  fill.forEach((clone) => clone.move("Bxc6"));
  const before = moduleSize();
  let plies = 0;
  for (let i = 0; i < 1_000_000; i++) {
    const clone = board.clone();
    if (i % 16 === 0) {
      clone.move("Ba4");
      plies += clone.history().length;
    }
  }
  assert.equal(plies, 62_500 * 7);
  assert.equal(moduleSize(), before);
});

test("a thousand games one after the other leave the memory as it was", () => {
  const random = randomFrom(5);
  const play = () => {
    const board = new Board();
    for (let ply = 0; ply < 60 && !board.isGameOver(); ply++)
      board.move(board.moves()[random(board.countMoves())]);
    board.loadPgn(board.pgn());
  };
  for (let i = 0; i < 50; i++)
    play();
  const before = moduleSize();
  for (let i = 0; i < 500; i++)
    play();
  assert.equal(moduleSize(), before);
});

test("a very long game works", () => {
  const board = new Board();
  for (let i = 0; i < 1500; i++)
    for (const move of ["g1f3", "g8f6", "f3g1", "f6g8"])
      board.move(move);
  assert.equal(board.history().length, 6000);
  assert.ok(board.isThreefoldRepetition());
  const clone = board.clone();
  for (let i = 0; i < 5999; i++)
    clone.undo();
  assert.deepEqual(clone.history(), ["Nf3"]);
  assert.equal(board.moveNumber(), 3001);
});

test("a first question may make the memory grow", () => {
  for (const question of ["turn()", "variant()", "get('e2').type", "moveNumber()", "halfmoveClock()", "isCheck()", "fen()"]) {
    const code = `const { Board } = require(${JSON.stringify(join(packageFolder, "dist", "cjs", "node.js"))});
      console.log(new Set(Array.from({ length: 16 }, () => new Board().${question})).size)`;
    assert.equal(execFileSync(process.execPath, ["-e", code], { encoding: "utf8" }), "1\n", question);
  }
});
