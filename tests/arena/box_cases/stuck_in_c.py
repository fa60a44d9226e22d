# P32: no signal handler of Python's runs in here.
print("stuck", flush=True)
pow(3, 10**9)
