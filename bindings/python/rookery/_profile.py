"""The bot host with a notebook, for `rookery profile`: host.py --profile my_bot.py

After each move it writes what the move cost:

    info string profile move COPIES PUSHES MEMORY_KB        boards copied, moves pushed, peak memory so far

Only counters are read there, before and after, so that the move takes as long as in any other game. After the line
`profile calls` moves are searched under Python's profiler instead, which makes everything two or three times slower,
and before each answer comes the list of what took longest in all searches since:

    info string profile total OWN_US                        time that was profiled, in microseconds
    info string profile call CALLS OWN_US LINE NAME         own time: without that of the functions it called
"""
import time

from rookery import _core, _host

CALLS_SHOWN = 12
NAME_LENGTH = 80


def peak_memory_kb():
    try:
        import resource
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    except (ImportError, OSError):
        return 0


def native_name(text):
    """'board.copy()' of "<method 'copy' of 'rookery._core.Board' objects>", 'time.monotonic()' of "<built-in method ...>"."""
    words = text.strip("<>").replace("'", "").split()
    if words[:1] == ["method"] and len(words) >= 4:
        owner = words[3].rpartition(".")[2]
        return f"{'board' if owner.endswith('Board') else owner}.{words[1]}()"
    if words[:2] == ["built-in", "method"] and len(words) == 3:
        return words[2].removeprefix("builtins.").removeprefix("rookery._core.") + "()"
    return text


def function_name(code):
    return getattr(code, "co_qualname", code.co_name).replace(".<locals>", "")


def called_by(entries):
    """For each native function the Python function that spent most in it."""
    most = {}
    for entry in entries:
        for call in entry.calls or ():
            if isinstance(call.code, str) and not isinstance(entry.code, str):
                if call.inlinetime >= most.get(call.code, (0, None))[0]:
                    most[call.code] = call.inlinetime, entry.code
    return {text: code for text, (_, code) in most.items()}


def describe_calls(profiler):
    """[(calls, own microseconds, line, name)], the slowest first, and the microseconds of all."""
    entries = profiler.getstats()
    callers = called_by(entries)
    rows = []
    for entry in entries:
        if isinstance(entry.code, str):
            caller = callers.get(entry.code)
            if "_lsprof" in entry.code:
                continue
            line = caller.co_firstlineno if caller else 0
            name = native_name(entry.code) + (f" in {function_name(caller)}" if caller else "")
        else:
            line, name = entry.code.co_firstlineno, function_name(entry.code)
        rows.append((entry.callcount, int(entry.inlinetime * 1e6), line, name))
    rows.sort(key=lambda row: -row[1])
    return rows, sum(row[1] for row in rows)


class Notebook(_host.Session):
    def __init__(self, path, channel):
        start = time.perf_counter()
        super().__init__(path, channel)
        channel.write(f"info string profile load {int((time.perf_counter() - start) * 1e6)}")
        self.profiler = None

    def obey(self, line):
        if line == "profile calls":
            import _lsprof
            self.profiler = _lsprof.Profiler(subcalls=True, builtins=True)
        else:
            super().obey(line)

    def ask(self, board, time_left_ms):
        copies, pushes = _core._work_done()
        plain = self.get_move
        if self.profiler is not None:
            self.get_move = self.watched
        try:
            self.plain = plain
            return super().ask(board, time_left_ms)
        finally:
            self.get_move = plain
            copies_now, pushes_now = _core._work_done()
            self.channel.write(f"info string profile move {copies_now - copies} {pushes_now - pushes} {peak_memory_kb()}")
            self.write_calls()

    def watched(self, board, time_left_ms):
        self.profiler.enable()
        try:
            return self.plain(board, time_left_ms)
        finally:
            self.profiler.disable()

    def write_calls(self):
        if self.profiler is None:
            return
        rows, total = describe_calls(self.profiler)
        self.channel.write(f"info string profile total {total}")
        for calls, own, line, name in rows[:CALLS_SHOWN]:
            self.channel.write(f"info string profile call {calls} {own} {line} {_host.one_line(name, NAME_LENGTH)}")
