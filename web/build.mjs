/*
 * Builds the pages for Meson: node build.mjs PACKAGE OUT STAMP DEPFILE
 *
 * PACKAGE is the built JavaScript package, OUT becomes the folder of finished files, and DEPFILE names all sources, so that
 * they are built again when one changes.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [packageFolder, out, stamp, depfile] = process.argv.slice(2);
process.env.ROOKERY_JS = packageFolder;

/** The folders among them, which change when a file comes or goes. */
function filesOf(folder) {
  return [folder, ...readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)])];
}

try {
  const { build } = await import("vite");
  await build({ root: here, logLevel: "warn", build: { outDir: out } });
} catch (error) {
  console.error(`The pages could not be built: ${error.message}`);
  console.error("If web/node_modules is damaged, remove it: ./run serve fetches it again.");
  process.exit(1);
}
const sources = [...filesOf(join(here, "src")), ...filesOf(join(here, "../bots/template")), ...filesOf(join(here, "public")), ...["index.html", "vite.config.mjs", "package-lock.json"].map((name) => join(here, name))];
writeFileSync(depfile, `${stamp}: ${sources.map((name) => name.replaceAll(" ", "\\ ")).join(" ")}\n`);
writeFileSync(stamp, "");
