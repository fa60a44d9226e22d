/*
 * my_bot: looks at each of its moves and at the best reply to it.
 *
 * A bot is one function, makeMove. It is called whenever it is your turn; the move that it reported last is played.
 * Change anything you like.
 */
const VALUES = { p: 100, n: 320, b: 330, r: 500, q: 900, k: 0 };
const MATE = 100000;
const FILES = "abcdefgh";
const seen = new Set(); // positions that we have moved to; it lives until the game ends

/** A man's worth: its value, and a little for standing in the centre; for a pawn the way it has come. */
function worthOf({ type, color }, file, rank) {
  if (type === "k")
    return 0;
  if (type === "p")
    return VALUES.p + 6 * (color === "w" ? rank - 2 : 7 - rank);
  return VALUES[type] + 14 - Math.abs(2 * file - 7) - Math.abs(2 * rank - 9);
}

/** Centipawns for the side to move. */
function evaluate(board) {
  if (board.in_checkmate())
    return -MATE;
  const us = board.turn();
  let score = 0;
  for (let rank = 1; rank <= 8; rank++)
    for (let file = 0; file < 8; file++) {
      const piece = board.get(FILES[file] + rank);
      if (piece !== null)
        score += piece.color === us ? worthOf(piece, file, rank) : -worthOf(piece, file, rank);
    }
  return score;
}

/** What our last move is worth to us if the opponent finds the best reply. */
function worth(board) {
  if (board.in_checkmate())
    return MATE;
  if (board.in_draw() || seen.has(board.hash()))
    return 0; // we have been here: the third time is a draw
  let lowest = Infinity;
  for (const reply of board.moves()) {
    board.move(reply);
    lowest = Math.min(lowest, evaluate(board)); // now it is our turn again
    board.undo();
  }
  return lowest;
}

/** Captures of the most valuable men first, then the rest. */
function promise(move) {
  return (move.captured ? 10 * VALUES[move.captured] - VALUES[move.piece] : 0) + (move.promotion ? 900 : 0);
}

function makeMove(board, timeRemaining, reportMove, getMemory) {
  // A small part of the clock for each move: there may be many more to come.
  const deadline = Date.now() + timeRemaining / 30;

  const moves = board.moves().sort((a, b) => promise(b) - promise(a));
  reportMove(moves[0]); // whatever happens from here on, there is a move to play

  const searchBoard = board.clone(); // the board that is given is read-only; one copy is enough for all
  let best = moves[0], bestScore = -Infinity;
  for (const move of moves) {
    searchBoard.move(move);
    const score = worth(searchBoard);
    searchBoard.undo();
    if (score > bestScore) {
      best = move;
      bestScore = score;
      reportMove(move, { depth: 2, score }); // what is said beside the move is for the record of the game
    }
    if (Date.now() > deadline)
      break;
  }
  searchBoard.move(best);
  seen.add(searchBoard.hash());
}
