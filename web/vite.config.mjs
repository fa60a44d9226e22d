// Builds the pages. ROOKERY_JS is the folder of the JavaScript package that the build has made (bindings/js).
import { join } from "node:path";
import { defineConfig } from "vite";

const PACKAGE = process.env.ROOKERY_JS;
if (!PACKAGE) throw new Error("ROOKERY_JS must name the built folder of bindings/js; `./run serve` sets it.");

// The pages are served under a policy that forbids style attributes. The board widget writes some: the same through the
// object model is allowed, and the size of the coordinates comes from our style sheet.
const WIDGET_STYLES = {
  "VisualMoveInput.js": [
    [/setAttribute\("style", "pointer-events: none"\)/, 'style.cssText = "pointer-events: none"'],
    [/setAttribute\("style",\s*(`pointer-events: none; position: absolute[^`]*`)\)/, "style.cssText = $1"],
  ],
  "ChessboardView.js": [
    [/, style: `font-size: [^`]*`/, ""],
    [/, style: `font-size: [^`]*`/, ""],
  ],
};

function widgetWithoutStyleAttributes() {
  return {
    name: "widget-without-style-attributes",
    transform(code, id) {
      const file = id.split("/").at(-1), rules = id.includes("/cm-chessboard/src/") ? WIDGET_STYLES[file] : undefined;
      if (rules === undefined) return null;
      let changed = code;
      for (const [pattern, replacement] of rules) {
        if (!pattern.test(changed)) this.error(`cm-chessboard has changed: ${pattern} is no longer in ${file}.`);
        changed = changed.replace(pattern, replacement);
      }
      return { code: changed, map: null };
    },
  };
}

export default defineConfig({
  base: "/",
  publicDir: "public",
  resolve: {
    alias: [
      { find: /^rookery\/rules\.wasm/, replacement: join(PACKAGE, "../rules.wasm") },
      { find: /^rookery$/, replacement: join(PACKAGE, "dist/esm/browser.js") },
    ],
  },
  plugins: [widgetWithoutStyleAttributes()],
  worker: { format: "es" },
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // the policy forbids data: for everything but pictures
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
  },
});
