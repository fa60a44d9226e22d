/*
 * Random games side by side with chess.js and chessops: both must say the same about every position.
 * ROOKERY_POSITIONS changes the number of positions compared in each variant.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { peers, peersAbsent } from "./peers.mjs";
import { positionsWanted, randomFrom, rookery } from "./rookery.mjs";

const { Board, Chess, VARIANTS } = rookery;
const { ChessJs: Peer, INITIAL_FEN, makeFen, makeSan, parseFen, setupPosition } = peers ?? {};
const PLIES_MAX = 160;

/* ---- chess.js ---- */

const MOVE_FIELDS = ["color", "from", "to", "piece", "captured", "promotion", "flags", "san", "lan", "before", "after"];
const QUERIES = ["isCheck", "isCheckmate", "isStalemate", "isInsufficientMaterial", "isThreefoldRepetition", "isGameOver", "turn",
  "moveNumber", "fen"];

const plain = (move) => MOVE_FIELDS.map((name) => move[name]);
const bySan = (a, b) => (a[7] < b[7] ? -1 : 1);

function compareWithPeer(mine, peer, random, thorough) {
  for (const name of QUERIES)
    assert.equal(mine[name](), peer[name](), `${name} in ${peer.fen()}`);
  assert.deepEqual(mine.moves().sort(), peer.moves().sort());
  if (!thorough)
    return;
  assert.deepEqual(mine.moves({ verbose: true }).map(plain).sort(bySan), peer.moves({ verbose: true }).map(plain).sort(bySan));
  assert.deepEqual(mine.board(), peer.board());
  assert.equal(mine.ascii(), peer.ascii());
  assert.deepEqual(mine.getCastlingRights("w"), peer.getCastlingRights("w"));
  const square = rookery.SQUARES[random(64)];
  assert.deepEqual(mine.get(square), peer.get(square));
  for (const color of ["w", "b"])
    assert.deepEqual(mine.attackers(square, color), peer.attackers(square, color));
  assert.equal(mine.squareColor(square), peer.squareColor(square));
}

/** Threefold repetition is where chess.js is known to be wrong: an en passant right that is illegal counts there. */
function playWithPeer(random, budget) {
  const mine = new Chess(), peer = new Peer();
  let plies = 0;
  for (; plies < Math.min(budget, PLIES_MAX) && !peer.isGameOver(); plies++) {
    compareWithPeer(mine, peer, random, plies % 12 === 0);
    const moves = peer.moves();
    const san = moves[random(moves.length)];
    assert.equal(mine.move(san).lan, peer.move(san).lan);
    if (random(20) === 0) {
      assert.equal(mine.undo().san, peer.undo().san);
      assert.equal(mine.fen(), peer.fen());
    }
  }
  assert.deepEqual(mine.history(), peer.history());
  assert.equal(mine.pgn(), peer.pgn());
  const copy = new Chess();
  copy.loadPgn(peer.pgn());
  assert.equal(copy.pgn(), peer.pgn());
  return plies + 1;
}

test("random games with chess.js", { skip: peersAbsent }, () => {
  const random = randomFrom(3);
  for (let budget = positionsWanted(700); budget > 0;)
    budget -= playWithPeer(random, budget);
});

/* ---- chessops ---- */

const RULES = { standard: "chess", chess960: "chess", kingofthehill: "kingofthehill", threecheck: "3check",
  racingkings: "racingkings" };
const ROLES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const DROPS = ["pawn", "knight", "bishop", "rook", "queen"];

/** All legal moves of a chessops position as the objects that its play() takes. */
function theirMoves(position, variant) {
  const moves = [];
  const context = position.ctx();
  for (const [from, targets] of position.allDests(context))
    for (const to of targets) {
      const promotes = position.board.pawn.has(from) && (to >= 56 || to < 8);
      const roles = promotes ? ["knight", "bishop", "rook", "queen"] : [undefined];
      if (promotes && variant === "antichess")
        roles.push("king");
      moves.push(...roles.map((promotion) => ({ from, to, promotion })));
    }
  if (position.pockets)
    for (const to of position.dropDests(context))
      for (const role of DROPS)
        if (position.pockets[position.turn][role] > 0 && !(role === "pawn" && (to >= 56 || to < 8)))
          moves.push({ role, to });
  return moves;
}

const keyOf = (from, to, promotion, role) => [from, to, promotion ?? "", role ?? ""].join(" ");
const theirKey = (move) => keyOf(move.from ?? move.to, move.to, move.promotion, move.role);

/** The squares as chessops numbers and names them; castling as king takes rook, from the 16-bit code. */
function myKeys(board) {
  const moves = board.moves();
  return Array.from(board.codes(), (code, i) => {
    const { promotion, drop } = moves[i];
    return keyOf(code & 63, (code >> 6) & 63, promotion && ROLES[promotion], drop && ROLES[drop]);
  });
}

const outcomeOf = (winner) => (winner === "w" ? "white" : winner === "b" ? "black" : undefined);

/** Men in hand have no order. */
const sortPockets = (fen) => fen.replace(/\[(.*)\]/, (_, men) => `[${[...men].sort().join("")}]`);

function compareWithChessops(board, position, variant, random) {
  if (variant === "crazyhouse")
    position.halfmoves = board.halfmoveClock(); // chessops lets every drop begin a new count
  assert.equal(sortPockets(board.fen()), sortPockets(makeFen(position.toSetup())));
  const theirs = theirMoves(position, variant), keys = myKeys(board);
  assert.deepEqual([...keys].sort(), theirs.map(theirKey).sort(), board.fen());
  assert.equal(board.isCheck(), position.isCheck(), board.fen());
  assert.equal(board.isInsufficientMaterial(), position.isInsufficientMaterial(), board.fen());
  assert.equal(board.isCheckmate(), position.isCheckmate(), board.fen());
  const outcome = position.outcome();
  if (outcome !== undefined)
    assert.equal(outcomeOf(board.outcome().winner), outcome.winner, board.fen());
  if (theirs.length === 0)
    return null;
  const moves = board.moves();
  for (let i = 0; i < 4; i++) {
    const index = random(moves.length);
    const move = theirs.find((one) => theirKey(one) === keys[index]);
    assert.equal(moves[index].san, makeSan(position, move), board.fen());
  }
  const index = random(moves.length);
  return [moves[index], theirs.find((one) => theirKey(one) === keys[index])];
}

function playWithChessops(variant, random, budget) {
  const board = variant === "chess960" ? Board.chess960(random(960)) : new Board({ variant });
  const setup = parseFen(board.fen()).unwrap();
  const position = setupPosition(RULES[variant] ?? variant, setup).unwrap();
  let plies = 0;
  for (; plies < Math.min(budget, PLIES_MAX); plies++) {
    const pair = compareWithChessops(board, position, variant, random);
    if (pair === null || board.isVariantEnd())
      break;
    board.move(pair[0]);
    position.play(pair[1]);
  }
  return plies + 1;
}

test("the start position is that of chessops", { skip: peersAbsent }, () =>
  assert.equal(new Board().fen(), INITIAL_FEN));

for (const variant of VARIANTS)
  test(`random games with chessops: ${variant}`, { skip: peersAbsent }, () => {
    const random = randomFrom(4);
    for (let budget = positionsWanted(500); budget > 0;)
      budget -= playWithChessops(variant, random, budget);
  });
