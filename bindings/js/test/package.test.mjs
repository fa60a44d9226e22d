/* The package as others get it: packed, installed in an empty folder, imported both ways. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { hostFolder } from "./host.mjs";
import { packageFolder } from "./rookery.mjs";

const run = (folder, command, ...values) =>
  execFileSync(command, values, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** Why not, where a program is not there. */
const without = (program) =>
  spawnSync(program, ["--version"], { stdio: "ignore" }).status !== 0 && `there is no ${program} here`;

test("npm pack and npm install in an empty folder give a working package", { skip: without("npm") }, () => {
  const folder = mkdtempSync(join(tmpdir(), "rookery-js-"));
  try {
    const [packed] = JSON.parse(run(packageFolder, "npm", "pack", "--json", "--pack-destination", folder));
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    run(folder, "npm", "install", "--offline", "--no-audit", "--no-fund", `./${packed.filename}`);
    const code = "const b = new Board(); b.move('e4'); console.log(b.fen())";
    writeFileSync(join(folder, "module.mjs"), `import { Board } from "rookery"; import { createRequire } from "node:module";
      if (createRequire(import.meta.url)("rookery").Board !== Board) throw new Error("two classes"); ${code}`);
    writeFileSync(join(folder, "script.cjs"), `const { Board } = require("rookery"); ${code}`);
    for (const file of ["module.mjs", "script.cjs"])
      assert.match(run(folder, process.execPath, file), /^rnbqkbnr\/pppppppp\/8\/8\/4P3\//);
    assert.ok(packed.files.every((file) => /^(dist\/|LICENSE|README\.md|package\.json)/.test(file.path)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the types fit programs of both kinds", { skip: without("tsc") }, () => {
  const folder = mkdtempSync(join(tmpdir(), "rookery-types-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(packageFolder, join(folder, "node_modules", "rookery"));
    const code = `import { Board, Chess, Engine, Game, ai, type BoardConfig, type HistoryEntry, type Move, type MovesMap, type Square } from "rookery";
      const moves: Move[] = new Board({ variant: "atomic" }).moves({ square: "e2" });
      const texts: string[] = new Board().moves({ verbose: false });
      const plain: string[] = new Chess().moves();
      const objects: Move[] = new Chess().moves({ verbose: true });
      const from: Square = moves[0]!.from;
      // @ts-expect-error fields of moves are not to be written
      moves[0]!.san = "e4";
      const config: BoardConfig = new Game().move("E2", "E4"), map: MovesMap = new Game(config).moves();
      const entry: HistoryEntry = ai(config, { level: 2, depth: { base: 3 } }).move;
      export const found: Promise<string | null> = Engine.create({ elo: 1200 }).then((engine) => engine.search({}, { depth: 3 })).then((one) => one.best);
      export const judged: Promise<Engine>[] = [Engine.create({ network: null }), Engine.create({ network: "a.net" }), Engine.create({ network: new Uint8Array(1) })];
      export const all = [config, map, entry, moves, texts, plain, objects, from, new Board().clone().outcome()?.winner];`;
    writeFileSync(join(folder, "a.mts"), code);
    writeFileSync(join(folder, "b.cts"), code);
    writeFileSync(join(folder, "c.mts"), `import { Board, init } from "./node_modules/rookery/dist/esm/browser.js";
      export const ready: Promise<number> = init(new Uint8Array(0)).then(() => new Board().perft(1));`);
    const check = (lib, ...files) =>
      run(folder, "tsc", "--strict", "--noEmit", "--target", "es2022", "--module", "node16", "--lib", lib, ...files);
    check("es2022", "a.mts", "b.cts");
    check("es2022,dom", "c.mts");
  } catch (error) {
    assert.fail(error.stdout ?? error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the package is small, and smaller without its network", { skip: without("npm") }, () => {
  const sizeOf = (folder) => JSON.parse(run(folder, "npm", "pack", "--json", "--dry-run"))[0].size;
  assert.ok(sizeOf(packageFolder) < 1_500_000, `${sizeOf(packageFolder)} bytes`);
  const folder = mkdtempSync(join(tmpdir(), "rookery-small-"));
  try {
    cpSync(packageFolder, folder, { recursive: true, filter: (path) => !path.endsWith(".net") });
    assert.ok(sizeOf(folder) < 150_000, `${sizeOf(folder)} bytes`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the module imports five functions, that of the bot host none", () => {
  const imports = (file) => WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(file)));
  assert.deepEqual(imports(join(packageFolder, "dist", "rookery.wasm")).map(({ module, name }) => `${module}.${name}`).sort(),
    ["rookery.heard", "rookery.now", "rookery.pause", "rookery.random", "rookery.say"]);
  assert.deepEqual(imports(join(hostFolder, "rules.wasm")), []);
});

test("the browser's entry loads the module from bytes", async () => {
  const code = `const { init, Board } = await import(${JSON.stringify(join(packageFolder, "dist", "esm", "browser.js"))});
    const { readFileSync } = await import("node:fs");
    try { new Board(); console.log("loaded too early"); } catch (error) { console.log(error.message); }
    await init(readFileSync(${JSON.stringify(join(packageFolder, "dist", "rookery.wasm"))}));
    await init();
    console.log(new Board().moves().length);`;
  assert.match(run(packageFolder, process.execPath, "--input-type=module", "-e", code), /call `await init\(\)`[^]*\n20\n$/);
});
