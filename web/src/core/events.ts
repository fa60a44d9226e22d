/*
 * Live events that heal themselves: a stream comes back after a lost connection, a restarted server, a night asleep.
 *
 * The browser comes back by itself while the address answers; where it gives up (an error status) this asks again. A stream
 * of a page that nobody looks at is closed, for a browser has few connections to one server, and opened again on return.
 */
import { get, Refusal } from "./api";

export interface StreamOptions {
  /** Keeps it open in the background: for one's own games. */
  keep?: () => boolean;
  /** Asked after the server refused the stream; false ends it. */
  goOn?: () => boolean | Promise<boolean>;
}

type Listener = (lost: boolean) => void;
const listeners = new Set<Listener>();
const lostStreams = new Set<object>();

/** Tells when a connection is lost, and when all are back. */
export function onConnection(listener: Listener): void {
  listeners.add(listener);
}

function setLost(stream: object, lost: boolean): void {
  const before = lostStreams.size > 0;
  if (lost) lostStreams.add(stream);
  else lostStreams.delete(stream);
  if (before !== lostStreams.size > 0) listeners.forEach((listener) => listener(!before));
}

const RETRY_MS = 2000, HIDDEN_MS = 60_000, STALE_MS = 45_000;

export type Handlers = Record<string, (data: never) => void>;

export class Stream {
  #source: EventSource | null = null;
  #timer = 0;
  #hidden = 0;
  #heard = Date.now();
  #closed = false;
  readonly #watch = (): void => this.#onVisibility();

  constructor(readonly path: string, readonly handlers: Handlers, readonly options: StreamOptions = {}) {
    document.addEventListener("visibilitychange", this.#watch);
    addEventListener("online", this.#watch);
    addEventListener("pageshow", this.#watch);
    this.#open();
  }

  close(): void {
    this.#closed = true;
    document.removeEventListener("visibilitychange", this.#watch);
    removeEventListener("online", this.#watch);
    removeEventListener("pageshow", this.#watch);
    clearTimeout(this.#hidden);
    this.#drop();
    setLost(this, false);
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #open(): void {
    this.#drop();
    const source = this.#source = new EventSource("/api/v1/" + this.path);
    source.onopen = () => { this.#heard = Date.now(); setLost(this, false); };
    source.onerror = () => this.#onError(source);
    for (const [name, handle] of Object.entries(this.handlers))
      source.addEventListener(name, (event) => {
        this.#heard = Date.now();
        handle(JSON.parse((event as MessageEvent<string>).data) as never);
      });
  }

  #onError(source: EventSource): void {
    if (this.#closed || source !== this.#source) return;
    setLost(this, true);
    if (source.readyState === EventSource.CLOSED) this.#timer = window.setTimeout(() => void this.#again(), RETRY_MS);
  }

  async #again(): Promise<void> {
    try {
      await get("status"); // tells a server that is away from one that refuses
      if (this.options.goOn && !(await this.options.goOn())) {
        this.close();
        return;
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    if (!this.#closed) this.#open();
  }

  #onVisibility(): void {
    clearTimeout(this.#hidden);
    if (this.#closed) return;
    if (document.visibilityState === "hidden") {
      this.#hidden = window.setTimeout(() => { if (!this.options.keep?.()) this.#drop(); }, HIDDEN_MS);
    } else if (this.#source === null || Date.now() - this.#heard > STALE_MS) {
      this.#open();
    }
  }
}
