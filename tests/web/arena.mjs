/*
 * A running arena and a Chromium that looks at it, for the tests of the pages.
 *
 * Without Chromium or playwright-core `missing` says so, and the tests skip.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const build = resolve(root, process.env.ROOKERY_BUILD ?? "build");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

const playwright = await import("playwright-core").catch(() => null);

/** Why the tests cannot run; false when they can. */
export const missing = playwright === null ? "playwright-core is not there (npm ci --ignore-scripts in tests/web)"
  : !existsSync(CHROMIUM) ? "Chromium is not installed (Debian: chromium)"
  : !existsSync(join(build, "web/dist/index.html")) ? "the pages are not built (-Dweb=enabled)" : false;

/** What a slow machine may take for one thing. */
export const PATIENCE_MS = 45_000;

/** Plays the moves of the fool's mate, with either colour; else the first legal move. */
export const FOOL = `PLAN = ["f2f3", "e7e5", "g2g4", "d8h4"]


def get_move(board, time_left_ms):
    legal = [move.uci() for move in board.legal_moves()]
    for move in PLAN:
        if move in legal:
            return move
    return legal[0]
`;

export class Arena {
  #process = null;

  constructor(words = []) {
    this.words = words;
    this.folder = mkdtempSync(join(tmpdir(), "rookery-pages-"));
    this.port = 0;
  }

  async start() {
    const words = ["serve", "--data", this.folder, "--port", String(this.port), "--no-limits", "--no-league", "--games", "2", ...this.words];
    const child = this.#process = spawn(join(build, "src/cli/rookery"), words, { stdio: ["ignore", "pipe", "pipe"] });
    let complaint = "";
    child.stderr.on("data", (bytes) => { complaint += bytes; });
    for await (const line of createInterface({ input: child.stdout })) {
      const open = /http:\/\/localhost:(\d+) /.exec(line), setup = /#setup=(\S+)/.exec(line);
      if (open) this.port = Number(open[1]);
      if (setup) this.setup = setup[1];
      if (setup || (open && this.setup)) return this;
    }
    throw new Error(`The server did not start: ${complaint}`);
  }

  get url() {
    return `http://localhost:${this.port}`;
  }

  async stop(signal = "SIGTERM") {
    const child = this.#process;
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await ended;
  }

  async close() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A browser whose pages complain: errors in a page fail the test that calls check(). */
export class Browser {
  troubles = [];

  async start() {
    this.browser = await playwright.chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
    return this;
  }

  async page(options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on("pageerror", (error) => this.troubles.push(`${page.url()}: ${error.message}`));
    page.on("dialog", (dialog) => { this.troubles.push(`a dialog: ${dialog.message()}`); void dialog.dismiss(); });
    page.on("console", (message) => { if (/Content Security Policy|Content-Security-Policy/.test(message.text())) this.troubles.push(message.text()); });
    return page;
  }

  async close() {
    await this.browser?.close();
  }
}

// ---- What people do on the pages -------------------------------------------------------------------------------------

export async function signUp(page, arena, name) {
  await page.goto(`${arena.url}/account`);
  await page.getByRole("button", { name: "Sign up", exact: true }).first().click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill("a long password");
  await page.locator("form").getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("link", { name, exact: true }).waitFor();
}

/** Uploads a bot and waits for its check. */
export async function upload(page, arena, name, source) {
  await page.goto(`${arena.url}/bots#upload`);
  await page.getByLabel("Source of the bot").fill(source);
  await page.locator("input[name=name]").fill(name);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
  await page.getByText(/^(Accepted|Refused)\./).waitFor();
}

/** Asks the API as the person who is signed in on the page. */
export const ask = (page, method, path, body) => page.evaluate(async ([how, where, what]) => {
  const response = await fetch(`/api/v1/${where}`, how === "GET" ? {} : { method: how, headers: { "Content-Type": "application/json" }, body: JSON.stringify(what ?? {}) });
  return response.status === 204 ? {} : response.json();
}, [method, path, body]);

/** Where the middle of a square is on the screen. */
async function middleOf(page, square) {
  const board = page.locator(".board").first(), box = await board.boundingBox(), size = box.width / 8;
  const file = square.charCodeAt(0) - 97, rank = Number(square[1]) - 1, white = await board.getAttribute("data-orientation") === "white";
  return [box.x + size * ((white ? file : 7 - file) + 0.5), box.y + size * ((white ? 7 - rank : rank) + 0.5)];
}

export async function pressSquare(page, square) {
  await page.mouse.click(...await middleOf(page, square));
}

/** From square to square by two clicks, once the board takes moves. */
export async function move(page, from, to) {
  await page.locator(".cm-chessboard .board.input-enabled").waitFor({ state: "attached" });
  await pressSquare(page, from);
  await page.locator(".mark-chosen").first().waitFor({ state: "attached" });
  await pressSquare(page, to);
}

export async function drag(page, from, to) {
  await page.locator(".cm-chessboard .board.input-enabled").waitFor({ state: "attached" });
  const start = await middleOf(page, from), end = await middleOf(page, to);
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move(start[0] + 12, start[1] + 12, { steps: 2 });
  await page.mouse.move(...end, { steps: 4 });
  await page.mouse.up();
}

export const yourMove = (page) => page.getByRole("heading", { name: "Your move" }).waitFor();
export const headline = (page, text) => page.locator(".headline", { hasText: text }).waitFor();
