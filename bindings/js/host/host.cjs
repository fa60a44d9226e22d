/*
 * The bot host: presents a JavaScript bot as a UCI engine on standard input and output.
 *
 *     node host.cjs [--memory=MB] [--profile] my_bot.js
 *
 * The bot is a script with makeMove(board, timeRemaining, reportMove, getMemory). It runs in a thread of its own
 * (bot.cjs, worker.cjs) and lives until another game begins. This thread keeps the time: after 30 seconds, or when it is
 * told to stop, the thread of the bot is ended and the move is played that was reported last.
 *
 * What the bot logs goes to standard error; nothing that it does can reach standard output. A mistake of the bot ends the
 * process with status 1, after one line `info string error: ...` with the reason.
 */
"use strict";
const { writeSync } = require("node:fs");
const { Bot, MEMORY_MB } = require("./bot.cjs");
const { Game } = require("./game.cjs");

const HARD_LIMIT_MS = 30_000;
const WATCH_MS = 50;

/* In a search that is limited by its own time the last report must be out before the arbiter's patience ends. */
const slackOf = (moveTime) => Math.min(Math.max(moveTime / 20, 5), 500);

function write(line) {
  writeSync(1, `${line}\n`);
}

function writeLog(text) {
  try {
    if (text !== "")
      writeSync(2, text);
  } catch {
    // nobody reads it, or not fast enough
  }
}

function end(status) {
  process.exit(status);
}

function fail(bot, sentence) {
  if (bot !== null)
    writeLog(bot.takeLog());
  writeLog(`error: ${sentence}\n`);
  write(`info string error: ${sentence.replace(/[\0-\x1f]+/g, " ").slice(0, 400)}`);
  end(1);
}

/** One `go`: from the question to the bestmove. */
class Search {
  /** `began`: when the question came, by performance.now(). */
  constructor(host, limits, began) {
    this.host = host;
    this.reportsBefore = host.bot.reports;
    this.reportsTold = this.reportsBefore;
    this.infinite = limits.infinite;
    this.stopped = false;
    this.answer = null; // once the bot has returned
    const limit = Math.min(HARD_LIMIT_MS, limits.moveTime ?? HARD_LIMIT_MS);
    const patience = limit === limits.moveTime ? limit - slackOf(limit) : limit;
    const left = patience - (performance.now() - began);
    this.timer = setTimeout(() => this.interrupt(`its limit of ${limit / 1000} s`), Math.max(left, 1));
    this.watch = setInterval(() => this.look(), WATCH_MS);
  }

  get hasReport() {
    return this.host.bot.reports !== this.reportsBefore;
  }

  /** Passes on what the bot logs and says of its search. */
  pass() {
    const { bot } = this.host;
    writeLog(bot.takeLog());
    if (bot.reports !== this.reportsTold) {
      const report = bot.lastReport();
      this.reportsTold = report.number;
      if (report.info !== "")
        write(`info${report.info}`);
    }
  }

  look() {
    this.pass();
    if (this.stopped && this.hasReport)
      this.interrupt("stop");
  }

  close() {
    clearTimeout(this.timer);
    clearInterval(this.watch);
    this.pass();
    this.host.search = null;
  }

  finish(move) {
    this.close();
    write(`bestmove ${move}`);
    if (this.host.leaving)
      end(0);
  }

  /** The bot does not return by itself: its last report is its move. */
  interrupt(why) {
    if (this.answer !== null)
      return;
    const { bot } = this.host;
    if (!this.hasReport) {
      if (why === "stop")
        return;
      fail(bot, `makeMove had reported no move when ${why} was over: call reportMove with a first move at once`);
    }
    const { move } = bot.lastReport();
    if (this.host.options.profile)
      write("info string profile ended");
    this.finish(move);
    if (why !== "stop")
      writeLog(`makeMove was ended by ${why}; its last report is played\n`);
    this.host.restart();
  }

  returned(answer) {
    this.answer = answer;
    if (!this.infinite || this.stopped)
      this.settle();
  }

  settle() {
    const [, word, text] = /^(\w+) (.*)$/.exec(this.answer.text) ?? ["", "", ""];
    const { bot } = this.host;
    if (word === "none")
      return this.finish("0000");
    if (word === "position") {
      write(`info string the position cannot be set up: ${text}`);
      return this.finish("0000");
    }
    if (this.hasReport)
      return this.finish(bot.lastReport().move);
    const what = word === "threw" ? `threw ${text}` : word === "timeout" ? "threw 'timeout'" : "returned";
    return fail(bot, `makeMove ${what} and had reported no move: call reportMove with a first move at once`);
  }

  stop() {
    this.stopped = true;
    if (this.answer !== null)
      this.settle();
    else
      this.look();
  }
}

class Host {
  constructor(path, options) {
    this.path = path;
    this.options = options;
    this.game = new Game();
    this.search = null;
    this.played = false;
    this.leaving = false; // once there is no more input
    this.waiting = []; // for the bot to be ready
    this.bot = null;
    this.load();
  }

  load() {
    const began = process.hrtime.bigint();
    const bot = new Bot(this.path, this.options, {
      ready: () => {
        if (this.options.profile)
          write(`info string profile load ${(process.hrtime.bigint() - began) / 1000n}`);
        this.waiting.splice(0).forEach((action) => action());
      },
      answered: (answer) => {
        if (this.options.profile)
          write(`info string profile move ${answer.clones} ${answer.moves} ${process.resourceUsage().maxRSS}`);
        this.search?.returned(answer);
      },
      calls: ({ total, rows }) => {
        write(`info string profile total ${total}`);
        for (const [us, name] of rows.slice(0, 12))
          write(`info string profile call 0 ${us} ${name.slice(0, 80)}`);
      },
      failed: (sentence) => fail(bot, sentence),
    });
    this.bot = bot;
  }

  restart() {
    this.bot.end();
    this.load();
  }

  whenReady(action) {
    if (this.bot.isReady)
      action();
    else
      this.waiting.push(action);
  }

  introduce() {
    const name = this.path.replace(/^.*\//, "").replace(/\.js$/, "").replace(/[^\x20-\x7e]/g, "?").slice(0, 60);
    write(`id name ${name}`);
    write("id author the author of the bot; host by Rookery");
    Game.options().forEach((line) => write(`option ${line}`));
    write("uciok");
  }

  newGame() {
    if (this.played)
      this.restart();
    this.played = false;
    this.game.reset();
  }

  go(words) {
    if (this.search !== null)
      return write("info string still thinking");
    const began = performance.now();
    const { question, limits } = this.game.ask(words);
    this.played = true;
    return this.whenReady(() => {
      this.search = new Search(this, limits, began);
      this.bot.ask(question);
    });
  }

  obey(line) {
    const words = line.trim().split(/\s+/);
    switch (words[0]) {
    case "uci":
      return this.introduce();
    case "isready":
      return this.search !== null ? write("readyok") : this.whenReady(() => write("readyok"));
    case "setoption":
      return this.complain(this.game.setOption(words.slice(1)));
    case "ucinewgame":
      return this.newGame();
    case "position":
      return this.complain(this.game.setPosition(words.slice(1)));
    case "go":
      return this.go(words.slice(1));
    case "stop":
    case "ponderhit":
      return this.search?.stop();
    case "profile":
      return this.bot.profile();
    case "quit":
      return end(0);
    default:
      return undefined;
    }
  }

  /** A search that is going on ends first. */
  leave() {
    this.leaving = true;
    this.whenReady(() => {
      if (this.search === null)
        end(0);
      else if (this.search.infinite)
        this.search.stop();
    });
  }

  complain(sentence) {
    if (sentence !== "")
      write(`info string ${sentence}`);
  }
}

function readArguments(words) {
  const options = { memory: MEMORY_MB, profile: false };
  const paths = [];
  for (const word of words) {
    if (word === "--profile")
      options.profile = true;
    else if (word.startsWith("--memory="))
      options.memory = Number(word.slice("--memory=".length));
    else
      paths.push(word);
  }
  return { path: paths.length === 1 ? paths[0] : null, options };
}

function main() {
  const { path, options } = readArguments(process.argv.slice(2));
  if (Number(process.versions.node.split(".")[0]) < 18)
    return fail(null, `JavaScript bots need Node 18 or newer, and this is ${process.version}`);
  if (path === null || !(options.memory > 0)) {
    writeLog("usage: node host.cjs [--memory=MB] my_bot.js\n");
    return end(2);
  }
  const host = new Host(path, options);
  let waiting = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (chunk) => {
    const lines = (waiting + chunk).split("\n");
    waiting = lines.pop();
    lines.forEach((line) => host.obey(line));
  });
  process.stdin.on("end", () => host.leave());
  return undefined;
}

process.on("uncaughtException", (error) => {
  if (error.code === "EPIPE")
    end(0);
  fail(null, `the bot host failed: ${error.message}`);
});
main();
