/* Networks: the module judges as the command does, with and without vector instructions, and refuses what is none. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { randomNetwork } from "./random-network.mjs";
import { packageFolder, randomFrom, rookery } from "./rookery.mjs";

const { Board, Engine } = rookery;
const COMMAND = join(packageFolder, "..", "..", "..", "src", "cli", "rookery");
const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), "evaluations.mjs");
const SCALAR = ["--no-enable-sse4-1", "--no-enable-ssse3"]; // of V8 on x86-64: it then knows no vector instructions
const POSITIONS = 10_000;

const folder = mkdtempSync(join(tmpdir(), "rookery-network-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Positions of random games, half of them of chess960, each with the question. */
function questions() {
  const random = randomFrom(11), lines = [];
  for (let game = 0; lines.length < 2 * POSITIONS; game++) {
    const board = game % 2 === 0 ? new Board() : Board.chess960(random(960));
    for (let ply = 0; ply < 120 && lines.length < 2 * POSITIONS && !board.isGameOver(); ply++) {
      lines.push(`position fen ${board.fen()}`, "eval");
      const codes = board.codes();
      board.playCode(codes[random(codes.length)]);
    }
  }
  return lines;
}

const file = join(folder, "random.net"), bytes = randomNetwork(5);
writeFileSync(file, bytes);
const input = `setoption name UCI_Chess960 value true\n${questions().join("\n")}\n`;

const judgedBy = (flags) =>
  execFileSync(process.execPath, [...flags, SCRIPT, packageFolder, file], { input, encoding: "utf8", maxBuffer: 1 << 24 }).trim().split("\n");
const isKnown = (flags) => spawnSync(process.execPath, [...flags, "-e", "0"]).status === 0;

test("the module and the command judge 10,000 positions alike", { skip: !existsSync(COMMAND) && "the command is not built" }, () => {
  const [kind, ...mine] = judgedBy([]);
  const { stdout } = spawnSync(COMMAND, ["uci"], { input: `setoption name EvalFile value ${file}\n${input}`, encoding: "utf8", maxBuffer: 1 << 24 });
  const theirs = stdout.split("\n").filter((line) => line.startsWith("the search takes"));
  assert.equal(theirs.length, POSITIONS);
  assert.ok(new Set(theirs).size > POSITIONS / 20);
  assert.deepEqual(mine, theirs);
  assert.equal(kind, "simd");
});

test("so does a machine without vector instructions", { skip: !isKnown(SCALAR) && "this Node cannot pretend to have none" }, (t) => {
  const [kind, ...scalar] = judgedBy(SCALAR);
  if (kind !== "scalar")
    return t.skip("this processor cannot be told to have none");
  assert.deepEqual(scalar, judgedBy([]).slice(1));
});

const FEN = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

async function scoreOf(engine) {
  return (await engine.search(FEN, { depth: 1 })).lines[0].score.cp;
}

test("a network comes as a file, as an address or as bytes, and goes again", async () => {
  const scores = [];
  for (const network of [null, file, pathToFileURL(file), bytes, new Uint8Array(bytes).buffer]) {
    const engine = await Engine.create({ network });
    scores.push(await scoreOf(engine));
    await engine.configure({ network: null });
    assert.equal(await scoreOf(engine), scores[0]);
    engine.quit();
  }
  assert.notEqual(scores[1], scores[0]);
  assert.deepEqual(scores.slice(2), Array(3).fill(scores[1]));
});

test("what is no network is refused, and the hand-made evaluation goes on", async () => {
  const engine = await Engine.create({ network: null });
  const score = await scoreOf(engine);
  await assert.rejects(engine.configure({ network: bytes.subarray(0, 5000) }), /not used: the network .* is damaged or cut short/);
  await assert.rejects(engine.configure({ network: Buffer.from("no network") }), /not used: .* is not a network/);
  await assert.rejects(engine.configure({ network: join(folder, "absent.net") }), /absent\.net/);
  await assert.rejects(Engine.create({ network: new Uint8Array(3) }), /is not a network/);
  const lines = [];
  engine.onLine((line) => lines.push(line));
  engine.send(`setoption name EvalFile value ${file}`);
  assert.match(lines[0], /configure\(\{ network \}\)/);
  assert.equal(await scoreOf(engine), score);
  engine.quit();
});

test("the package's own network judges unless another is said", { skip: !existsSync(join(packageFolder, "dist", "standard.net")) &&
  "this package has none" }, async () => {
  const usual = await Engine.create(), same = await Engine.create({ network: join(packageFolder, "dist", "standard.net") });
  assert.equal(await scoreOf(usual), await scoreOf(same));
  usual.quit();
  same.quit();
});

test("a worker that is started anew has the network of the old one", async () => {
  const { SharedArrayBuffer } = globalThis;
  delete globalThis.SharedArrayBuffer;
  try {
    const engine = await Engine.create({ network: bytes });
    const score = await scoreOf(engine);
    await engine.search(FEN, {}, (line) => line.depth >= 3 && engine.stop());
    assert.equal(await scoreOf(engine), score);
    engine.quit();
  } finally {
    globalThis.SharedArrayBuffer = SharedArrayBuffer;
  }
});

test("the vector part needs nothing but the memory of the module", () => {
  const module = new WebAssembly.Module(readFileSync(join(packageFolder, "dist", "rookery.wasm")));
  const [section] = WebAssembly.Module.customSections(module, "simd");
  assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(section)), [{ module: "env", name: "memory", kind: "memory" }]);
});
