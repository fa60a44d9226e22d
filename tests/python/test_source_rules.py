"""The source rules: what no bot may write, whatever its spelling, and what every honest bot may."""
import os

import pytest

from rookery import _check

GET_MOVE = "\ndef get_move(board, time_left_ms):\n    return board.legal_moves()[0]\n"


def problems_of(source):
    raw = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
    return _check.check_bytes(raw)[0]


# Each ends in a good get_move; the rules that are to be broken.
REFUSED = [
    ("import dataclasses; dataclasses.sys.modules['os']", 'import-name inside'),
    ('import typing\ntyping.sys', 'import-name'),
    ('import re\nre.enum.sys', 'import-name inside'),
    ('import enum\nenum.bltns.open', 'import-name'),
    ('from random import _os', 'import-name'),
    ('from collections import _sys', 'import-name'),
    ('from chess import engine', 'import-name'),
    ('import random; self = random; self._os', 'module private'),
    ("import operator\noperator.methodcaller('__subclasses__')(object)", 'import-name'),
    ("def f(): pass\n'{0.__globals__}'.format(f)", 'dunder'),
    ("def f(): pass\nx='{0.__globals__}'\nx.format(f)", 'dunder'),
    ('match len:\n case object(__self__=b): b.open', 'dunder'),
    ('def f(): yield g.gi_frame.f_back.f_back.f_globals\ng=f(); next(g)', 'inside'),
    ('async def f(): return c.cr_frame.f_back\nc=f(); c.send(None)', 'async inside'),
    ('class A:\n def __exit__(self,t,v,tb): tb.tb_frame.f_back.f_globals', 'inside'),
    ('import typing\ndef f(x: "().__class__"): ...\ntyping.get_type_hints(f)', 'annotation import-name'),
    ('def f(x: "int"): ...', 'annotation'),
    ("from dataclasses import dataclass\nA=type('A',(),{'__annotations__':{'x':int}})", 'type'),
    ("from dataclasses import dataclass\nclass A:\n __annotations__={'a':1}", 'dunder'),
    ('e=1\ne.obj', 'inside'),
    ('e=1\ne.with_traceback(None)', 'inside'),
    ('license', 'forbidden-name'),
    ('copyright', 'forbidden-name'),
    ('__build_class__', 'dunder'),
    ('dir()', 'forbidden-name'),
    ('id(3)', 'forbidden-name'),
    ('super', 'super'),
    ('super(int, 3)', 'super'),
    ('@exec\nclass X: pass', 'forbidden-name'),
    ('@input\nclass X: pass', 'forbidden-name'),
    ("ｏｐｅｎ('x')", 'forbidden-name'),
    ('# -*- coding: utf-7 -*-\n# +AAo-import os', 'encoding'),
    ('# coding: raw_unicode_escape\n# \\u000aimport os', 'encoding'),
    ('class A:\n def __reduce_ex__(s,p): return 1', 'dunder'),
    ('class S(str): __eq__=lambda s,o: True', 'text-class'),
    ('class S(str):\n def __hash__(self): return 1', 'text-class'),
    ('import arena; arena.Board.legal_moves=lambda s:[]', 'patching'),
    ('from arena import Board\nBoard.push=3', 'patching'),
    ('board=1\nboard.push=3', 'patching'),
    ('import os', 'import'),
    ('import chess.engine', 'import'),
    ('from __future__ import annotations', 'import'),
    ('from . import x', 'import'),
    ('import random as r\nq = r', 'module'),
    ("exec('1')", 'forbidden-name'),
    ('x = open', 'forbidden-name'),
    ('\x0c', 'encoding'),
    ("x='\u202e'", 'encoding'),
    ('\x00', 'encoding'),
    ('def __getattr__(n): pass', 'dunder'),
    ('class M(type): pass', 'type'),
    ('class A(metaclass=3): pass', 'metaclass'),
    ("type('A',(),{})", 'type'),
    ('t=type', 'type'),
    ('x.__class__', 'dunder'),
    ('a=1\nprint(a.__dict__)', 'dunder'),
    ('self._x', 'private'),
    ('def f(self): self._x', 'private'),
    ('class A:\n @staticmethod\n def f(x): x._y', 'private'),
    ('class A:\n def f(self):\n  self = 3\n  self._y', 'private'),
    ('import collections.abc as c\nc.sys', 'import-name'),
    ('import functools\nfunctools.wraps', 'import-name'),
    ('from string import Formatter', 'import-name'),
    ("str.format('{0.x}', 1)", 'format'),
    ("map('{0.gi_frame}'.format, [1])", 'inside'),
    ("f'{(lambda: 0).__globals__}'", 'dunder'),
    ("a=b=c=__import__('os')", 'forbidden-name'),
    ('global __builtins__', 'forbidden-name'),
    ('class A:\n def g(self): return super().__class__', 'dunder'),
    ('x = 1 if', 'syntax'),
    ('def f(open): pass', 'forbidden-name'),
    ('print(__file__)', 'forbidden-name'),
    ('[x async for x in y]', 'syntax'),
    ("class A(__import__('os').x): pass", 'forbidden-name'),
    ('import random.os', 'import'),
    ("f'{x!r:{y.__class__}}'", 'dunder'),
    ('chess=1\nimport chess\nchess._lazy', 'private'),
    ('import chess\nchess._lazy', 'import-name'),
    ('import chess\nchess._core', 'import-name'),
    ('from arena import _core', 'import-name'),
    (b"x = '\xff'", "encoding"),
]


@pytest.mark.parametrize("source, rules", REFUSED)
def test_refused(source, rules):
    raw = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
    problems = problems_of(raw + GET_MOVE.encode())
    assert sorted({problem.rule for problem in problems}) == rules.split()
    for problem in problems:
        assert problem.line >= 1 and problem.column >= 1 and problem.advice.endswith(".")


@pytest.mark.parametrize("source", [
    pytest.param("x = " + "(" * 300, id="brackets"),
    pytest.param("x = " + "-" * 100_000 + "1", id="signs"),
    pytest.param("a = 1\na" + ".b" * 100_000, id="attributes"),
    pytest.param("if 1: pass\n" + "elif 1: pass\n" * 20_000, id="branches"),
])
def test_a_source_that_is_too_complex_is_refused_and_nothing_breaks(source):
    assert [problem.rule for problem in problems_of(source + GET_MOVE)] == ["complexity"]


def test_a_number_without_end_is_refused():
    assert problems_of("x = " + "9" * 1_000_000 + GET_MOVE)


def test_the_place_is_told_in_lines_and_characters():
    (problem,) = problems_of("\u00e9 = '\u00e9\u00e9'; eval('1')\r\n" + GET_MOVE)
    assert (problem.line, problem.column, problem.text) == (1, 11, "eval")


def test_no_more_problems_are_listed_than_anyone_reads():
    problems, more = _check.check_bytes(("eval\n" * 1000 + GET_MOVE).encode())
    assert len(problems) == 50 and more == 950


@pytest.mark.parametrize("source", [
    "def get_move(board):\n    pass\n",
    "def get_move(board, ms, more):\n    pass\n",
    "def get_move(board, ms, *, more):\n    pass\n",
    "def get_move(board, ms):\n    yield 'e2e4'\n",
    "def move(board, ms):\n    pass\n",
    "class Bot:\n    def get_move(board, ms):\n        pass\n",
    "",
])
def test_get_move_must_be_there_and_take_two_arguments(source):
    assert [problem.rule for problem in problems_of(source)] == ["entry"]


@pytest.mark.parametrize("source", [
    "def get_move(board, ms=None, more=1):\n    pass\n",
    "def get_move(*arguments):\n    pass\n",
    "class Bot:\n    def choose(self, board, ms):\n        return 1\n\n\nget_move = Bot().choose\n",
    "get_move = lambda board, ms: board.legal_moves()[0]\n",
    "if True:\n    def get_move(board, ms):\n        def inner():\n            yield 1\n        return next(inner())\n",
])
def test_get_move_may_be_anything_that_can_be_called_so(source):
    assert problems_of(source) == []


ACCEPTED = [
    """\
class Bot:
    input: int = 3

    def eval(self, board):
        return self.eval(board) + self.input


class Child(Bot):
    def _score(self):
        return super()._score()
""",
    """\
class OutOfTime(Exception):
    pass
""",
    """\
def f(moves):
    def sc(m):
        return 1
    try: return sorted(moves,key=sc)
    finally: pass
cache={}
""",
    """\
class B:
    _table = {}
    def __init__(self): self._cache={}
    def g(self):
        h=lambda: self._cache
        return [self._cache[i] for i in self._cache]
class C(B):
    __slots__=("a",)
    def __init__(self):
        super().__init__()
        self._x=super().g()
    @classmethod
    def make(cls): return cls._table
    def __lt__(self,o): return True
    __gt__ = __lt__
""",
    """\
from dataclasses import dataclass, field
@dataclass
class E:
    depth: int = 0
    l: list = field(default_factory=list)
import enum
class F(enum.IntFlag):
    A=1
    B=enum.auto()
""",
    """\
x=1
w=3
print("{:>5}".format(x), f"{x!r:>{w}}", "{0[a]} {x.real}".format({"a":1}, x=2), "%s" % x)
""",
    """\
def q(move):
    match move.promotion:
        case 5: return 1
        case None | 4: return 2
        case [a,*b]: return a
        case {"k": v, **rest}: return v
        case str(): return 3
""",
    """\
import heapq
from array import array
import random,time
a=array("Q")
r=random.Random(7)
r.random()
time.monotonic()
next(x for x in [1])
""",
    """\
from chess import BB_FILES, popcount, scan_forward
import chess
chess.Move.null()
chess.BB_FILES
chess.variant.AtomicBoard
import chess.variant
chess.variant.find_variant
""",
    """\
def f(dir, id, type, license=3):
    return dir+id+type+license
for dir in (1,2): print(dir)
f(1,2,3)
""",
    """\
type(3) is int
isinstance(3,type)
x: type = int
def g(t: type[int]) -> type: return type(t) == type(3)
""",
    """\
import collections.abc
from collections import abc, defaultdict
from collections.abc import Mapping
abc.Mapping
collections.abc.Mapping
d=defaultdict(int)
max(d, key=d.__getitem__)
""",
    """\
from typing import NamedTuple, Optional, Literal
class T(NamedTuple):
    a: int
    b: Optional[int] = None
T(1)._replace(a=2)
def f(x: Literal["a","b"]) -> None: ...
""",
    """\
if __name__ == "__main__":
    pass
""",
    """\
from chess import *
from arena import *
print(BB_ALL)
""",
    """\
import functools
@functools.lru_cache(maxsize=None)
def f(x): return x
f.cache_clear()
@functools.cache
def g(x): return x
""",
    """\
def walk(node):
    yield from node
    x = yield 3
error=None
try: 1/0
except ZeroDivisionError as e:
    print(e.args, type(e).__name__)
""",
    """\
class Node:
    def __init__(self, f_score): self.f_score=f_score; self.tb_hits=0
n=Node(1)
n.f_score+=1
n.outcome=3
""",
    """\
import chess
board=chess.Board()
board.turn = not board.turn
board._transposition_key()
board.halfmove_clock=3
""",
    """\
def f(board):
    import random
    return random.choice(board)
def g(board):
    import random
    return random.choice(board)
""",
    """\
import chess as c
import chess
c.Board
chess.Board
""",
    '''\
"""doc with émoji 👨‍👩‍👧 and naïve"""
''',
    """\
FMT = "{} of {}"
def f(): return FMT.format(1,2)
""",
    """\
PV = []
local = vars_ = 3
x = [*range(3)]
PIECE={**{}}
print(*x, sep="")
""",
    """\
global_state = {}
def f():
    global counter
    counter = 1
""",
    """\
import arena
class MyBoard(arena.Board):
    def push(self, move):
        super().push(move)
    def count(self):
        return super().legal_moves
""",
    """\
from arena import PIECE_VALUES
import arena
PIECE_VALUES[1]=3
arena.PIECE_VALUES[2]=1
""",
    """\
class P:
    @property
    def x(self): return self._x
    @x.setter
    def x(self, v): self._x = v
""",
    """\
import random
random.seed(3)
import math
math.inf
""",
    """\
import time
def f(time):
    return time.left
""",
]


@pytest.mark.parametrize("source", ACCEPTED)
def test_accepted(source):
    assert [(problem.rule, problem.line, problem.text) for problem in problems_of(source + GET_MOVE)] == []


def test_the_seed_bots_are_accepted(seed_bots):
    for name in sorted(os.listdir(seed_bots)):
        if name.endswith(".py"):
            with open(os.path.join(seed_bots, name), "rb") as file:
                assert _check.check_bytes(file.read()) == ([], 0), name
