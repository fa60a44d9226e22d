/* Everything that the package offers, whichever way the module was loaded. */
export { Board } from "./board.js";
export type { MoveSquares, MovesOptions, Outcome } from "./board.js";
export { Chess, DEFAULT_POSITION, validateFen } from "./chess.js";
export { Engine } from "./engine.js";
export type { EngineLine, EngineOptions, SearchLimits, SearchPosition, SearchResult } from "./engine.js";
export { Game, ai, aiMove, getFen, move, moves, status } from "./game.js";
export type { AIOptions, AIResult, DepthOptions, HistoryRecord } from "./game.js";
export type {
  AILevel, BoardConfig, CastlingRights, GameColor, GamePiece, GameSquare, HistoryEntry, MovesMap, ScoredHistoryMove,
} from "./game-config.js";
export { Move } from "./move.js";
export { BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, SQUARES, WHITE } from "./names.js";
export type { Color, Piece, PieceSymbol, Square } from "./names.js";
export { SEVEN_TAG_ROSTER } from "./pgn.js";
export { VARIANTS } from "./variant.js";
export type { LoadOptions, VariantName } from "./variant.js";
