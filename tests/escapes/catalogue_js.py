"""The catalogue of attacks in JavaScript: javascript.txt, and a bot that attacks with all of Node."""
import dataclasses
import json
import pathlib

import catalogue
from case import ANY_END, EITHER, REFUSE, Case

ATTACK = (pathlib.Path(__file__).resolve().parent / "attack.js").read_text()

# A body of makeMove, after the first report. What was found is asked for Node's process in the ways that there are.
BODY = """
function processFrom(found) {
  const ways = [(one) => one, (one) => one('return process')(), (one) => one.process, (one) => one.constructor('return process')(),
    (one) => one.constructor.constructor('return process')(), (one) => Object.getPrototypeOf(one).constructor.constructor('return process')(),
    (one) => one.call(null, 'return process')(), (one) => one.mainModule, (one) => one.getBuiltinModule('fs')];
  for (const way of ways)
    try {
      const one = way(found);
      if (one && (typeof one.pid === 'number' || typeof one.readFileSync === 'function'))
        return one;
    } catch (_) {
      // not this way
    }
  return null;
}

function attempt(board, timeRemaining, reportMove, getMemory) {
  let found;
  try {
%s
  } finally {
    console.log("REACHED", processFrom(found) === null ? "nothing" : "process");
  }
}

function makeMove(board, timeRemaining, reportMove, getMemory) {
  reportMove(board.moves()[0]);
  attempt(board, timeRemaining, reportMove, getMemory);
}
"""

# With all of Node, for its own ends.
FULL = """
%s
let attacked = false;

function makeMove(board, timeRemaining, reportMove, getMemory) {
  reportMove(board.moves()[0]);
  if (!attacked) {
    attacked = true;
    attack();
  }
}
""" % ATTACK


@dataclasses.dataclass(frozen=True)
class JsCase(Case):
    ending = ".js"

    def plain(self):
        has_entry = "makeMove(" in self.source or "J20" in self.name or "makeMove\"" in self.source
        return (self.source if has_entry else BODY % self.source).encode()

    def bot(self, target):
        text = self.plain()
        return f"const TARGET = {json.dumps(target)};\n".encode() + text if b"TARGET" in text else text


def as_javascript(case):
    return JsCase(**{field.name: getattr(case, field.name) for field in dataclasses.fields(Case)})


CASES = [as_javascript(case) for case in catalogue.read("javascript.txt", check=REFUSE)]
ATTACKER = JsCase("J21-all-of-Node", FULL, EITHER)

# R: what a bot with all of Node may use of the machine.
GREEDY = [JsCase(name, """
function makeMove(board, timeRemaining, reportMove, getMemory) {
  const { require, process } = globalThis;
  const fs = require("fs"), { Worker } = require("worker_threads"), { spawn } = require("child_process");
  reportMove(board.moves()[0]);
%s
}
""" % body, EITHER, ANY_END, clock=clock) for name, body, clock in [
    ("R01-forks", "  for (let i = 0; i < 200; i++)\n    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })"
     ".on('error', () => {});", "30"),
    ("R02-buffers", "  for (const all = [];;) all.push(Buffer.alloc(1 << 24, 1));", "30"),
    ("R03-scratch", "  for (let i = 0; i < 100; i++) fs.writeFileSync('/tmp/' + i, Buffer.alloc(1 << 20));", "30"),
    ("R05-files", "  for (let i = 0; i < 1000; i++) fs.openSync('/dev/null');", "30"),
    ("R07-protocol", "  for (;;) fs.writeSync(1, 'bestmove e2e4 '.repeat(1000) + '\\n');", "3"),
    ("R07-log", "  for (;;) fs.writeSync(2, 'x'.repeat(10000) + '\\n');", "3"),
    ("R11-threads", "  for (let i = 0; i < 100; i++) new Worker('while (true);', { eval: true }).on('error', () => {});", "10"),
    ("R17-signals", "  for (const pid of [-1, 1, process.ppid]) try { process.kill(pid, 'SIGKILL'); } catch (_) {}", "30"),
    ("J04-exit-of-the-thread", "  process.exit(0);", "30"),
    ("J04-abort", "  process.abort();", "30"),
    ("J21-native", "  process.binding('fs').internalModuleReadJSON('/etc/passwd');", "30"),
]]
