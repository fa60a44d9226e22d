# R07, P34: writes without end, on both channels, with protocol text in it.
import os, sys
os.set_blocking(1, True)
while True:
    for channel in 1, 2:
        try:
            os.write(channel, b"bestmove e2e4\n" * 4000)
        except OSError:
            pass
