"""Prints the prompt with which an AI model writes a bot: python3 -I -S prompt.py name=number ...

The work is in _prompt.py; this file only finds it. `rookery prompt python` runs it."""
import sys


def main():
    here = __file__.rpartition("/")[0] or "."
    sys.path.insert(0, here.rpartition("/")[0] or (here + "/.." if here != "." else ".."))
    from rookery import _prompt
    _prompt.main(sys.argv)


main()
