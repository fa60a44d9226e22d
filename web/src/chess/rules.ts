/*
 * The rules, from Rookery's own C library as WebAssembly: legal moves and what comes of them. Loaded when the first board
 * that can be played on opens; the engine is a module of its own, which analysis fetches.
 */
import { Board, init } from "rookery";
import rulesModule from "rookery/rules.wasm?url";

let loading: Promise<void> | null = null;

export const loadRules = (): Promise<void> => (loading ??= init(rulesModule));

export interface LegalMove { uci: string; san: string; from: string; to: string; drop: string; promotion: string }

function asLegal(move: { from: string; to: string; san: string; lan: string; drop?: string; promotion?: string }): LegalMove {
  return { uci: move.lan, san: move.san, from: move.drop ? "" : move.from, to: move.to, drop: move.drop ?? "", promotion: move.promotion ?? "" };
}

export class Rules {
  private constructor(readonly variant: string) {}

  static async load(variant: string): Promise<Rules> {
    await loadRules();
    return new Rules(variant);
  }

  #board(fen: string): Board {
    return new Board(fen, { variant: this.variant, skipValidation: true });
  }

  moves(fen: string): LegalMove[] {
    return this.#board(fen).moves().map(asLegal);
  }

  /** What comes of a move, null when it is not legal. */
  play(fen: string, text: string): { fen: string; san: string; uci: string; check: boolean } | null {
    const board = this.#board(fen);
    try {
      const move = board.move(text);
      return { fen: board.fen(), san: move.san, uci: move.lan, check: board.isCheck() };
    } catch {
      return null;
    }
  }

  /** A line of moves in UCI notation as people write it: "12. Nf3 d5 13. c4". */
  line(fen: string, moves: readonly string[]): string {
    const board = this.#board(fen), parts: string[] = [];
    let number = Number(fen.split(" ").at(-1)) || 1;
    for (const [index, uci] of moves.entries()) {
      const white = board.turn() === "w";
      try {
        const { san } = board.move(uci);
        parts.push(white ? `${number}. ${san}` : index === 0 ? `${number}… ${san}` : san);
      } catch {
        break;
      }
      if (!white) number++;
    }
    return parts.join(" ");
  }

  /** Why no game can start from a position; null when one can. */
  problem(fen: string): string | null {
    try {
      const board = new Board(fen, { variant: this.variant });
      return board.outcome() ? "In this position the game is over already." : null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
