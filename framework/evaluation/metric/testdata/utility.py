# Prints utility.json: the mean utility of decisions for the best of all sets of classes, found by looking at each of
# them, with numpy 2.4.6: python3 utility.py > utility.json
# The utilities are those of Mortier et al. (2021), Table 1: g(1) is 1, and g(2) of u65 and u80 is 0.65 and 0.8.
import itertools, json
import numpy as np

random = np.random.default_rng(8)
K, N = 5, 60
scores = random.normal(0, 1.5, (N, K))
p = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
y = np.array([random.choice(K, p=row) for row in p])
g = {"u65": lambda s: 1.6 / s - 0.6 / s ** 2, "u80": lambda s: 2.2 / s - 1.2 / s ** 2, "precision": lambda s: 1 / s,
     "f_beta": lambda s: 2 / (s + 1), "f_beta 3": lambda s: 10 / (s + 9)}
assert abs(g["u65"](2) - 0.65) < 1e-15 and abs(g["u80"](2) - 0.8) < 1e-15
sets = [c for size in range(1, K + 1) for c in itertools.combinations(range(K), size)]
out = {}
for name, of in g.items():
    total, sizes = 0, 0
    for row, truth in zip(p, y):
        best = max(sets, key=lambda c: of(len(c)) * sum(row[k] for k in c))
        sizes += len(best)
        total += of(len(best)) if truth in best else 0
    out[name] = {"utility": total / N, "size": sizes / N}
print(json.dumps({"p": p.ravel().tolist(), "y": y.tolist(), "values": out}))
