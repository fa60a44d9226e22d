/*
 * Engine: Rookery's engine in a worker, by promises or by lines of UCI.
 *
 * The page or program stays free while the engine thinks. One search runs at a time: the next one waits for it.
 */
import { CompiledModule, FromWorker, NetworkFile, ToWorker } from "./engine-core.js";
import { PONDER_HIT, STOP } from "./outside.js";

/** A path or an address; programs need not know the types of browsers. */
export type FileAddress = string | { readonly href: string };

/** A worker, of whichever kind. */
export interface EngineLink {
  post(message: ToWorker): void;
  end(): void;
}
export interface EnginePlatform {
  loadModule(): Promise<CompiledModule>;
  link(heard: (message: FromWorker) => void): EngineLink;
  /** Where the network of the package is; null when it has none. */
  ownNetwork: FileAddress | null;
  readFile(address: FileAddress): Promise<Uint8Array>;
}

let platform: EnginePlatform | null = null;

/** @internal Called by the entries for Node and for browsers. */
export function setEnginePlatform(given: EnginePlatform): void {
  platform = given;
}

export interface EngineOptions {
  /** Of the table of positions, in MB; 16 if not said. */
  hash?: number | undefined;
  /** By any usual name; standard chess if not said. */
  variant?: string | undefined;
  chess960?: boolean | undefined;
  /** How many lines to look for; 1 if not said. */
  multiPV?: number | undefined;
  /** Plays as somebody of that rating; null for full strength. */
  elo?: number | null | undefined;
  /**
   * The network that judges positions of standard chess and chess960: where its file is, or the bytes of it; null for
   * none. If not said, that of the package, where it has one.
   */
  network?: FileAddress | ArrayBuffer | Uint8Array | null | undefined;
}

/** What ends a search; without any only stop() does. Times are milliseconds. */
export interface SearchLimits {
  depth?: number | undefined;
  nodes?: number | undefined;
  movetime?: number | undefined;
  mate?: number | undefined;
  wtime?: number | undefined;
  btime?: number | undefined;
  winc?: number | undefined;
  binc?: number | undefined;
  movestogo?: number | undefined;
  /** Only these moves, in UCI notation. */
  searchMoves?: readonly string[] | undefined;
}

/** A line that the engine has found. Scores are of the side to move: centipawns, or moves to mate (negative: is mated). */
export interface EngineLine {
  depth: number;
  seldepth: number;
  multipv: number;
  score: { cp: number } | { mate: number };
  bound: "exact" | "lower" | "upper";
  nodes: number;
  nps: number;
  time: number;
  hashfull: number;
  pv: string[];
}

export interface SearchResult {
  /** In UCI notation; null when there is no legal move. */
  best: string | null;
  ponder: string | null;
  /** The last of each, the best first. */
  lines: EngineLine[];
}

export interface SearchPosition {
  /** The start position of the variant if not said. */
  fen?: string | undefined;
  /** Moves from there, in UCI notation. */
  moves?: readonly string[] | undefined;
}

interface Waiting {
  wanted: (line: string) => boolean;
  resolve: (line: string) => void;
  reject: (error: Error) => void;
}

const LIMITS = ["depth", "nodes", "movetime", "mate", "wtime", "btime", "winc", "binc", "movestogo"] as const;

const OPTIONS = ["hash", "variant", "chess960", "multiPV", "elo", "network"];

/** Misspelt names would be passed over in silence. */
function refuseUnknown(what: string, given: object, known: readonly string[]): void {
  for (const name of Object.keys(given))
    if (!known.includes(name))
      throw new Error(`There is no ${what} ${JSON.stringify(name)}; there are ${known.join(", ")}.`);
}

function numberOf(what: string, value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value))
    throw new Error(`The ${what} is a number, not ${String(value)}.`);
  return Math.round(value);
}

/** Reads "info ..."; null when it is none with a line in it. */
export function readInfo(text: string): EngineLine | null {
  const words = text.split(" ");
  const at = (name: string): number => words.indexOf(name);
  const number = (name: string): number => (at(name) < 0 ? 0 : Number(words[at(name) + 1]));
  if (words[0] !== "info" || at("pv") < 0 || at("score") < 0)
    return null;
  const value = Number(words[at("score") + 2]);
  return {
    depth: number("depth"), seldepth: number("seldepth"), multipv: at("multipv") < 0 ? 1 : number("multipv"),
    score: words[at("score") + 1] === "mate" ? { mate: value } : { cp: value },
    bound: at("lowerbound") >= 0 ? "lower" : at("upperbound") >= 0 ? "upper" : "exact",
    nodes: number("nodes"), nps: number("nps"), time: number("time"), hashfull: number("hashfull"),
    pv: words.slice(at("pv") + 1),
  };
}

function writeGo(limits: SearchLimits): string {
  const words = ["go"];
  refuseUnknown("limit", limits, [...LIMITS, "searchMoves"]);
  for (const name of LIMITS) {
    const value = limits[name];
    if (value !== undefined)
      words.push(name, String(numberOf(`limit ${name}`, value)));
  }
  if (words.length === 1)
    words.push("infinite");
  if (limits.searchMoves !== undefined)
    words.push("searchmoves", ...limits.searchMoves);
  return words.join(" ");
}

const NETWORK_ANSWER = /^info string network (not )?used: (.*)/;
const SETTING = /^\s*setoption\s+name\s+(.*?)(?:\s+value(?:\s+(.*))?)?\s*$/i;

async function readNetwork(source: FileAddress | ArrayBuffer | Uint8Array): Promise<NetworkFile> {
  if (typeof source === "string" || "href" in source)
    return { name: String(source).slice(0, 1000), bytes: await platform!.readFile(source) };
  return { name: "given as bytes", bytes: source instanceof Uint8Array ? source : new Uint8Array(source) };
}

function oneLine(text: string): string {
  if (/[\r\n\0]/.test(text))
    throw new Error(`The engine is told one line at a time, and ${JSON.stringify(text.slice(0, 40))} is more.`);
  return text;
}

export class Engine {
  readonly #module: CompiledModule;
  readonly #signal: Int32Array | null;
  #link: EngineLink;
  #listeners = new Set<(line: string) => void>();
  #waiting: Waiting[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #searching = false;
  #settings = new Map<string, string>(); // to be said again to a new worker
  #network: NetworkFile | null = null;
  #bestSoFar: string | null = null;
  #failure: Error | null = null;

  private constructor(module: CompiledModule) {
    this.#module = module;
    this.#signal = typeof SharedArrayBuffer === "undefined" ? null : new Int32Array(new SharedArrayBuffer(4));
    this.#link = this.#connect();
  }

  /** Starts an engine; to be ended with quit(). */
  static async create(options: EngineOptions = {}): Promise<Engine> {
    if (platform === null)
      throw new Error("Rookery is not loaded: import it from its package.");
    const engine = new Engine(await platform.loadModule());
    try {
      await engine.configure({ ...options, network: options.network === undefined ? platform.ownNetwork : options.network });
    } catch (error) {
      engine.quit();
      throw error;
    }
    return engine;
  }

  #connect(): EngineLink {
    const link: EngineLink = platform!.link((message) => link === this.#link && this.#hear(message));
    link.post({ module: this.#module, signal: this.#signal });
    return link;
  }

  #hear(message: FromWorker): void {
    if ("failed" in message)
      this.#fail(new Error(message.failed));
    else
      this.#takeLine(message.line);
  }

  #fail(error: Error): void {
    this.#failure = error;
    this.#waiting.splice(0).forEach((one) => one.reject(error));
  }

  #takeLine(line: string): void {
    const info = line.startsWith("info ") ? readInfo(line) : null;
    if (info !== null && info.multipv === 1 && info.bound === "exact")
      this.#bestSoFar = info.pv[0] ?? null;
    for (const listener of this.#listeners)
      listener(line);
    this.#waiting = this.#waiting.filter((one) => {
      if (!one.wanted(line))
        return true;
      one.resolve(line);
      return false;
    });
  }

  /** Tells of every line that the engine says; returns what ends that. */
  onLine(listener: (line: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #await(wanted: (line: string) => boolean): Promise<string> {
    const line = new Promise<string>((resolve, reject) => {
      if (this.#failure !== null)
        reject(this.#failure);
      else
        this.#waiting.push({ wanted, resolve, reject });
    });
    line.catch(() => {}); // whoever awaits it is told; nobody need be
    return line;
  }

  /** Says a line of UCI. "stop" and "ponderhit" are heard at once, all else after what was said before. */
  send(line: string): void {
    const word = oneLine(line).trim().split(/\s+/)[0];
    if (word === "quit")
      return this.quit();
    if (word === "stop")
      return this.stop();
    if (word === "ponderhit")
      return this.#leave(PONDER_HIT);
    if (word === "isready" && this.#searching)
      return this.#takeLine("readyok");
    if (word === "setoption" && !this.#keepSetting(line))
      return;
    this.#post([line]);
  }

  /** False when it is not for the worker. */
  #keepSetting(line: string): boolean {
    const [, name = "", value = ""] = SETTING.exec(line) ?? [];
    if (name.toLowerCase() !== "evalfile") {
      this.#settings.set(name.toLowerCase(), line);
      return true;
    }
    const isNone = value === "<none>";
    if (isNone)
      this.#network = null;
    else if (value === "<built-in>")
      this.configure({ network: platform!.ownNetwork }).catch((error) => this.#takeLine(`info string ${String(error.message)}`));
    else
      this.#takeLine("info string EvalFile cannot be read here: give networks to configure({ network })");
    return isNone;
  }

  #post(lines: string[]): void {
    if (this.#failure !== null)
      throw this.#failure;
    if (lines.some((line) => /^\s*go\b/.test(line))) {
      this.#searching = true;
      this.#bestSoFar = null;
      if (this.#signal !== null)
        Atomics.store(this.#signal, 0, 0);
      this.#await((line) => line.startsWith("bestmove")).then(() => (this.#searching = false), () => {});
    }
    this.#link.post({ lines });
  }

  #leave(word: number): void {
    if (this.#signal === null || !this.#searching)
      return;
    Atomics.or(this.#signal, 0, word);
    Atomics.notify(this.#signal, 0);
  }

  /** Ends the search under way: its promise is kept with the best that was found. */
  stop(): void {
    if (!this.#searching)
      return;
    if (this.#signal !== null)
      return this.#leave(STOP);
    this.#link.end(); // the worker hears nothing while it searches
    this.#link = this.#connect();
    if (this.#network !== null)
      this.#link.post({ network: this.#network });
    if (this.#settings.size > 0)
      this.#post([...this.#settings.values()]);
    this.#takeLine(`bestmove ${this.#bestSoFar ?? "(none)"}`);
  }

  /** Changes settings; they hold from the next search on. What the engine cannot do is an error; the rest then holds. */
  async configure(options: EngineOptions): Promise<void> {
    refuseUnknown("option", options, OPTIONS);
    const { hash, variant, chess960, multiPV, elo, network } = options;
    const pairs: [string, unknown][] = [["UCI_Variant", variant], ["UCI_Chess960", chess960]];
    for (const [name, option, value] of [["Hash", "hash", hash], ["MultiPV", "multiPV", multiPV], ["UCI_Elo", "elo", elo ?? undefined]] as const)
      if (value !== undefined)
        pairs.push([name, numberOf(`option ${option}`, value)]);
    if (elo !== undefined)
      pairs.push(["UCI_LimitStrength", elo !== null]);
    let complaint = "";
    const end = this.onLine((line) => {
      if (line.startsWith("info string ") && !NETWORK_ANSWER.test(line))
        complaint ||= line.slice("info string ".length);
    });
    try {
      for (const [name, value] of pairs)
        if (value !== undefined)
          this.send(`setoption name ${name} value ${String(value)}`);
      if (network === null)
        this.send("setoption name EvalFile value <none>");
      else if (network !== undefined)
        await this.#useNetwork(await readNetwork(network));
      await this.isReady();
    } finally {
      end();
    }
    if (complaint !== "")
      throw new Error(`The engine cannot do that: ${complaint}.`);
  }

  async #useNetwork(network: NetworkFile): Promise<void> {
    if (this.#failure !== null)
      throw this.#failure;
    const answer = this.#await((line) => NETWORK_ANSWER.test(line));
    this.#network = network;
    this.#link.post({ network });
    const [, not, what] = NETWORK_ANSWER.exec(await answer)!;
    if (not === undefined)
      return;
    this.#network = null;
    throw new Error(`The network is not used: ${what}.`);
  }

  async isReady(): Promise<void> {
    const answer = this.#await((line) => line === "readyok");
    this.send("isready");
    await answer;
  }

  /** Forgets what was learnt from earlier searches. */
  newGame(): void {
    this.send("ucinewgame");
  }

  /**
   * Searches a position. `onLine` is told of each line that is found meanwhile. A search that is asked for while another
   * runs begins after it.
   */
  search(position: string | SearchPosition, limits: SearchLimits, onLine?: (line: EngineLine) => void): Promise<SearchResult> {
    const { fen, moves = [] } = typeof position === "string" ? { fen: position } : position;
    const start = fen === undefined ? "position startpos" : `position fen ${fen}`;
    const question = [oneLine(moves.length > 0 ? `${start} moves ${moves.join(" ")}` : start), oneLine(writeGo(limits))];
    const found = this.#last.then(() => this.#search(question, onLine));
    this.#last = found.catch(() => {});
    return found;
  }

  async #search(question: string[], onLine?: (line: EngineLine) => void): Promise<SearchResult> {
    const lines: EngineLine[] = [];
    let complaint = "";
    const end = this.onLine((text) => {
      const line = readInfo(text);
      if (line !== null) {
        if (line.bound === "exact" || lines[line.multipv - 1] === undefined)
          lines[line.multipv - 1] = line;
        onLine?.(line);
      } else if (/^info string .*(position|legal)/.test(text)) {
        complaint = text.slice("info string ".length);
      }
    });
    try {
      const answer = this.#await((line) => line.startsWith("bestmove"));
      this.#post(question);
      const [, best, , ponder] = (await answer).split(" ");
      if (complaint !== "")
        throw new Error(`The position cannot be searched: ${complaint}.`);
      return { best: best === undefined || best === "(none)" ? null : best, ponder: ponder ?? null, lines: lines.filter(Boolean) };
    } finally {
      end();
    }
  }

  /** Ends the engine and its worker; searches under way fail. */
  quit(): void {
    this.#link.end();
    this.#fail(new Error("The engine has been told to quit."));
  }
}
