/* A person beats a bot in every variant, with every kind of move: click, drag, drop, promotion, premove, typing, keys. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arena, Browser, drag, FOOL, headline, missing, move, PATIENCE_MS, pressSquare, signUp, upload, yourMove } from "./arena.mjs";

const arena = new Arena(["--no-example-bots"]), browser = new Browser();
/** Takes a while to load. */
const SLOW = `import time

start = time.monotonic()
while time.monotonic() - start < 1.5:
    pass

${FOOL}`;
let page;

before(async () => {
  if (missing) return;
  await arena.start();
  await browser.start();
  page = await browser.page();
  await signUp(page, arena, "Victor");
  await upload(page, arena, "Fool", FOOL);
});
after(async () => {
  await browser.close();
  await arena.close();
});

/** Sets up a position on the page and begins a game against the bot from there. */
async function begin(variant, fen, colour = "White") {
  await page.goto(`${arena.url}/play?opponent=Fool&variant=${variant}`);
  await page.getByRole("button", { name: colour, exact: true }).click();
  await page.getByRole("button", { name: "Set up a position" }).click();
  const field = page.getByLabel("Position as FEN");
  await field.fill(fen);
  await field.press("Enter");
  await field.blur();
  await page.locator("form.play-form button[type=submit]:enabled").waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL("**/games/*");
  await yourMove(page);
}

// One move from the end: what is tested is that the page plays it by the variant's rules, and says who won and why.
const CASES = [
  ["standard", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", () => drag(page, "a1", "a8"), "checkmate"],
  ["chess960", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", () => move(page, "a1", "a8"), "checkmate"],
  ["atomic", "4k3/3p4/8/4N3/8/8/8/4K3 w - - 0 1", () => move(page, "e5", "d7"), "exploded"],
  ["kingofthehill", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", () => move(page, "d3", "d4"), "hill"],
  ["threecheck", "4k3/8/8/8/8/8/8/4K2Q w - - 1+3 0 1", () => move(page, "h1", "h8"), "three checks"],
  ["racingkings", "8/K7/8/8/8/8/7k/8 w - - 0 1", () => move(page, "a7", "b8"), "goal"],
];

for (const [variant, fen, play, why] of CASES)
  test(`a person beats a bot in ${variant}`, { skip: missing, timeout: 2 * PATIENCE_MS }, async () => {
    await begin(variant, fen);
    await play();
    await headline(page, /1–0 Victor wins/);
    assert.match(await page.locator(".headline").innerText(), new RegExp(why));
    assert.deepEqual(browser.troubles, []);
  });

test("a person beats a bot in crazyhouse, by a drop from the pocket", { skip: missing, timeout: 2 * PATIENCE_MS }, async () => {
  await begin("crazyhouse", "6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1");
  await page.getByRole("button", { name: "1 rook in hand" }).click();
  await page.locator(".mark-target").first().waitFor({ state: "attached" });
  await pressSquare(page, "e8");
  await headline(page, "1–0 Victor wins: checkmate");
  assert.deepEqual(browser.troubles, []);
});

test("a person beats a bot in antichess, where capturing is compulsory", { skip: missing, timeout: 2 * PATIENCE_MS }, async () => {
  await begin("antichess", "8/2p5/8/1P6/8/8/8/8 w - - 0 1");
  await move(page, "b5", "b6");
  await headline(page, /1–0 Victor wins/);
  assert.deepEqual(browser.troubles, []);
});

test("a person beats a bot in horde, by taking the last pawn", { skip: missing, timeout: 2 * PATIENCE_MS }, async () => {
  await begin("horde", "4k3/8/8/8/8/8/3qP3/8 b - - 0 1", "Black");
  await move(page, "d2", "e2");
  await headline(page, /0–1 Victor wins/);
  assert.deepEqual(browser.troubles, []);
});

test("a move that is made while the bot gets ready is played when it is", { skip: missing, timeout: 2 * PATIENCE_MS }, async () => {
  await upload(page, arena, "Sleeper", SLOW);
  await page.goto(`${arena.url}/play?opponent=Sleeper`);
  await page.getByRole("button", { name: "White", exact: true }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL("**/games/*");
  await move(page, "e2", "e4"); // as a premove, unless the machine is so busy that the bot is ready by now
  await page.locator("[data-ply='2']").waitFor();
  assert.equal(await page.locator("[data-ply='1']").innerText(), "e4");
  assert.deepEqual(browser.troubles, []);
});

test("a game that waits for a place takes no moves, and takes them as soon as it has begun", { skip: missing, timeout: 2 * PATIENCE_MS }, async () => {
  const address = /\/api\/v1\/games\/\d+$/;
  let answers = 0;
  await page.route(address, async (route) => {
    const response = await route.fetch(), game = await response.json();
    await route.fulfill({ response, json: answers++ < 2 ? { ...game, status: "queued", you: null } : game });
  });
  await page.goto(`${arena.url}/play?opponent=Fool`);
  await page.getByRole("button", { name: "White", exact: true }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL("**/games/*");
  await headline(page, "The game begins as soon as a place is free");
  await move(page, "e2", "e4");
  await page.locator("[data-ply='2']").waitFor();
  assert.equal(await page.locator("[data-ply='1']").innerText(), "e4");
  await page.unroute(address);
  assert.deepEqual(browser.troubles, []);
});

test("promotion asks for the piece, typed moves and keys are taken, a premove is played when its turn comes", { skip: missing, timeout: 2 * PATIENCE_MS }, async () => {
  await begin("standard", "7k/2P5/8/8/8/8/7P/K7 w - - 0 1");
  await move(page, "c7", "c8");
  await page.getByRole("button", { name: "knight" }).click();
  await page.locator(".move", { hasText: "c8=N" }).waitFor();
  await yourMove(page);

  await page.getByLabel("Type a move").fill("nonsense");
  await page.keyboard.press("Enter");
  await page.getByText("nonsense is not a legal move here").waitFor();
  await page.getByLabel("Type a move").fill("Nd6");
  await page.keyboard.press("Enter");
  await page.locator(".move", { hasText: "Nd6" }).waitFor();
  await yourMove(page);

  // By the keys alone: the board's square wanders from e2 to a1, and the king goes up.
  await page.locator(".board").first().focus();
  await page.keyboard.press("Control+ArrowLeft");
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown", "Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await page.locator(".move", { hasText: "Ka2" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("h1").click();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".move[aria-current]").innerText(), "c8=N");
  assert.deepEqual(browser.troubles, []);
});

test("two people play by a link; what one moves ahead of time is played when the other has moved", { skip: missing, timeout: 3 * PATIENCE_MS }, async () => {
  const guest = await browser.page();
  await page.goto(`${arena.url}/play?against=person`);
  await page.getByRole("button", { name: "Make the link" }).click();
  await page.waitForURL("**/challenges/*");
  await guest.goto(page.url());
  await guest.getByRole("button", { name: "Accept and play" }).click();
  await Promise.all([page.waitForURL("**/games/*"), guest.waitForURL("**/games/*")]);
  await yourMove(page);
  await guest.locator(".cm-chessboard .board.input-enabled").waitFor({ state: "attached" });
  await move(guest, "e7", "e5");
  await guest.locator(".mark-premove").first().waitFor({ state: "attached" });
  await move(page, "e2", "e4");
  for (const one of [page, guest]) await one.locator("[data-ply='2']", { hasText: "e5" }).waitFor();
  await guest.getByRole("button", { name: "Offer a draw" }).click();
  await page.getByRole("button", { name: "Agree" }).click();
  for (const one of [page, guest]) await headline(one, "½–½ Draw: both players agreed");
  assert.deepEqual(browser.troubles, []);
});
