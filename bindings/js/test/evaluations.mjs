/*
 * Prints what the engine thinks of each position, in a process of its own, so that the caller can choose what the machine
 * pretends to be:
 *
 *     node [FLAGS] evaluations.mjs PACKAGE-FOLDER NETWORK-FILE < POSITIONS
 *
 * The first line says whether vector instructions are used.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, network] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(join(folder, "dist", "node.mjs")));
const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(readFileSync(join(folder, "dist", "rookery.wasm"))), "simd");
const out = [WebAssembly.validate(section) ? "simd" : "scalar"];

const engine = await Engine.create({ network });
engine.onLine((line) => line.startsWith("the search takes") && out.push(line));
for (const line of readFileSync(0, "utf8").trim().split("\n"))
  engine.send(line);
await engine.isReady();
engine.quit();
process.stdout.write(`${out.join("\n")}\n`);
