/*
 * The libraries that ours is compared with, for tests and for bench/js.mjs, which finds no packages of its own. They come
 * with `npm ci`; where that was not possible `peers` is null and `peersAbsent` the sentence that says so.
 */
async function load() {
  const [chessJs, fen, san, util, variant] = await Promise.all(
    ["chess.js", "chessops/fen", "chessops/san", "chessops/util", "chessops/variant"].map((name) => import(name)));
  return { ChessJs: chessJs.Chess, ...fen, ...san, ...util, ...variant };
}

export const peers = await load().catch((error) => {
  if (error.code !== "ERR_MODULE_NOT_FOUND")
    throw error;
  return null;
});
export const peersAbsent =
  peers === null && "chess.js and chessops are not there: `npm ci` in bindings/js fetches them";
