"""What a case is: a bot's source, what the check must say of it, and how its games may end in the box."""
import dataclasses
import pathlib

ATTACK = (pathlib.Path(__file__).resolve().parent / "attack.py").read_text()

REFUSE, ACCEPT, EITHER = "refuse", "accept", "either"
ANY_END = ("rules", "adjudication", "time forfeit", "illegal move", "crash", "hang", "flood", "did not start")
GOES_ON = ("rules", "adjudication")

GET_MOVE = """
def get_move(board, time_left_ms):
    return board.legal_moves()[0]
"""

# Goes from what a snippet got hold of to Python's own builtins; the last resort is the walk over all classes, which
# needs nothing but a dot. Then the attack begins.
FOLLOW_UP = """

def builtins_from(found, depth=0):
    if depth > 4 or found is None:
        return None
    if type(found) is dict:
        for key in "__builtins__", "builtins", "bltns", "sys", "os":
            real = builtins_from(found.get(key), depth + 1)
            if real is not None:
                return real
        return found if is_real(found.get("exec")) and is_real(found.get("__import__")) else None
    if is_real(found) and found.__name__ == "open":
        return builtins_from(found.__self__, depth + 1)
    names = found.__globals__ if type(found) is type(is_real) else None
    if names is None and type(found) is type(arena_module):
        names = found.__dict__
        if "modules" in names:
            names = {"builtins": names["modules"].get("builtins"), **names}
    if names is None and type(found) is list:
        return builtins_from_classes(found)
    if names is None and hasattr(found, "f_globals"):
        names = found.f_globals
    return builtins_from(dict(names), depth + 1) if names is not None else None


def is_real(one):
    return type(one) is type(len)


def builtins_from_classes(classes):
    for one in classes:
        try:
            real = builtins_from(one.__init__.__globals__["__builtins__"])
        except (AttributeError, KeyError, TypeError):
            continue
        if real is not None:
            return real
    return None


import arena as arena_module
attacked = []
try:
    found
except NameError:
    found = None


def attack():
    if attacked:
        return
    attacked.append(True)
    by = "snippet"
    real = builtins_from(found)
    if real is None:
        by = "classes"
        real = builtins_from_classes(().__class__.__base__.__subclasses__())
    print("REACHED", by if real is not None else "nothing", flush=True)
    if real is not None:
        real["exec"](ATTACK, {"__builtins__": real, "TARGET": TARGET})


bots_get_move = get_move


def get_move(board, time_left_ms):
    attack()
    return bots_get_move(board, time_left_ms)
"""


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    source: str                 # without get_move: a harmless one is added
    check: str = REFUSE
    ends: tuple = GOES_ON
    full: bool = False          # without the guard, the snippet alone must reach Python's builtins
    attacks: bool = False       # the attack is appended, and `found` is what the snippet reached
    reason: str = ""            # a pattern for the recorded reason
    says: tuple = ()            # what the bot's log must hold
    when_run: bool = False      # the check sees it only when it loads the bot
    clock: str = ""             # of its own, where the end must not come from the clock
    raw: bytes = b""            # instead of source, where the bytes matter
    ending = ".py"

    def plain(self):
        """What is given to the check."""
        if self.raw:
            return self.raw
        return (self.source + ("" if "def get_move" in self.source or "get_move =" in self.source else GET_MOVE)).encode()

    def bot(self, target):
        """What is given to the box."""
        text = self.plain()
        if b"TARGET" in text and not self.attacks:
            text = f"TARGET = {target!r}\n".encode() + text
        if self.attacks:
            text += f"\nTARGET = {target!r}\nATTACK = {ATTACK!r}\n{FOLLOW_UP}".encode()
        return text
