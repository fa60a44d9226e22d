/* Chess: Board with the defaults of chess.js 1.x, for programs written for that library. */
import { Board, MovesOptions } from "./board.js";
import { Move } from "./move.js";
import { Piece } from "./names.js";
import { LoadOptions, loadFen, variantNumber } from "./variant.js";
import { scratchPosition } from "./line.js";

export class Chess extends Board {
  /** Texts, or with `verbose: true` objects. */
  override moves(options: MovesOptions & { verbose: true }): Move[];
  override moves(options?: MovesOptions & { verbose?: false }): string[];
  override moves(options?: MovesOptions): Move[] & string[];
  override moves(options: MovesOptions = {}): Move[] | string[] {
    return super.moves({ ...options, verbose: (options.verbose ?? false) as false });
  }

  /** The man on a square, undefined when there is none. */
  override get(square: string): Piece | undefined {
    return super.get(square) ?? undefined;
  }

  override remove(square: string): Piece | undefined {
    return super.remove(square) ?? undefined;
  }
}

export const DEFAULT_POSITION = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Whether a FEN can be read and played, and if not, why. */
export function validateFen(fen: string, options: LoadOptions = {}): { ok: boolean; error?: string } {
  try {
    loadFen(scratchPosition(), fen, options.variant === undefined ? 0 : variantNumber(options.variant), options);
    return { ok: true };
  } catch (error) {
    return { ok: false, error: (error as Error).message };
  }
}
