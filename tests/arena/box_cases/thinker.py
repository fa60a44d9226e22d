# F01: threads and children that go on while the opponent thinks.
import os, threading
count = 0


def think():
    global count
    while True:
        count += 1


threading.Thread(target=think, daemon=True).start()
if os.fork() == 0:
    think()
import sys
print("thinks", flush=True)
for line in sys.stdin:
    print(count, flush=True)
