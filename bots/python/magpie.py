"""Magpie: a strong bot in under ten kilobytes, for all nine variants.

Lesson: speed comes from not doing things twice, strength from not doing most
things at all. Magpie hoards what it has worked out: the worth of a set of men is
looked up by its bitboard, since a move changes one or two of the twelve, and
positions and best moves are kept through the game. It looks deeply only at what
matters: the first move of a good order gets a full search, others a cheap proof
of being no better, late ones less, hopeless ones none. Where depth ends
captures are played out, so no exchange is judged half-way.
"""
import time
from arena import report
from chess import BB_ALL, BB_FILES, BB_KING_ATTACKS, Move, msb, popcount, scan_forward, square_distance

MATE, INF = 100000, 1000000
# For each man, middlegame and endgame: bonus on files a-d (e-h mirror them) of
# ranks 1-8, in steps of 3 centipawns from "O"; fitted to judged positions.
SQUARES = """
OOOOCLJ:FKJFGJPSLTTXSU^]^GN]OOOO OOOOLKMVFHHIHJFDKLIGNROKbng]OOOO
0;>A>FHD?MLOLORQWS_ZShcsOKah#V*T IHQQJES[NU]^NV`aP]]cFGPR8FKB.&5<
GOBBNQOIJQPMMQQVQQX[R^]eNKRN<4*/ NJNQGPMSPUY[JT[YIZQYMPSMDNLKGNIR
HILQ@EGHDKFIFIKIPPSNSZTb_Rdh^go` MONJMLLNPNRQNPPROQPROMQJOUPOQOLN
JJLLPRRNKPMMMNKIUKQMT_U]TJSZKUZf :6374<8AEJQLMQ]cG^]iQOc^Ua`UOQKH
fbVX`ZMDTQ?3?IA<o`dOAA#W######## FIJALORUIPSXLOTWDQOR[feSq~~~|~~~
""".split()
MG, EG, PHASE = (100, 394, 396, 471, 978, 0), (107, 239, 260, 516, 1009, 0), (0, 1, 1, 2, 4, 0)
PASSED = 0, 0, 0, 30, 55, 85, 120, 0
TRADE = {None: 100, 1: 100, 2: 320, 3: 330, 4: 500, 5: 900, 6: 5000}
BESIDE = [sum(BB_FILES[g] for g in (f - 1, f + 1) if -1 < g < 8) for f in range(8)]
AHEAD = [[BB_ALL << (s | 7) + 1 & BB_ALL if c else (1 << (s & 56)) - 1 for s in range(64)] for c in (0, 1)]
TABLE, HISTORY, path = {}, ({}, {}), set()


class Memo(dict):
  def __init__(self, make):
    self.make = make

  def __missing__(self, key):
    self[key] = self.make(key)
    return self[key]


def pack(mg, eg, phase=0):
  # One addition adds all three.
  return (phase << 40) + (mg << 20) + eg


def man(c, kind, square):
  """What a man adds to White's score."""
  s = square if c else square ^ 56
  file, rank = s & 7, s >> 3
  at = rank * 4 + min(file, 7 - file)
  mg, eg = (v + 3 * ord(t[at]) - 237 for v, t in zip((MG[kind], EG[kind]), SQUARES[2 * kind:]))
  if losing:
    mg = eg = -100
  if kind == 5:
    if variant == "kingofthehill":
      mg = eg = -30 * max(abs(2 * file - 7), abs(2 * rank - 7))
    if variant == "racingkings":
      mg = eg = 150 * (square >> 3)
  return pack(mg, eg, PHASE[kind]) if c else pack(-mg, -eg, PHASE[kind])


def men(c, kind):
  def worth(squares):
    pair = pack(30, 70) * (2 * c - 1) if kind == 2 and popcount(squares) > 1 else 0
    return sum((man(c, kind, s) for s in scan_forward(squares)), pair)
  return Memo(worth)


def structure(key):
  """Passed, doubled and isolated pawns, and the kings' shields."""
  pawns, kings, white = key
  total = 0
  for c, own in ((1, white), (0, ~white)):
    mine, theirs = pawns & own, pawns & ~own
    king, enemy = msb(kings & own), msb(kings & ~own)
    mg = eg = 0
    for s in scan_forward(mine):
      file, beside, ahead = BB_FILES[s & 7], BESIDE[s & 7], AHEAD[c][s]
      if not ((file | beside) & theirs | file & mine) & ahead:
        bonus = PASSED[s >> 3 if c else 7 - (s >> 3)]
        mg += bonus // 3
        eg += bonus
        if king >= 0 and enemy >= 0:
          eg += 15 * square_distance(enemy, s) - 10 * square_distance(king, s)
      if not beside & mine:
        mg -= 9
        eg -= 5
      if file & ahead & mine:
        mg -= 20
        eg -= 22
    if king >= 0:
      file = BB_FILES[king & 7]
      mg += 26 * popcount(BB_KING_ATTACKS[king] & AHEAD[c][king] & mine)
      mg -= 0 if file & mine else 15 if file & pawns else 50
    total += pack(mg, eg) if c else -pack(mg, eg)
  return total


(BP, BN, BB, BR, BQ, BK), (WP, WN, WB, WR, WQ, WK) = ([men(c, k) for k in range(6)] for c in (0, 1))
PAWNS = Memo(structure)


def evaluate(b):
  """Centipawns for the side to move."""
  p, n, i, r, q, k, (u, w) = b.pawns, b.knights, b.bishops, b.rooks, b.queens, b.kings, b.occupied_co
  t = (WP[p & w] + WN[n & w] + WB[i & w] + WR[r & w] + WQ[q & w] + WK[k & w] + PAWNS[p, k, w & (p | k)]
       + BP[p & u] + BN[n & u] + BB[i & u] + BR[r & u] + BQ[q & u] + BK[k & u])
  eg = (t + 524288 & 1048575) - 524288
  t = t - eg >> 20
  mg = (t + 524288 & 1048575) - 524288
  t = t - mg >> 20
  score = mg if t > 23 else (mg * t + eg * (24 - t)) // 24
  if variant == "crazyhouse":
    score = mg
    for k in range(5):
      score += (b.pockets[1].count(k + 1) - b.pockets[0].count(k + 1)) * MG[k] * 4 // 5
  if variant == "3check":
    black, white = b.remaining_checks
    score += 600 // (white or 1) - 600 // (black or 1)
  return (score if b.turn else -score) + 15


def ended(b, ply):
  o = b.outcome()
  return 0 if not o or o.winner is None else ply - MATE if o.winner != b.turn else MATE - ply


def captures(b):
  """The best bargains first; in a second list those that seem to lose."""
  lists = [], []
  for i, m in enumerate(b.generate_legal_captures()):
    gain, risk = TRADE[b.piece_type_at(m.to_square)], TRADE[b.piece_type_at(m.from_square)]
    loses = swaps and risk > gain + 50 and b.is_attacked_by(not b.turn, m.to_square)
    lists[loses].append((risk - gain * 8, i, m))
  lists[0].sort()
  return lists


def ordered(b, first=None):
  """Legal moves, the most promising first, and whether each is quiet."""
  if first:
    yield first, not b.is_capture(first) and not first.promotion
  good, bad = captures(b)
  for _, _, m in good:
    if m != first:
      yield m, False
  if not losing or not good:
    h = HISTORY[b.turn]
    quiet = list(b.generate_legal_moves(BB_ALL, ~b.occupied_co[not b.turn] & BB_ALL))
    try:
      quiet.sort(key=h.get, reverse=True)
    except TypeError:
      for m in quiet:
        h.setdefault(m, INF if m.promotion == 5 else 0)
      quiet.sort(key=h.get, reverse=True)
    for m in quiet:
      if m != first:
        yield m, not m.promotion
  for _, _, m in bad:
    if m != first:
      yield m, False


def tick():
  if time.monotonic() > deadline:
    raise TimeoutError


def quiesce(b, alpha, beta, ply):
  tick()
  if b.is_variant_end():
    return ended(b, ply)
  if ply < 60 and b.is_check():
    best, moves = ply - MATE, [m for m, _ in ordered(b)]
  else:
    best = evaluate(b)
    if best >= beta and not losing or ply > 80:
      return best
    need = alpha - best - 200 if swaps else 0
    moves = [m for _, _, m in captures(b)[0] if m.promotion or TRADE[b.piece_type_at(m.to_square)] > need]
    if losing and moves and ply < 60:
      best = -INF
  for m in moves:
    b.push(m)
    score = -quiesce(b, -beta, -max(alpha, best), ply + 1)
    b.pop()
    best = max(best, score)
    if score >= beta:
      break
  return best


def search(b, depth, alpha, beta, ply, may_pass=True):
  global chosen
  check = b.is_check()
  depth += check
  if depth <= 0 or ply > 90:
    return quiesce(b, alpha, beta, ply)
  tick()
  key = b.fen().rsplit(" ", 2)[0]
  if ply and (key in path or b.halfmove_clock > 99):
    return 0
  first, wide = None, beta - alpha > 1
  if key in TABLE:
    d, score, bound, first = TABLE[key]
    if ply and d >= depth and not wide and (score >= beta if bound > 0 else score <= alpha if bound else True):
      return score
  elif depth > 3:
    depth -= 1
  prune = bold and not (wide or check)
  if prune:
    guess = evaluate(b)
    if depth < 7 and guess - 75 * depth >= beta:
      return guess
    if may_pass and depth > 2 and guess >= beta and b.occupied_co[b.turn] & ~(b.pawns | b.kings):
      b.push(Move.null())
      score = -search(b, depth - 3 - depth // 4, -beta, 1 - beta, ply + 1, False)
      b.pop()
      if score >= beta:
        return beta
  hopeless = prune and depth < 6 and guess + 80 + 90 * depth <= alpha
  path.add(key)
  best, choice, old, n, tried, h = -INF, first, alpha, 0, [], HISTORY[b.turn]
  for m, quiet in ordered(b, first):
    n += 1
    if quiet and prune and depth < 5 and n > 3 + depth * depth:
      continue
    b.push(m)
    checks = b.is_check()
    if hopeless and quiet and n > 1 and not checks:
      b.pop()
      continue
    if n > 1:
      less = (n > 3) + (n > 9) + (n * depth > 100) - wide if quiet and depth > 2 and not (check or checks) else 0
      score = -search(b, depth - 1 - max(0, less), -alpha - 1, -alpha, ply + 1)
      if less > 0 and score > alpha:
        score = -search(b, depth - 1, -alpha - 1, -alpha, ply + 1)
    if n == 1 or alpha < score < beta:
      score = -search(b, depth - 1, -beta, -alpha, ply + 1)
    b.pop()
    best = max(best, score)
    if score > alpha:
      alpha, choice = score, m
      if not ply:
        chosen = m
      if score >= beta:
        if quiet:
          for t in tried:
            h[t] -= depth * depth
          h[m] = h.get(m, 0) + depth * depth
        break
    if quiet:
      tried.append(m)
  path.discard(key)
  if not n:
    return ended(b, ply)
  if len(TABLE) > 300000:
    TABLE.clear()
    PAWNS.clear()
  TABLE[key] = depth, best, (best >= beta) - (best <= old), choice
  return best


def get_move(board, time_left_ms):
  global variant, losing, swaps, bold, deadline, chosen
  start = time.monotonic()
  variant = board.uci_variant
  losing = variant == "antichess"
  swaps = not losing and variant != "atomic"
  bold = swaps and variant != "kingofthehill"
  left = max(time_left_ms - 100, 20) / 1000
  budget = min(left / 28 + board.increment_ms / 1400, left / 4)
  deadline = start + min(budget * 2.5, left / 3)
  for h in HISTORY:
    for m in h:
      h[m] //= 4
  path.clear()
  back = board.copy()
  for _ in board.move_stack[:board.halfmove_clock]:
    back.pop()
    path.add(back.fen().rsplit(" ", 2)[0])
  chosen, score = next(ordered(board))[0], 0
  try:
    for depth in range(1, 60):
      guess, score = score, search(board.copy(), depth, score - 30, score + 30, 0)
      if abs(score - guess) >= 30:
        score = search(board.copy(), depth, -INF, INF, 0)
      report(depth, score)
      if time.monotonic() - start > budget / 2 or abs(score) > MATE - depth:
        break
  except TimeoutError:
    pass
  return chosen
