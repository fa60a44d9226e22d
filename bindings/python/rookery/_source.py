"""Reads a bot's file: the same bytes, for the check and for the bot host, become the same text."""


class BotError(Exception):
    """A mistake of the bot, as one sentence, perhaps with its line and column."""

    def __init__(self, sentence, line=None, column=None):
        super().__init__(sentence)
        self.line, self.column = line, column


COOKIE_LETTERS = "-_.0123456789abcdefghijklmnopqrstuvwxyz"


def declared_encoding(line):
    """The encoding that a comment line declares, as PEP 263 reads it, or None."""
    comment = line.lstrip(" \t\f")
    if not comment.startswith("#"):
        return None
    for mark in ("coding:", "coding="):
        place = comment.find(mark)
        if place >= 0:
            name = comment[place + len(mark):].lstrip(" \t").lower()
            end = 0
            while end < len(name) and name[end] in COOKIE_LETTERS:
                end += 1
            return name[:end] or None
    return None


def hidden(letter):
    """Whether a character cannot be seen but changes what a line is or how it looks: a control character, a mark for the
    direction of writing, a line break that is none for Python, a blank of no width."""
    code = ord(letter)
    return (code < 32 and letter not in "\t\n") or 127 <= code < 160 or code in (
        0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x2060, 0xfeff) or 0x202a <= code <= 0x202e or 0x2066 <= code <= 0x2069


def first_hidden(text):
    """Where the first hidden character is, or None."""
    return min((text.index(letter) for letter in set(text) if not letter.isprintable() and hidden(letter)), default=None)


def place_of(text, index):
    """Line and column, from 1, of a place in the text."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def decode(raw):
    """The text of a source file, lines ended by \\n; BotError if Python might read it in another way than it looks."""
    try:
        text = raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        raise BotError(f"the file is not UTF-8 text (byte {error.start})", raw.count(b"\n", 0, error.start) + 1, 1)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    place = first_hidden(text)
    if place is not None:
        line, column = place_of(text, place)
        name = "a NUL character" if text[place] == "\0" else f"the invisible character U+{ord(text[place]):04X}"
        raise BotError(f"the file contains {name} in line {line}", line, column)
    for number, line in enumerate(text.split("\n", 2)[:2], 1):
        encoding = declared_encoding(line)
        if encoding not in (None, "utf-8", "utf8", "utf-8-sig", "utf_8"):
            raise BotError(f"the file declares the encoding {encoding!r}; it must be UTF-8", number, 1)
    return text


def read(path):
    """decode() of a file."""
    try:
        with open(path, "rb") as file:
            raw = file.read()
    except OSError as error:
        raise BotError(f"the file cannot be read: {error.strerror}")
    return decode(raw)
