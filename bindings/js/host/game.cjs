/* What UCI says of the game and of the time, turned into questions for a bot. No chess in here: the realm reads moves. */
"use strict";

/* The arena's names, and those that other programs use for UCI_Variant. */
const VARIANTS = {
  __proto__: null,
  chess: "standard", standard: "standard", normal: "standard", chess960: "chess960", fischerandom: "chess960",
  crazyhouse: "crazyhouse", atomic: "atomic", kingofthehill: "kingofthehill", koth: "kingofthehill", "3check": "threecheck",
  threecheck: "threecheck", antichess: "antichess", horde: "horde", racingkings: "racingkings",
};
const OFFERED = ["chess", "chess960", "crazyhouse", "atomic", "kingofthehill", "3check", "antichess", "horde", "racingkings"];

/* What bots are told where there is no clock: what the platform of the first JavaScript bots gave for every move. */
const USUAL_MS = 25_000;
const CLOCK_MAX_MS = 1e9;

exports.Game = class Game {
  #variant = "standard";
  #chess960 = false;
  #fen = null;
  #moves = [];

  static options() {
    return ["name UCI_Chess960 type check default false",
      `name UCI_Variant type combo default chess ${OFFERED.map((name) => `var ${name}`).join(" ")}`];
  }

  reset() {
    this.#fen = null;
    this.#moves = [];
  }

  /** What is wrong, or "". */
  setOption(words) {
    const end = words.findIndex((word) => word.toLowerCase() === "value");
    const name = words.slice(1, end < 0 ? undefined : end).join(" ").toLowerCase();
    const value = end < 0 ? "" : words.slice(end + 1).join(" ");
    if (name === "uci_chess960")
      this.#chess960 = value.toLowerCase() === "true";
    else if (name === "uci_variant") {
      const variant = VARIANTS[value.toLowerCase().replace(/[^a-z0-9]/g, "")];
      if (variant === undefined)
        return `keeping ${this.#variant}: there is no variant "${value.slice(0, 40)}"`;
      this.#variant = variant;
    } else {
      return "";
    }
    this.reset();
    return "";
  }

  setPosition(words) {
    const end = words.indexOf("moves");
    const head = end < 0 ? words : words.slice(0, end);
    if (head[0] !== "startpos" && head[0] !== "fen")
      return "a position starts with startpos or fen";
    this.#fen = head[0] === "fen" ? head.slice(1).join(" ") : null;
    this.#moves = end < 0 ? [] : words.slice(end + 1);
    return "";
  }

  #isWhiteToMove() {
    const begins = this.#fen === null || this.#fen.split(" ")[1] !== "b";
    return begins === (this.#moves.length % 2 === 0);
  }

  /** A `go` as a question to the bot, and the limits that are kept for it. */
  ask(words) {
    const number = (name) => {
      const at = words.indexOf(name);
      const value = at < 0 ? NaN : Number.parseInt(words[at + 1], 10);
      return Number.isNaN(value) ? null : Math.min(Math.max(value, 0), CLOCK_MAX_MS);
    };
    const moveTime = number("movetime");
    const timeRemaining = number(this.#isWhiteToMove() ? "wtime" : "btime") ?? moveTime ?? USUAL_MS;
    const question = { variant: this.#variant, chess960: this.#chess960, fen: this.#fen, moves: this.#moves, timeRemaining };
    return { question, limits: { moveTime, infinite: words.includes("infinite") || words.includes("ponder") } };
  }
};
