"""Writes a C file that puts files into the program: embed.py OUTPUT.c HEADER.h NAME=FILE ...

The header declares them as embedded_NAME, and embedded_NAME_size (unsigned long) where it is wanted; a NUL follows the
bytes. The assembler copies the files, since a compiler takes seconds for every megabyte of an array.
"""
import os
import sys

FILE = r'''
__asm__(".pushsection .rodata\n"
        ".balign 64\n"
        ".globl embedded_{name}\n"
        ".globl embedded_{name}_size\n"
        "embedded_{name}: .incbin \"{path}\"\n"
        ".byte 0\n"
        ".balign 8\n"
        "embedded_{name}_size: .quad {size}\n"
        ".popsection");'''


def main(output, header, *pairs):
    lines = ["/* Made by tools/embed.py. */", f'#include "{header}"']
    for pair in pairs:
        name, path = pair.split("=", 1)
        lines.append(FILE.format(name=name, path=os.path.abspath(path), size=os.path.getsize(path)))
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


main(*sys.argv[1:])
