/* The libraries that ours is compared with, for tests and for bench/js.mjs, which finds no packages of its own. */
export { Chess as ChessJs } from "chess.js";
export { parseFen, makeFen } from "chessops/fen";
export { parseUci } from "chessops/util";
export { setupPosition } from "chessops/variant";
