"""For tests: stands in for the Python bot host. Each order is one word; the bot's path is argument 1."""
import os
import sys

for line in sys.stdin:
    order = line.split()
    if order == ["uci"]:
        print("id name", os.path.basename(sys.argv[1]))
        print("uciok", flush=True)
    elif order == ["where"]:
        print(sys.argv[0], sys.argv[1], open(sys.argv[1]).read().strip(), flush=True)
    elif order == ["hang"]:
        print("hangs", flush=True)
        while True:
            pass
    elif order == ["crash"]:
        print("last words", flush=True)
        os.abort()
    elif order == ["leave"]:
        sys.exit(5)
    elif order == ["eat"]:
        kept = [b"x" * (16 << 20) for i in range(1000)]
    elif order == ["talk"]:
        sys.stderr.write("blah\n" * 200000)
        print("talked", flush=True)
    elif order == ["answer"]:
        sys.stdout.write("0123456789\n" * 20000)
        sys.stdout.flush()
    elif order == ["quit"]:
        break
