/* The arena as a whole: a tournament to its end, hostile texts, a server that goes away and comes back. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arena, ask, Browser, FOOL, headline, missing, move, PATIENCE_MS, signUp, upload, yourMove } from "./arena.mjs";

const arena = new Arena(["--no-example-bots"]), browser = new Browser();
const HOSTILE = '<img src=x onerror="window.hacked=1">';
/** Writes markup to its log, and fails with markup when Rook has answered; alone it plays well enough to be accepted. */
const NASTY = `print('''${HOSTILE}''')


def get_move(board, time_left_ms):
    if board.move_stack and board.move_stack[-1].uci() == "e7e5":
        raise ValueError('''${HOSTILE}''')
    return board.legal_moves()[0]
`;
let page;

before(async () => {
  if (missing) return;
  await arena.start();
  await browser.start();
  page = await browser.page();
  await signUp(page, arena, "Olga");
});
after(async () => {
  await browser.close();
  await arena.close();
});

/** Uploads those that are not there yet. */
async function haveBots(names) {
  const there = (await ask(page, "GET", "bots?limit=200")).bots.map((bot) => bot.name);
  for (const name of names) if (!there.includes(name)) await upload(page, arena, name, FOOL);
}

const isUnharmed = async () => {
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator("main img, main script").count(), 0);
  assert.deepEqual(browser.troubles, []);
};

test("a tournament is made, runs to its end and shows its winner", { skip: missing, timeout: 4 * PATIENCE_MS }, async () => {
  await haveBots(["Rook", "Heron", "Finch"]);
  await page.goto(`${arena.url}/tournaments#new`);
  await page.getByLabel("Name", { exact: true }).fill("Marsh Cup");
  await page.getByLabel("Players").fill("Rook, Heron, Finch");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByLabel("Clock", { exact: true }).selectOption("10+0.1");
  await page.getByRole("spinbutton", { name: "Games of a pairing" }).fill("1");
  await page.getByRole("button", { name: "Make the tournament" }).click();
  await page.getByRole("heading", { name: "Marsh Cup" }).waitFor();
  await page.getByText("3 of 3 games played").waitFor();
  await page.getByText("finished", { exact: false }).first().waitFor();
  const table = page.getByRole("table", { name: "Crosstable" });
  await table.waitFor();
  assert.equal(await table.locator("a.cross-link").count(), 6);
  assert.match((await table.innerText()).replace(/\s+/g, " "), /1|½|0/);
  await table.locator("a.cross-link").first().click();
  await headline(page, "checkmate");
  await page.getByRole("link", { name: "tournament", exact: true }).click();
  await page.getByRole("heading", { name: "Marsh Cup" }).waitFor();
  await isUnharmed();
});

// Games of the kind among three bots; with colours alternating, two of them for each pairing but in a Swiss.
for (const [kind, games] of [["Gauntlet", 4], ["Swiss", 2], ["Knockout", 0]])
  test(`a ${kind.toLowerCase()} is made on the page and runs to its end`, { skip: missing, timeout: 4 * PATIENCE_MS }, async () => {
    await haveBots(["Rook", "Heron", "Finch"]);
    await page.goto(`${arena.url}/tournaments#new`);
    await page.getByLabel("Name", { exact: true }).fill(`${kind} of the marsh`);
    await page.getByRole("button", { name: kind, exact: true }).click();
    for (const name of ["Rook", "Heron", "Finch"]) {
      await page.getByLabel("Players").fill(name);
      await page.getByRole("button", { name: "Add", exact: true }).click();
    }
    await page.getByLabel("Clock", { exact: true }).selectOption("10+0.1");
    await page.getByRole("button", { name: "Make the tournament" }).click();
    await page.getByRole("heading", { name: `${kind} of the marsh` }).waitFor();
    await page.getByText("finished", { exact: false }).first().waitFor();
    const { id } = (await ask(page, "GET", "tournaments?limit=1")).tournaments[0], tournament = await ask(page, "GET", `tournaments/${id}`);
    assert.deepEqual([tournament.status, tournament.kind, tournament.standings.length], ["finished", kind.toLowerCase(), 3]);
    assert.equal(tournament.games_played, tournament.games);
    if (games > 0) assert.equal(tournament.games, games);
    await page.getByText(`${tournament.games} of ${tournament.games} games played`).waitFor();
    await page.getByRole("link", { name: tournament.winner.name }).first().waitFor();
    await isUnharmed();
  });

test("names, logs and reasons that are meant as HTML show as text", { skip: missing, timeout: 4 * PATIENCE_MS }, async () => {
  await haveBots(["Rook"]);
  await upload(page, arena, "Nasty", NASTY);
  await page.getByText("Accepted. It plays.").waitFor();
  await isUnharmed();
  const { id } = await ask(page, "POST", "games", { white: "Nasty", black: "Rook", clock: "10+0.1", rated: false });
  await page.goto(`${arena.url}/games/${id}`);
  await headline(page, "0–1");
  await page.getByRole("button", { name: "Log of Nasty" }).click();
  await page.locator(".log", { hasText: HOSTILE }).waitFor();
  await isUnharmed();
  await page.getByRole("button", { name: "Close" }).click();
  await page.goto(`${arena.url}/bots/Nasty`);
  await page.getByRole("heading", { name: "What went wrong last" }).waitFor();
  await isUnharmed();
  await page.goto(`${arena.url}/tournaments#new`);
  await page.getByLabel("Name", { exact: true }).fill(HOSTILE);
  await page.getByLabel("Players").fill("Rook, Nasty");
  await page.getByRole("button", { name: "Make the tournament" }).click();
  await page.getByText(HOSTILE).or(page.locator("form .problem:not(:empty)")).first().waitFor();
  await isUnharmed();
  await page.goto(`${arena.url}/bots/${encodeURIComponent(HOSTILE)}`);
  await page.getByText("There is no bot called").waitFor();
  await isUnharmed();
  await page.goto(`${arena.url}/account`);
  await page.getByLabel("What the token is for").fill(HOSTILE);
  await page.getByRole("button", { name: "Make a token" }).click();
  await page.getByText("Keep it now").or(page.locator(".problem:not(:empty)")).first().waitFor();
  await isUnharmed();
});

test("a page that was left open comes back when the server does, and its game goes on", { skip: missing, timeout: 4 * PATIENCE_MS }, async () => {
  await page.goto(`${arena.url}/play?opponent=Rook&clock=900%2B10`);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL("**/games/*");
  await yourMove(page);
  await move(page, "d2", "d4");
  await page.locator("[data-ply='2']").waitFor();
  const home = await browser.page();
  await home.goto(arena.url);
  await home.getByRole("link", { name: /Olga against Rook/ }).or(home.getByRole("heading", { name: "Olga – Rook" })).first().waitFor();

  await arena.stop("SIGKILL");
  for (const one of [page, home]) await one.getByText("Connection lost. Trying again.").waitFor();
  await arena.start();
  for (const one of [page, home]) await one.getByText("Connection lost. Trying again.").waitFor({ state: "hidden" });
  await yourMove(page);
  await move(page, "g1", "f3");
  await page.locator("[data-ply='4']").waitFor();
  await home.locator("[data-ply='4']").waitFor();
  assert.deepEqual(browser.troubles, []);
});
