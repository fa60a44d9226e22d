/* Engine: the searcher in its worker, by promises and by UCI, and that it is the one of the command. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inner, packageFolder, rookery } from "./rookery.mjs";

const { Board, Engine, VARIANTS } = rookery;
const { readInfo } = inner("engine.js");
const COMMAND = join(packageFolder, "..", "..", "..", "src", "cli", "rookery");

async function withEngine(options, work) {
  const engine = await Engine.create(options);
  try {
    return await work(engine);
  } finally {
    engine.quit();
  }
}

test("a search ends at its depth and tells of its lines", () => withEngine({}, async (engine) => {
  const seen = [];
  const { best, lines } = await engine.search({ moves: ["e2e4", "e7e5"] }, { depth: 8 }, (line) => seen.push(line));
  assert.equal(lines.length, 1);
  assert.equal(lines[0].depth, 8);
  assert.equal(lines[0].pv[0], best);
  assert.ok(seen.length >= 8 && seen.at(-1).nodes === lines[0].nodes);
  const board = new Board();
  ["e4", "e5", ...lines[0].pv].forEach((move) => board.move(move));
}));

test("it finds mates, and says in how many moves", () => withEngine({}, async (engine) => {
  const won = await engine.search("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", { depth: 5 });
  assert.equal(won.best, "d1d8");
  assert.deepEqual(won.lines[0].score, { mate: 1 });
  const over = await engine.search("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", { depth: 5 });
  assert.equal(over.best, null);
}));

test("stop() ends a search that has no end of its own", () => withEngine({}, async (engine) => {
  const { best, lines } = await new Promise((resolve, reject) => {
    const search = engine.search({}, {}, (line) => line.depth >= 4 && engine.stop());
    search.then(resolve, reject);
  });
  assert.ok(lines[0].depth >= 4);
  new Board().move(best);
  const mate = engine.search("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", {}, (line) => line.depth >= 20 && engine.stop());
  assert.equal((await mate).best, "d1d8");
}));

test("without shared memory, as in most pages, stop() starts the worker anew and keeps the settings", async () => {
  const { SharedArrayBuffer } = globalThis;
  delete globalThis.SharedArrayBuffer;
  try {
    await withEngine({ multiPV: 2 }, async (engine) => {
      let stopped = false;
      const found = await engine.search({}, {}, (line) => {
        if (line.depth >= 4 && !stopped)
          engine.stop();
        stopped ||= line.depth >= 4;
      });
      new Board().move(found.best);
      assert.equal((await engine.search({}, { depth: 3 })).lines.length, 2);
    });
  } finally {
    globalThis.SharedArrayBuffer = SharedArrayBuffer;
  }
});

test("at a low rating it thinks little", () => withEngine({ elo: 500 }, async (engine) => {
  const { best, lines } = await engine.search({ moves: ["e2e4"] }, { movetime: 10_000 });
  assert.match(best, /^[a-h][1-8][a-h][1-8]$/);
  await engine.configure({ elo: null });
  assert.ok((await engine.search({ moves: ["e2e4"] }, { nodes: 50_000 })).lines[0].nodes > (lines[0]?.nodes ?? 0));
}));

test("several lines, only certain moves", () => withEngine({ multiPV: 3 }, async (engine) => {
  const three = await engine.search({}, { depth: 5 });
  assert.deepEqual(three.lines.map((line) => line.multipv), [1, 2, 3]);
  assert.equal(new Set(three.lines.map((line) => line.pv[0])).size, 3);
  const one = await engine.search({}, { depth: 4, searchMoves: ["a2a3"] });
  assert.equal(one.best, "a2a3");
}));

test("every variant is searched by its own rules", () => withEngine({}, async (engine) => {
  for (const variant of VARIANTS) {
    await engine.configure({ variant, chess960: variant === "chess960" });
    const board = new Board({ variant });
    for (let ply = 0; ply < 6; ply++) {
      const { best } = await engine.search({ fen: board.fen() }, { nodes: 300 });
      board.move(best);
    }
  }
}));

test("searches wait for each other, and each gets its own answer", () => withEngine({}, async (engine) => {
  const answers = await Promise.all([
    engine.search("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", { depth: 3 }),
    engine.search("8/8/8/8/8/k7/8/K6r w - - 0 1", { depth: 3 }),
    engine.search("4k3/P7/4K3/8/8/8/8/8 w - - 0 1", { depth: 3 }),
  ]);
  assert.deepEqual(answers.map((one) => one.best), ["d1d8", null, "a7a8q"]);
}));

test("what cannot be searched is told, and the engine goes on", () => withEngine({}, async (engine) => {
  await assert.rejects(engine.search("nonsense", { depth: 3 }), /cannot be searched: .*nonsense/);
  await assert.rejects(engine.search({ moves: ["e2e5"] }, { depth: 3 }), /cannot be searched: .*e2e5.*not legal/);
  assert.throws(() => engine.search("8/8/8/8/8/8/8/8 w - - 0 1\nquit", {}), /one line at a time/);
  assert.throws(() => engine.search({}, { depth: "8; quit" }), /depth is a number/);
  assert.notEqual((await engine.search({}, { depth: 2 })).best, null);
}));

test("what it is not told rightly, it says", () => withEngine({}, async (engine) => {
  await assert.rejects(engine.configure({ variant: "fairy" }), /no variant "fairy"/);
  await assert.rejects(engine.configure({ hash: 1e6 }), /not enough memory/);
  await assert.rejects(engine.configure({ elo: "strong" }), /The option elo is a number, not strong/);
  await assert.rejects(engine.configure({ multipv: 3 }), /no option "multipv"; there are hash, .*multiPV/);
  await assert.rejects(Engine.create({ threads: 4 }), /no option "threads"/);
  assert.throws(() => engine.search({}, { time: 100 }), /no limit "time"; there are depth, .*movetime/);
  assert.notEqual((await engine.search({}, { depth: 2 })).best, null);
}));

test("levels play every variant", () => withEngine({ elo: 800 }, async (engine) => {
  for (const variant of VARIANTS) {
    await engine.configure({ variant, chess960: variant === "chess960" });
    const board = new Board({ variant });
    for (let ply = 0; ply < 8 && !board.isGameOver(); ply++)
      board.move((await engine.search({ fen: board.fen() }, { movetime: 5000 })).best);
    assert.ok(board.history().length >= 2, variant);
  }
}));

test("lines of UCI go in and out", () => withEngine({}, async (engine) => {
  const lines = [];
  const end = engine.onLine((line) => lines.push(line));
  engine.send("uci");
  await engine.isReady();
  assert.match(lines[0], /^id name Rookery/);
  assert.ok(lines.includes("uciok") && lines.at(-1) === "readyok");
  const best = new Promise((resolve) => engine.onLine((line) => line.startsWith("bestmove") && resolve(line)));
  engine.send("position startpos moves f2f3 e7e5 g2g4");
  engine.send("go infinite");
  engine.send("isready");
  assert.equal(lines.at(-1), "readyok");
  engine.send("stop");
  assert.match(await best, /^bestmove d8h4/);
  end();
  const before = lines.length;
  await engine.isReady();
  assert.equal(lines.length, before);
}));

test("after quit() nothing is promised any more", async () => {
  const engine = await Engine.create();
  const search = engine.search({}, {});
  const rejected = assert.rejects(search, /told to quit/);
  await engine.isReady();
  engine.quit();
  await rejected;
  await assert.rejects(engine.search({}, { depth: 1 }), /told to quit/);
});

test("it is the engine of the command, node by node", { skip: !existsSync(COMMAND) && "the command is not built" }, async () => {
  const fens = ["r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"];
  for (const fen of fens) {
    const mine = await withEngine({}, (engine) => engine.search(fen, { depth: 9 }));
    const { stdout } = spawnSync(COMMAND, ["uci"], { input: `position fen ${fen}\ngo depth 9\n`, encoding: "utf8" });
    const theirs = stdout.split("\n").map(readInfo).filter((line) => line !== null && line.bound === "exact").at(-1);
    assert.deepEqual([mine.lines[0].nodes, mine.lines[0].score, mine.lines[0].pv], [theirs.nodes, theirs.score, theirs.pv]);
  }
});
