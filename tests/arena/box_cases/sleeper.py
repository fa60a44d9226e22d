# R09: does nothing for ever, after one line.
import time
print("sleeps", flush=True)
while True:
    time.sleep(1000)
