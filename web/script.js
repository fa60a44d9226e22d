// The page: one board that follows a game, a list of live games, a form to play, a leaderboard.
// Everything from the server is put in as text, never as HTML.

const byId = (id) => document.getElementById(id);
const VARIANTS = { standard: "Standard", chess960: "Chess960", crazyhouse: "Crazyhouse", atomic: "Atomic",
  kingofthehill: "King of the Hill", threecheck: "Three-check", antichess: "Antichess", horde: "Horde",
  racingkings: "Racing Kings" };

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
  element.append(...children);
  return element;
}

async function ask(method, path, body) {
  const response = await fetch("/api/v1/" + path, { method,
    headers: method === "GET" ? {} : { "Content-Type": "application/json" },
    body: method === "GET" ? undefined : JSON.stringify(body ?? {}) });
  const answer = response.status === 204 ? {} : await response.json();
  if (!response.ok) throw new Error(answer.error ?? "The server did not answer as expected.");
  return answer;
}

// ---- Positions ---------------------------------------------------------------------------------------------

// {squares: 64 letters or "", a8 first; pockets: {white: {Q: 1}, black: {}}; checks: "3+3"}
function readFen(fen) {
  const [board, , ...rest] = fen.split(" ");
  const pocket = /\[(.*)\]/.exec(board)?.[1] ?? "";
  const squares = [];
  for (const letter of board.replace(/\[.*\]/, ""))
    if (letter >= "1" && letter <= "8") squares.push(...Array(Number(letter)).fill(""));
    else if (letter !== "/" && letter !== "~") squares.push(letter);
  const pockets = { white: {}, black: {} };
  for (const letter of pocket) {
    const own = pockets[letter === letter.toUpperCase() ? "white" : "black"];
    own[letter.toUpperCase()] = (own[letter.toUpperCase()] ?? 0) + 1;
  }
  return { squares, pockets, checks: rest.find((part) => /^\+?\d\+\d$/.test(part)) };
}

function man(letter) {
  const white = letter === letter.toUpperCase();
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", "piece " + (white ? "white" : "black"));
  svg.setAttribute("viewBox", "0 0 48 48");
  use.setAttribute("href", "#piece-" + letter.toUpperCase());
  svg.append(use);
  return svg;
}

const nameOf = (index) => "abcdefgh"[index % 8] + (8 - Math.floor(index / 8));
const MEN = { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };

function fillBoard(element, fen, { flipped = false, last = "", check = "", chosen = "", targets = new Set() } = {}) {
  const { squares } = readFen(fen);
  const cells = squares.map((letter, index) => {
    const name = nameOf(index);
    const dark = (index + Math.floor(index / 8)) % 2 === 1;
    const classes = ["square", dark && "dark", last && (last.slice(0, 2) === name || last.slice(2, 4) === name) && "last",
      check && letter === check && "check", chosen === name && "chosen", targets.has(name) && "target"];
    const cell = make("div", { class: classes.filter(Boolean).join(" "), "data-square": name, role: "gridcell",
      "aria-label": name + (letter ? `, ${letter === letter.toUpperCase() ? "white" : "black"} ${MEN[letter.toUpperCase()]}` : "") });
    if (letter) cell.append(man(letter));
    return cell;
  });
  element.replaceChildren(...(flipped ? cells.reverse() : cells));
}

// ---- The game on the board -----------------------------------------------------------------------------------

let game = null;      // as the API tells it
let you = null;       // "white", "black"
let shown = 0;        // plies that are on the board
let flipped = false;
let chosen = "";      // a square, or "P@" and the like
let received = 0;     // when the last position came
let events = null;

const startFen = () => game.first_fen ?? game.fen;
const following = () => shown === game.moves.length;
const fenAt = (ply) => (ply === 0 ? startFen() : game.moves[ply - 1].fen);
const mine = () => game?.status === "running" && you && game.turn === you && following();

function ratingText(player) {
  const rating = player.rating;
  if (rating?.fixed) return String(rating.value);
  if (rating) return `${rating.value.toLocaleString()} ± ${rating.error.toLocaleString()}${rating.prov ? " prov" : ""}`;
  if (player.rating_after == null) return "";
  const change = player.rating_after - player.rating_before;
  return `${player.rating_after.toLocaleString()} (${change < 0 ? "−" : "+"}${Math.abs(change)})`;
}

function clockText(ms) {
  if (ms == null) return "";
  const left = Math.max(0, ms), minutes = Math.floor(left / 60000), seconds = (left % 60000) / 1000;
  return left < 10000 ? `0:${seconds.toFixed(1).padStart(4, "0")}`
    : `${minutes}:${String(Math.floor(seconds)).padStart(2, "0")}`;
}

function clockOf(color) {
  if (game.status !== "running") {
    const last = game.moves.findLastIndex((_, ply) => (ply % 2 === 0) === (color === firstMover()));
    return last >= 0 ? game.moves[last].clock_ms : null;
  }
  const ms = game.clocks?.[color + "_ms"];
  const thinking = game.turn === color ? (game.thinking_ms ?? 0) + performance.now() - received : 0;
  return ms == null ? null : ms - thinking;
}

const firstMover = () => (startFen().split(" ")[1] === "b" ? "black" : "white");

function drawPlayer(element, color) {
  const player = game[color];
  const running = game.status === "running" && game.turn === color;
  element.replaceChildren(
    make("span", { class: "name" }, player.name + (player.version ? ` v${player.version}` : "")),
    make("span", { class: "rating" }, ratingText(player)),
    make("span", { class: running ? "clock running" : "clock", "data-clock": color }, clockText(clockOf(color))));
}

function drawPocket(element, color, position) {
  const canDrop = mine() && color === you;
  element.replaceChildren(...Object.entries(position.pockets[color]).map(([letter, count]) => {
    const button = make("button", { type: "button", disabled: !canDrop, "aria-label": `${count} ${MEN[letter]} in hand`,
      "aria-pressed": chosen === letter + "@" }, man(color === "white" ? letter : letter.toLowerCase()),
    make("span", {}, String(count)));
    button.addEventListener("click", () => { chosen = chosen === letter + "@" ? "" : letter + "@"; draw(); });
    return button;
  }));
}

// Legal moves from what is chosen, as a map from target square to moves (several when a pawn is promoted).
function targetsOf(from) {
  const found = new Map();
  for (const move of game.legal ?? [])
    if (move.startsWith(from)) found.set(move.slice(2, 4), [...(found.get(move.slice(2, 4)) ?? []), move]);
  return found;
}

function draw() {
  if (!game) return;
  const fen = fenAt(shown), position = readFen(fen), bottom = flipped ? "black" : "white", top = flipped ? "white" : "black";
  const targets = mine() && chosen ? new Set(targetsOf(chosen).keys()) : new Set();
  const last = shown > 0 ? game.moves[shown - 1].uci : "";
  const inCheck = shown > 0 && /[+#]$/.test(game.moves[shown - 1].san ?? "");
  fillBoard(byId("board"), fen, { flipped, last, chosen, targets,
    check: inCheck ? (fen.split(" ")[1] === "w" ? "K" : "k") : "" });
  drawPlayer(byId("top"), top);
  drawPlayer(byId("bottom"), bottom);
  drawPocket(byId("pocket-top"), top, position);
  drawPocket(byId("pocket-bottom"), bottom, position);
  byId("title").textContent = `${game.white.name} – ${game.black.name}`;
  byId("about").textContent = [VARIANTS[game.variant], game.clock, game.rated ? "rated" : "unrated", game.origin,
    position.checks && `checks left ${position.checks}`].filter(Boolean).join(" · ");
  byId("result").textContent = game.status === "running" ? "" : [game.result !== "*" && game.result, game.reason]
    .filter(Boolean).join(" · ");
  byId("resign").hidden = !(you && game.status === "running");
  byId("pgn").hidden = game.status !== "finished";
  byId("pgn").href = `/api/v1/games/${game.id}/pgn`;
  markMove();
}

function drawMoves() {
  const blackFirst = firstMover() === "black" ? 1 : 0;
  byId("moves").replaceChildren(...game.moves.map((move, index) => {
    const item = make("li", { "data-ply": index + 1, class: (index + blackFirst) % 2 === 0 || index === 0 ? "first" : null,
      "data-number": Math.floor((index + blackFirst) / 2) + 1 }, move.san ?? move.uci);
    item.addEventListener("click", () => show(index + 1));
    return item;
  }));
}

function markMove() {
  for (const item of byId("moves").children) {
    const current = Number(item.dataset.ply) === shown;
    if (current) {
      item.setAttribute("aria-current", "true");
      const list = byId("moves");
      list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
      list.scrollLeft = item.offsetLeft - list.offsetLeft - list.clientWidth / 2;
    } else {
      item.removeAttribute("aria-current");
    }
  }
}

function show(ply) {
  if (!game) return;
  shown = Math.max(0, Math.min(ply, game.moves.length));
  chosen = "";
  draw();
}

async function play(move) {
  chosen = "";
  try {
    await ask("POST", `games/${game.id}/moves`, { move });
  } catch (problem) {
    byId("result").textContent = problem.message;
  }
}

byId("board").addEventListener("click", (event) => {
  const square = event.target.closest(".square")?.dataset.square;
  if (!square || !mine()) return;
  const moves = chosen ? targetsOf(chosen).get(square) : null;
  if (moves) {
    const wanted = moves.length > 1 ? prompt("Promote to: q, r, b or n", "q") : "";
    play(moves.find((move) => move.slice(4) === wanted) ?? moves[0]);
  } else {
    chosen = targetsOf(square).size > 0 ? square : "";
  }
  draw();
});

// ---- Following a game ------------------------------------------------------------------------------------------

function take(state) {
  const kept = game?.id === state.id && !following() ? shown : null;
  game = state;
  game.first_fen = state.start_fen ?? (state.moves.length === 0 ? state.fen : START[state.variant]);
  received = performance.now();
  shown = kept ?? game.moves.length;
  drawMoves();
  draw();
}

const STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const START = { standard: STANDARD, chess960: STANDARD, crazyhouse: STANDARD, atomic: STANDARD, kingofthehill: STANDARD,
  threecheck: STANDARD, antichess: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
  horde: "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
  racingkings: "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1" };

function takeMove(change) {
  const followed = following();
  Object.assign(game, { fen: change.fen, turn: change.turn, clocks: change.clocks, legal: change.legal, thinking_ms: 0 });
  received = performance.now();
  if (change.uci) {
    game.moves.push(change);
    byId("spoken").textContent = change.san;
    drawMoves();
  }
  if (followed) shown = game.moves.length;
  draw();
}

function follow(id) {
  events?.close();
  const source = events = new EventSource(`/api/v1/games/${id}/events`);
  source.addEventListener("game", (event) => take(JSON.parse(event.data)));
  source.addEventListener("move", (event) => takeMove(JSON.parse(event.data)));
  source.addEventListener("over", (event) => {
    source.close();
    Object.assign(game, JSON.parse(event.data), { legal: [] });
    draw();
    leaders();
    if (location.pathname === "/") wanted = null;
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED && source === events) setTimeout(() => open(id), 1000);
  });
}

async function open(id) {
  wanted = id;
  try {
    const state = await ask("GET", `games/${id}`);
    if (wanted !== id) return;
    if (game?.id !== id) { flipped = state.you === "black"; chosen = ""; }
    you = state.you;
    if (state.status === "queued") {
      byId("title").textContent = "The game begins as soon as a place is free";
      setTimeout(() => wanted === id && open(id), 500);
      return;
    }
    state.fen ??= state.moves.at(-1)?.fen ?? state.start_fen ?? START[state.variant];
    game = null;
    take(state);
    if (state.status === "running") follow(id);
    else events?.close();
  } catch (problem) {
    byId("result").textContent = problem.message;
  }
}

// ---- Live games --------------------------------------------------------------------------------------------------

const live = new Map();
let wanted = null; // the game on the board

function drawCard(entry) {
  let card = byId("game-" + entry.id);
  if (!card) {
    card = make("a", { class: "card", id: "game-" + entry.id, href: "/games/" + entry.id, "data-link": true },
      make("div", { class: "small", "aria-hidden": "true" }), make("div", { class: "names" },
        `${entry.white.name} – ${entry.black.name}`), make("div", { class: "names" }, VARIANTS[entry.variant]));
    byId("live").prepend(card);
  }
  fillBoard(card.firstChild, entry.fen, { last: entry.uci ?? "" });
}

function drawLive() {
  byId("live-empty").hidden = live.size > 0;
  if (location.pathname === "/" && wanted == null && live.size > 0) open([...live.keys()].at(-1));
}

function forget(id) {
  live.delete(id);
  byId("game-" + id)?.remove();
  setTimeout(drawLive, 1500); // long enough to read a result where it came about
}

function listen() {
  const source = new EventSource("/api/v1/events");
  source.addEventListener("open", () => { byId("connection").textContent = ""; });
  source.addEventListener("error", () => {
    byId("connection").textContent = "Connection lost; trying again";
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
  source.addEventListener("games", (event) => {
    live.clear();
    byId("live").replaceChildren();
    for (const entry of JSON.parse(event.data)) { live.set(entry.id, entry); drawCard(entry); }
    drawLive();
  });
  source.addEventListener("begun", (event) => {
    const entry = JSON.parse(event.data);
    live.set(entry.id, entry);
    drawCard(entry);
    drawLive();
  });
  source.addEventListener("move", (event) => {
    const change = JSON.parse(event.data);
    if (live.has(change.id)) drawCard(Object.assign(live.get(change.id), change));
  });
  source.addEventListener("over", (event) => forget(JSON.parse(event.data).id));
}

// ---- Leaderboard, playing, accounts ---------------------------------------------------------------------------------

async function leaders() {
  const { players } = await ask("GET", "leaderboard?limit=20&variant=" + byId("board-variant").value);
  byId("leaders").replaceChildren(...players.map((player) => make("tr", {}, make("td", {}, String(player.rank)),
    make("td", {}, player.name), make("td", {}, player.class), make("td", { class: "number" }, ratingText(player)),
    make("td", { class: "number" }, String(player.rating.games)))));
  byId("leaders-empty").hidden = players.length > 0;
}

async function fillForms() {
  for (const select of document.querySelectorAll(".variants"))
    select.append(...Object.entries(VARIANTS).map(([value, title]) => make("option", { value }, title)));
  const { bots } = await ask("GET", "bots?limit=200");
  document.querySelector("#play [name=opponent]").append(
    ...bots.filter((bot) => bot.version).map((bot) => make("option", { value: bot.name }, bot.name)),
    make("option", { value: "engine" }, "Engine"));
}

byId("play").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = new FormData(event.target), problem = event.target.querySelector(".problem");
  const opponent = form.get("opponent"), white = form.get("colour") === "white";
  try {
    problem.textContent = "";
    const { id } = await ask("POST", "games", { white: white ? "me" : opponent, black: white ? opponent : "me",
      variant: form.get("variant"), clock: form.get("clock"), rated: form.get("rated") === "on" });
    go("/games/" + id);
    who();
  } catch (trouble) {
    problem.textContent = trouble.message;
  }
});

async function who() {
  const { account } = await ask("GET", "session");
  byId("who").textContent = account?.name ?? "";
  byId("sign").textContent = account && account.kind !== "guest" ? "Sign out" : "Sign in";
}

byId("sign").addEventListener("click", async () => {
  if (byId("sign").textContent === "Sign out") { await ask("DELETE", "session"); who(); return; }
  byId("account").showModal();
});

const setupToken = /^#setup=(.+)$/.exec(location.hash)?.[1];
byId("account").querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = new FormData(event.target), problem = event.target.querySelector(".problem");
  const credentials = { name: form.get("name"), password: form.get("password") };
  try {
    problem.textContent = "";
    if (setupToken) await ask("POST", "setup", { ...credentials, token: setupToken });
    else await ask("POST", event.submitter?.value === "up" ? "accounts" : "session", credentials);
    if (setupToken) history.replaceState(null, "", location.pathname);
    byId("account").close();
    who();
  } catch (trouble) {
    problem.textContent = trouble.message;
  }
});
byId("account").querySelector("[value=cancel]").addEventListener("click", () => byId("account").close());

// ---- Paths and keys --------------------------------------------------------------------------------------------------

function route() {
  const id = /^\/games\/(\d+)$/.exec(location.pathname)?.[1];
  if (id) open(Number(id));
  else { wanted = null; drawLive(); }
}

function go(path) {
  history.pushState(null, "", path);
  route();
  scrollTo(0, 0);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-link]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});
addEventListener("popstate", route);
byId("back").addEventListener("click", () => show(shown - 1));
byId("forward").addEventListener("click", () => show(shown + 1));
byId("flip").addEventListener("click", () => { flipped = !flipped; draw(); });
byId("resign").addEventListener("click", () => confirm("Resign this game?") && ask("POST", `games/${game.id}/resign`));
byId("board-variant").addEventListener("change", leaders);
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = { ArrowLeft: () => show(shown - 1), ArrowRight: () => show(shown + 1), Home: () => show(0),
    End: () => show(Infinity), f: () => { flipped = !flipped; draw(); } }[event.key];
  if (act && game) { event.preventDefault(); act(); }
});

setInterval(() => {
  if (game?.status !== "running") return;
  for (const clock of document.querySelectorAll("[data-clock]"))
    clock.textContent = clockText(clockOf(clock.dataset.clock));
}, 100);

fillBoard(byId("board"), STANDARD);
await fillForms();
who();
leaders();
listen();
route();
if (setupToken) {
  byId("account-hint").textContent = "Choose a name and a password: you will be the administrator of this arena.";
  byId("account").showModal();
}
