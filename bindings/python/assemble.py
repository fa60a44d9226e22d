"""Puts the Python files of the package beside the native module, compiled.

    assemble.py SOURCE TARGET STAMP    in the build folder; writes STAMP when done
    assemble.py SOURCE FOLDER          at installation, FOLDER being below Meson's prefix

The compiled files are never checked against their sources, so that they also work where nothing can be written and cost
no look at the disk; the build runs this again whenever a source changes.
"""
import os
import py_compile
import shutil
import sys


def assemble(source, target):
    for folder, _, files in os.walk(source):
        place = os.path.join(target, os.path.relpath(folder, source))
        for name in sorted(files):
            if not name.endswith((".py", ".pyi", ".typed")):
                continue
            os.makedirs(place, exist_ok=True)
            copy = os.path.join(place, name)
            shutil.copyfile(os.path.join(folder, name), copy)
            if name.endswith(".py"):
                py_compile.compile(copy, doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)


def main(source, target, stamp=None):
    if stamp is None:
        target = os.path.join(os.environ["MESON_INSTALL_DESTDIR_PREFIX"], target)
    assemble(source, target)
    if stamp is not None:
        with open(stamp, "w", encoding="utf-8"):
            pass


if __name__ == "__main__":
    main(*sys.argv[1:])
