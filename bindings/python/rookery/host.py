"""Presents a Python bot as a UCI engine on standard input and output: python3 -I -S host.py my_bot.py

The work is in _host.py, which is kept compiled; this file only finds it."""
import sys


def main():
    here = __file__.rpartition("/")[0] or "."
    sys.path.insert(0, here.rpartition("/")[0] or (here + "/.." if here != "." else ".."))
    from rookery import _host
    _host.main(sys.argv)


main()
