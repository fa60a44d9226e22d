/*
 * What happened in a game, in words.
 */
import type { Color, Game, GameRow } from "../core/api";
import { other } from "../chess/fen";
import * as format from "../core/format";

export const winnerOf = (result: string): Color | null => (result === "1-0" ? "white" : result === "0-1" ? "black" : null);

/** The arbiter's sentence says who and why; without one, who. */
export function resultLine(row: GameRow): string {
  if (row.reason) return row.reason;
  if (row.result === "1/2-1/2") return "Draw";
  const winner = winnerOf(row.result);
  return winner ? `${format.playerName(row[winner])} wins` : "No result";
}

/** How it ended, or who is to move. */
export function gameHeadline(game: Game | GameRow): string {
  if (game.status === "queued" || game.status === "open") return "The game begins as soon as a place is free";
  if (game.status !== "running") return [game.result === "*" ? "" : format.result(game.result), resultLine(game)].filter(Boolean).join(" ");
  const { you, turn = "white", ready } = game as Game;
  if (you && ready === false) return `${format.playerName(game[other(you)])} is getting ready`;
  if (you) return you === turn ? "Your move" : `${format.playerName(game[other(you)])} is thinking`;
  return `${format.playerName(game.white)} – ${format.playerName(game.black)}`;
}
