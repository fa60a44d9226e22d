/*
 * Puts the package together: the TypeScript checked once and translated twice, the WebAssembly module, and what npm wants
 * beside them.
 *
 *     node assemble.mjs TSC OUT STAMP rookery.wasm simd.wasm [standard.net]
 *
 * TSC is the TypeScript compiler, a script for Node, and STAMP a file that says when. The module with vector instructions
 * becomes a section of the main one, so that it is wherever that one is; the network stays a file. OUT becomes a folder that `npm pack`
 * and `npm install` take as it is. For Node both kinds of import lead to the same CommonJS files, so that a program has one
 * module and one class Board however its parts ask for it; the types lie beside these and serve everybody. That the files
 * for Node and for browsers are nearly the same costs little: npm packs files of one name side by side.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [tsc, out, stamp, wasm, simd, network] = process.argv.slice(2);
const dist = join(out, "dist"), cjs = join(dist, "cjs"), esm = join(dist, "esm");
const sources = readdirSync(join(here, "ts")).filter((name) => /(?<!\.d)\.ts$/.test(name));

/* The declarations that one of them leads to: the others would only be ballast. */
function reachable(name, known = new Set()) {
  if (known.has(name))
    return known;
  known.add(name);
  for (const [, next] of readFileSync(join(cjs, name), "utf8").matchAll(/from "\.\/([\w-]+)\.js"/g))
    reachable(`${next}.d.ts`, known);
  return known;
}

/* A module with a custom section at its end: identifier 0, size, name, content. */
function withSection(module, name, content) {
  const number = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...number(value >>> 7)]); // LEB128
  const label = [...number(name.length), ...Buffer.from(name)];
  return Buffer.concat([module, Buffer.from([0, ...number(label.length + content.length), ...label]), content]);
}

/* Checks all files and writes their declarations, with the comments that editors show. */
function declare() {
  const config = join(out, "tsconfig.json");
  const compilerOptions = {
    module: "es2022", moduleResolution: "node", outDir: cjs, rootDir: join(here, "ts"), emitDeclarationOnly: true, isolatedModules: true,
  };
  const files = [...sources, "environment.d.ts"].map((file) => join(here, "ts", file));
  writeFileSync(config, JSON.stringify({ extends: join(here, "tsconfig.json"), compilerOptions, files }));
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", config], { encoding: "utf8" });
  rmSync(config);
  if (status !== 0) {
    process.stderr.write(stdout + stderr);
    process.exit(1);
  }
  const wanted = reachable("node.d.ts");
  for (const name of readdirSync(cjs).filter((file) => !wanted.has(file)))
    rmSync(join(cjs, name));
}

/* Translates files that are known to be right. */
function translate(module, folder, isWanted) {
  const typescript = createRequire(realpathSync(tsc))("../lib/typescript.js");
  const { compilerOptions: common } = JSON.parse(readFileSync(join(here, "tsconfig.json"), "utf8"));
  const compilerOptions = { ...common, module, removeComments: true, declaration: false };
  mkdirSync(folder, { recursive: true });
  for (const name of sources.filter(isWanted)) {
    const { outputText } = typescript.transpileModule(readFileSync(join(here, "ts", name), "utf8"), { compilerOptions });
    writeFileSync(join(folder, `${basename(name, ".ts")}.js`), outputText);
  }
}

/* import { Board } from "rookery" in Node: each name is said, as a module must say its names before it runs. */
async function writeNodeModule() {
  const names = Object.keys(createRequire(import.meta.url)(join(dist, "cjs", "node.js")));
  writeFileSync(join(dist, "node.mjs"), `import rookery from "./cjs/node.js";\n` +
    `export const { ${names.join(", ")} } = rookery;\n`);
  writeFileSync(join(dist, "node.d.mts"), 'export * from "./cjs/node.js";\n');
}

/* The same names for browsers, where the module has to come from somewhere. */
function writeBrowserTypes() {
  writeFileSync(join(esm, "browser.d.ts"), `export * from "../cjs/api.js";
/** Loads the module, from the package's own place or from where you say; to be awaited before anything else. */
export declare function init(source?: URL | string | BufferSource | WebAssembly.Module): Promise<void>;
`);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
writeFileSync(join(dist, "rookery.wasm"), withSection(readFileSync(wasm), "simd", readFileSync(simd)));
if (network !== undefined)
  copyFileSync(network, join(dist, "standard.net"));
declare();
translate("commonjs", cjs, (name) => !name.includes("browser"));
translate("es2022", esm, (name) => !name.includes("node"));
const hasNetwork = network !== undefined;
writeFileSync(join(cjs, "package-files.js"),
  `exports.NETWORK = ${hasNetwork ? 'require("node:path").join(__dirname, "..", "standard.net")' : null};\n`);
writeFileSync(join(esm, "package-files.js"),
  `export const NETWORK = ${hasNetwork ? 'new URL("../standard.net", import.meta.url)' : null};\n`);
writeFileSync(join(cjs, "package.json"), '{ "type": "commonjs" }\n');
writeBrowserTypes();
await writeNodeModule();

const description = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
delete description.devDependencies;
writeFileSync(join(out, "package.json"), JSON.stringify(description, null, 2) + "\n");
copyFileSync(join(here, "README.md"), join(out, "README.md"));
copyFileSync(join(here, "..", "..", "LICENSE"), join(out, "LICENSE"));
writeFileSync(stamp, "");
