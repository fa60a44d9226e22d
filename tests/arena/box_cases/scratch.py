# R03, F02: what can be written, and how much of it.
exec(open("/bot/attempt.py").read())
nonce = sys.argv[1]
print("found", sorted(os.listdir("/tmp")), flush=True)


def fill():
    with open("/tmp/" + nonce, "wb", buffering=0) as file:
        while True:
            file.write(bytes(1 << 20))


attempt("fill", fill)
for folder in "/", "/bot", "/dev", "/dev/shm", "/usr", "/usr/lib", "/var/tmp", "/run":
    attempt("write " + folder, lambda: open(folder + "/" + nonce, "w"))
attempt("change the bot", lambda: open("/bot/scratch.py", "a"))
