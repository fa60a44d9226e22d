"""Packs the files of the pages into the server: pack_pages.py FOLDER OUTPUT.c OUTPUT.bin

The bytes go into OUTPUT.bin, which the assembler takes as it is; OUTPUT.c says where each file lies in it. Files that
become smaller are there a second time, compressed.
"""
import gzip
import hashlib
import pathlib
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".net": "application/octet-stream",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}


def main(folder, source, binary):
    root, packed, entries = pathlib.Path(folder), bytearray(), []

    def add(data):
        packed.extend(b"\0" * (-len(packed) % 16))
        packed.extend(data)
        return len(packed) - len(data)

    for path in sorted(file for file in root.rglob("*") if file.is_file()):
        data = path.read_bytes()
        small = gzip.compress(data, 9, mtime=0)
        small = small if len(small) < len(data) * 0.95 else b""
        name = "/" + path.relative_to(root).as_posix()
        tag = hashlib.sha256(data).hexdigest()[:20]
        # The bundler puts what a file holds into the names of those in assets/: they never change.
        kept = "true" if name.startswith("/assets/") else "false"
        entries.append(f'    {{"{name}", "{TYPES[path.suffix]}", "{tag}", {kept}, {add(data)}, {len(data)}, '
                       f"{add(small)}, {len(small)}}},")
    pathlib.Path(binary).write_bytes(packed)
    where = str(pathlib.Path(binary).resolve()).replace("\\", "\\\\").replace('"', '\\"')
    lines = [
        "/* Made by tools/pack_pages.py. */",
        '#include "server/assets.h"',
        "",
        '__asm__(".section .rodata\\n.balign 16\\n.globl asset_bytes\\n.hidden asset_bytes\\nasset_bytes:\\n"',
        f'        ".incbin \\"{where}\\"\\n.byte 0\\n.previous\\n");',
        "const Asset assets[] = {",
        *entries,
        "};",
        "const size_t asset_count = sizeof assets / sizeof *assets;",
    ]
    pathlib.Path(source).write_text("\n".join(lines) + "\n", encoding="utf-8")


main(*sys.argv[1:])
