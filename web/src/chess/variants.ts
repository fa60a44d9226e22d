/*
 * The nine variants: what they are called, where they start, and what is different, in a sentence.
 */
const BACK = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const STANDARD = `${BACK} w KQkq - 0 1`;

export interface VariantFacts { name: string; title: string; start: string; rule: string }

export const VARIANTS: readonly VariantFacts[] = [
  { name: "standard", title: "Standard", start: STANDARD, rule: "Chess as everybody knows it." },
  { name: "chess960", title: "Chess960", start: STANDARD, rule: "The pieces start in one of 960 orders. Castle by moving the king onto its rook." },
  { name: "crazyhouse", title: "Crazyhouse", start: `${BACK}[] w KQkq - 0 1`, rule: "What you take goes into your pocket, and may be dropped on an empty square instead of a move." },
  { name: "atomic", title: "Atomic", start: STANDARD, rule: "A capture blows up all pieces around it. Blow up the king and you win." },
  { name: "kingofthehill", title: "King of the Hill", start: STANDARD, rule: "A king that reaches d4, e4, d5 or e5 wins." },
  { name: "threecheck", title: "Three-check", start: `${BACK} w KQkq - 3+3 0 1`, rule: "The third check wins." },
  { name: "antichess", title: "Antichess", start: `${BACK} w - - 0 1`, rule: "Capturing is compulsory. Whoever has no move left wins." },
  { name: "horde", title: "Horde", start: "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1", rule: "White has 36 pawns and no king; Black must take them all." },
  { name: "racingkings", title: "Racing Kings", start: "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", rule: "The first king on the eighth rank wins. Giving check is forbidden." },
];

const BY_NAME = new Map(VARIANTS.map((variant) => [variant.name, variant]));

export const variantTitle = (name: string): string => BY_NAME.get(name)?.title ?? name;
export const variantRule = (name: string): string => BY_NAME.get(name)?.rule ?? "";
export const startFen = (name: string): string => BY_NAME.get(name)?.start ?? STANDARD;
