# R01: as many processes as can be had; each of them goes on trying.
exec(open("/bot/attempt.py").read())
print("starts", flush=True)
refused = False
while True:
    try:
        os.fork()
    except OSError as error:
        if not refused:
            print("refused", errno.errorcode[error.errno], flush=True)
        refused = True
