/*
 * The memory that a bot's realm and the main thread share: where in it things lie, and the main thread's reader.
 *
 * The realm writes, and a bot that has turned its realm inside out may write anything. So nothing is believed here:
 * lengths are bounded, and what is read is text of letters that a move or a number has, or a line of a log.
 */
"use strict";

/** Words are of 32 bits, the rest is counted in bytes. */
exports.LAYOUT = {
  /* words */
  reports: 0, // how many there have been; the last lies in slot (reports & 1)
  logEnd: 1, // characters written and read since the start
  logStart: 2,
  logLost: 3, // lines that found no room
  /* bytes: a report is a length and a move, a length and what was said of the search */
  slots: 64,
  slotBytes: 192,
  moveMax: 16,
  infoMax: 120,
  /* a ring of 16-bit characters */
  log: 512,
  logCharacters: 1 << 15,
  logLineMax: 4000,
  bytes: 512 + 2 * (1 << 15),
};

const { LAYOUT } = exports;
const MOVE = /^[A-Za-z0-9@=+#-]{1,16}$/;
const INFO = /^(?: (?:depth|nodes) \d{1,16}| score cp -?\d{1,7}){0,3}$/;
const TRIES = 100;

exports.SharedReader = class SharedReader {
  constructor(memory) {
    this.words = new Int32Array(memory);
    this.bytes = new Uint8Array(memory);
    this.characters = new Uint16Array(memory, LAYOUT.log, LAYOUT.logCharacters);
  }

  get reports() {
    return Atomics.load(this.words, LAYOUT.reports);
  }

  #text(at, max) {
    return String.fromCharCode(...this.bytes.slice(at + 1, at + 1 + Math.min(this.bytes[at], max)));
  }

  #slot(number) {
    const at = LAYOUT.slots + (number & 1) * LAYOUT.slotBytes;
    const move = this.#text(at, LAYOUT.moveMax);
    const info = this.#text(at + 1 + move.length, LAYOUT.infoMax);
    return { number, move: MOVE.test(move) ? move : "0000", info: INFO.test(info) ? info : "" };
  }

  /** The last report; while they come without pause, one of the last. */
  lastReport() {
    let report;
    for (let i = 0; i < TRIES; i++) {
      const number = this.reports;
      report = this.#slot(number);
      if (this.reports === number)
        break;
    }
    return report;
  }

  /** What was logged since the last call. */
  takeLog() {
    const end = Atomics.load(this.words, LAYOUT.logEnd);
    const start = Math.max(Atomics.load(this.words, LAYOUT.logStart), end - LAYOUT.logCharacters);
    let text = "";
    for (let i = start; i < end; i++)
      text += String.fromCharCode(this.characters[i & (LAYOUT.logCharacters - 1)]);
    Atomics.store(this.words, LAYOUT.logStart, end);
    const lost = Atomics.exchange(this.words, LAYOUT.logLost, 0);
    return lost > 0 ? `${text}(${lost} lines are left out)\n` : text;
  }
};
