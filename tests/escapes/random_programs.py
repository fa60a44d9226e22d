"""Random Python programs made of what bots may use and of what they may not: names of the allowed modules, attribute
chains, comprehensions, generators, exceptions, classes, patterns, and damaged pieces of the known escapes.

For tests/python/fuzz_programs.py; knows nothing of how the programs are tried."""
import functools
import importlib
import keyword
import re
import unicodedata

import catalogue

MODULES = """
    arena chess chess.variant array bisect collections collections.abc copy dataclasses decimal enum fractions functools
    heapq itertools math numbers operator random re statistics string time typing""".split()
OTHERS = """
    os sys builtins posix importlib _socket socket subprocess ctypes inspect types gc chess.engine os.path abc _thread
    threading io codecs pickle""".split()
BUILTINS = """
    abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict divmod enumerate eval exec
    filter float format frozenset getattr globals hasattr hash hex id input int isinstance issubclass iter len
    license list locals map max memoryview min next object oct open ord pow print property range repr reversed round
    set setattr slice sorted staticmethod str sum super tuple type vars zip __import__ __builtins__ __build_class__
    __name__ Exception BaseException ValueError StopIteration AttributeError NameError dir help copyright compile
    delattr breakpoint exit quit anext aiter""".split()
DUNDERS = """
    __class__ __base__ __bases__ __mro__ __subclasses__ __globals__ __builtins__ __code__ __closure__ __defaults__
    __dict__ __self__ __func__ __module__ __getattribute__ __getattr__ __reduce__ __reduce_ex__ __init__ __new__
    __call__ __enter__ __exit__ __del__ __init_subclass__ __set_name__ __class_getitem__ __instancecheck__
    __match_args__ __annotations__ __wrapped__ __traceback__ __context__ __cause__ __loader__ __spec__ __file__
    __doc__ __name__ __eq__ __hash__ __lt__ __str__ __repr__ __format__ __iter__ __next__ __len__ __getitem__
    __missing__ __bool__ __copy__ __deepcopy__ __slots__ __prepare__""".split()
INSIDES = """
    gi_frame gi_code gi_yieldfrom cr_frame ag_frame f_back f_globals f_builtins f_locals f_code tb_frame tb_next
    co_consts func_globals obj with_traceback func fget mro sys os modules _os _sys bltns inspect enum path environ
    popen system keywords partial update setdefault pop get items values copy fromkeys format format_map join split
    encode decode""".split()
METHODS = """
    __init__ __enter__ __exit__ __eq__ __hash__ __lt__ __str__ __repr__ __iter__ __next__ __len__ __getitem__
    __call__ __bool__ __missing__ __contains__ __add__ __format__ __copy__ __deepcopy__ __new__ __post_init__
    __index__ __reversed__""".split()
HARMLESS = """
    append pop get items values copy fromkeys push legal_moves fen turn piece_map uci san join split encode decode
    __init__ __eq__ __call__ __iter__ __next__ __getitem__ __new__ __enter__ __exit__ __copy__ __format__ send throw
    close args value""".split()
NOT_GENTLE = """
    anext aiter breakpoint compile copyright delattr dir eval exec exit getattr globals help id input license locals
    memoryview open quit setattr super type vars""".split()
GENTLE_BUILTINS = [name for name in BUILTINS if not name.startswith("__") and name not in NOT_GENTLE]
POSIX = """
    open read write listdir stat lstat unlink mkdir rmdir rename symlink link chmod chown mknod mkfifo fork kill
    killpg setsid setpgid execv posix_spawn pipe dup dup2 close closerange lseek ftruncate truncate getpid getppid
    setuid setgid setgroups nice setpriority sched_setscheduler sched_setaffinity umask chdir fchdir chroot getcwd
    readlink statvfs sendfile splice eventfd memfd_create pidfd_open waitpid wait abort _exit sync setns unshare
    setxattr getxattr posix_fallocate urandom getrandom ttyname openpty get_terminal_size sysconf pathconf
    copy_file_range device_encoding""".split()
POSIX_ARGUMENTS = ["0", "1", "-1", "9", "64", "0o777", "2**31", "b'x' * 100", "'/'", "'/tmp/x'", "'/bot'", "'/dev/null'",
                   "['/bin/sh']", "{}"]
RAW_ARGUMENTS = ["0", "1", "-1", "4096", "2**47", "0x10000000", "b'/tmp'", "buffer"]


def load(name):
    """An allowed module, or Rookery's own of that name."""
    return importlib.import_module("rookery." + name if name in ("arena", "chess", "chess.variant") else name)


@functools.lru_cache
def exported_names():
    """What bots get of each module, as the rules have it."""
    from rookery import _rules
    return {name: list(_rules.exported(name, load(name))) for name in MODULES}


def public_names():
    return {name: dir(load(name)) for name in MODULES}


class Generator:
    def __init__(self, rng):
        self.rng, self.names = rng, public_names()
        self.variables, self.gentle = ["found"], False
        self.exports = [one for names in exported_names().values() for one in names]
        self.attributes = [one for names in self.names.values() for one in names]

    def pick(self, *choices):
        return self.rng.choice(choices)

    # ---- names and expressions ---------------------------------------------------------------------------------------

    def variable(self):
        return self.rng.choice(self.variables)

    def new_variable(self):
        name = self.pick("a", "b", "c", "d", "e", "self", "x", "_y", "cls", "f", "g", "kept") + self.pick("", "", "1", "2")
        self.variables.append(name)
        return name

    def attribute(self):
        kind = self.rng.randrange(10)
        if self.gentle:
            return self.rng.choice(self.exports) if kind < 6 else self.rng.choice(HARMLESS)
        if kind < 4:
            return self.rng.choice(self.attributes)
        if kind < 6:
            return self.rng.choice(INSIDES)
        if kind < 8:
            return self.rng.choice(DUNDERS)
        return self.pick("_x", "x", "push", "legal_moves", "go", "move")

    def text(self):
        formatted = "f'{" + self.variable() + "!r:>{9}}'"
        if self.gentle:
            return self.pick("'e2e4'", "'{}'", "'{:>5}'.format(1)", formatted, "b'x'", "'x' * 3")
        name = self.attribute()
        return self.pick(repr(name), repr("{0." + name + "}"), repr("{a[" + name + "]}"), repr(self.rng.choice(OTHERS)),
                         formatted, "'e2e4'", "'x' * 3", "b'x'", "'\\x5f\\x5fclass\\x5f\\x5f'")

    def atom(self):
        kind = self.rng.randrange(12)
        if kind < 5:
            return self.variable()
        if kind < 7:
            return self.rng.choice(GENTLE_BUILTINS if self.gentle else BUILTINS)
        if kind < 9:
            return self.pick("0", "1", "-1", "()", "[]", "{}", "None", "True", "1.5", "...")
        if kind < 10:
            return self.rng.choice(["object", "len", "print", "str", "int"] + ["type"] * (not self.gentle))
        return "'x'"

    def expression(self, depth=3):
        if depth == 0:
            return self.atom()
        smaller = lambda: self.expression(depth - 1)  # noqa: E731
        kind = self.rng.randrange(20)
        if kind < 6:
            return f"{self.wrapped(smaller())}.{self.attribute()}"
        if kind < 10:
            return f"{self.wrapped(smaller())}({self.arguments(depth)})"
        if kind < 11:
            return f"{self.wrapped(smaller())}[{smaller()}]"
        if kind < 12:
            return f"[{smaller()} for {self.new_variable()} in {smaller()}]"
        if kind < 13:
            return f"({smaller()} for {self.new_variable()} in [{smaller()}])"
        if kind < 14:
            return f"(lambda {self.new_variable()}={smaller()}, *k: {smaller()})"
        if kind < 15:
            return f"({self.new_variable()} := {smaller()})" if self.rng.random() < 0.2 else smaller()
        if kind < 16:
            return f"({smaller()} if {smaller()} else {smaller()})"
        if kind < 17:
            return f"{{{smaller()}: {smaller()}}}"
        if kind < 18:
            return f"({smaller()} {self.pick('+', '%', '==', 'and', 'or', 'in', '|', '@', '<')} {smaller()})"
        return self.text()

    def wrapped(self, text):
        return text if re.fullmatch(r"[\w.()\[\]']*", text) and not text[:1].isdigit() else f"({text})"

    def arguments(self, depth):
        words = [self.pick("", "", "", "*") + self.expression(depth - 1) for _ in range(self.rng.randrange(3))]
        if self.rng.random() < 0.15:
            words.append(self.pick("x", "key", "self") + "=" + self.expression(depth - 1))
        return ", ".join(words)

    # ---- statements --------------------------------------------------------------------------------------------------

    def statement(self, depth, indent=""):
        kinds = [self.assignment] * 6 + [self.imports] * 3 + [self.class_statement] * 2 + [self.try_statement] * 2 + [
            self.call, self.function, self.generator, self.with_statement, self.loop, self.match_statement, self.patch,
            self.condition]
        if not self.gentle:
            kinds.append(self.coroutine)
        kind = self.assignment if depth <= 0 else self.rng.choice(kinds)
        return "".join(indent + line + "\n" for line in kind(depth).rstrip("\n").split("\n"))

    def block(self, depth):
        """One or two statements, one step in."""
        return "".join(self.statement(depth - 1, "    ") for _ in range(self.rng.randrange(1, 3)))

    def assignment(self, depth):
        return f"{self.new_variable()} = {self.expression()}"

    def call(self, depth):
        return f"print({self.expression()})"

    def imports(self, depth):
        name = self.rng.choice(MODULES if self.gentle or self.rng.random() < 0.85 else OTHERS)
        if self.rng.random() < 0.5:
            self.variables.append(name.split(".")[0])
            return f"import {name}" + self.pick("", f" as {self.new_variable()}")
        names = exported_names()[name] if self.gentle else self.names.get(name, ["path", "modules", "open"])
        return f"from {name} import {self.rng.choice(names)} as {self.new_variable()}"

    def function(self, depth):
        head = f"def {self.new_variable()}({self.new_variable()}=None, *{self.new_variable()}_z):\n"
        return head + self.block(depth) + f"    return {self.expression()}"

    def generator(self, depth):
        return f"def {self.new_variable()}():\n    {self.new_variable()} = yield {self.expression()}\n" + self.block(depth)

    def coroutine(self, depth):
        return f"async def {self.new_variable()}():\n" + self.block(depth)

    def try_statement(self, depth):
        kind = self.pick("Exception", "BaseException", "AttributeError", self.atom())
        text = "try:\n" + self.block(depth) + f"except {kind} as {self.new_variable()}:\n" + self.block(depth)
        return text + self.pick("", "finally:\n" + self.block(depth))

    def with_statement(self, depth):
        return f"with {self.expression(1)} as {self.new_variable()}:\n" + self.block(depth)

    def loop(self, depth):
        return f"for {self.new_variable()} in {self.expression(1)}:\n" + self.block(depth) + "    break"

    def match_statement(self, depth):
        inside = "".join("    " + line + "\n" for line in self.block(depth).rstrip("\n").split("\n"))
        return f"match {self.expression(1)}:\n    case {self.pattern()}:\n{inside}    case _:\n        pass"

    def patch(self, depth):
        return f"{self.expression(1)}.{self.attribute()} = {self.expression()}"

    def condition(self, depth):
        return f"if {self.expression(1)}:\n" + self.block(depth)

    def pattern(self):
        name, one = self.attribute(), self.new_variable()
        return self.pick(f"object({name}={one})", f"[{one}, *_]", f"{{'x': {one}}}", f"str({one})", one,
                         f"object({self.attribute()}=object({name}={one}))")

    def base(self):
        if self.gentle:
            return self.pick("", "(Exception)", "(list)", "(dict)", "(object)")
        return self.pick("", f"({self.atom()})", f"({self.atom()}, metaclass={self.atom()})", "(Exception)", "(type)", "(str)")

    def class_statement(self, depth):
        special = METHODS if self.gentle else DUNDERS
        name = self.rng.choice(special) if self.rng.random() < 0.6 else self.pick("go", "_go", "step")
        decorator = self.pick("", "", f"@{self.atom()}\n", f"@{self.expression(2)}\n")
        field = f"    {self.new_variable()}: {self.annotation()} = {self.expression(1)}\n"
        inside = "".join("    " + line + "\n" for line in self.block(depth).rstrip("\n").split("\n"))
        method = f"    def {name}(self, *{self.new_variable()}):\n{inside}        return {self.expression()}"
        return f"{decorator}class {self.new_variable()}{self.base()}:\n{field}{method}"

    def annotation(self):
        return self.pick("int", "object", "list[int]") if self.gentle else self.expression(1)

    def sheltered(self, statement):
        if self.rng.random() < (0.03 if self.gentle else 0.2):
            return statement
        lines = "".join("    " + line + "\n" for line in statement.rstrip("\n").split("\n"))
        return f"try:\n{lines}except Exception:\n    pass\n"

    # ---- programs ----------------------------------------------------------------------------------------------------

    def fresh(self):
        self.variables = ["found", "board_of_nobody"]
        text = "found = board_of_nobody = None\n"
        text += "".join(self.sheltered(self.imports(2) + "\n") for _ in range(self.rng.randrange(1, 4)))
        return text + "".join(self.sheltered(self.statement(2)) for _ in range(self.rng.randrange(2, 9)))

    def mutated(self):
        sources = [case.source for case in catalogue.ESCAPES + catalogue.ACCEPTED]
        text = self.rng.choice(sources)
        for _ in range(self.rng.randrange(1, 5)):
            text = self.mutation(text, sources)
        return text

    def mutation(self, text, sources):
        words = [match for match in re.finditer(r"\b[^\W\d]\w*\b", text) if not keyword.iskeyword(match.group())]
        kind = self.rng.randrange(8)
        if kind < 3 and words:
            match = self.rng.choice(words)
            return text[:match.start()] + self.attribute() + text[match.end():]
        if kind == 3 and words:
            match = self.rng.choice(words)
            return text[:match.start()] + self.other_letters(match.group()) + text[match.end():]
        lines = text.split("\n")
        place = self.rng.randrange(len(lines))
        if kind == 4:
            lines[place:place + self.rng.randrange(2)] = self.rng.choice(sources).split("\n")[:self.rng.randrange(1, 4)]
        elif kind == 5:
            lines.insert(place, lines[self.rng.randrange(len(lines))])
        elif kind == 6:
            del lines[place]
        else:
            cut = self.rng.randrange(len(lines[place]) + 1)
            stray = self.pick("(", ")", ".", "'", ":", "\\", "\t", ";", "#", "=", "\x0c", "\u200b", "\r", "")
            lines[place] = lines[place][:cut] + stray + lines[place][cut + self.rng.randrange(3):]
        return "\n".join(lines)

    def other_letters(self, word):
        """The same identifier to Python, in other letters."""
        place = self.rng.randrange(len(word))
        wide = chr(ord(word[place]) + 0xfee0) if "!" <= word[place] <= "~" else word[place]
        return word[:place] + wide + word[place + 1:] if unicodedata.normalize("NFKC", wide) == word[place] else word

    def system(self):
        """Calls of the system with random arguments; only for the box without a guard."""
        lines = ["import posix, ctypes, sys", "call = ctypes.CDLL(None).syscall", "buffer = ctypes.create_string_buffer(256)"]
        for _ in range(self.rng.randrange(5, 60)):
            line = self.posix_call() if self.rng.random() < 0.5 else self.raw_call()
            lines.append(f"try:\n    {line}\nexcept Exception:\n    pass")
        return "\n".join(lines) + "\n"

    def posix_call(self):
        arguments = [self.rng.choice(POSIX_ARGUMENTS) for _ in range(self.rng.randrange(4))]
        return f"posix.{self.rng.choice(POSIX)}({', '.join(arguments)})"

    def raw_call(self):
        """By number: one that is given out, any, or one of the other calling convention."""
        number = self.pick(self.rng.randrange(0, 480), self.rng.randrange(0, 1 << 31), 0x40000000 + self.rng.randrange(520))
        arguments = [self.rng.choice(RAW_ARGUMENTS) for _ in range(self.rng.randrange(7))]
        return f"call({', '.join([f'ctypes.c_long({number})', *arguments])})"

    def program(self):
        """Four in ten keep to what bots may use, as far as a generator can tell."""
        kind = self.rng.random()
        self.gentle = kind < 0.4
        return self.fresh() if kind < 0.7 else self.mutated()
