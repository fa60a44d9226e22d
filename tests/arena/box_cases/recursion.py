# R06: the stack runs over in C, where Python does not count.
nested = ()
for depth in range(10**6):
    nested = (nested,)
print("deep", flush=True)
hash(nested)
print("survived", flush=True)
