/*
 * What scores mean: win chances, and which moves gave some away. The formulae are those that lichess publishes at
 * https://lichess.org/page/accuracy.
 */
import type { Color, PlayedMove, Score } from "../core/api";

const MATE_CP = 1000;

/** In percent, for the side of the score. */
export function winChance(score: Score): number {
  const cp = score.mate !== undefined ? Math.sign(score.mate || -1) * MATE_CP : Math.max(-MATE_CP, Math.min(MATE_CP, score.cp ?? 0));
  return 50 + 50 * (2 / (1 + Math.exp(-0.00368208 * cp)) - 1);
}

export const forWhite = (score: Score, side: Color): Score =>
  side === "white" ? score : score.mate !== undefined ? { mate: -score.mate } : { cp: -(score.cp ?? 0) };

/** Points for graphs, within ±10. */
export function pawns(score: Score): number {
  if (score.mate !== undefined) return score.mate < 0 ? -10 : 10;
  return Math.max(-10, Math.min(10, (score.cp ?? 0) / 100));
}

export type Judgement = "?!" | "?" | "??";
export const JUDGEMENT_NAMES: Record<Judgement, string> = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

export function judge(before: number, after: number): Judgement | null {
  const lost = before - after;
  return lost >= 30 ? "??" : lost >= 20 ? "?" : lost >= 10 ? "?!" : null;
}

/** In percent, by how much win chance a move gave away. */
export const moveAccuracy = (before: number, after: number): number =>
  Math.max(0, Math.min(100, 103.1668 * Math.exp(-0.04354 * Math.max(0, before - after)) - 3.1669));

/** The move of a side after which its own scores fell most; 0 when none says anything. */
export function turningPoint(moves: readonly PlayedMove[], side: Color, mover: (ply: number) => Color): number {
  let worst = 0, most = 8, last: number | null = null, lastPly = 0;
  for (const [index, move] of moves.entries()) {
    const ply = index + 1;
    if (mover(ply) !== side || !move.score) continue;
    const chance = winChance(move.score);
    if (last !== null && last - chance > most) {
      most = last - chance;
      worst = lastPly;
    }
    [last, lastPly] = [chance, ply];
  }
  return worst;
}
