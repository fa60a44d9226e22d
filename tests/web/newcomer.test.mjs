/* What a newcomer does first: uploads a bot, reads its check, plays it, finds the game on the leaderboard. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { HEIGHT, SHEET, sheetPage, WIDTH } from "../../web/sheet.mjs";
import { Arena, ask, Browser, drag, FOOL, headline, missing, move, PATIENCE_MS, signUp, upload, yourMove } from "./arena.mjs";

const arena = new Arena(["--no-example-bots"]), browser = new Browser();

before(async () => {
  if (missing) return;
  await arena.start();
  await browser.start();
});
after(async () => {
  await browser.close();
  await arena.close();
});

test("a newcomer uploads a bot, sees its check, plays it and finds the rated game on the leaderboard", { skip: missing, timeout: 4 * PATIENCE_MS }, async () => {
  const page = await browser.page();
  await page.goto(arena.url);
  await page.getByRole("heading", { name: "No game is being played just now" }).waitFor();
  await signUp(page, arena, "Newcomer");

  await upload(page, arena, "Fool", "def get_move(board, time_left_ms):\n    return eval('board.legal_moves()[0]')\n");
  await page.getByText("eval is not available to bots.").waitFor();
  await page.getByText("line 2, column 12").waitFor();
  await page.getByRole("button", { name: "New version" }).click();
  await page.getByLabel("Source of the bot").fill(FOOL);
  await page.getByRole("button", { name: "Upload the new version" }).click();
  await page.getByText("Accepted. It plays.").waitFor();
  await page.getByText("Fifteen").first().waitFor();

  await page.getByRole("link", { name: "Play it" }).click();
  await page.getByRole("button", { name: "Black", exact: true }).click();
  await page.getByLabel(/^Rated/).check();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL("**/games/*");
  const game = page.url();
  await yourMove(page);
  await move(page, "e7", "e5");
  await page.locator("[data-ply='3']").waitFor();
  await yourMove(page);
  await drag(page, "d8", "h4");
  await headline(page, "0–1 Newcomer wins: checkmate");
  await page.locator(".change.good").waitFor();

  await page.getByRole("link", { name: "Leaderboards" }).click();
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "Fool" }) });
  await row.waitFor();
  assert.match(await row.innerText(), /prov/);
  assert.equal((await row.locator("td").last().innerText()).trim(), "1");
  await page.getByRole("button", { name: "People" }).click();
  await page.getByRole("row", { name: /Newcomer/ }).waitFor();

  await page.goto(`${arena.url}/bots/Fool`);
  await page.getByRole("button", { name: "Changes" }).click();
  await page.locator(".diff .removed", { hasText: "eval" }).waitFor();
  await page.locator(".diff .added", { hasText: "PLAN" }).first().waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  assert.equal(await page.locator(`a[href="${new URL(game).pathname}"]`).first().isVisible(), true);
  assert.deepEqual(browser.troubles, []);
});

test("the pictures of links have the men and the squares of the pages", { skip: missing, timeout: 2 * PATIENCE_MS }, async () => {
  const page = await browser.page({ viewport: { width: WIDTH, height: HEIGHT }, deviceScaleFactor: 1 });
  await page.setContent(await sheetPage());
  const drawn = await page.screenshot({ omitBackground: true });
  const difference = await page.evaluate(async (pictures) => {
    const pixels = await Promise.all(pictures.map(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
      canvas.drawImage(image, 0, 0);
      return canvas.getImageData(0, 0, image.width, image.height).data;
    }));
    return pixels[0].length !== pixels[1].length ? 255 : pixels[0].reduce((sum, value, index) => sum + Math.abs(value - pixels[1][index]), 0) / pixels[0].length;
  }, [drawn.toString("base64"), readFileSync(SHEET).toString("base64")]);
  assert.ok(difference < 1, `node web/sheet.mjs draws the sheet anew: it differs by ${difference} of 255`);
});

test("the first load is small, and the engine is fetched with the analysis only", { skip: missing, timeout: 2 * PATIENCE_MS }, async () => {
  const page = await browser.page();
  const sizes = new Map();
  page.on("response", async (response) => {
    const path = new URL(response.url()).pathname;
    if (path.startsWith("/api/")) return;
    sizes.set(path, Number(response.headers()["content-length"] ?? 0));
  });
  const { games } = await ask((await page.goto(arena.url), page), "GET", "games?status=finished&limit=1");
  await page.goto(`${arena.url}/games/${games[0].id}`);
  await headline(page, "wins");
  await page.locator(".graphs").waitFor();
  await page.waitForLoadState("networkidle");
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  assert.ok(total > 30_000 && total < 250_000, `the first load has ${total} bytes`);
  const engineFiles = () => [/engine-worker/, /\/rookery-.*\.wasm$/].map((name) => [...sizes.keys()].some((path) => name.test(path)));
  assert.deepEqual(engineFiles(), [false, false]);
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  await page.getByText("No moves: the game is over here.").waitFor();
  await page.keyboard.press("Home");
  await page.getByText(/Rookery, depth \d+/).waitFor();
  assert.deepEqual(engineFiles(), [true, true]);
  await page.locator(".engine-pv", { hasText: /^1\. / }).first().waitFor();
  assert.deepEqual(browser.troubles, []);
});
