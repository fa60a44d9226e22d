/* PGN: tags in their usual order, and games as text. What the text of others means is read by the module. */
import { Line, Node, Tags, describeNode } from "./line.js";
import { Move } from "./move.js";

export const SEVEN_TAG_ROSTER: Readonly<Record<string, string>> = Object.freeze({
  Event: "?",
  Site: "?",
  Date: "????.??.??",
  Round: "?",
  White: "?",
  Black: "?",
  Result: "*",
});

/* The further tags of the PGN standard come in this order, and those that it does not know after them. */
const USUAL_TAGS = [
  ...Object.keys(SEVEN_TAG_ROSTER), "WhiteTitle", "BlackTitle", "WhiteElo", "BlackElo", "WhiteUSCF", "BlackUSCF",
  "WhiteNA", "BlackNA", "WhiteType", "BlackType", "EventDate", "EventSponsor", "Section", "Stage", "Board", "Opening",
  "Variation", "SubVariation", "ECO", "NIC", "Time", "UTCTime", "UTCDate", "TimeControl", "SetUp", "FEN", "Termination",
  "Annotator", "Mode", "PlyCount",
];

/** What the start position says by itself; nobody can set these. */
export const DERIVED_TAGS = ["SetUp", "FEN", "Variant"];

export function orderTags(tags: Tags, derived: Tags): Record<string, string> {
  const all: Record<string, string> = { ...SEVEN_TAG_ROSTER, ...tags, ...derived };
  const ordered: Record<string, string> = {};
  for (const name of USUAL_TAGS) {
    const value = all[name];
    if (value !== undefined)
      ordered[name] = value;
  }
  return Object.assign(ordered, all);
}

function tagLine(name: string, value: string): string {
  const safe = value.replace(/[\x00-\x1f\x7f]+/g, " ").replace(/[\\"]/g, "\\$&");
  return `[${name} "${safe}"]`;
}

/** Each full move with what is said about it is one piece of the text: "1. e4 {best by test} e5". */
function writeMoves(moves: readonly Move[], firstNumber: number, commentAfter: (ply: number) => string): string[] {
  const pieces: string[] = [];
  let piece = commentAfter(0);
  let number = firstNumber;
  moves.forEach((move, i) => {
    if (move.color === "w") {
      if (piece !== "")
        pieces.push(piece);
      piece = `${number}.`;
    } else if (i === 0) {
      piece += `${piece === "" ? "" : " "}${number}. ...`;
    }
    piece += " " + move.san;
    const comment = commentAfter(i + 1);
    if (comment !== "")
      piece += " " + comment;
    if (move.color === "b")
      number++;
  });
  if (piece !== "" || moves.length === 0)
    pieces.push(piece);
  return pieces;
}

/** Lines of at most `width` characters, as far as words allow; only what holds a comment is cut inside. */
function wrap(pieces: readonly string[], width: number, newline: string): string {
  const words = pieces.flatMap((piece) => (piece.includes("{") ? piece.split(" ") : [piece]));
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line += (line === "" ? "" : " ") + word;
    }
  }
  return [...lines, line].join(newline);
}

export function writePgn(line: Line, tags: Tags, newline: string, maxWidth: number): string {
  const nodes = line.nodes();
  const firstNumber = Number(startFen(nodes[0]!).split(" ").pop());
  const commentAfter = (ply: number): string => {
    const comment = line.comments.size > 0 ? line.comments.get(describeNode(nodes[ply]!, -1)) : undefined;
    return comment === undefined ? "" : `{${comment}}`;
  };
  const pieces = writeMoves(line.moves(), firstNumber, commentAfter);
  pieces.push(tags.Result ?? "*");
  const text = maxWidth > 0 ? wrap(pieces, maxWidth, newline) : pieces.join(" ");
  const head = Object.entries(tags).map(([name, value]) => tagLine(name, value) + newline).join("");
  return head + (nodes.length > 1 ? newline : "") + text;
}

export function startFen(start: Node): string {
  return describeNode(start, -1);
}
