/** What the pages use of the JavaScript package (bindings/js), whose built file the bundler puts in its place. */
declare module "rookery" {
  export interface Move { from: string; to: string; san: string; lan: string; drop?: string; promotion?: string }
  export interface Outcome { winner: "w" | "b" | null; result: string; reason: string }
  export class Board {
    constructor(fen?: string, options?: { variant?: string; skipValidation?: boolean });
    moves(): Move[];
    move(move: string): Move;
    fen(): string;
    turn(): "w" | "b";
    isCheck(): boolean;
    status(): string[];
    outcome(): Outcome | null;
    pgn(): string;
  }
  export interface EngineLine {
    depth: number; multipv: number; score: { cp: number } | { mate: number }; nodes: number; nps: number; pv: string[];
    bound: "exact" | "lower" | "upper";
  }
  export class Engine {
    static create(options?: { hash?: number; variant?: string; chess960?: boolean; multiPV?: number }): Promise<Engine>;
    configure(options: { variant?: string; chess960?: boolean; multiPV?: number }): Promise<void>;
    search(position: string | { fen: string }, limits: { depth?: number; movetime?: number },
      onLine?: (line: EngineLine) => void): Promise<{ best: string | null; lines: EngineLine[] }>;
    stop(): void;
    quit(): void;
  }
  export function init(source?: string): Promise<void>;
}
