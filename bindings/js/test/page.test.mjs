/* The package in a real browser: the example page plays a whole game, and the engine works in a web worker. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Chromium, chromiumAbsent, serveFolders } from "./chromium.mjs";
import { randomNetwork } from "./random-network.mjs";
import { packageFolder, rookery } from "./rookery.mjs";

const examples = join(dirname(fileURLToPath(import.meta.url)), "..", "examples");
const networks = mkdtempSync(join(tmpdir(), "rookery-page-"));
const folders = { "/": examples, "/node_modules/rookery/": packageFolder, "/networks/": networks };
const isolation = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
const skip = chromiumAbsent;
let browser, plain, isolated;

before(async () => {
  if (skip)
    return;
  writeFileSync(join(networks, "random.net"), randomNetwork(5));
  browser = new Chromium();
  plain = await serveFolders(folders);
  isolated = await serveFolders(folders, isolation);
});
after(async () => {
  rmSync(networks, { recursive: true, force: true });
  if (skip)
    return;
  await browser.quit();
  await plain.end();
  await isolated.end();
});

/** Opens the example and waits until it stands there with its board. */
async function openPage(server) {
  const page = await browser.open(`${server.address}/game.html`);
  while (!(await page("location.pathname === '/game.html' && document.querySelectorAll('#board span').length === 64")))
    await page("new Promise((go) => setTimeout(go, 50))");
  return page;
}

test("the example plays a whole game", { skip }, async () => {
  const page = await openPage(plain);
  const pgn = await page("import('./game.js').then(({ playGame }) => playGame(3, 1200)).then((board) => board.pgn())");
  const board = new rookery.Board();
  board.loadPgn(pgn);
  assert.ok(board.isGameOver());
  assert.equal(await page("document.getElementById('result').textContent"), `${board.outcome().result}: ${board.outcome().reason}`);
  assert.deepEqual(browser.complaints, []);
});

for (const shared of [false, true])
  test(`the engine works in a web worker, ${shared ? "with" : "without"} shared memory`, { skip }, async () => {
    const page = await openPage(shared ? isolated : plain);
    assert.equal(await page("crossOriginIsolated"), shared);
    const answer = await page(`(async () => {
      const { Engine, VARIANTS } = await import("rookery");
      const engine = await Engine.create();
      const mate = await engine.search("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", { depth: 6 });
      const endless = engine.search({ moves: ["f2f3", "e7e5", "g2g4"] }, {}, (line) => line.depth >= 3 && engine.stop());
      const best = [mate.best, (await endless).best];
      for (const variant of VARIANTS) {
        await engine.configure({ variant, chess960: variant === "chess960" });
        best.push((await engine.search({}, { depth: 2 })).best !== null);
      }
      engine.quit();
      return best;
    })()`);
    assert.deepEqual(answer, ["d1d8", "d8h4", ...rookery.VARIANTS.map(() => true)]);
    assert.deepEqual(browser.complaints, []);
  });

/** Both scores of a position: by its address and by its bytes. Runs here and in the page. */
const judge = async (Engine, address, bytes) => {
  const scores = [];
  for (const network of [address, bytes]) {
    const engine = await Engine.create({ network });
    const { lines } = await engine.search("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9", { depth: 4 });
    scores.push(lines[0].score.cp, lines[0].nodes);
    engine.quit();
  }
  return scores;
};

test("a network that a page fetches judges as in Node, by vector instructions", { skip }, async () => {
  const page = await openPage(plain);
  const scores = await page(`(async () => {
    const { Engine } = await import("rookery");
    const bytes = await fetch("./networks/random.net").then((answer) => answer.arrayBuffer());
    return (${judge})(Engine, new URL("./networks/random.net", location.href), bytes);
  })()`);
  assert.deepEqual(scores, await judge(rookery.Engine, join(networks, "random.net"), randomNetwork(5)));
  assert.ok(await page(`fetch("./node_modules/rookery/dist/rookery.wasm").then((answer) => answer.arrayBuffer())
    .then((bytes) => WebAssembly.validate(WebAssembly.Module.customSections(new WebAssembly.Module(bytes), "simd")[0]))`));
  assert.deepEqual(browser.complaints, []);
});

test("the page counts as Node does", { skip }, async () => {
  const page = await openPage(plain);
  assert.equal(await page("import('rookery').then(({ Board }) => new Board().perft(4))"), 197_281);
  await page("fetch('./none.js').then((answer) => answer.status)");
  assert.ok(browser.complaints.splice(0).some((one) => one.includes("404")), "complaints are heard");
});
