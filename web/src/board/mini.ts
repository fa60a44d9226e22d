/*
 * Small boards for lists: one picture each, cheap enough for hundreds.
 */
import { isWhite, readFen, squareIndex } from "../chess/fen";
import { svg } from "../core/dom";
import { installPieces, pieceId, TILE } from "./pieces";

const EDGE = TILE * 8;

function darkSquares(): string {
  let path = "";
  for (let index = 0; index < 64; index++)
    if ((index + Math.floor(index / 8)) % 2 === 1)
      path += `M${(index % 8) * TILE} ${Math.floor(index / 8) * TILE}h${TILE}v${TILE}h-${TILE}z`;
  return path;
}

const DARK = darkSquares();

export class MiniBoard {
  readonly element: SVGSVGElement;
  readonly #men = svg("g");
  readonly #last = svg("g");

  constructor(fen: string, last = "", private readonly flipped = false) {
    installPieces();
    this.element = svg("svg", { class: "mini", viewBox: `0 0 ${EDGE} ${EDGE}`, "aria-hidden": "true" },
      svg("rect", { class: "mini-light", width: EDGE, height: EDGE }), svg("path", { class: "mini-dark", d: DARK }), this.#last, this.#men);
    this.show(fen, last);
  }

  show(fen: string, last = ""): void {
    const { squares } = readFen(fen);
    this.#men.replaceChildren(...squares.flatMap((letter, index) => {
      if (!letter) return [];
      const { x, y } = this.#place(index);
      return [svg("use", { href: "#" + pieceId(letter), x, y, width: TILE, height: TILE, class: isWhite(letter) ? "w" : "b" })];
    }));
    const names = /^[a-h]\d/.test(last) ? [last.slice(0, 2), last.slice(2, 4)] : [last.slice(2, 4)];
    this.#last.replaceChildren(...names.filter((name) => /^[a-h][1-8]$/.test(name)).map((name) => {
      const { x, y } = this.#place(squareIndex(name));
      return svg("rect", { class: "mark-last", x, y, width: TILE, height: TILE });
    }));
  }

  #place(index: number): { x: number; y: number } {
    const at = this.flipped ? 63 - index : index;
    return { x: (at % 8) * TILE, y: Math.floor(at / 8) * TILE };
  }
}
