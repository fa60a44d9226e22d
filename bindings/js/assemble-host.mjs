/*
 * Puts the bot host together, in a folder that needs nothing else: what a box shows of us to a bot's process.
 *
 *     node assemble-host.mjs OUT STAMP PACKAGE-FOLDER ACORN rules.wasm FILE...
 *
 * OUT holds the host's FILEs, the parser, a WebAssembly module that knows the rules only, and realm.js: what the package has
 * of Board, and realm.cjs, as one script for realms that have nothing but the language.
 */
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [out, stamp, packageFolder, acorn, rules, ...hostFiles] = process.argv.slice(2);
const compiled = join(packageFolder, "dist", "cjs");
const ownParts = ["realm.cjs", "shared.cjs", "format.cjs"];

/* A context's own global names are slow to look up, so the script begins by making variables of them. */
const NAMES = [
  "Array", "Error", "Int32Array", "Map", "Math", "Number", "Object", "RegExp", "Set", "String", "TypeError", "Uint16Array",
  "Uint8Array", "JSON",
];

/* Two classes of the web's that such a realm lacks, as far as the package needs them. */
const TEXT = `
class TextEncoder {
  encode(text) {
    const raw = unescape(encodeURIComponent(text.replace(/[\\ud800-\\udfff]/gu, "\\ufffd")));
    return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
  }
}
class TextDecoder {
  decode(bytes) {
    let raw = "";
    for (let i = 0; i < bytes.length; i += 4096)
      raw += String.fromCharCode(...bytes.subarray(i, i + 4096));
    try {
      return decodeURIComponent(escape(raw));
    } catch {
      return raw;
    }
  }
}`;

function part(name, file) {
  return `${JSON.stringify(`./${name}`)}(exports, require) {\n${readFileSync(file, "utf8")}\n}`;
}

function writeRealm() {
  const files = readdirSync(compiled).filter((name) => name.endsWith(".js") && !/^(node|api|engine.*|game.*|outside|package-files|simd)\.js$/.test(name)).sort();
  const parts = [...files.map((name) => part(name, join(compiled, name))),
    ...ownParts.map((name) => part(name, join(here, "host", name)))];
  writeFileSync(join(out, "realm.js"), `(() => {
"use strict";
const { ${NAMES.join(", ")} } = globalThis;${TEXT}
const files = {
${parts.join(",\n")}
};
const loaded = { __proto__: null };
function require(name) {
  if (loaded[name] === undefined)
    files[name]((loaded[name] = {}), require);
  return loaded[name];
}
return require("./realm.cjs").boot;
})()
`);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const file of hostFiles)
  copyFileSync(file, join(out, basename(file)));
copyFileSync(acorn, join(out, "acorn.cjs"));
copyFileSync(rules, join(out, "rules.wasm"));
writeRealm();
writeFileSync(stamp, "");
