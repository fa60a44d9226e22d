"""Writes files as C arrays, so that the program has them wherever it is: embed.py OUTPUT.c HEADER.h NAME=FILE ...

The header declares them as embedded_NAME, and embedded_NAME_size where it is wanted; a NUL follows the bytes.
"""
import sys


def main(output, header, *pairs):
    lines = ["/* Made by tools/embed.py. */", f'#include "{header}"', ""]
    for pair in pairs:
        name, path = pair.split("=", 1)
        with open(path, "rb") as file:
            data = file.read() + b"\0"
        lines.append(f"const char embedded_{name}[] = {{")
        for start in range(0, len(data), 20):
            lines.append("    " + " ".join(f"'\\x{byte:02x}'," for byte in data[start:start + 20]))
        lines.append("};")
        lines.append(f"const unsigned long embedded_{name}_size = {len(data) - 1};")
    with open(output, "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")


main(*sys.argv[1:])
