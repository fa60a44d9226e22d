"""What honest bots do, and nobody may refuse: each is a bot that passes the check and plays."""
from case import ACCEPT, GOES_ON, Case

BODIES = {
    "own exception": "class OutOfTime(Exception):\n    pass\n\ndef get_move(board, time_left_ms):\n    try:\n"
                     "        raise OutOfTime\n    except OutOfTime:\n        return board.legal_moves()[0]\n",
    "closure": "def get_move(board, time_left_ms):\n    def sc(m):\n        return board.is_capture(m)\n"
               "    return max(board.legal_moves(), key=sc)\n",
    "try finally": "def search(board, depth):\n    if depth == 0:\n        return 0\n    best = -9\n"
                   "    for move in board.legal_moves:\n        board.push(move)\n        try:\n"
                   "            best = max(best, -search(board, depth - 1))\n        finally:\n            board.pop()\n"
                   "    return best\n\ndef get_move(board, time_left_ms):\n    search(board, 2)\n"
                   "    return board.legal_moves()[0]\n",
    "module cache": "cache = {}\n\ndef get_move(board, time_left_ms):\n    cache[board.fen()] = len(cache)\n"
                    "    return board.legal_moves()[len(cache) % 2]\n",
    "self cache": "class Bot:\n    def __init__(self):\n        self._cache = {}\n\n"
                  "    def move(self, board):\n        self._cache[board.fen()] = 1\n        return board.legal_moves()[0]\n\n"
                  "bot = Bot()\n\ndef get_move(board, time_left_ms):\n    return bot.move(board)\n",
    "dataclass": "from dataclasses import dataclass, field\n\n@dataclass(order=True)\nclass E:\n    depth: int\n"
                 "    moves: list = field(default_factory=list)\n\ndef get_move(board, time_left_ms):\n    e = E(1)\n"
                 "    e.moves.append(e.depth)\n    return board.legal_moves()[0]\n",
    "int flag": "import enum\n\nclass Flag(enum.IntFlag):\n    EXACT = 1\n    LOWER = 2\n\n"
                "def get_move(board, time_left_ms):\n    print(Flag.EXACT | Flag.LOWER)\n    return board.legal_moves()[0]\n",
    "format": "def get_move(board, time_left_ms):\n    w, x = 9, 'e4'\n    print('{:>5}'.format(x), f'{x!r:>{w}}', '%5d' % 3)\n"
              "    print('{0:.2f} {name}'.format(1.5, name='eval'))\n    return board.legal_moves()[0]\n",
    "match": "def get_move(board, time_left_ms):\n    move = board.legal_moves()[0]\n    match move.promotion:\n"
             "        case 5:\n            print('queen')\n        case None:\n            pass\n    match (1, [2, 3]):\n"
             "        case (a, [b, *rest]):\n            print(a, b, rest)\n    return move\n",
    "generators": "def get_move(board, time_left_ms):\n    def captures():\n        for m in board.legal_moves:\n"
                  "            if board.is_capture(m):\n                yield m\n    n = sum(1 for _ in captures())\n"
                  "    return board.legal_moves()[n % 2]\n",
    "heapq": "import heapq\n\ndef get_move(board, time_left_ms):\n    heap = []\n    for i, m in enumerate(board.legal_moves()):\n"
             "        heapq.heappush(heap, (-i, m.uci()))\n    return heapq.heappop(heap)[1]\n",
    "array": "from array import array\n\ntable = array('Q', [0]) * 4096\n\ndef get_move(board, time_left_ms):\n"
             "    table[7] = 2 ** 64 - 1\n    return board.legal_moves()[0]\n",
    "random": "import random\n\nrng = random.Random(7)\n\ndef get_move(board, time_left_ms):\n"
              "    return rng.choice(list(board.legal_moves))\n",
    "time": "import time\n\ndef get_move(board, time_left_ms):\n    end = time.monotonic() + 0.01\n"
            "    while time.monotonic() < end:\n        pass\n    return board.legal_moves()[0]\n",
    "bitboards": "from chess import BB_FILES, popcount, scan_forward\n\ndef get_move(board, time_left_ms):\n"
                 "    print(popcount(BB_FILES[0]), list(scan_forward(BB_FILES[7])))\n    return board.legal_moves()[0]\n",
    "null move": "import chess\n\ndef get_move(board, time_left_ms):\n    if not board.is_check():\n"
                 "        board.push(chess.Move.null())\n        board.pop()\n    return board.legal_moves()[0]\n",
    "both spellings": "def get_move(board, time_left_ms):\n    assert board.legal_moves() == list(board.legal_moves)\n"
                      "    return list(board.legal_moves)[0]\n",
    "root": "def get_move(board, time_left_ms):\n    print(board.root().fen())\n    return board.legal_moves()[0]\n",
    "print": "def get_move(board, time_left_ms):\n    print('depth', 1, 'score', -3, sep='=', end='.\\n')\n"
             "    return board.legal_moves()[0]\n",
    "modules": "import bisect, collections, copy, decimal, fractions, functools, itertools, math, numbers, operator, re\n"
               "import statistics, string, typing\nfrom collections import Counter, defaultdict, deque, namedtuple\n"
               "from collections.abc import Iterable\nfrom functools import lru_cache, partial, reduce\n"
               "from itertools import chain, count\nfrom typing import Dict, List, NamedTuple, Optional\n\n"
               "class Node(NamedTuple):\n    score: int\n    move: Optional[str] = None\n\n"
               "@lru_cache(maxsize=None)\ndef fib(n: int) -> int:\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n\n"
               "def get_move(board, time_left_ms):\n    seen: Dict[str, List[int]] = defaultdict(list)\n"
               "    seen['a'].append(fib(50))\n    print(Node(1), Counter('aab').most_common(1), deque([1], maxlen=2))\n"
               "    print(reduce(operator.add, [1, 2]), math.inf, re.sub('a', 'b', 'aa'), statistics.mean([1, 2]))\n"
               "    print(isinstance([], Iterable), bisect.bisect([1, 2], 1), copy.copy([1]), string.ascii_letters[:2])\n"
               "    print(sorted([2, 1], key=operator.itemgetter(0) if 0 else None), fractions.Fraction(1, 2))\n"
               "    return board.legal_moves()[0]\n",
    "methods": "class Move:\n    __slots__ = ('a', 'b')\n\n    def __init__(self, a, b):\n        self.a, self.b = a, b\n\n"
               "    def __eq__(self, other):\n        return self.a == other.a\n\n    def __hash__(self):\n        return self.a\n\n"
               "    def __lt__(self, other):\n        return self.b < other.b\n\n    def __repr__(self):\n"
               "        return f'{self.a}-{self.b}'\n\n    def __enter__(self):\n        return self\n\n"
               "    def __exit__(self, kind, value, trace):\n        return False\n\n    @property\n    def both(self):\n"
               "        return self.a + self.b\n\n    @staticmethod\n    def none():\n        return Move(0, 0)\n\n"
               "    @classmethod\n    def one(cls):\n        return cls(1, 1)\n\nclass Special(Move):\n    def __init__(self):\n"
               "        super().__init__(3, 4)\n\ndef get_move(board, time_left_ms):\n    with Move(1, 2) as m:\n"
               "        print(m, m.both, sorted([Move(2, 1), Move.one(), Special()]), m == Move.none())\n"
               "    return board.legal_moves()[0]\n",
    "name main": "def get_move(board, time_left_ms):\n    return board.legal_moves()[0]\n\nif __name__ == '__main__':\n"
                 "    print('by hand')\n",
    "local underscore": "_private = 1\n\ndef _helper(_unused, _=None):\n    for _ in range(3):\n        pass\n    return _\n\n"
                        "def get_move(board, time_left_ms):\n    _first, *_rest = board.legal_moves()\n    _helper(_private)\n"
                        "    return _first\n",
    "unicode comment": "# Ein Bot, der \u2654 mag: \u0416 \u4e00\ndef get_move(board, time_left_ms):\n    print('\u2654 \u00e9')\n"
                       "    return board.legal_moves()[0]\n",
    "utf-8 cookie": "# -*- coding: utf-8 -*-\ndef get_move(board, time_left_ms):\n    return board.legal_moves()[0]\n",
    "byte order mark": "\ufeffdef get_move(board, time_left_ms):\n    return board.legal_moves()[0]\n",
    "windows lines": "def get_move(board, time_left_ms):\r\n    return board.legal_moves()[0]\r\n",
    "lambda": "get_move = lambda board, time_left_ms: board.legal_moves()[0]\n",
    "walrus": "def get_move(board, time_left_ms):\n    if (n := len(board.legal_moves())) > 1:\n        print(n)\n"
              "    return board.legal_moves()[0]\n",
    "big table": "PST = [" + ", ".join(str(i % 100 - 50) for i in range(3000)) + "]\n"
                 "def get_move(board, time_left_ms):\n    return board.legal_moves()[PST[0] % 2]\n",
    "self names": "class A:\n    def go(self):\n        self._deep = self\n        self._deep.x = 1\n        return self._deep\n\n"
                  "def get_move(board, time_left_ms):\n    A().go()\n    return board.legal_moves()[0]\n",
}

CASES = [Case("ok-" + name.replace(" ", "-"), source, ACCEPT, GOES_ON) for name, source in BODIES.items()]
