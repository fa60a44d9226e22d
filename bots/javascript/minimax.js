/*
 * A whole search: alpha-beta, captures played out, deeper while there is time.
 *
 * Lesson: look further ahead than your opponent, and be ready to stop. The search goes up and down one copy of the board
 * with move() and undo(), tries the most promising moves first so that the rest can be cut off, and starts again one ply
 * deeper until the time is used up. Each time it finds something better it reports it: the last report counts, so an
 * exception thrown from the depth of the search is a fine way to end it.
 */
const VALUES = { p: 100, n: 320, b: 330, r: 500, q: 900, k: 0 };
const MATE = 100000;
const MAX_DEPTH = 30, CAPTURES_DEPTH = 6;
const SQUARES = [];
for (const rank of "12345678")
  for (const file of "abcdefgh")
    SQUARES.push({ name: file + rank, file: "abcdefgh".indexOf(file), rank: Number(rank) - 1 });

let nodes = 0, deadline = 0;

/** What a man is worth on its square: pawns want forward, the others the centre, the king a corner. */
function worth({ type, color }, { file, rank }) {
  const centre = 7 - Math.abs(2 * file - 7) + (7 - Math.abs(2 * rank - 7));
  const forward = color === "w" ? rank : 7 - rank;
  if (type === "p")
    return VALUES.p + 6 * forward + (file > 1 && file < 6 ? 2 * forward : 0);
  return type === "k" ? -2 * centre : VALUES[type] + 2 * centre;
}

/** Centipawns for the side to move. */
function evaluate(board) {
  const us = board.turn();
  let score = 10;
  for (const square of SQUARES) {
    const piece = board.get(square.name);
    if (piece !== null)
      score += piece.color === us ? worth(piece, square) : -worth(piece, square);
  }
  return score;
}

/** The most valuable victim first, and of those the least valuable attacker. */
function promise(move) {
  const gain = move.captured ? 10 * VALUES[move.captured] - VALUES[move.piece] / 10 : 0;
  return gain + (move.promotion ? VALUES[move.promotion] : 0);
}

function sorted(moves, first) {
  return moves.sort((a, b) => (b.san === first) - (a.san === first) || promise(b) - promise(a));
}

function tick() {
  nodes++;
  if ((nodes & 255) === 0 && Date.now() >= deadline)
    throw "timeout";
}

/** Only captures, so that no exchange is judged half-way. */
function quiesce(searchBoard, alpha, beta, depth) {
  tick();
  const standing = evaluate(searchBoard);
  if (depth === 0 || standing >= beta)
    return standing;
  let best = standing;
  for (const move of sorted(searchBoard.moves().filter((one) => one.captured))) {
    searchBoard.move(move);
    const score = -quiesce(searchBoard, -beta, -Math.max(alpha, best), depth - 1);
    searchBoard.undo();
    best = Math.max(best, score);
    if (best >= beta)
      break;
  }
  return best;
}

function search(searchBoard, depth, alpha, beta, ply) {
  tick();
  if (searchBoard.in_threefold_repetition())
    return 0;
  const moves = searchBoard.moves();
  if (moves.length === 0)
    return searchBoard.in_check() ? ply - MATE : 0;
  if (depth === 0)
    return quiesce(searchBoard, alpha, beta, CAPTURES_DEPTH);
  let best = -Infinity;
  for (const move of sorted(moves)) {
    searchBoard.move(move);
    const score = -search(searchBoard, depth - 1, -beta, -Math.max(alpha, best), ply + 1);
    searchBoard.undo();
    best = Math.max(best, score);
    if (best >= beta)
      break;
  }
  return best;
}

function makeMove(board, timeRemaining, reportMove, getMemory) {
  const start = Date.now();
  deadline = start + timeRemaining / 30;
  nodes = 0;
  const moves = sorted(board.moves());
  reportMove(moves[0]);
  if (moves.length === 1)
    return;

  const searchBoard = board.clone();
  let best = moves[0].san;
  for (let depth = 1; depth <= MAX_DEPTH; depth++) {
    let alpha = -Infinity;
    for (const move of sorted(moves, best)) {
      searchBoard.move(move);
      const score = -search(searchBoard, depth - 1, -Infinity, -alpha, 1);
      searchBoard.undo();
      if (score > alpha) {
        alpha = score;
        best = move.san;
        reportMove(move, { depth, score, nodes });
      }
    }
    if (Math.abs(alpha) > MATE - 1000 || Date.now() - start > timeRemaining / 60)
      break;
  }
}
