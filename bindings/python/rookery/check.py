"""Checks the source of a Python bot and prints what it finds as JSON: python3 -I -S check.py my_bot.py

The work is in _check.py; this file only finds it. `rookery check` runs it in a box."""
import sys


def main():
    here = __file__.rpartition("/")[0] or "."
    sys.path.insert(0, here.rpartition("/")[0] or (here + "/.." if here != "." else ".."))
    from rookery import _check
    _check.main(sys.argv)


main()
