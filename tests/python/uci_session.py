"""A conversation with the bot host, for tests: reads with a time limit, ends the process whatever happens."""
import os
import select
import subprocess
import sys
import time


class Ended(Exception):
    """The host closed its output."""


class Session:
    def __init__(self, host_path, bot_path, python=sys.executable, environment=None):
        self.process = subprocess.Popen(
            [python, "-I", "-S", "-B", host_path, str(bot_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=environment)
        self.waiting = b""
        self.log = b""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                if stream is not None:
                    stream.close()
            except BrokenPipeError:
                pass

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        self.process.stdin.flush()

    def read_line(self, limit=20.0):
        """The next line of the protocol; the log is collected meanwhile."""
        deadline = time.monotonic() + limit
        out, log = self.process.stdout.fileno(), self.process.stderr.fileno()
        while b"\n" not in self.waiting:
            left = deadline - time.monotonic()
            assert left > 0, f"no line within {limit} s; so far {self.waiting!r}, log {self.log[-500:]!r}"
            for ready in select.select([out, log], [], [], left)[0]:
                chunk = os.read(ready, 65536)
                if ready == log:
                    self.log += chunk
                elif not chunk:
                    raise Ended
                else:
                    self.waiting += chunk
        line, _, self.waiting = self.waiting.partition(b"\n")
        return line.decode()

    def read_until(self, word, limit=20.0):
        """Lines up to and including the first that starts with the word."""
        lines = [self.read_line(limit)]
        while lines[-1].split(" ")[0] != word:
            lines.append(self.read_line(limit))
        return lines

    def ask(self, *lines, limit=20.0):
        """Sends and returns the move of the next bestmove."""
        self.send(*lines)
        return self.read_until("bestmove", limit)[-1].split()[1]

    def finish(self, limit=20.0):
        """(status, lines of the protocol, log) once the process has ended."""
        out, log = self.process.communicate(timeout=limit)
        lines = (self.waiting + out).decode().splitlines()
        return self.process.returncode, lines, (self.log + log).decode()
