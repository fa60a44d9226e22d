/*
 * The sheet of men and squares that the server makes pictures of positions from (src/server/picture.h), drawn by a browser from
 * the pages' own set and colours:
 *
 *   node web/sheet.mjs      writes web/public/pieces.png anew, with chromium (or what CHROMIUM names)
 *
 * Tiles of 75 pixels: white's pawn, knight, bishop, rook, queen and king, black's below, on nothing; then a light and a dark
 * square, and both once more as they look when they belong to the last move.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const SHEET = join(here, "public/pieces.png");
export const TILE = 75, WIDTH = 6 * TILE, HEIGHT = 3 * TILE;

const DRAW = `
  import { pieceIcon, installPieces } from "./src/board/pieces.ts";
  const place = (element, column, row) => {
    Object.assign(element.style, { position: "absolute", left: column * ${TILE} + "px", top: row * ${TILE} + "px", width: "${TILE}px", height: "${TILE}px" });
    document.body.append(element);
  };
  const square = (colour, last, column) => {
    const box = document.createElement("div"), mark = document.createElement("div");
    box.style.background = "var(--square-" + colour + ")";
    Object.assign(mark.style, { background: "var(--mark-last)", opacity: last, width: "100%", height: "100%" });
    box.append(mark);
    place(box, column, 2);
  };
  installPieces();
  [..."PNBRQKpnbrqk"].forEach((letter, index) => place(pieceIcon(letter, ""), index % 6, Math.floor(index / 6)));
  square("light", 0, 0);
  square("dark", 0, 1);
  square("light", LAST, 2);
  square("dark", LAST, 3);
`;

/** The sheet as a page: light, without a ground. */
export async function sheetPage() {
  const { build } = await import("esbuild"), style = ["tokens", "board"].map((name) => readFileSync(join(here, `src/style/${name}.css`), "utf8")).join("\n");
  const last = /\.mark-last \{[^}]*opacity: ([\d.]+)/.exec(style)?.[1];
  if (last === undefined) throw new Error("The style of .mark-last has changed: web/sheet.mjs must be told how.");
  const { outputFiles } = await build({ stdin: { contents: DRAW.replaceAll("LAST", last), resolveDir: here }, bundle: true, format: "iife", write: false });
  return `<!doctype html><meta charset="utf-8"><style>${style}\nhtml, body { margin: 0; background: transparent; }</style><body><script>${outputFiles[0].text}</script>`;
}

async function drawSheet() {
  const folder = mkdtempSync(join(tmpdir(), "rookery-sheet-")), page = join(folder, "sheet.html");
  writeFileSync(page, await sheetPage());
  const { status, stderr } = spawnSync(process.env.CHROMIUM ?? "chromium", ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1", "--force-color-profile=srgb",
    "--default-background-color=00000000", `--window-size=${WIDTH},${HEIGHT}`, `--screenshot=${SHEET}`, `--user-data-dir=${folder}/profile`, pathToFileURL(page).href], { encoding: "utf8" });
  rmSync(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error(`Chromium did not draw the sheet: ${stderr}`);
}

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) await drawSheet();
