"""Escapes through Python itself (class P of the catalogue): each snippet leaves what it reached in `found`."""
import re

from case import ACCEPT, ANY_END, EITHER, GOES_ON, REFUSE, Case

LOST_ON_TIME = ("time forfeit",)
NOT_STARTED = ("did not start",)


def escape(name, source, full=True):
    return Case(name, source.strip("\n") + "\n", full=full, attacks=True)


ESCAPES = [
    # P01: allowed modules have other modules among their public names
    escape("P01-dataclasses-sys", "import dataclasses\nfound = dataclasses.sys"),
    escape("P01-typing-sys", "import typing\nfound = typing.sys"),
    escape("P01-fractions-sys", "import fractions\nfound = fractions.sys"),
    escape("P01-statistics-sys", "import statistics\nfound = statistics.sys"),
    escape("P01-re-enum-sys", "import re\nfound = re.enum.sys"),
    escape("P01-enum-bltns", "import enum\nfound = enum.bltns"),
    escape("P01-collections-sys", "import collections\nfound = collections._sys"),
    escape("P01-dataclasses-inspect", "import dataclasses\nfound = dataclasses.inspect.os"),
    escape("P01-modules-table", "import dataclasses\nfound = dataclasses.sys.modules"),
    escape("P01-random-os", "import random\nfound = random._os"),
    escape("P01-arena-globals", "import arena\nfound = arena.make_board.__globals__"),
    # P02: names imported from an allowed module, or modules below one
    escape("P02-random-os", "from random import _os\nfound = _os"),
    escape("P02-collections-sys", "from collections import _sys as harmless\nfound = harmless"),
    escape("P02-dataclasses-sys", "from dataclasses import sys\nfound = sys"),
    escape("P02-chess-engine", "found = None\ntry:\n    from chess import engine\nexcept ImportError:\n    pass", full=False),
    escape("P02-typing-star", "from typing import *\nfrom enum import bltns\nfound = bltns"),
    escape("P02-importlib", "import importlib\nfound = importlib.import_module('builtins')"),
    escape("P02-os", "import os\nfound = os"),
    escape("P02-sys-inside", "def get_move(board, time_left_ms):\n    return board.legal_moves()[0]\n"
                             "def hidden():\n    import sys\n    return sys\nfound = hidden()"),
    escape("P02-dunder-import", "found = __import__('sys')"),
    # P03: self is no excuse
    escape("P03-self", "import random\nself = random\nfound = self._os"),
    escape("P03-self-parameter", "import random\ndef peek(self):\n    return self._os\nfound = peek(random)"),
    escape("P03-self-lambda", "import random\nfound = (lambda self: self._os)(random)"),
    escape("P03-self-loop", "import random\nfor self in [random]:\n    found = self._os"),
    escape("P03-self-method", "import random\nclass A:\n    def peek(self):\n        return self._os\n"
                              "found = A.peek(random)"),
    escape("P03-self-rebound", "import random\nclass A:\n    def peek(self):\n        self = random\n"
                               "        return self._os\nfound = A().peek()"),
    # P05: attribute names as text
    escape("P05-methodcaller", "import operator\nfound = operator.methodcaller('__subclasses__')(object)"),
    escape("P05-attrgetter", "import operator, random\nfound = operator.attrgetter('_os')(random)"),
    escape("P05-attrgetter-dotted", "import operator, dataclasses\nfound = operator.attrgetter('sys.modules')(dataclasses)"),
    escape("P05-getattr", "import random\nfound = getattr(random, '_o' + 's')"),
    escape("P05-reduce-getattr", "import functools, random\nfound = functools.reduce(getattr, ['_os'], random)"),
    escape("P05-vars", "import random\nfound = vars(random)['_os']"),
    escape("P05-getattribute", "import random\nfound = object.__getattribute__(random, '_os')"),
    escape("P05-type-call", "import random\nfound = type(random).__getattribute__(random, '_os')"),
    # P07: format strings walk attributes; they read only
    escape("P07-format", "def f(): pass\nfound = None\nprint('{0.__globals__}'.format(f))", full=False),
    escape("P07-format-name", "import random\nfound = None\ntext = '{0._os.environ}'\nprint(text.format(random))", full=False),
    escape("P07-format-built", "import random\nfound = None\nprint(('{0._o' + 's}').format(random))", full=False),
    escape("P07-format-map", "import random\nfound = None\nprint('{r._os}'.format_map({'r': random}))", full=False),
    escape("P07-str-format", "import random\nfound = None\nprint(str.format('{0._os.environ}', random))", full=False),
    escape("P07-formatter", "import string, random\nfound = string.Formatter().get_field('0._os', [random], {})[0]"),
    escape("P07-template", "import string\nfound = string.Template.__init_subclass__.__globals__"),
    # P09: names in patterns are text
    escape("P09-match-self", "match len:\n    case object(__self__=b):\n        found = b"),
    escape("P09-match-globals", "def f(): pass\nmatch f:\n    case object(__globals__=names):\n        found = names"),
    escape("P09-match-module", "import random\nmatch random:\n    case object(_os=found):\n        pass"),
    escape("P09-match-nested", "import dataclasses\nmatch dataclasses:\n    case object(sys=object(modules=found)):\n"
                               "        pass"),
    escape("P09-match-args", "class A:\n    __match_args__ = ('_os',)\nimport random\n"
                             "class M(type):\n    __instancecheck__ = lambda c, o: True\n"
                             "class B(A, metaclass=M): pass\nmatch random:\n    case B(found):\n        pass"),
    # P10, P11: frames
    escape("P10-generator-frame", "def f():\n    yield g.gi_frame.f_back.f_back.f_globals\ng = f()\nfound = next(g)"),
    escape("P10-genexp-frame", "g = (g.gi_frame.f_back.f_globals for _ in [0])\nfound = next(g)"),
    escape("P10-generator-code", "def f():\n    yield\ng = f()\nprint(g.gi_code.co_filename)\nfound = g.gi_frame.f_builtins",
           full=True),
    escape("P11-coroutine-frame", "async def f():\n    return c.cr_frame.f_back.f_globals\nc = f()\n"
                                  "try:\n    c.send(None)\nexcept StopIteration as end:\n    found = end.value"),
    escape("P11-async-generator", "async def f():\n    yield a.ag_frame.f_back.f_globals\na = f()\n"
                                  "try:\n    a.__anext__().send(None)\nexcept StopIteration as end:\n    found = end.value"),
    # P14: tracebacks
    escape("P14-exit-traceback", "kept = []\nclass A:\n    def __enter__(self): pass\n"
                                 "    def __exit__(self, t, v, tb):\n        kept.append(tb.tb_frame.f_back.f_globals)\n"
                                 "        return True\nwith A():\n    1 / 0\nfound = kept[0]"),
    escape("P14-exception-traceback", "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n"
                                      "    found = e.__traceback__.tb_frame.f_back.f_globals"),
    escape("P14-with-traceback", "found = None\ntry:\n    1 / 0\nexcept ZeroDivisionError as e:\n"
                                 "    print(e.with_traceback(None))", full=False),
    escape("P14-name-error-obj", "try:\n    ().nothing\nexcept AttributeError as e:\n    found = e.obj.__class__.__base__"
                                 ".__subclasses__()"),
    # P15: annotations that are evaluated
    escape("P15-type-hints", "import typing\ndef f(x: \"kept.append(().__class__.__base__.__subclasses__()) or int\"): ...\n"
                             "kept = []\ntyping.get_type_hints(f)\nfound = kept[0]"),
    escape("P15-forward-ref", "import typing\nkept = []\n"
                              "r = typing.ForwardRef(\"kept.append(().__class__.__base__.__subclasses__()) or int\")\n"
                              "class A: pass\nA.__annotations__ = {'x': r}\ntyping.get_type_hints(A, {'kept': kept})\n"
                              "found = kept[0]"),
    escape("P15-string-annotation", "found = None\ndef f(x: \"().__class__\") -> 'int': ...", full=False),
    escape("P15-future-annotations", "from __future__ import annotations\nimport typing\n"
                                     "def f(x: ().__class__.__base__.__subclasses__()): ...\nfound = None", full=False),
    # P17: dataclasses build source text from names
    escape("P17-annotations-in-body",
           "from dataclasses import dataclass\nkept = []\n@dataclass(init=False, repr=False)\nclass A:\n"
           "    __annotations__ = {'x,kept.append(object.__subclasses__())': int}\n"
           "try:\n    A() == A()\nexcept AttributeError:\n    pass\nfound = kept[0] if kept else None", full=False),
    escape("P17-type-call",
           "from dataclasses import dataclass\n"
           "A = type('A', (), {'__annotations__': {'x': int}})\nA = dataclass(A)\nfound = None", full=False),
    escape("P17-make-dataclass", "import dataclasses\nfound = None\nA = dataclasses.make_dataclass('A', ['x'])", full=False),
    escape("P17-namedtuple-module", "import collections\nA = collections.namedtuple('A', 'x', module='os')\n"
                                    "found = A.__new__.__globals__", full=False),
    # P20: the building blocks, one by one
    *[escape(f"P20-{name.split('.')[-1].strip('()')}", f"found = None\ndef f():\n    yield\ng = f()\nclass A:\n"
             f"    @property\n    def p(self): pass\nimport functools\npart = functools.partial(f)\n"
             f"try:\n    print({name})\nexcept AttributeError:\n    pass", full=False)
      for name in ("g.gi_frame", "g.gi_code", "g.gi_yieldfrom", "g.cr_frame", "g.ag_frame", "g.f_back", "g.tb_frame",
                   "f.func_globals", "f.co_code", "A.mro()", "part.func", "f.__code__", "f.__closure__", "f.__defaults__")],
    # P21: builtins that tell or build too much
    *[escape(f"P21-{re.sub('[^a-z_]', '', name)}", f"found = None\ntry:\n    print({name})\nexcept NameError:\n    pass", full=False)
      for name in ("license", "copyright", "credits", "__build_class__", "__loader__", "__spec__", "dir()", "globals()",
                   "locals()", "breakpoint", "help", "exit", "memoryview(b'')", "compile")],
    escape("P21-type-three", "found = None\nA = type('A', (object,), {})", full=False),
    escape("P21-builtins-name", "found = __builtins__"),
    escape("P21-loader", "found = __loader__", full=False),
    escape("P21-metaclass", "found = None\nclass M(type): pass\nA = M('A', (), {'x': 1})\nprint(type(A)('B', (), {}))",
           full=False),
    # P22: names in places where nobody looks
    escape("P22-decorator-exec", "try:\n    @exec\n    @str\n    class X: pass\nexcept SyntaxError:\n    pass\nfound = None", full=False),
    escape("P22-decorator-input", "found = None\ntry:\n    @input\n    class X: pass\nexcept (EOFError, OSError):\n    pass", full=False),
    escape("P22-class-keyword", "found = None\ndef meta(name, bases, d, **k): return k['x']\n"
                                "class X(metaclass=meta, x=eval): pass\nfound = X", full=False),
    escape("P22-comprehension", "found = [e for e in [eval]][0]('__import__')('sys')"),
    escape("P22-default", "def f(e=exec): return e\nfound = None\nf()('x = 1')", full=False),
    escape("P22-walrus", "found = (e := eval)('__import__')('sys')"),
    escape("P22-lambda-default", "found = (lambda e=eval: e)()('__import__')('sys')"),
    escape("P22-starred", "found = [*map(eval, ['__import__'])][0]('sys')"),
    escape("P22-except", "found = None\ntry:\n    raise KeyError\nexcept (eval, KeyError)[1]:\n    pass", full=False),
    escape("P22-fstring", "found = None\nprint(f'{eval(\"1\")}')", full=False),
    # P23: letters that look or read alike
    escape("P23-wide-open", "found = ｏｐｅｎ", full=False),
    escape("P23-wide-eval", "found = ｅｖａｌ('__import__')('sys')"),
    escape("P23-long-s", "import dataclaſſes\nfound = dataclaſſes.ſys"),
    escape("P23-wide-attribute", "import random\nfound = random._oｓ"),
    escape("P23-ligature", "found = None\nclass A: \n    def ﬁnd(self): return self.__class__.__baſe__.__subclasses__()\n"
                           "found = A().find()"),
    # P26: hooks of copy
    escape("P26-reduce-ex", "import copy\ndef f(*a): return 'called'\nclass A:\n"
                            "    def __reduce_ex__(s, p): return (f, ())\nprint(copy.copy(A()))\nfound = None", full=False),
    escape("P26-deepcopy", "import copy\nclass A:\n    def __deepcopy__(s, memo): return ().__class__.__base__"
                           ".__subclasses__()\nfound = copy.deepcopy(A())"),
    # More spellings of the same: found while writing the check's opposite
    escape("PXX-subclasses", "found = ().__class__.__base__.__subclasses__()"),
    escape("PXX-function-globals", "def f(): pass\nfound = f.__globals__"),
    escape("PXX-method-self", "found = print.__self__"),
    escape("PXX-getattr-hook", "def __getattr__(name): return name\nfound = None", full=False),
    escape("PXX-class-cell", "class A:\n    def f(self): return __class__.__base__.__subclasses__()\nfound = A().f()"),
    escape("PXX-super", "class A:\n    def f(self): return super().__getattribute__('__class__').__base__.__subclasses__()\n"
                        "found = A().f()"),
    escape("PXX-del", "found = None\nclass A:\n    def __del__(self): ().__class__.__base__.__subclasses__()\nA()", full=False),
    escape("PXX-global-builtins", "found = None\ndef f():\n    global __builtins__\n    __builtins__ = {}\n", full=False),
    escape("PXX-named-os", "import random\nrandom.Random.seed.__globals__['_os']\n"
                           "found = random.Random.seed.__globals__['_os']"),
]

# P24: bytes that mean one thing to Python and another to whoever reads them as UTF-8.
TAIL = b"\ndef get_move(board, time_left_ms):\n    return board.legal_moves()[0]\n"
ENCODINGS = [
    Case("P24-utf-7", "", raw=b"# -*- coding: utf-7 -*-\n# +AAo-import os\n" + TAIL, ends=NOT_STARTED),
    Case("P24-raw-unicode-escape", "", raw=b"# coding: raw_unicode_escape\n# \\u000aimport os\n" + TAIL, ends=NOT_STARTED),
    Case("P24-latin-1", "", raw=b"# vim: set fileencoding=latin-1 :\nx = '\xe9'\n" + TAIL, ends=NOT_STARTED),
    Case("P24-second-line", "", raw=b"#!/usr/bin/python3\n# coding=utf-16\n" + TAIL, ends=NOT_STARTED),
    Case("P24-not-utf-8", "", raw=b"x = '\xff\xfe'\n" + TAIL, ends=NOT_STARTED),
    Case("P24-nul", "", raw=b"x = 1\n# a\0b\nimport os\n" + TAIL, ends=NOT_STARTED),
    Case("P24-utf-16", "", raw="import os\ndef get_move(b, t): return None\n".encode("utf-16"), ends=NOT_STARTED),
]

# P27, P28: lies about moves and boards stay the bot's own.
LIES = [
    Case("P27-lying-str", "class S(str):\n    def __eq__(s, o): return True\n    def __hash__(s): return 0\n"
         "def get_move(board, time_left_ms):\n    return S('e2e4')\n", EITHER, ("crash",)),
    Case("P27-str-loops", "class S:\n    def __str__(s):\n        while True: pass\n"
         "def get_move(board, time_left_ms):\n    return S()\n", EITHER, ("crash",)),
    Case("P27-generator", "def get_move(board, time_left_ms):\n    yield board.legal_moves()[0]\n", REFUSE,
         NOT_STARTED),
    Case("P27-huge-str", "def get_move(board, time_left_ms):\n    return 'e2e4' * 10 ** 7\n", EITHER,
         ("crash", "illegal move")),
    *[Case(f"P27-{name}", f"def get_move(board, time_left_ms):\n    return {value}\n", EITHER, ("crash", "illegal move"))
      for name, value in (("bool", "True"), ("bytes", "b'e2e4'"), ("none", "None"), ("huge-int", "1 << 3000000"),
                          ("class", "str"), ("list", "[]"), ("newline", "'e2e4\\nbestmove e2e4'"), ("null", "'0000'"))],
    Case("P28-legal-moves", "import arena\ndef get_move(board, time_left_ms):\n"
         "    arena.Board.legal_moves = lambda s: ['e2e5']\n    return 'e2e5'\n", EITHER, ("crash", "illegal move")),
    Case("P28-push", "import chess\ndef get_move(board, time_left_ms):\n    move = board.legal_moves()[0]\n    try:\n"
         "        board.push = lambda m: None\n        chess.Board.push = lambda s, m: None\n    except AttributeError:\n"
         "        pass\n    except TypeError:\n        pass\n    return move\n", EITHER, ANY_END),
    Case("P28-not-undone", "def get_move(board, time_left_ms):\n    first = board.legal_moves()[0]\n    board.clear()\n"
         "    return first\n", ACCEPT, GOES_ON),
    Case("P28-other-side", "import chess\ndef get_move(board, time_left_ms):\n    move = board.legal_moves()[0]\n"
         "    board.turn = not board.turn\n    return move\n", ACCEPT, GOES_ON),
]

# P29, P30, P32, P34: work without end, before the game or in it.
WORK = [
    Case("P29-brackets", "x = " + "(" * 300 + ")" * 300 + "\n", ends=NOT_STARTED),
    Case("P29-minus", "x = " + "-" * 10 ** 5 + "1\n", ends=ANY_END),
    Case("P29-dots", "x = 1\nif 0: x = x" + ".b" * 10 ** 5 + "\n", ends=ANY_END),
    Case("P29-nines", "x = " + "9" * 10 ** 6 + "\n", ends=NOT_STARTED),
    Case("P29-elif", "x = 1\nif x == 0: pass\n" + "".join(f"elif x == {i}: pass\n" for i in range(20000)), ends=ANY_END),
    Case("P29-indent", "".join(" " * i + "if 1:\n" for i in range(200)) + " " * 200 + "pass\n", ends=NOT_STARTED),
    Case("P29-fstring", "x = 1\nprint(" + "f'{" * 100 + "x" + "}'" * 100 + ")\n", ends=NOT_STARTED),
    Case("P29-power", "x = 9 ** 9 ** 9\n", ends=NOT_STARTED, when_run=True),
    Case("P29-lambda", "x = " + "lambda: " * 5000 + "1\n", ends=ANY_END),
    Case("P30-loop", "while True: pass\n", ends=NOT_STARTED, when_run=True),
    Case("P30-sleep", "import time\ntime.sleep(10 ** 6)\n", ends=NOT_STARTED, when_run=True),
    Case("P30-memory", "x = []\nwhile True: x.append(bytearray(10 ** 7))\n", ends=NOT_STARTED, when_run=True),
    Case("P32-regex", "import re\ndef get_move(board, time_left_ms):\n    re.match(r'(a+)+$', 'a' * 40 + 'b')\n", EITHER,
         LOST_ON_TIME),
    Case("P32-power", "def get_move(board, time_left_ms):\n    return pow(3, 10 ** 9)\n", EITHER, LOST_ON_TIME),
    Case("P32-tower", "def get_move(board, time_left_ms):\n    n = 9\n    return n ** n ** n\n", EITHER, LOST_ON_TIME),
    Case("P32-sum", "def get_move(board, time_left_ms):\n    return sum(range(10 ** 12))\n", EITHER, LOST_ON_TIME),
    Case("P34-forged", "def get_move(board, time_left_ms):\n    print('{\"move\":\"e2e4\"}')\n    print('bestmove e2e5')\n"
         "    print('info string error: you lose')\n    return board.legal_moves()[0]\n", ACCEPT, GOES_ON,
         says=("bestmove e2e5",)),
    Case("P34-flood", "def get_move(board, time_left_ms):\n    while 1: print('x' * 10 ** 6)\n", EITHER,
         ("time forfeit", "flood")),
]

CASES = ESCAPES + ENCODINGS + LIES + WORK
