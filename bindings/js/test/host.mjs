/* A bot in its host, as a chess program sees it: lines in, lines out, without the box. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageFolder } from "./rookery.mjs";

export const hostFolder = join(packageFolder, "..", "host");

export class HostedBot {
  #waiting = [];
  #rest = "";
  lines = [];
  log = "";

  /** The source of a bot, or the path of one. */
  constructor(source, { path = null, options = [] } = {}) {
    this.folder = mkdtempSync(join(tmpdir(), "rookery-bot-"));
    const file = path ?? join(this.folder, "my_bot.js");
    if (path === null)
      writeFileSync(file, source);
    const flags = ["--no-warnings", "--disallow-code-generation-from-strings"];
    this.process = spawn(process.execPath, [...flags, join(hostFolder, "host.cjs"), ...options, file]);
    this.process.stdout.setEncoding("utf8").on("data", (text) => this.#hear(text));
    this.process.stderr.setEncoding("utf8").on("data", (text) => (this.log += text));
    this.status = new Promise((resolve) => this.process.on("close", (code) => {
      rmSync(this.folder, { recursive: true, force: true });
      this.#settle(true);
      resolve(code);
    }));
  }

  #hear(text) {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop();
    this.lines.push(...lines);
    this.#settle(false);
  }

  #settle(ended) {
    this.#waiting = this.#waiting.filter(({ pattern, from, resolve }) => {
      const line = this.lines.slice(from).find((one) => pattern.test(one));
      if (line !== undefined || ended)
        resolve(line ?? null);
      return line === undefined && !ended;
    });
  }

  say(...lines) {
    this.process.stdin.write(lines.map((line) => `${line}\n`).join(""));
  }

  /** Says something and returns the first line from then on that fits; null when the host ends without one. */
  ask(lines, pattern) {
    const answer = new Promise((resolve) => this.#waiting.push({ pattern, from: this.lines.length, resolve }));
    this.say(...[lines].flat());
    return answer;
  }

  /** The move that is played, "" when the host ends without one. */
  async move(position = "startpos", limits = "wtime 60000 btime 60000") {
    const line = await this.ask([`position ${position}`, `go ${limits}`], /^bestmove /);
    return line === null ? "" : line.slice("bestmove ".length);
  }

  /** Status at the end, after "quit". */
  async quit() {
    if (this.process.exitCode === null)
      this.say("quit");
    return this.status;
  }
}

/** Opens a bot, does something with it and closes it. */
export async function withBot(source, work, how) {
  const bot = new HostedBot(source, how);
  bot.process.stdin.on("error", () => {}); // it may be gone
  try {
    return await work(bot);
  } finally {
    await bot.quit();
  }
}

/** A bot with this body of makeMove. */
export const bodied = (body, before = "") =>
  `${before}\nfunction makeMove(board, timeRemaining, reportMove, getMemory) {\n${body}\n}\n`;
