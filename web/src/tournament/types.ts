/*
 * Tournaments as the API tells them, and their words.
 */
export type Kind = "round robin" | "swiss" | "knockout" | "gauntlet";

export interface TournamentRow {
  id: number; name: string; kind: Kind; status: "open" | "running" | "paused" | "finished" | "cancelled"; registration?: "closed" | "open" | "invited"; starts_at?: number | null;
  round?: number; rounds_total?: number | null; variant: string; clock: string; rated: boolean; games_per_pairing: number; organiser: string; created_at: number;
  finished_at: number | null; entered?: number; games_played: number; games: number; winner?: { player: number; name: string } | null;
}

export interface Standing {
  place?: number; player: number; kind: string; name: string; version: number | null; seed?: number; rating?: number | null; games: number; points: number; wins: number; draws: number;
  losses?: number; withdrawn?: boolean; buchholz?: number; sonneborn_berger?: number; out_in?: number | null;
}

/** In lists of a pairing without `black`, which is the other player; in events with all. */
export interface TournamentGame { id: number; round?: number; board?: number; white: number; black?: number; status: string; result: string | null }
export interface Pairing { board: number; players: [number, number | null]; points: [number, number]; winner?: number | null; games: TournamentGame[] }
export interface Round { number: number; finished: boolean; pairings: Pairing[] }
export interface Tournament extends TournamentRow {
  standings: Standing[]; rounds?: Round[]; you?: { organiser: boolean; may_enter: boolean; entered: number[] };
}

export const KINDS: Record<Kind, string> = { "round robin": "Round robin", swiss: "Swiss", knockout: "Knockout", gauntlet: "Gauntlet" };
export const KIND_RULES: Record<Kind, string> = {
  "round robin": "Everybody plays everybody.", swiss: "Each round pairs players with the same number of points.",
  knockout: "Whoever loses a pairing is out.", gauntlet: "The first player meets all the others.",
};
export const STATUSES: Record<TournamentRow["status"], string> = { open: "open for entries", running: "being played", paused: "paused", finished: "finished", cancelled: "cancelled" };

/** "4½" */
export function points(value: number): string {
  const whole = Math.floor(value);
  return value - whole === 0.5 ? `${whole > 0 ? whole : ""}½` : String(value);
}
