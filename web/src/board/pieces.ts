/*
 * Rookery's own piece set: flat, two tones and an outline, legible at 24 px. Drawn on a tile of 48; both colours come from
 * the same paths and the colours from the style sheet (style/board.css).
 */
import { svg } from "../core/dom";

export const TILE = 48;

interface Drawing {
  body: string;
  /** Lines on the body. */
  lines: string;
}

const FOOT = "M12.5 37.5h23a1.8 1.8 0 0 1 1.8 1.8v2.4a1.8 1.8 0 0 1-1.8 1.8h-23a1.8 1.8 0 0 1-1.8-1.8v-2.4a1.8 1.8 0 0 1 1.8-1.8z";

const DRAWINGS: Record<string, Drawing> = {
  p: {
    body: "M24 9.5a6.6 6.6 0 0 1 4.5 11.4h2.2a1.7 1.7 0 0 1 0 3.4h-2.1c.4 5.3 2.2 9.7 5.6 13.2H13.8c3.4-3.5 5.2-7.9 5.6-13.2h-2.1a1.7 1.7 0 0 1 0-3.4h2.2A6.6 6.6 0 0 1 24 9.5z" + FOOT,
    lines: "M19.4 24.3h9.2",
  },
  n: {
    body: "M19.2 5.6c.5-.5 1.3-.4 1.7.2l2.5 3.5C32.5 9.8 37.5 16.5 36.9 27c-.2 4-.8 7.2-1.5 10.5H14.5c.1-5.6 3.3-8.7 6.1-11.3 1.3-1.2 2-2.4 2.2-3.9-2 1.7-4.1 2.4-6.7 2.5-.9.1-1.5.600-2.1 1.4-.7.9-1.9 1.2-2.9.6l-2-1.2c-1.1-.7-1.5-2-1-3.2l4.7-9.3c.6-1.2 1.5-2.1 2.7-2.7l2.6-1.3z" + FOOT,
    lines: "M29 12.5c3.5 3.2 4.8 8.2 4 15.5M10.8 21.7l1.6-1",
  },
  b: {
    body: "M24 4.6a3.1 3.1 0 0 1 2.1 5.4c5 3.6 8 8.2 8 13.2 0 3.9-1.7 6.7-4.3 8.7h1.1a1.6 1.6 0 0 1 0 3.2h-.6l1 2.4H16.7l1-2.4h-.6a1.6 1.6 0 0 1 0-3.2h1.1c-2.6-2-4.3-4.8-4.3-8.7 0-5 3-9.6 8-13.2A3.1 3.1 0 0 1 24 4.6z" + FOOT,
    lines: "M28.7 13.8l-5.2 7.7M18.2 31.9h11.6",
  },
  r: {
    body: "M12.5 7.5h4.6a1 1 0 0 1 1 1v2.6h3V8.5a1 1 0 0 1 1-1h3.8a1 1 0 0 1 1 1v2.6h3V8.5a1 1 0 0 1 1-1h4.6a1 1 0 0 1 1 1v7.3a2 2 0 0 1-.8 1.6l-3 2.2 1.2 14.7h.6a1.6 1.6 0 0 1 0 3.2H13.5a1.6 1.6 0 0 1 0-3.2h.6l1.2-14.7-3-2.2a2 2 0 0 1-.8-1.6V8.5a1 1 0 0 1 1-1z" + FOOT,
    lines: "M15.3 19.6h17.4M14.1 34.3h19.8",
  },
  q: {
    body: "M24 4.7a2.9 2.9 0 0 1 1.3 5.5l3.7 9.3 4.8-7.8a2.9 2.9 0 1 1 2.7.7l-1.2 9.9 4.2-3.6a2.7 2.7 0 1 1 1.7 1.5L36 34.3h-.2a1.6 1.6 0 0 1 0 3.2H12.2a1.6 1.6 0 0 1 0-3.2H12L6.8 20.2a2.7 2.7 0 1 1 1.7-1.5l4.2 3.6-1.2-9.9a2.9 2.9 0 1 1 2.7-.7l4.8 7.8 3.7-9.3A2.9 2.9 0 0 1 24 4.7z" + FOOT,
    lines: "M12 34.3h24M11.2 29.8c8-2.3 17.6-2.3 25.6 0",
  },
  k: {
    body: "M22.8 3.5h2.4a.9.9 0 0 1 .9.9v2.2h2.2a.9.9 0 0 1 .9.9v2.4a.9.9 0 0 1-.9.9h-2.2v3.3c1.2.7 2.2 1.8 2.7 3.2 2-1.7 4.4-2.5 6.8-2.2 4.1.5 6.7 4.2 6.1 8.3-.6 3.9-2.9 7.4-5.9 10.9a1.6 1.6 0 0 1 0 3.2H12.2a1.6 1.6 0 0 1 0-3.2c-3-3.5-5.3-7-5.9-10.9-.6-4.1 2-7.8 6.1-8.3 2.4-.3 4.8.5 6.8 2.2.5-1.4 1.5-2.5 2.7-3.2v-3.3h-2.2a.9.9 0 0 1-.9-.9V7.5a.9.9 0 0 1 .9-.9h2.2V4.4a.9.9 0 0 1 .9-.9z" + FOOT,
    lines: "M12.2 34.3h23.6M24 22.5v7M19.2 17.3c.6 4 2 7.7 4.8 12.2 2.8-4.5 4.2-8.2 4.8-12.2",
  },
};

/** Eyes and the like: filled with the colour of the lines. */
const DOTS: Record<string, [number, number, number][]> = { n: [[19.3, 15.2, 1.5]] };

function piece(color: "w" | "b", letter: string, drawing: Drawing): SVGGElement {
  return svg("g", { id: color + letter, class: `man man-${color}` },
    svg("path", { class: "man-body", d: drawing.body }),
    svg("g", { "clip-path": `url(#man-clip-${letter})` }, svg("path", { class: "man-shade", d: "M28 0h20v48H26c5-14 6-30 2-48z" })),
    svg("path", { class: "man-edge", d: drawing.body }),
    svg("path", { class: "man-lines", d: drawing.lines }),
    ...(DOTS[letter] ?? []).map(([cx, cy, r]) => svg("circle", { class: "man-dot", cx, cy, r })));
}

/**
 * Puts the set into the document, under the names wk, bq, ... that the board widget looks for; the wrapper's id tells the
 * widget that there is nothing to fetch.
 */
export function installPieces(): void {
  if (document.getElementById("cm-chessboard-sprite")) return;
  const sprite = svg("svg", { width: 0, height: 0 });
  for (const [letter, drawing] of Object.entries(DRAWINGS))
    sprite.append(svg("clipPath", { id: `man-clip-${letter}` }, svg("path", { d: drawing.body })),
      piece("w", letter, drawing), piece("b", letter, drawing));
  const wrapper = document.createElement("div");
  wrapper.id = "cm-chessboard-sprite";
  wrapper.setAttribute("aria-hidden", "true");
  wrapper.append(sprite);
  document.body.append(wrapper);
}

export const pieceId = (letter: string): string => (letter === letter.toUpperCase() ? "w" : "b") + letter.toLowerCase();

/** One man as a picture: for pockets, promotion and small boards. */
export function pieceIcon(letter: string, className = "man-icon"): SVGSVGElement {
  return svg("svg", { class: className, viewBox: `0 0 ${TILE} ${TILE}`, "aria-hidden": "true" },
    svg("use", { href: "#" + pieceId(letter) }));
}
