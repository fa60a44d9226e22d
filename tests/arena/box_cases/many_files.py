# R05: open files without end.
exec(open("/bot/attempt.py").read())
count = 0
try:
    while True:
        os.dup(0)
        count += 1
except OSError as error:
    print("refused", errno.errorcode[error.errno], count + 3, flush=True)
