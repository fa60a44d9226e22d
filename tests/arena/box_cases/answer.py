# R21: an honest computation, for comparison.
print("answer", sum(i * i % 7 for i in range(200000)), flush=True)
