# R11: more threads than a box may have; those that exist are busy together for half a second.
import hashlib
import threading
import time

everybody = threading.Event()
end = 0.0
block = bytes(1 << 20)


def work():
    everybody.wait()
    while time.monotonic() < end:
        hashlib.sha256(block)  # outside the interpreter's lock


threads = []
try:
    for i in range(64):
        thread = threading.Thread(target=work)
        thread.start()
        threads.append(thread)
except RuntimeError:
    print("refused", len(threads), flush=True)
end = time.monotonic() + 0.5
everybody.set()
for thread in threads:
    thread.join()
print("worked", flush=True)
