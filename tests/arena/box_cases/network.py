# R16: every way to be heard by somebody. The canaries' port and names are given; one outside address never answers.
import ctypes
import socket
exec(open("/bot/attempt.py").read())
port, path, abstract = int(sys.argv[2]), sys.argv[3], sys.argv[4]


def tcp():
    socket.create_connection(("127.0.0.1", port), timeout=2).sendall(b"hello")


def udp():
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"hello", ("127.0.0.1", port))


def unix(address):
    socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).connect(address)


attempt("tcp", tcp)
attempt("udp", udp)
attempt("unix", lambda: unix(path))
attempt("abstract", lambda: unix("\0" + abstract))
attempt("dns", lambda: socket.getaddrinfo("example.org", 80))
attempt("pair", socket.socketpair)
allowed = []
for family in range(64):
    for kind in 1, 2, 3, 5:
        try:
            socket.socket(family, kind)
            allowed.append((family, kind))
        except OSError as error:
            if error.errno != errno.EPERM:
                allowed.append((family, kind, errno.errorcode[error.errno]))
print("families", allowed, flush=True)
