/*
 * A real Chromium without a window, over the pipe of its debugging protocol, and a server of files for its pages. Nothing
 * but Node and the browser is needed.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

const command = ["chromium", "chromium-browser"].find((name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0);
export const chromiumAbsent = command === undefined && "there is no chromium here";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions", "--disable-background-networking",
  "--disable-component-update", "--no-first-run", "--remote-debugging-pipe",
];

export class Chromium {
  #answers = new Map();
  #next = 1;
  #rest = "";
  /** What went wrong in pages: exceptions and what was logged as an error. */
  complaints = [];

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "rookery-chromium-"));
    this.process = spawn(command, [...FLAGS, `--user-data-dir=${this.folder}`], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    [, , , this.input, this.output] = this.process.stdio;
    this.output.setEncoding("utf8").on("data", (text) => this.#hear(text));
    this.input.on("error", () => {});
    this.ended = new Promise((resolve) => this.process.on("close", resolve));
    this.ended.then(() => this.#answers.forEach(({ reject }) => reject(new Error("Chromium has ended."))));
  }

  #hear(text) {
    const parts = (this.#rest + text).split("\0");
    this.#rest = parts.pop();
    for (const message of parts.map((part) => JSON.parse(part)))
      this.#take(message);
  }

  #take({ id, result, error, method, params }) {
    if (method === "Runtime.exceptionThrown")
      this.complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Log.entryAdded" && params.entry.level === "error")
      this.complaints.push(`${params.entry.text} ${params.entry.url ?? ""}`);
    const waiting = this.#answers.get(id);
    this.#answers.delete(id);
    if (error)
      waiting?.reject(new Error(error.message));
    else
      waiting?.resolve(result);
  }

  #ask(method, params = {}, sessionId = undefined) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, { resolve, reject });
      this.input.write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    });
  }

  /** Opens a page; returns what evaluates an expression in it, promises awaited. */
  async open(address) {
    const { targetId } = await this.#ask("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.#ask("Target.attachToTarget", { targetId, flatten: true });
    for (const domain of ["Runtime", "Log", "Page"])
      await this.#ask(`${domain}.enable`, {}, sessionId);
    await this.#ask("Page.navigate", { url: address }, sessionId);
    return async (expression) => {
      const asked = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await this.#ask("Runtime.evaluate", asked, sessionId);
      if (exceptionDetails !== undefined)
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    };
  }

  async quit() {
    this.#ask("Browser.close").catch(() => {});
    await this.ended;
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".wasm": "application/wasm" };

/** Serves folders under the paths that they are given for; the longest path counts. `headers` go with every answer. */
export async function serveFolders(folders, headers = {}) {
  const paths = Object.keys(folders).sort((a, b) => b.length - a.length);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://here");
    const path = paths.find((one) => pathname.startsWith(one));
    const file = join(folders[path], normalize(`/${decodeURIComponent(pathname.slice(path.length))}`));
    try {
      const content = readFileSync(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", ...headers }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  return { address: `http://127.0.0.1:${server.address().port}`, end };
}
