"""Plays attacks as bots in real games, and looks whether the host felt anything.

    with Arena() as arena:                    # a folder of its own, with canaries
        games = arena.play(cases)             # one process, many games at once
        arena.check_host()                    # what must hold after anything

The opponent of every attack is a harmless bot. What an attack got it prints, so its log is the evidence."""
import ctypes
import glob
import json
import os
import pathlib
import secrets
import shutil
import socket
import statistics
import subprocess
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = (ROOT / os.environ.get("ROOKERY_BUILD", "build")).resolve()
ROOKERY = BUILD / "src" / "cli" / "rookery"
PACKAGE = BUILD / "bindings" / "python"
JAVASCRIPT_HOST = BUILD / "bindings" / "js" / "host"

PR_SET_CHILD_SUBREAPER = 36
HURRY = "1+0.1"  # the clock of those that may lose by it; the others must not, however busy the machine
FDS_OF_A_PROCESS = 6  # of the arbiter: three pipes, the keeper's line, its pidfd, the freezer

# Takes the source check and the import guard out of the host: a bot then has all of Python, as if every rule of the
# check had been got round. What is left is the box.
UNGUARDED_HOST = '''
import builtins
import sys
sys.path.insert(0, __file__.rpartition("/rookery/")[0])
from rookery import _host
assert "__import__" in _host.bot_builtins()
_host.bot_builtins = lambda: dict(vars(builtins))
_host.main(sys.argv)
'''

# The same for JavaScript: a bot then has all of Node, as if it had got out of its realm.
REALM = "const context = vm.createContext(Object.create(null), "
UNGUARDED_REALM = "const context = vm.createContext({ __proto__: null, require, process, Buffer }, "

GOOD_BOT = '''# token: {token}
def get_move(board, time_left_ms):
    return board.legal_moves()[0]
'''


class Listeners:
    """Canaries of the network: they note whoever comes."""

    def __init__(self, folder, mark):
        self.visits = []
        self.sockets = []
        self.unix = str(folder / "listener")
        self.abstract = "rookery-" + mark
        self.tcp = self.add(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))
        self.port = self.tcp.getsockname()[1]
        self.add(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", self.port))
        self.add(socket.AF_UNIX, socket.SOCK_STREAM, self.unix)
        self.add(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + self.abstract)
        self.add(socket.AF_UNIX, socket.SOCK_DGRAM, "\0" + self.abstract + "-dgram")
        os.chmod(self.unix, 0o777)

    def add(self, family, kind, address):
        one = socket.socket(family, kind)
        one.bind(address)
        one.setblocking(False)
        if kind == socket.SOCK_STREAM:
            one.listen(8)
        self.sockets.append(one)
        return one

    def look(self):
        """Connections wait in the queue until somebody looks."""
        for one in self.sockets:
            try:
                if one.type == socket.SOCK_STREAM:
                    one.accept()[0].close()
                else:
                    one.recv(100)
                self.visits.append(one.getsockname())
            except BlockingIOError:
                pass
        return self.visits

    def close(self):
        for one in self.sockets:
            one.close()


class Game:
    """One game of an attack, seen from the attack's side."""

    def __init__(self, record, name, log):
        self.record, self.log = record, log
        self.side = "white" if record["white"] == name else "black"
        self.other = "black" if self.side == "white" else "white"
        self.end, self.reason = record["end"], record["reason"]
        self.lost = record["result"] == ("0-1" if self.side == "white" else "1-0")
        self.won = record["result"] == ("1-0" if self.side == "white" else "0-1")
        self.rated = record["rated"]
        self.cpu_ms = record["cpu_ms"][self.side]
        self.peak_kb = record["peak_memory_kb"][self.side]
        self.guilty = record.get("culprit") == self.side
        first = 0 if self.other == "white" else 1
        self.opponent_times_ms = record["times_ms"][first::2]
        self.own_times_ms = record["times_ms"][1 - first::2]

    def tries(self):
        """{name: outcome} of the attack's own report."""
        found = {}
        for line in self.log.splitlines():
            if line.startswith("TRY call "):
                words = line.split(" ", 3)
                found["call " + words[2]] = words[3]
            elif line.startswith("TRY "):
                words = line[4:].split(" ")
                place = next((i for i, word in enumerate(words) if word == "DONE" or word.endswith("Error")
                              or (word.isupper() and len(word) > 2 and i > 0 and word.startswith("E")) or word == "errno"),
                             len(words) - 1)
                found[" ".join(words[:place])] = " ".join(words[place:])
        return found

    def __repr__(self):
        return f"<{self.end}: {self.reason}; {self.side} {self.record['result']}>\n{self.log}"


def start_time(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[19]
    except (OSError, IndexError):
        return None


def own_children():
    """(pid, start time) of this process's children, the adopted among them."""
    pids = []
    for path in glob.glob("/proc/self/task/*/children"):
        try:
            pids += pathlib.Path(path).read_text().split()
        except OSError:
            continue  # a thread that has ended
    return {(int(pid), start_time(pid)) for pid in pids}


def children_of(pid):
    try:
        return len(pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    except OSError:
        return None


class FdWatch(threading.Thread):
    """Samples how many descriptors the arbiter has beyond those that its living players account for."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.samples, self.over = pid, [], threading.Event()

    def run(self):
        while not self.over.wait(0.02):
            players = children_of(self.pid)
            try:
                count = len(os.listdir(f"/proc/{self.pid}/fd"))
            except OSError:
                continue
            if players is not None and players == children_of(self.pid):
                self.samples.append(count - FDS_OF_A_PROCESS * players)

    def grown(self):
        """By how much the count has grown from the first third to the last. A start or an end in progress holds more
        for a moment, so the least of the last third counts; few samples say nothing."""
        self.over.set()
        self.join()
        third = len(self.samples) // 3
        return min(self.samples[-third:]) - statistics.median(self.samples[:third]) if third >= 10 else 0


class Arena:
    def __init__(self, mode=None, guarded=True, opponent=GOOD_BOT, only=()):
        """mode: a modes.Mode that says as whom and with which control groups to play; guarded: with the host as it is;
        only: the parts of the attack that are made, if not all."""
        self.mode, self.guarded, self.only = mode, guarded, only
        self.mark = "mark" + secrets.token_hex(8)
        self.token = "token" + secrets.token_hex(16)
        self.opponent = opponent.replace("{token}", self.token)
        self.runs = 0

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="rookery-escapes-"))
        self.bots, self.canaries = self.folder / "bots", self.folder / "canaries"
        for folder in self.bots, self.canaries:
            folder.mkdir()
        self.copy_program()
        self.secret = self.canaries / "secret"
        self.secret.write_text(f"the secret is {self.token}\n")
        self.good = self.bots / "good.py"
        self.good.write_text(self.opponent)
        self.listeners = Listeners(self.canaries, self.mark)
        for path in [self.folder, *self.folder.rglob("*")]:
            if path.is_dir() or path == self.secret:
                path.chmod(0o755 if path.is_dir() else 0o644)
            if os.geteuid() == 0 and self.user is not None:
                os.chown(path, self.user, self.user)
        # What outlives its parents below us becomes our child, and cannot be overlooked.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self.children_before = own_children()
        self.mounts_before = pathlib.Path("/proc/self/mountinfo").read_text()
        return self

    def __exit__(self, *_):
        self.listeners.close()
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def user(self):
        return self.mode.user if self.mode is not None else None

    def copy_program(self):
        """Where an ordinary user can reach it, whoever built it."""
        self.rookery = self.folder / "rookery"
        shutil.copy(ROOKERY, self.rookery)
        self.rookery.chmod(0o755)
        self.host = self.folder / "python"
        shutil.copytree(PACKAGE, self.host, ignore=shutil.ignore_patterns("*.so.p"))
        self.javascript_host = self.folder / "javascript"
        if JAVASCRIPT_HOST.exists():
            shutil.copytree(JAVASCRIPT_HOST, self.javascript_host)
        for path in [self.host, *self.host.rglob("*"), *self.folder.rglob("javascript"), *self.javascript_host.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        if not self.guarded:
            (self.host / "rookery" / "host.py").write_text(UNGUARDED_HOST)
            self.unguard_javascript(self.javascript_host / "worker.cjs")

    def unguard_javascript(self, worker):
        if worker.exists():
            text = worker.read_text()
            assert text.count(REALM) == 1
            worker.write_text(text.replace(REALM, UNGUARDED_REALM))

    def target(self):
        """What an attack is told."""
        only = {"only": self.only} if self.only else {}
        return {**only, "secret": str(self.secret), "other_bot": str(self.good), "folder": str(self.canaries), "mark": self.mark,
                "port": self.listeners.port, "unix": self.listeners.unix, "abstract": self.listeners.abstract,
                "pid": os.getpid()}

    def write_bots(self, cases):
        paths = []
        for case in cases:
            path = self.bots / f"{case.name}-{self.mark}{case.ending}"
            path.write_bytes(case.bot(self.target()))
            path.chmod(0o644)
            paths.append(path)
        return paths

    def player(self, case):
        """As the match calls it: the file's name, with ? for what cannot be seen."""
        return "".join(letter if letter.isprintable() else "?" for letter in f"{case.name}-{self.mark}")

    def match(self, cases, words=(), games=1, concurrency=6, clock="20", max_moves=2):
        """The command of a match of all cases against the harmless opponent, and where its logs go."""
        paths = self.write_bots(cases)
        self.runs += 1
        logs = self.folder / f"logs-{self.runs}"
        logs.mkdir(mode=0o755)
        if os.geteuid() == 0 and self.user is not None:
            os.chown(logs, self.user, self.user)
        own = {i + 2: case.clock or HURRY for i, case in enumerate(cases) if case.clock or "time forfeit" in case.ends}
        clocks = [word for player, limit in own.items() for word in ("--clock", f"{player}:{limit}")]
        command = [self.rookery, "match", self.good, *paths, "--gauntlet", "--games", games, "--json", "-", "--log-dir", logs,
                   "--concurrency", concurrency, "--clock", clock, "--clock", "1:60+1", "--max-moves", max_moves, *clocks, *words]
        return command, logs

    def play(self, cases, *words, games=1, concurrency=6, clock="20", max_moves=2):
        """A list of Games for each case, in the cases' order."""
        command, logs = self.match(cases, words, games, concurrency, clock, max_moves)
        self.done = self.run(command)
        assert self.done.stdout, f"exit status {self.done.returncode}: {self.done.stderr[-3000:]}"
        document = json.loads(self.done.stdout)
        return [self.games_of(document, case, logs) for case in cases]

    def start(self, command):
        environment = {"PATH": os.environ["PATH"], "ROOKERY_PYTHON": str(self.host),
                       "ROOKERY_JAVASCRIPT": str(self.javascript_host), "ARENA_CANARY": self.token}
        if self.mode is not None:
            command = self.mode.wrap(command)
        process = subprocess.Popen(list(map(str, command)), env=environment, stdin=subprocess.DEVNULL, cwd=self.canaries,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.arbiter = process.pid
        return process

    def run(self, command):
        process = self.start(command)
        watch = FdWatch(process.pid)
        watch.start()
        try:
            out, err = process.communicate(timeout=240)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            raise AssertionError(f"the arbiter hangs: {err[-3000:]!r}")
        finally:
            self.grown_fds = watch.grown()
        return subprocess.CompletedProcess(command, process.returncode, out.decode(), err.decode(errors="replace"))

    def games_of(self, document, case, logs):
        games = []
        for record in document["games"]:
            if self.player(case) not in (record["white"], record["black"]):
                continue
            side = "white" if record["white"] == self.player(case) else "black"
            log = "".join(path.read_text(errors="replace") for path in logs.glob(f"game-{record['number']:05}-{side}-*.log"))
            games.append(Game(record, self.player(case), log))
        return games

    # ---- what must hold after anything --------------------------------------------------------------------------

    def check_host(self):
        assert self.done.returncode in (0, 1), (self.done.returncode, self.done.stderr[-2000:])
        self.check_secrets()
        assert self.secret.read_text() == f"the secret is {self.token}\n"
        assert self.good.read_text() == self.opponent
        assert sorted(path.name for path in self.canaries.iterdir()) == ["listener", "secret"]
        assert self.listeners.look() == []
        self.check_processes()
        assert not [path for folder in ("/tmp", "/var/tmp", "/dev/shm", "/run", str(ROOT)) for path in
                    glob.glob(f"{folder}/*{self.mark}*")]
        assert not glob.glob(f"/sys/fs/cgroup/**/rookery-*-{self.arbiter}-*", recursive=True)
        assert pathlib.Path("/proc/self/mountinfo").read_text() == self.mounts_before
        assert self.mode is None or self.mode.clean() == []
        assert self.grown_fds <= FDS_OF_A_PROCESS, f"the arbiter has {self.grown_fds} descriptors more than at first"

    def check_secrets(self):
        """Neither the canary's content, nor the opponent's source, nor the arbiter's environment came out anywhere."""
        assert self.token not in self.done.stdout and self.token not in self.done.stderr
        for path in self.folder.glob("logs-*/*"):
            assert self.token not in path.read_text(errors="replace"), path

    def check_processes(self):
        left = own_children() - self.children_before
        assert not left, [pathlib.Path(f"/proc/{pid}/cmdline").read_bytes() for pid, _ in left if start_time(pid)]
        assert self.marked_processes() == []

    def reap(self):
        """Waits for what was left to us and has ended, as process 1 of a machine does. Whether nobody is left."""
        for pid, _ in own_children() - self.children_before:
            os.waitpid(pid, os.WNOHANG)
        return not own_children() - self.children_before and not self.marked_processes()

    def marked_processes(self):
        """Command lines that name one of the attacks, or the canaries."""
        found = []
        for path in glob.glob("/proc/[0-9]*/cmdline"):
            try:
                found.append(pathlib.Path(path).read_bytes())
            except OSError:
                continue
        return [words for words in found if self.mark.encode() in words]
