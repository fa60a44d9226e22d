/* The examples of README.md print what they say. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { packageFolder } from "./rookery.mjs";

const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
const examples = [...readme.matchAll(/```js\n([^]*?)```/g)].map((match) => match[1]);

/** The comments that begin a line are what the example prints. */
const promisedBy = (example) => [...example.matchAll(/^\/\/ (.*)$/gm)].map((match) => match[1]);

assert.ok(examples.length > 5);
examples.forEach((example, i) =>
  test(`example ${i + 1} of the README`, () => {
    const folder = mkdtempSync(join(tmpdir(), "rookery-readme-"));
    try {
      mkdirSync(join(folder, "node_modules"));
      symlinkSync(packageFolder, join(folder, "node_modules", "rookery"));
      writeFileSync(join(folder, "example.mjs"), example);
      const printed = execFileSync(process.execPath, ["example.mjs"], { cwd: folder, encoding: "utf8" });
      assert.deepEqual(printed.trimEnd().split("\n"), promisedBy(example));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }),
);
