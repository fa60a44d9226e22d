/* Board as its users see it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { rookery } from "./rookery.mjs";

const { Board, Chess, Move, VARIANTS, validateFen } = rookery;
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

test("a board begins with the start position of its variant", () => {
  assert.equal(new Board().fen(), START);
  assert.equal(new Board({ variant: "horde" }).get("e4").type, "p");
  assert.equal(new Board({ variant: "3check" }).variant(), "threecheck");
  assert.equal(Board.chess960(0).fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
  for (const variant of VARIANTS)
    assert.ok(new Board({ variant }).moves().length > 0);
});

test("moves are objects that read as their notation", () => {
  const moves = new Board().moves();
  const e4 = moves.find((move) => move.san === "e4");
  assert.equal(moves.length, 20);
  assert.ok(e4 instanceof Move);
  assert.equal(`${e4}`, "e4");
  assert.ok(/e[45]/.test(e4));
  assert.ok(!/^N/.test(e4));
  assert.deepEqual([e4.from, e4.to, e4.piece, e4.color, e4.flags, e4.lan], ["e2", "e4", "p", "w", "b", "e2e4"]);
  assert.equal(e4.before, START);
  assert.equal(e4.after, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  assert.deepEqual({ ...e4 }, { color: "w", from: "e2", to: "e4", piece: "p", captured: undefined, promotion: undefined,
    flags: "b", san: "e4" });
  assert.deepEqual(JSON.parse(JSON.stringify(e4)), { color: "w", from: "e2", to: "e4", piece: "p", flags: "b", san: "e4",
    lan: "e2e4" });
});

test("moves say what they are", () => {
  const board = new Board("r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
  const move = (san) => board.moves().find((one) => one.san === san);
  assert.ok(move("O-O").isKingsideCastle() && move("O-O-O").isQueensideCastle());
  assert.deepEqual([move("O-O").from, move("O-O").to, move("O-O").flags], ["e1", "g1", "k"]);
  assert.ok(move("exd6").isEnPassant());
  assert.equal(move("exd6").captured, "p");
  assert.ok(move("bxa8=Q+").isPromotion() && move("bxa8=Q+").isCapture());
  assert.equal(move("bxa8=Q+").flags, "cp");
  assert.equal(move("b8=N").promotion, "n");
  assert.ok(move("Rxa8+").isCapture());
  assert.ok(!move("Ra2").isCapture());
});

test("moves() can be narrowed down and given as text", () => {
  const board = new Board();
  assert.deepEqual(board.moves({ square: "g1", verbose: false }).sort(), ["Nf3", "Nh3"]);
  assert.equal(board.moves({ piece: "n" }).length, 4);
  assert.equal(board.moves({ piece: "n", square: "b1", verbose: true }).length, 2);
  assert.equal(typeof new Chess().moves()[0], "string");
  assert.ok(new Chess().moves({ verbose: true })[0] instanceof Move);
});

test("a move is accepted as object, squares, notation or UCI text", () => {
  const board = new Board();
  for (const move of [board.moves().find((one) => one.san === "e4"), "e5", { from: "g1", to: "f3" }, "b8c6", "Bb5", "a7-a6", "0-0"]) {
    try {
      board.move(move);
    } catch (error) {
      assert.fail(`${move}: ${error.message}`);
    }
  }
  assert.equal(board.history().length, 7);
  assert.equal(board.history().at(-1), "O-O");
});

test("the move given back is the very object that was played", () => {
  const board = new Board();
  const move = board.moves()[0];
  assert.equal(board.move(move), move);
  assert.equal(board.undo(), move);
  assert.equal(board.undo(), null);
});

test("a move object of another position is looked at anew", () => {
  const board = new Board("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
  const rook = board.moves().find((move) => move.san === "Ra7");
  board.move("Rh7");
  board.move("Kf8");
  board.move("Rb7");
  board.move("Ke8");
  board.undo();
  board.undo();
  board.move("Rc7");
  board.move("Ke8");
  assert.equal(board.move(rook).san, "Raa7");
  assert.throws(() => board.move(rook), /"Ra7" \(a1a7\) is not legal/);
});

test("what is not legal is refused with a sentence, and nothing has changed", () => {
  const board = new Board("4k3/1P6/8/8/8/8/8/R3K2R w - - 0 1");
  const fen = board.fen();
  for (const [move, reason] of [
    ["Ke9", /no move in algebraic notation/], ["Kd8", /not a legal move/], ["b8", /./], [{ from: "b7", to: "b8" }, /promotion: "q"/],
    [{ from: "e1", to: "g1" }, /not legal in 4k3/], [{ from: "e1" }, /needs squares/], [17, /neither a move/], ["", /./],
    [{ from: "e1", to: "i9" }, /needs squares/], ["x".repeat(5000), /5000 characters/],
  ])
    assert.throws(() => board.move(move), reason, JSON.stringify(move));
  assert.equal(board.fen(), fen);
  assert.deepEqual(board.history(), []);
});

test("two moves that a text could mean are not guessed between", () => {
  assert.throws(() => new Board("4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1").move("Nd2"), /ambiguous/);
});

test("strict reading takes strict notation only", () => {
  const board = new Board();
  for (const loose of ["e2e4", "Ng1f3", "Pe4", "g1f3"])
    assert.throws(() => board.move(loose, { strict: true }), /strict/);
  assert.equal(board.move("Nf3!?", { strict: true }).san, "Nf3");
});

test("passing is possible except in check", () => {
  const board = new Board();
  assert.equal(board.move("--").san, "--");
  assert.equal(board.turn(), "b");
  assert.equal(board.move(null).flags, "-");
  assert.throws(() => new Board("4k3/8/8/8/8/8/8/K3R3 b - - 0 1").move("--"), /in check/);
});

test("undo goes back to the start and histories agree", () => {
  const board = new Board();
  const fens = [];
  for (const san of ["e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6"]) {
    fens.push(board.fen());
    board.move(san);
  }
  assert.deepEqual(board.history({ verbose: true }).map((move) => move.before), fens);
  while (fens.length > 0) {
    board.undo();
    assert.equal(board.fen(), fens.pop());
  }
});

test("a clone keeps the history and goes its own way", () => {
  const board = new Board();
  for (const san of ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"])
    board.move(san);
  const clone = board.clone();
  clone.move("Ng8");
  assert.ok(clone.in_threefold_repetition());
  assert.ok(!board.in_threefold_repetition());
  assert.equal(board.history().length, 7);
  for (let i = 0; i < 8; i++)
    clone.undo();
  assert.equal(clone.fen(), START);
  assert.equal(board.history().length, 7);
});

test("a read-only board cannot be changed, its clone can", () => {
  const game = new Board();
  const board = game.readOnly();
  const changes = {
    move: ["e4"], undo: [], load: [START], loadPgn: ["1. e4 *"], put: [{ type: "q", color: "w" }, "e4"], remove: ["e2"], clear: [],
    reset: [], setTurn: ["b"], setHeader: ["White", "A"], setComment: ["x"], setCastlingRights: ["w", {}], playCode: [1],
    header: ["White", "A"], removeHeader: ["White"], removeComment: [], removeComments: [], load_pgn: ["*"], deleteComment: [],
  };
  for (const [name, values] of Object.entries(changes))
    assert.throws(() => board[name](...values), /read-only.*clone\(\)/, name);
  assert.throws(() => Board.prototype.move.call(board, "e4"), /read-only/);
  assert.equal(board.fen(), START);
  const clone = board.clone();
  clone.move("e4");
  assert.equal(clone.history().length, 1);
  game.move("d4");
  assert.deepEqual(board.history(), ["d4"], "it shows what happens in the game");
  assert.equal(board.moves().length, 20);
});

test("more boards than fit in the module at once are all right", () => {
  const boards = Array.from({ length: 200 }, (_, i) => {
    const board = Board.chess960(i);
    for (let ply = 0; ply < 30 && board.countMoves() > 0; ply++)
      board.move(board.moves()[(i + ply) % board.countMoves()]);
    return { board, fen: board.fen(), history: board.history() };
  });
  for (const { board, fen, history } of boards) {
    assert.equal(board.fen(), fen);
    assert.deepEqual(board.history(), history);
    while (board.undo() !== null)
      continue;
    for (const san of history)
      board.move(san, { strict: true });
    assert.equal(board.fen(), fen);
  }
});

test("get, board, findPiece, put and remove", () => {
  const board = new Board();
  assert.deepEqual(board.get("e1"), { type: "k", color: "w" });
  assert.equal(board.get("e4"), null);
  assert.equal(board.get("x9"), null);
  assert.equal(new Chess().get("e4"), undefined);
  assert.deepEqual(board.findPiece({ type: "r", color: "b" }), ["a8", "h8"]);
  assert.deepEqual(board.board()[0][4], { square: "e8", type: "k", color: "b" });
  assert.deepEqual(board.remove("h1"), { type: "r", color: "w" });
  assert.equal(board.remove("h1"), null);
  assert.equal(board.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1");
  assert.ok(board.put({ type: "q", color: "w" }, "h1"));
  assert.equal(board.put({ type: "k", color: "w" }, "h3"), false);
  assert.equal(board.put({ type: "x", color: "w" }, "h3"), false);
  assert.equal(board.put({ type: "q", color: "w" }, "h9"), false);
  assert.ok(board.put({ type: "k", color: "w" }, "e1"));
});

test("squares, attackers, castling rights, numbers", () => {
  const board = new Board();
  assert.equal(board.squareColor("a1"), "dark");
  assert.equal(board.squareColor("h1"), "light");
  assert.equal(board.squareColor("z1"), null);
  assert.deepEqual(board.attackers("f3"), ["e2", "g2", "g1"]);
  assert.deepEqual(board.attackers("f6", "b"), ["g8", "e7", "g7"]);
  assert.ok(board.isAttacked("f3", "w") && !board.isAttacked("f3", "b"));
  assert.throws(() => board.isAttacked("f9", "w"), /no square/);
  assert.deepEqual(board.getCastlingRights("w"), { k: true, q: true });
  assert.ok(board.setCastlingRights("w", { k: false }));
  assert.equal(board.fen().split(" ")[2], "Qkq");
  assert.ok(board.setCastlingRights("w", { k: true }));
  assert.equal(board.fen(), START);
  assert.equal(board.moveNumber(), 1);
  assert.ok(board.setTurn("b") && !board.setTurn("b"));
  assert.match(board.hash(), /^[0-9a-f]{16}$/);
  assert.equal(new Board().hash(), "463b96181691fc9c", "Polyglot's key of the start position");
});

test("the ends of games", () => {
  const ends = [
    ["rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "in_checkmate", "b", "checkmate"],
    ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "in_stalemate", null, "stalemate"],
    ["8/8/4k3/8/8/3KB3/8/8 w - - 0 1", "insufficient_material", null, "insufficient material"],
    ["8/8/4k3/8/8/3K1R2/8/8 w - - 100 90", "isDrawByFiftyMoves", null, "fifty moves"],
  ];
  for (const [fen, query, winner] of ends) {
    const board = new Board(fen);
    assert.ok(board[query](), fen);
    assert.ok(board.game_over() && board.isGameOver(), fen);
    assert.equal(board.in_draw(), winner === null, fen);
    assert.equal(board.outcome().winner, winner);
    assert.ok(board.outcome().reason.length > 5);
  }
  assert.equal(new Board().outcome(), null);
  assert.ok(!new Board().game_over());
});

test("variants end in their own ways", () => {
  const hill = new Board("8/8/8/8/8/3K4/8/7k w - - 0 1", { variant: "kingofthehill" });
  assert.equal(hill.move("Kd4").san, "Kd4#");
  assert.deepEqual([hill.isGameOver(), hill.isVariantEnd(), hill.outcome().winner, hill.moves().length], [true, true, "w", 0]);
  const anti = new Board("8/8/8/8/8/8/8/k6P b - - 0 1", { variant: "antichess", skipValidation: true });
  assert.ok(anti.moves().every((move) => !move.isCapture()));
  const house = new Board("4k3/8/8/8/8/8/8/4K3[NQ] w - - 0 1", { variant: "crazyhouse" });
  assert.deepEqual(house.pocket("w"), { p: 0, n: 1, b: 0, r: 0, q: 1 });
  const drop = house.move({ drop: "n", to: "f3" });
  assert.deepEqual([drop.san, drop.lan, drop.drop, drop.from, drop.to, drop.isDrop()], ["N@f3", "N@f3", "n", "f3", "f3", true]);
  assert.equal(new Board({ variant: "threecheck" }).checksLeft("w"), 3);
});

test("after the last check nobody takes en passant", () => {
  const fen = "2r3nr/1b1p1p2/2p4p/RpPNkPPP/1QP1p3/bP6/5P2/1N1K1BR1 w - - 1+3 0 26";
  const board = new Board(fen, { variant: "threecheck" });
  board.move("f4#");
  assert.equal(board.fen(), "2r3nr/1b1p1p2/2p4p/RpPNkPPP/1QP1pP2/bP6/8/1N1K1BR1 b - - 0+3 0 26");
  assert.equal(board.hash(), new Board(board.fen(), { variant: "threecheck" }).hash());
});

test("chess960 castles by taking the own rook", () => {
  const board = new Board("4k3/8/8/8/8/8/8/1RK3R1 w BG - 0 1", { variant: "chess960" });
  const castling = board.moves().filter((move) => move.isCastle());
  assert.deepEqual(castling.map((move) => [move.san, move.from, move.to, move.lan]).sort(), [["O-O", "c1", "g1", "c1g1"],
    ["O-O-O", "c1", "b1", "c1b1"]]);
  assert.equal(board.move("O-O-O").after, board.fen());
});

test("positions that cannot be played are refused with the reason", () => {
  for (const [fen, reason] of [
    ["8/8/8/8/8/8/8/8 w - - 0 1", /no man/], ["8/8/8/8/8/8/8/4K3 w - - 0 1", /Black has no king/],
    ["4k3/8/8/8/8/8/8/P3K3 w - - 0 1", /pawn stands on the first or last rank/], ["nonsense", /FEN/], ["", /FEN/],
    ["4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", /not to move is in check/], [`${START} extra words`, /./],
  ]) {
    assert.throws(() => new Board(fen), reason, fen);
    assert.equal(validateFen(fen).ok, false, fen);
  }
  assert.deepEqual(validateFen(START), { ok: true });
  assert.equal(new Board("8/8/8/8/8/8/8/8 w - - 0 1", { skipValidation: true }).moves().length, 0);
  assert.throws(() => new Board({ variant: "draughts" }), /no variant "draughts".*crazyhouse/);
});

test("a failed load leaves the board as it was", () => {
  const board = new Board();
  board.move("e4");
  assert.throws(() => board.load("8/8 w"));
  assert.throws(() => board.loadPgn("1. e4 e5 2. Ke3 *"), /line 1, column 13/);
  assert.deepEqual(board.history(), ["e4"]);
});

test("custom positions with many queens work", () => {
  const big = new Board("7k/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/K7 w - - 0 1", { skipValidation: true });
  assert.equal(big.moves().length, big.countMoves());
  assert.ok(big.moves().length > 100);
});

test("PGN is written and read back", () => {
  const board = new Board();
  board.setComment("before all");
  for (const san of ["e4", "e5", "Nf3"])
    board.move(san);
  board.setComment("attacks {e5}");
  board.setHeader("White", 'Ann "the rook" B');
  board.setHeader("WhiteElo", "1200");
  const pgn = board.pgn();
  assert.match(pgn, /\{before all\} 1\. e4 e5 2\. Nf3 \{attacks \[e5\]\} \*$/);
  const copy = new Board();
  copy.loadPgn(pgn);
  assert.equal(copy.pgn(), pgn);
  assert.equal(copy.getHeaders().White, 'Ann "the rook" B');
  assert.equal(copy.getComment(), "attacks [e5]");
  assert.equal(copy.getComments().length, 2);
  assert.equal(copy.removeComments().length, 2);
  assert.deepEqual(copy.getComments(), []);
  for (const row of board.pgn({ maxWidth: 20 }).split("\n"))
    assert.ok(row.length <= 20 || row.startsWith("["), row);
});

test("PGN of variants and set-up positions keeps both", () => {
  const board = new Board("4k3/8/8/8/8/8/8/4K3[NQ] b - - 3 7", { variant: "crazyhouse" });
  board.move("Kd8");
  board.move("Q@d7#");
  assert.match(board.pgn(), /7\. \.\.\. Kd8 8\. Q@d7\+? ?/);
  const copy = new Board();
  copy.loadPgn(board.pgn());
  assert.deepEqual([copy.variant(), copy.fen(), copy.history()], ["crazyhouse", board.fen(), board.history()]);
  assert.equal(copy.getHeaders().Variant, "Crazyhouse");
});

test("PGN that others stumble over is read", () => {
  const board = new Board();
  board.loadPgn("{a comment first}\n% an escape\n[White \"A\"]\n\n1. e4 (1. d4 d5) e5 $1 ; rest\n2. Nf3 Nc6 0-1");
  assert.deepEqual(board.history(), ["e4", "e5", "Nf3", "Nc6"]);
  assert.equal(board.getHeaders().Result, "0-1");
});
