"""Puts the Python files of the package beside the native module in the build folder, compiled.

assemble.py SOURCE TARGET STAMP. The compiled files are never checked against their sources, so that they also work
where nothing can be written and cost no look at the disk; the build runs this again whenever a source changes.
"""
import os
import py_compile
import shutil
import sys


def main(source, target, stamp):
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
    with open(stamp, "w", encoding="utf-8"):
        pass


if __name__ == "__main__":
    main(*sys.argv[1:])
