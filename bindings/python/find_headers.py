"""Prints the folder of Python.h: of the system's Python if it has one, else of the Python in PATH."""
import os
import subprocess
import sys

QUESTION = "import sysconfig; print(sysconfig.get_paths()['include'])"


def main():
    for python in ("/usr/bin/python3", "python3", sys.executable):
        try:
            answer = subprocess.run([python, "-c", QUESTION], capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        folder = answer.stdout.strip()
        if os.path.exists(os.path.join(folder, "Python.h")):
            print(folder)
            return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
