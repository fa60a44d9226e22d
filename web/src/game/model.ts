/*
 * One game as the page knows it: the moves, which of them is looked at, the clocks, a line of one's own beside the game.
 * Views listen; the stream of events and the person change it. No drawing in here.
 */
import type { Clocks, Color, Game, GameRow, MoveEvent, PlayedMove } from "../core/api";
import { other, turnOf } from "../chess/fen";
import type { Rules } from "../chess/rules";
import { startFen } from "../chess/variants";

export type Change = "state" | "move" | "shown" | "over" | "draw";

export class GameModel {
  game: Game;
  rules: Rules | null = null;
  /** Plies of the game that are on the board. */
  shown: number;
  /** Moves tried out after the first `shown` plies, and how many of them are on the board. */
  branch: PlayedMove[] = [];
  branchShown = 0;
  /** A move of one's own that the server has not confirmed yet. */
  pending: { uci: string; fen: string } | null = null;
  #received = performance.now();
  readonly #listeners = new Set<(change: Change) => void>();

  constructor(game: Game) {
    this.game = game;
    this.shown = game.moves.length;
  }

  listen(listener: (change: Change) => void): void {
    this.#listeners.add(listener);
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  // ---- Positions --------------------------------------------------------------------------------------------------

  get start(): string {
    return this.game.start_fen || (this.game.moves.length === 0 ? this.game.fen : "") || startFen(this.game.variant);
  }

  fenAt(ply: number): string {
    return ply === 0 ? this.start : this.game.moves[ply - 1]?.fen ?? this.start;
  }

  /** The position on the board. */
  get fen(): string {
    if (this.branchShown > 0) return this.branch[this.branchShown - 1]?.fen ?? this.fenAt(this.shown);
    return this.pending && this.following ? this.pending.fen : this.fenAt(this.shown);
  }

  /** The move that led there. */
  get lastMove(): PlayedMove | null {
    if (this.branchShown > 0) return this.branch[this.branchShown - 1] ?? null;
    return this.shown > 0 ? this.game.moves[this.shown - 1] ?? null : null;
  }

  get running(): boolean {
    return this.game.status === "running";
  }

  /** Whether moves are taken and a clock runs; before, a player gets ready. */
  get ready(): boolean {
    return this.running && this.game.ready !== false;
  }

  /** Whether the newest position is looked at. */
  get following(): boolean {
    return this.shown === this.game.moves.length && this.branch.length === 0;
  }

  get firstMover(): Color {
    return turnOf(this.start);
  }

  get turn(): Color {
    return this.game.turn ?? turnOf(this.fenAt(this.game.moves.length));
  }

  /** Who made the move of that number, the first being 1. */
  moverOf(ply: number): Color {
    return ply % 2 === 1 ? this.firstMover : other(this.firstMover);
  }

  /** Whether the person at this page is to move now. */
  get mine(): boolean {
    return this.ready && this.game.you !== null && this.turn === this.game.you && this.pending === null;
  }

  // ---- Clocks -----------------------------------------------------------------------------------------------------

  /** What a clock shows now: it ticks here between the server's words. */
  clock(color: Color): number | null {
    if (this.running && this.following) {
      const left = (this.game.clocks as Clocks | undefined)?.[`${color}_ms`] ?? null;
      return left === null ? null : left - (this.turn === color ? this.thinking : 0);
    }
    for (let ply = this.shown; ply > 0; ply--)
      if (this.moverOf(ply) === color) return this.game.moves[ply - 1]?.clock_ms ?? null;
    const base = Number.parseFloat(this.game.clock);
    return Number.isFinite(base) ? base * 1000 : null;
  }

  /** Little time, for this clock: a sixth of it, at most ten seconds. */
  get lowTime(): number {
    const base = Number.parseFloat(this.game.clock);
    return Number.isFinite(base) ? Math.min(10_000, base * 1000 / 6) : 10_000;
  }

  get thinking(): number {
    return this.pending || !this.ready ? 0 : (this.game.thinking_ms ?? 0) + performance.now() - this.#received;
  }

  // ---- From the server --------------------------------------------------------------------------------------------

  /** The whole state, at first and after a lost connection. */
  take(game: Game): void {
    const followed = this.following, { you } = this.game;
    this.game = { ...game, you: game.you ?? you };
    this.#received = performance.now();
    this.pending = null;
    if (followed || this.shown > game.moves.length) this.shown = game.moves.length;
    this.#tell("state");
  }

  takeMove(move: MoveEvent): void {
    const followed = this.following;
    Object.assign(this.game, { fen: move.fen, turn: move.turn, check: move.check, clocks: move.clocks, legal: move.legal, thinking_ms: 0, ready: true });
    delete this.game.draw_offered_by;
    this.#received = performance.now();
    this.pending = null;
    if (move.uci && move.ply > this.game.moves.length) this.game.moves.push(move);
    if (followed) this.shown = this.game.moves.length;
    this.#tell("move");
  }

  takeEnd(row: GameRow): void {
    this.game = { ...this.game, ...row, legal: [] };
    this.pending = null;
    this.#tell("over");
  }

  takeDraw(by: Color | null): void {
    if (by) this.game.draw_offered_by = by;
    else delete this.game.draw_offered_by;
    this.#tell("draw");
  }

  // ---- From the person --------------------------------------------------------------------------------------------

  /** Shows one's own move before the server has confirmed it. */
  expect(uci: string): void {
    const after = this.rules?.play(this.fenAt(this.game.moves.length), uci);
    if (!after) return;
    this.pending = { uci, fen: after.fen };
    this.#tell("shown");
  }

  /** The server refused the move. */
  forget(): void {
    this.pending = null;
    this.#tell("shown");
  }

  show(ply: number): void {
    this.branch = [];
    this.branchShown = 0;
    this.shown = Math.max(0, Math.min(ply, this.game.moves.length));
    this.#tell("shown");
  }

  step(by: number): void {
    if (this.branch.length === 0) {
      this.show(this.shown + by);
      return;
    }
    this.branchShown = Math.min(this.branchShown + by, this.branch.length);
    if (this.branchShown < 1) this.show(this.shown);
    else this.#tell("shown");
  }

  /** Tries a move out from the position on the board. The game's own next move goes on along the game. */
  tryOut(uci: string): void {
    const after = this.rules?.play(this.fen, uci);
    if (!after) return;
    if (this.branch.length === 0 && this.game.moves[this.shown]?.uci === after.uci) {
      this.show(this.shown + 1);
      return;
    }
    this.branch = [...this.branch.slice(0, this.branchShown), { uci: after.uci, san: after.san, fen: after.fen }];
    this.branchShown = this.branch.length;
    this.#tell("shown");
  }
}
