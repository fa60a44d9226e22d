# R02: memory that is really used, in steps smaller than any limit.
exec(open("/bot/attempt.py").read())
kept = []
while True:
    kept.append(b"x" * (8 << 20))
