/*
 * The smallest bot: any legal move will do.
 *
 * Lesson: a bot is one function. The arena calls makeMove whenever it is your turn; board shows the game so far and knows
 * the rules of the variant being played, and whatever legal move you report last is played. Nothing else is asked of you.
 * Keep this one as the first opponent of every bot you write: whoever does not beat it nearly always has a bug.
 */
function makeMove(board, timeRemaining, reportMove, getMemory) {
  const moves = board.moves();
  reportMove(moves[Math.floor(Math.random() * moves.length)]);
}
