# R11: more threads than a box may have, all of them busy for half a second.
import threading, time
end = time.monotonic() + 0.5


def work():
    # Outside the interpreter's lock.
    import hashlib
    block = bytes(1 << 20)
    while time.monotonic() < end:
        hashlib.sha256(block)


threads = []
try:
    for i in range(64):
        threads.append(threading.Thread(target=work))
        threads[-1].start()
except RuntimeError:
    print("refused", i, flush=True)
for thread in threads[:-1]:
    thread.join()
print("worked", flush=True)
