/* Where the tests find the built package, the cases that are shared between projects, and random numbers. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "..", "..", "..");
export const packageFolder = process.env.ROOKERY_JS_PACKAGE ?? join(root, "build", "bindings", "js", "package");
export const rookery = await import(pathToFileURL(join(packageFolder, "dist", "node.mjs")));

/** Loads an inner file of the package, for tests of what is not public. */
export const inner = (file) => createRequire(import.meta.url)(join(packageFolder, "dist", "cjs", file));

/** The lines of a file, null where it is absent. */
export function readLines(...path) {
  const file = join(root, ...path);
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter((line) => line !== "") : null;
}

export const readShared = (name) => readLines("..", "shared", "cases", name);

/** Positions to compare in each variant: few, or as many as ROOKERY_POSITIONS says. */
export const positionsWanted = (usual) => Number(process.env.ROOKERY_POSITIONS ?? usual);

/** Random numbers that are the same every time (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
