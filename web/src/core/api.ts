/*
 * The HTTP API (docs/api.md): one function that asks, and the shapes of what it answers.
 */
export type Color = "white" | "black";

export interface Rating { value: number; error: number; prov: boolean; games: number; fixed: boolean }

export interface Account { name: string; kind: "guest" | "person" | "admin"; player: number }

export interface Seat {
  player: number; kind: "bot" | "engine" | "account" | string; name: string; version: number | null;
  rating?: Rating; rating_before?: number | null; rating_after?: number | null;
  cpu_ms?: number | null; memory_bytes?: number | null;
}

export interface Score { cp?: number; mate?: number }

export interface PlayedMove {
  uci: string; san?: string; fen?: string; time_ms?: number; clock_ms?: number; score?: Score; depth?: number; nodes?: number; memory_bytes?: number;
}

export interface Clocks { white_ms: number | null; black_ms: number | null }

/** A game that is being played, in brief. */
export interface LiveGame {
  id: number; variant: string; origin: string; clock: string; rated: boolean; white: Seat; black: Seat; fen: string;
  turn: Color; uci?: string; ply: number; clocks: Clocks; thinking_ms?: number; ready?: boolean; tournament?: number | null;
}

export interface GameRow {
  id: number; status: "queued" | "running" | "finished" | "aborted" | "open"; origin: string; tournament: number | null;
  variant: string; start_fen?: string | null; clock: string; rated: boolean; created_at: number; started_at: number | null;
  finished_at: number | null; result: string; counted: boolean; ended_by?: string | null; reason: string | null;
  duration_ms: number | null; white: Seat; black: Seat;
}

/** A game with all that belongs to it; what is stored lacks what only a running game has. */
export interface Game extends GameRow {
  moves: PlayedMove[]; you: Color | null; fen?: string; turn?: Color; check?: boolean; clocks?: Clocks; legal?: string[];
  thinking_ms?: number; draw_offered_by?: Color; ply?: number;
  /** Of a running game: false while a player gets ready and no clock runs. */
  ready?: boolean;
}

export interface MoveEvent extends PlayedMove {
  ply: number; fen: string; turn: Color; check: boolean; clocks: Clocks; legal?: string[];
}

export interface Bot {
  name: string; owner: string; language: string; league: boolean; created_at: number;
  newest: { number: number; status: string; class: string }; version: number | null; player: number | null; class: string | null;
  versions?: Version[]; mine?: boolean;
}

export interface Version { number: number; status: string; class: string; created_at: number; player: number | null }

export interface Problem { rule: string; line: number; column: number; text: string; advice: string }

export interface Report {
  accepted: boolean; class?: string; bytes?: number; lines?: number; columns?: number; load_ms?: number | null;
  problems: Problem[]; more: number; advice?: Problem[];
  self_test?: { ending?: string; plies: number; slowest_move_ms: number; peak_memory_bytes: number } | null; log?: string | null;
}

export interface Ranked {
  rank: number; player: number; name: string; version?: number; class?: string | null; owner?: string | null; rating: Rating;
  wins: number; draws: number; losses: number;
}

/** What the server refused, in its own sentence. */
export class Refusal extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

const UNREACHABLE = "The arena does not answer. Check the connection and try again.";

async function request(method: string, path: string, body?: unknown): Promise<Response> {
  try {
    return await fetch("/api/v1/" + path, method === "GET" ? {} : {
      method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}),
    });
  } catch {
    throw new Refusal(0, UNREACHABLE);
  }
}

async function refusalOf(response: Response): Promise<Refusal> {
  const answer = await response.json().catch(() => null) as { error?: string } | null;
  return new Refusal(response.status, answer?.error ?? `The arena answered with the status ${response.status}.`);
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await request(method, path, body);
  if (!response.ok) throw await refusalOf(response);
  return (response.status === 204 ? {} : await response.json()) as T;
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body?: unknown): Promise<T> => ask<T>("POST", path, body);

/** Answers that are plain text: sources, logs, PGN. */
export async function getText(path: string): Promise<string> {
  const response = await request("GET", path);
  if (!response.ok) throw await refusalOf(response);
  return response.text();
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const part = encodeURIComponent;
