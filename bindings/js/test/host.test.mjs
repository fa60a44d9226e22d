/* The bot host: what bots are given, what counts as their move, and what happens when they misbehave. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bodied, withBot } from "./host.mjs";
import { root } from "./rookery.mjs";

const SEED_BOT = join(root, "..", "shared", "seeds", "bots", "guide_bot.js");
const MISTAKE = /^info string error: /;

/** What a bot logs in one turn, and its move. */
async function play(body, { before, position, limits, how } = {}) {
  return withBot(bodied(body, before), async (bot) => {
    const move = await bot.move(position, limits);
    await bot.quit();
    return { move, log: bot.log, lines: bot.lines };
  }, how);
}

/** The sentence with which a bot loses. */
const fail = (source, limits) => withBot(source, async (bot) => {
  bot.say("position startpos");
  const line = await bot.ask([`go ${limits ?? "wtime 60000 btime 60000"}`], MISTAKE);
  assert.equal(await bot.status, 1);
  assert.equal(bot.lines.filter((one) => one.startsWith("bestmove")).length, 0);
  return line;
});

test("it introduces itself as the file's name", () => withBot(bodied("reportMove('e4');"), async (bot) => {
  await bot.ask("uci", /^uciok$/);
  assert.equal(bot.lines[0], "id name my_bot");
  assert.ok(bot.lines.some((line) => /^option name UCI_Variant type combo default chess .*racingkings$/.test(line)));
  assert.equal(await bot.ask("isready", /readyok/), "readyok");
  assert.equal(await bot.quit(), 0);
}));

for (const [name, report, wanted] of [
  ["an object of board.moves()", "board.moves().find((move) => move.san === 'Nf3')", "g1f3"],
  ["SAN", "'Nc3'", "b1c3"],
  ["UCI", "'e2e4'", "e2e4"],
  ["squares", "{ from: 'd2', to: 'd4' }", "d2d4"],
  ["a move of the clone", "board.clone().moves()[0]", null],
])
  test(`a move may be ${name}`, async () => {
    const { move } = await play(`reportMove(${report});`);
    assert.match(move, wanted === null ? /^[a-h][1-8][a-h][1-8]$/ : new RegExp(`^${wanted}$`));
  });

test("promotions, castling and drops go out in UCI notation", async () => {
  const first = "reportMove(board.moves().find((move) => move.promotion === 'n' || move.drop || move.isCastle()))";
  assert.equal((await play(first, { position: "fen 8/P6k/8/8/8/8/8/K7 w - - 0 1" })).move, "a7a8n");
  assert.equal((await play(first, { position: "fen 7k/8/8/8/8/8/8/4K2R w K - 0 1" })).move, "e1g1");
  await withBot(bodied(first), async (bot) => {
    bot.say("setoption name UCI_Variant value crazyhouse");
    assert.match(await bot.move("fen 4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"), /^N@[a-h][1-8]$/);
    bot.say("setoption name UCI_Variant value chess", "setoption name UCI_Chess960 value true");
    assert.equal(await bot.move("fen 7k/8/8/8/8/8/8/4K2R w K - 0 1"), "e1h1");
  });
});

test("the last report counts, and a throw ends the turn", async () => {
  assert.equal((await play("reportMove('e4'); reportMove('d4');")).move, "d2d4");
  assert.equal((await play("reportMove('e4'); throw 'timeout';")).move, "e2e4");
  const { move, log } = await play("reportMove('e4');\nboard.nothing();");
  assert.equal(move, "e2e4");
  assert.match(log, /TypeError: board\.nothing is not a function\n.*bot\.js:4/);
  assert.doesNotMatch(log, /rookery|node:/);
});

test("without a report the game is lost, with the reason and the line", async () => {
  assert.match(await fail(bodied("board.moves();")), /makeMove returned and had reported no move/);
  assert.match(await fail(bodied("throw 'timeout';")), /makeMove threw 'timeout' and had reported no move/);
  assert.match(await fail(bodied("\nnull.x;")), /threw TypeError: .* at line 4 and had reported no move/);
  assert.match(await fail(bodied("reportMove();")), /TypeError: reportMove wants a move: .* not undefined/);
  assert.match(await fail(bodied("while (true);"), "movetime 200"), /no move when its limit of 0\.2 s was over/);
});

test("a report that is no legal move goes out as it stands, for the referee to judge", async () => {
  assert.equal((await play("reportMove('e2e5');")).move, "e2e5");
  assert.equal((await play("reportMove({ from: 'e2', to: 'e5' });")).move, "e2e5");
  assert.match(await fail(bodied("reportMove('e4\\nbestmove e2e4');")), /which is no move/);
  assert.match(await fail(bodied("reportMove('e'.repeat(2 ** 28));")), /which is no move/);
});

test("a bot that does not stop is ended at the limit, plays its last report, and plays on", async () => {
  await withBot(bodied("count++; reportMove(count === 1 ? 'e4' : 'a3'); while (true);", "let count = 0;"), async (bot) => {
    await bot.ask("isready", /readyok/);
    assert.equal(await bot.move("startpos", "movetime 2000"), "e2e4");
    assert.equal(await bot.move("startpos", "movetime 5000"), "e2e4"); // a new thread: what it knew is gone
    await bot.quit();
    assert.match(bot.log, /makeMove was ended by its limit of 2 s; its last report is played/);
  });
});

test("an endless search is answered at stop", async () => {
  await withBot(bodied("reportMove('d4'); while (true);"), async (bot) => {
    bot.say("position startpos", "go infinite");
    assert.equal(await bot.ask("isready", /readyok/), "readyok");
    assert.equal(await bot.ask("stop", /^bestmove/), "bestmove d2d4");
  });
  await withBot(bodied("reportMove('d4');"), async (bot) => {
    bot.say("position startpos", "go infinite");
    await bot.ask("isready", /readyok/);
    assert.equal(bot.lines.filter((line) => line.startsWith("bestmove")).length, 0);
    assert.equal(await bot.ask("stop", /^bestmove/), "bestmove d2d4");
  });
});

test("its clock is what timeRemaining says", async () => {
  const told = async (limits, position) => /^(\d+)\n/.exec((await play("console.log(timeRemaining); reportMove(board.moves()[0]);",
    { limits, position })).log)[1];
  assert.equal(await told("wtime 5000 btime 3000"), "5000");
  assert.equal(await told("wtime 5000 btime 3000", "startpos moves e2e4"), "3000");
  assert.equal(await told("movetime 25000"), "25000");
  assert.equal(await told("nodes 1000"), "25000");
});

test("the board is read-only, its clones are not, and both know the game", async () => {
  const { move, log } = await play(`
    try { board.move("e4"); } catch (error) { console.log(error.message); }
    const clone = board.clone();
    clone.move("Nf3");
    console.log(board.history().join(" "), "|", clone.history().join(" "), "|", board.turn());
    reportMove(clone.undo());`, { position: "startpos moves e2e4 e7e5" });
  assert.equal(move, "g1f3");
  assert.match(log, /^This board is read-only.*clone\(\)/);
  assert.match(log, /\ne4 e5 \| e4 e5 Nf3 \| w\n/);
});

test("variables live until the next game, and the board goes on with it", async () => {
  await withBot(bodied("turns++; console.log(turns, board.history().length); reportMove(board.moves()[0]);", "let turns = 0;"),
    async (bot) => {
      await bot.move("startpos");
      await bot.move("startpos moves e2e4 e7e5");
      await bot.move("startpos moves e2e4 e7e6");
      await bot.ask(["ucinewgame", "isready"], /readyok/);
      await bot.move("startpos");
      await bot.quit();
      assert.equal(bot.log, "1 0\n2 2\n3 2\n1 0\n");
    });
});

test("every variant is played by its own rules", async () => {
  await withBot(bodied("console.log(board.variant(), board.moves().length); reportMove(board.moves()[0]);"), async (bot) => {
    for (const name of ["crazyhouse", "atomic", "kingofthehill", "3check", "antichess", "horde", "racingkings", "chess"]) {
      bot.say(`setoption name UCI_Variant value ${name}`);
      assert.match(await bot.move("startpos"), /^[a-h][1-8][a-h][1-8]$/);
    }
    await bot.quit();
    assert.match(bot.log, /^crazyhouse 20\natomic 20\nkingofthehill 20\nthreecheck 20\nantichess 20\nhorde 8\nracingkings 21\nstandard 20\n$/);
  });
});

test("a position without moves is answered with none, one that cannot be read with the reason", async () => {
  await withBot(bodied("reportMove(board.moves()[0]);"), async (bot) => {
    assert.equal(await bot.move("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "0000");
    assert.equal(await bot.move("fen nonsense"), "0000");
    assert.ok(bot.lines.some((line) => /^info string the position cannot be set up: .*FEN/.test(line)));
    assert.match(await bot.move("startpos moves e2e4 e7e5"), /^[a-h][1-8][a-h][1-8]$/);
  });
});

test("what is said beside a report goes out as info, if it is a number", async () => {
  const { lines } = await play(`reportMove("e4", { depth: 3.9, score: -21, nodes: 1234, pv: "x", __proto__: null });`);
  assert.ok(lines.includes("info depth 3 score cp -21 nodes 1234"));
  const odd = await play(`reportMove("e4", { depth: "7\\nbestmove a2a3", score: NaN, nodes: -1 });`);
  assert.deepEqual(odd.lines.filter((line) => line.startsWith("info")), []);
});

test("getMemory tells of megabytes", async () => {
  const { log } = await play("const m = getMemory(); console.log(m.heapUsed > 1, m.heapTotal >= m.heapUsed, m.rss > 10); reportMove('e4');");
  assert.match(log, /^true true true\n/);
});

test("values are logged so that they can be read", async () => {
  const { log } = await play(`
    console.log("a", 1, null, undefined, [1, "x"], { b: { c: 1n } }, new Map([[1, 2]]), board.moves("x")[0] instanceof Object);
    console.error(board.clone().move("e4"), () => 1, new Set([1]));
    const loop = {}; loop.self = loop;
    console.log(loop, { get x() { throw 1; } });
    reportMove("e4");`);
  assert.match(log, /^a 1 null undefined \[1, "x"\] \{ b: \{ c: 1n \} \} Map \{1 => 2\} true\ne4 \[function \] Set \{1\}\n/);
  assert.match(log, /\{ self: \{ self: .*\n|cannot be shown/);
});

test("what a flood of reports and prints leaves is the last report and the first prints", async () => {
  const { move, log } = await play("const moves = board.moves(); for (let i = 0; i < 1e5; i++) { reportMove(moves[i % 20]); " +
    "console.log('x'.repeat(100)); } reportMove('h4');");
  assert.equal(move, "h2h4");
  assert.match(log, /x{100}\n/);
  assert.match(log, /lines are left out/);
});

test("memory without end is told as such", async () => {
  const line = await withBot(bodied("reportMove('e4'); const a = []; for (;;) a.push(new Array(1e5).fill(1));"), async (bot) => {
    bot.say("position startpos");
    return bot.ask("go movetime 29000", MISTAKE);
  }, { options: ["--memory=200"] });
  assert.match(line, /the bot ran out of memory: it may have 200 MB/);
});

for (const [name, source, reason] of [
  ["no makeMove", "const x = 1; // nothing here to play with at all", /there is no makeMove: define function makeMove\(board, /],
  ["async", "async function makeMove(board, t, reportMove) { reportMove('e4'); }", /makeMove is async/],
  ["generator", "function* makeMove(board, t, reportMove) { reportMove('e4'); }", /makeMove is a generator/],
  ["syntax", "let a = 1;\nfunction makeMove(board {}", /not valid JavaScript: .* at line 2/],
  ["throws", "let a = 1;\nnull.x;\nfunction makeMove() {}", /loading threw TypeError: .* at line 2/],
  ["bytes", Buffer.from([0x66, 0xff, 0xfe]), /not UTF-8/],
  ["hidden", bodied("reportMove('e4'); // \u202e"), /invisible character U\+202E in line 3/],
])
  test(`a file that cannot be used ends with the reason: ${name}`, () => withBot(source, async (bot) => {
    assert.match(await bot.ask("isready", MISTAKE), reason);
    assert.equal(await bot.status, 1);
  }));

test("the seed's bot runs unmodified", { skip: !existsSync(SEED_BOT) && "no ../shared/seeds here" }, async () => {
  await withBot(null, async (bot) => {
    assert.match(await bot.move("startpos moves e2e4", "wtime 4000 btime 4000"), /^[a-h][1-8][a-h][1-8]$/);
  }, { path: SEED_BOT });
});
