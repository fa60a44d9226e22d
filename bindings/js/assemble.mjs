/*
 * Puts the package together: the TypeScript compiled twice, the two WebAssembly modules, and what npm wants beside them.
 *
 *     node assemble.mjs TSC OUT STAMP rookery.wasm rookery-simd.wasm rookery-engine.wasm
 *
 * TSC is the TypeScript compiler, a script for Node, and STAMP a file that says when. OUT becomes a folder that `npm pack`
 * and `npm install` take as it is. For Node both kinds of import lead to the same CommonJS files, so that a program has one
 * module and one class Board however its parts ask for it.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [tsc, out, stamp, ...wasmFiles] = process.argv.slice(2);
const dist = join(out, "dist");

function compile(module, entries, folder) {
  const config = join(out, `tsconfig-${module}.json`);
  const compilerOptions = { module, moduleResolution: "node", outDir: folder, rootDir: join(here, "ts") };
  const files = [...entries, "environment.d.ts"].map((file) => join(here, "ts", file));
  writeFileSync(config, JSON.stringify({ extends: join(here, "tsconfig.json"), compilerOptions, files }));
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", config], { encoding: "utf8" });
  rmSync(config);
  if (status !== 0) {
    process.stderr.write(stdout + stderr);
    process.exit(1);
  }
}

/* import { Board } from "rookery" in Node: each name is said, as a module must say its names before it runs. */
async function writeNodeModule() {
  const names = Object.keys(createRequire(import.meta.url)(join(dist, "cjs", "node.js")));
  writeFileSync(join(dist, "node.mjs"), `import rookery from "./cjs/node.js";\n` +
    `export const { ${names.join(", ")} } = rookery;\n`);
  writeFileSync(join(dist, "node.d.mts"), 'export * from "./cjs/node.js";\n');
}

rmSync(out, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
for (const file of wasmFiles)
  copyFileSync(file, join(dist, basename(file)));
compile("commonjs", ["node.ts", "engine-worker-node.ts"], join(dist, "cjs"));
writeFileSync(join(dist, "cjs", "package.json"), '{ "type": "commonjs" }\n');
compile("es2022", ["browser.ts", "engine-worker-browser.ts"], join(dist, "esm"));
await writeNodeModule();

const description = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
delete description.devDependencies;
writeFileSync(join(out, "package.json"), JSON.stringify(description, null, 2) + "\n");
copyFileSync(join(here, "README.md"), join(out, "README.md"));
copyFileSync(join(here, "..", "..", "LICENSE"), join(out, "LICENSE"));
writeFileSync(stamp, "");
