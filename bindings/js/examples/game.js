/* A whole game in the browser: White's moves come from Game, in this thread, Black's from Engine, in a worker. */
import { Board, Engine, Game, init } from "rookery";

const PIECES = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟", K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙" };
const BLACK_THINKS_MS = 2000;
const element = (id) => document.getElementById(id);

function show(board) {
  const squares = board.board().flat().map((man, index) => {
    const square = document.createElement("span");
    square.className = ((index >> 3) + index) % 2 === 1 ? "dark" : "light";
    square.textContent = man === null ? "" : PIECES[man.color === "w" ? man.type.toUpperCase() : man.type];
    return square;
  });
  element("board").replaceChildren(...squares);
  element("moves").textContent = board.pgn().split("\n").at(-1);
  element("result").textContent = board.outcome() === null ? "" : `${board.outcome().result}: ${board.outcome().reason}`;
}

/** { from: "e2", to: "e4" } from { E2: "E4" }. */
function readMove({ move, promotion }) {
  const [[from, to]] = Object.entries(move);
  return { from: from.toLowerCase(), to: to.toLowerCase(), promotion: promotion?.toLowerCase() };
}

/** Between two moves the page is drawn. */
const nextFrame = () => new Promise((resolve) => setTimeout(resolve));

let number = 0; // of the game under way: another one ends it

export async function playGame(level, elo) {
  const mine = ++number;
  const board = new Board(), white = new Game(), black = await Engine.create({ elo, hash: 8 });
  try {
    while (mine === number && !board.isGameOver()) {
      if (board.turn() === "w") {
        board.move(readMove(white.ai({ level })));
      } else {
        const { best } = await black.search({ moves: board.history({ verbose: true }).map((move) => move.lan) }, { movetime: BLACK_THINKS_MS });
        const { from, to, promotion } = board.move(best);
        white.move(from, to, promotion);
      }
      show(board);
      await nextFrame();
    }
  } finally {
    black.quit();
  }
  return board;
}

await init();
show(new Board());
element("players").addEventListener("submit", (event) => {
  event.preventDefault();
  const { level, elo } = Object.fromEntries(new FormData(event.target));
  playGame(Number(level), Number(elo));
});
