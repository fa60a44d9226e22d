"""The bot host: loads one bot file and speaks UCI for it.

A bot is a file with get_move(board, time_left_ms). It is loaded once; its state lives as long as the process, or until
`ucinewgame` begins another game. Each turn it gets a fresh copy of the board, of the class for the variant.

The protocol has file descriptors of its own. What the bot prints goes to standard error, the log, and what it reads is
empty; so nothing a bot prints can be taken for an answer. Any mistake of the bot ends the process with status 1, after
one line `info string error: ...` with the reason and a traceback in the log.

Starting must be quick, so this imports nothing that Python has not loaded anyway.
"""
import builtins
import posix
import sys

from rookery import _core

_core._hurry = True  # see rookery/chess/__init__.py
import rookery.chess.variant as chess_variant  # noqa: E402
from rookery import _rules, _source, arena, chess  # noqa: E402
from rookery._source import BotError  # noqa: E402

# ---- What bots may use ------------------------------------------------------------------------------------------

real_import = builtins.__import__
OWN_MODULES = {"arena": arena, "chess": chess, "chess.variant": chess_variant}
stand_ins = {}  # by name, what bots have imported


def module_for_bots(name):
    if name not in stand_ins:
        module = OWN_MODULES.get(name) or real_import(name, None, None, ("*",))
        stand_ins[name] = _rules.stand_in(name, module)
        package, _, last = name.rpartition(".")
        if package:
            vars(module_for_bots(package))[last] = stand_ins[name]
        elif name == "chess":  # arena has loaded it anyway
            module_for_bots("chess.variant")
    return stand_ins[name]


def bot_import(name, globals=None, locals=None, fromlist=(), level=0):
    """The import statement as bots have it: allowed modules, with the names that are allowed."""
    if level != 0 or name not in _rules.MODULES:
        raise ImportError(f"bots may not import {'.' * level + str(name)!r}; they may import {_rules.module_list()}")
    module = module_for_bots(name)
    if fromlist:
        for part in fromlist:
            if f"{name}.{part}" in _rules.MODULES:
                module_for_bots(f"{name}.{part}")
        return module
    return module_for_bots(name.partition(".")[0])


def refuse(name):
    def refused(*arguments, **keywords):
        raise NameError(f"{name} is not available to bots")
    refused.__name__ = refused.__qualname__ = name
    return refused


def bot_builtins():
    names = dict(vars(builtins))
    for name in _rules.FORBIDDEN_NAMES | _rules.HIDDEN_NAMES:
        if name in names and name != "__build_class__":  # class statements call that one
            names[name] = refuse(name)
    names["__import__"] = bot_import
    return names


# ---- The bot ----------------------------------------------------------------------------------------------------

def one_line(text, limit=200):
    text = "".join(letter if letter.isprintable() else " " for letter in text[:4 * limit])
    text = " ".join(text.split())
    return text if len(text) <= limit else text[:limit - 3] + "..."


def line_of(error, path):
    """The last line of the bot's file that the error passed through, or None."""
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == path else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def describe(error, path):
    """'raised ValueError: no such thing at line 7'"""
    try:
        message = str(error.msg if isinstance(error, SyntaxError) else error)
    except Exception:
        message = ""
    line = line_of(error, path)
    text = f"raised {type(error).__name__}" + (f": {message}" if message else "")
    return one_line(text) + (f" at line {line}" if line is not None else "")


def log_traceback(error):
    """Writes the bot's part of the traceback to the log."""
    try:
        import traceback
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
            trace = trace.tb_next
        traceback.print_exception(type(error), error, trace or error.__traceback__, limit=-50)
    except BaseException:
        pass


# Bits of co_flags: *args, and the kinds of functions that do not return a move when called.
CO_VARARGS, CO_GENERATOR, CO_COROUTINE, CO_ASYNC_GENERATOR = 0x04, 0x20, 0x80, 0x200


def check_entry(get_move):
    if not callable(get_move):
        raise BotError("the file must define a function get_move(board, time_left_ms)")
    code = getattr(get_move, "__code__", None)
    if code is None:
        return
    if code.co_flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR):
        raise BotError("get_move must be an ordinary function, without yield or async")
    defaults = len(get_move.__defaults__ or ())
    keywords = code.co_kwonlyargcount - len(get_move.__kwdefaults__ or ())
    enough = code.co_argcount >= 2 or code.co_flags & CO_VARARGS
    if not enough or code.co_argcount - defaults > 2 or keywords > 0:
        raise BotError(f"get_move must take two arguments, board and time_left_ms, not {code.co_argcount}")


def names_in(code, found):
    """Names of globals and attributes that the code mentions anywhere, and "*" if it imports all of a module."""
    found.update(code.co_names)
    for constant in code.co_consts:
        if constant == ("*",):
            found.add("*")
        if type(constant) is type(code):
            names_in(constant, found)
    return found


def complete_chess(names):
    """Makes the parts of the chess module that the bot mentions."""
    if "*" in names:
        chess._lazy.complete(vars(chess))
    else:
        chess._lazy.complete(vars(chess), names)


def load_bot(path):
    """Runs the bot's file and returns its get_move. BotError when it cannot be used."""
    text = _source.read(path)
    module = type(sys)("bot")
    module.__dict__["__builtins__"] = bot_builtins()
    sys.modules["bot"] = module
    try:
        code = compile(text, path, "exec", dont_inherit=True)
        names = names_in(code, set())
        complete_chess(names)
        if "report" in names:
            import rookery._report  # now, when it is not on the bot's clock
        exec(code, module.__dict__)
    except BaseException as error:
        log_traceback(error)
        raise BotError(f"loading {describe(error, path)}")
    get_move = module.__dict__.get("get_move")
    check_entry(get_move)
    return get_move


# ---- The protocol -----------------------------------------------------------------------------------------------

class Channel:
    """Lines in and out, on file descriptors that the bot does not know."""

    def __init__(self):
        self.input = posix.dup(0)
        self.output = posix.dup(1)
        nothing, closed = posix.pipe()
        posix.dup2(nothing, 0)
        posix.close(nothing)
        posix.close(closed)
        posix.dup2(2, 1)
        sys.stdout = sys.stderr
        self.waiting = b""
        self.ended = False

    def read_line(self):
        """The next line without its end, or None once the input has ended."""
        while True:
            line, newline, rest = self.waiting.partition(b"\n")
            if newline:
                self.waiting = rest
                return line.decode("utf-8", "replace").strip()
            if self.ended:
                self.waiting = b""
                return line.decode("utf-8", "replace").strip() or None
            chunk = posix.read(self.input, 65536)
            self.ended = not chunk
            self.waiting += chunk

    def write(self, line):
        data = line.encode("ascii", "replace") + b"\n"
        while data:
            data = data[posix.write(self.output, data):]


class Quit(Exception):
    pass


# The arena's names, and those that other programs use for UCI_Variant.
VARIANT_WORDS = {
    "chess": "standard", "standard": "standard", "normal": "standard", "chess960": "chess960",
    "fischerandom": "chess960", "crazyhouse": "crazyhouse", "atomic": "atomic", "kingofthehill": "kingofthehill",
    "koth": "kingofthehill", "3check": "threecheck", "threecheck": "threecheck", "antichess": "antichess",
    "horde": "horde", "racingkings": "racingkings",
}
OFFERED_VARIANTS = ("chess", "chess960", "crazyhouse", "atomic", "kingofthehill", "3check", "antichess", "horde",
                    "racingkings")

CLOCK_MAX_MS = 10 ** 9

# Time to name to the bot where the opponent of the clock is nobody: a move takes a small part of it.
UNLIMITED_MS = 60_000
NODES_OR_DEPTH_MS = 10_000

# How much of what arena.report() says goes out for one move.
REPORT_LINES = 100

push, copy_board, parse_uci, to_uci = _core.Board.push, _core.Board.copy, _core.Board.parse_uci, _core.Board.uci
parse_san, fen_of, has_moves = _core.Board.parse_san, _core.Board.fen, _core.Board.generate_legal_moves


def make_report(session):
    """arena.report() as bots call it. What it writes to is in a closure, not in a module where it could be found."""
    def report(depth=None, score=None, nodes=None, pv=None, text=None):
        session.report(depth, score, nodes, pv, text)
    report.__doc__ = arena.report.__doc__
    return report


class Session:
    def __init__(self, path, channel):
        self.path = path
        self.name = path.rpartition("/")[2].removesuffix(".py")
        self.channel = channel
        self.variant = "standard"
        self.chess960 = False
        self.played = False
        self.thinking = False
        self.lines_left, self.held = 0, []
        arena.report = make_report(self)
        self.get_move = load_bot(path)
        self.set_start(None)

    # -- positions --

    def set_start(self, fen):
        """Sets up a start position, None being the variant's; ValueError if the FEN is malformed."""
        board_class = arena.VARIANT_BOARDS[self.variant]
        chess960 = self.chess960 or self.variant == "chess960"
        self.board = board_class(board_class.starting_fen if fen is None else fen, chess960=chess960)
        self.start = fen
        self.moves = []

    def set_position(self, words):
        if words[:1] == ["startpos"]:
            fen, rest = None, words[1:]
        elif words[:1] == ["fen"]:
            end = words.index("moves") if "moves" in words else len(words)
            fen, rest = " ".join(words[1:end]), words[end:]
        else:
            return self.complain("a position starts with startpos or fen")
        moves = rest[1:] if rest[:1] == ["moves"] else []
        if fen != self.start or moves[:len(self.moves)] != self.moves:
            try:
                self.set_start(fen)
            except ValueError as error:
                return self.complain(f"keeping the old position: {error}")
        for word in moves[len(self.moves):]:
            try:
                push(self.board, parse_uci(self.board, word))
            except ValueError:
                return self.complain(f"the position ends before {word}, which is not legal in {fen_of(self.board)}")
            self.moves.append(word)

    # -- options --

    def set_option(self, words):
        lowered = [word.lower() for word in words]
        if lowered[:1] != ["name"]:
            return
        end = lowered.index("value") if "value" in lowered else len(words)
        name, value = " ".join(lowered[1:end]), " ".join(words[end + 1:])
        if name == "uci_variant":
            word = "".join(letter for letter in value.lower() if letter.isalnum())
            if word not in VARIANT_WORDS:
                return self.complain(f"keeping {self.variant}: there is no variant {value!r}")
            self.variant = VARIANT_WORDS[word]
        elif name == "uci_chess960":
            self.chess960 = value.lower() == "true"
        else:
            return
        self.set_start(None)

    def new_game(self):
        if self.played:
            self.get_move = load_bot(self.path)
            self.played = False
        self.set_start(None)

    # -- thinking --

    def clock(self, words):
        """(time left, increment) in milliseconds, as the bot is to believe."""
        numbers = {}
        for name, value in zip(words, words[1:]):
            try:
                numbers[name] = min(max(0, int(value)), CLOCK_MAX_MS)
            except ValueError:
                continue
        side = "w" if self.board.turn else "b"
        increment = numbers.get(side + "inc", 0)
        if side + "time" in numbers:
            return numbers[side + "time"], increment
        if "movetime" in numbers:
            return numbers["movetime"], increment
        return (NODES_OR_DEPTH_MS if "nodes" in numbers or "depth" in numbers else UNLIMITED_MS), increment

    def think(self, words):
        if next(has_moves(self.board), None) is None:
            move = "0000"
        else:
            time_left_ms, increment_ms = self.clock(words)
            board = copy_board(self.board)
            board.increment_ms = increment_ms
            self.played = True
            move = self.ask(board, time_left_ms)
        if "infinite" in words or "ponder" in words:
            self.wait_for_stop()
        self.channel.write(f"bestmove {move}")

    def report(self, depth, score, nodes, pv, text):
        """Passes on what the bot says of its search. When it says too much, only the last of it."""
        if not self.thinking:
            return
        from rookery import _report
        lines = _report.info_lines(self.board, depth, score, nodes, pv, text, one_line)
        self.held = lines
        if self.lines_left >= len(lines) + 2:  # a report has two at most, and two are kept for the last one
            self.lines_left -= len(lines)
            self.write_held()

    def write_held(self):
        for line in self.held:
            self.channel.write(line)
        self.held = []

    def ask(self, board, time_left_ms):
        self.thinking, self.lines_left = True, REPORT_LINES
        try:
            answer = self.get_move(board, time_left_ms)
        except BaseException as error:
            log_traceback(error)
            raise BotError(f"get_move {describe(error, self.path)}")
        finally:
            self.thinking = False
        if self.held:
            self.write_held()
        try:
            return self.move_text(answer)
        except BotError:
            raise
        except BaseException:
            raise BotError("get_move returned a move that cannot be read")

    def move_text(self, answer):
        """The answer in UCI notation. Exact types only: a subclass could lie about itself."""
        if type(answer) is _core.Move:
            if _core.Move.__bool__(answer):
                return to_uci(self.board, answer)
            raise BotError("get_move returned a null move")
        if type(answer) is str:
            return self.read_text(answer)
        if answer is None:
            raise BotError("get_move returned None instead of a move")
        raise BotError(f"get_move returned an object of type {one_line(type(answer).__name__, 40)} instead of a move")

    def read_text(self, text):
        """UCI or SAN. A move that is not legal goes out as it is: judging it is the referee's business."""
        word = text.strip()[:16]
        for parse in (parse_uci, parse_san):
            try:
                move = parse(self.board, word)
            except ValueError:
                continue
            if move:
                return to_uci(self.board, move)
        try:
            return _core.Move.from_uci(word.lower()).uci()
        except ValueError:
            raise BotError(f"get_move returned {one_line(repr(text[:40]), 60)}, which is no move")

    def wait_for_stop(self):
        """A search without end may only answer when it is told to stop."""
        while True:
            line = self.channel.read_line()
            words = [] if line is None else line.split()
            if line is None or words[:1] == ["quit"]:
                raise Quit
            if words[:1] in (["stop"], ["ponderhit"]):
                return
            if words[:1] == ["isready"]:
                self.channel.write("readyok")

    # -- commands --

    def complain(self, text):
        self.channel.write(f"info string {one_line(text)}")

    def introduce(self):
        write = self.channel.write
        write(f"id name {one_line(self.name, 60)}")
        write("id author the author of the bot; host by Rookery")
        write("option name UCI_Chess960 type check default false")
        write("option name UCI_Variant type combo default chess " + " ".join(f"var {name}" for name in OFFERED_VARIANTS))
        write("uciok")

    def obey(self, line):
        words = line.split()
        command = words[0] if words else ""
        if command == "uci":
            self.introduce()
        elif command == "isready":
            self.channel.write("readyok")
        elif command == "setoption":
            self.set_option(words[1:])
        elif command == "ucinewgame":
            self.new_game()
        elif command == "position":
            self.set_position(words[1:])
        elif command == "go":
            self.think(words[1:])
            sys.stderr.flush()
        elif command == "quit":
            raise Quit

    def run(self):
        while True:
            line = self.channel.read_line()
            if line is None:
                return
            self.obey(line)


def end(status):
    """Leaves at once: threads or exit handlers of the bot have no say."""
    try:
        sys.stderr.flush()
    except BaseException:
        pass
    posix._exit(status)


def main(arguments):
    session_class = Session
    if arguments[1:2] == ["--profile"]:
        from rookery._profile import Notebook as session_class
        del arguments[1]
    if len(arguments) != 2:
        sys.stderr.write("usage: python3 -I -S host.py my_bot.py\n")
        end(2)
    sys.modules["chess"], sys.modules["chess.variant"], sys.modules["arena"] = chess, chess_variant, arena
    channel = Channel()
    try:
        session_class(arguments[1], channel).run()
    except Quit:
        end(0)
    except BotError as error:
        sys.stderr.write(f"error: {error}\n")
        channel.write(f"info string error: {one_line(str(error), 400)}")
        end(1)
    except KeyboardInterrupt:
        end(130)
    except BrokenPipeError:
        end(0)
    except BaseException as error:
        log_traceback(error)
        channel.write(f"info string error: the bot host failed: {describe(error, arguments[1])}")
        end(1)
    end(0)
