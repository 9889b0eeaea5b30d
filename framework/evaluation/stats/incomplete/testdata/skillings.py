# Prints skillings.json: T by pseudo-inverse and the exact p of all orders within blocks, by
# convolution over the sums of treatments: python3 skillings.py > skillings.json (numpy, scipy).
# The first two statistics are also those of PMCMRplus 1.9.10's skillingsMackTest.
import itertools, json
from collections import Counter
import numpy as np
from scipy.stats import rankdata

N = None
rhythm = [[3, 5, 15], [1, 3, 18], [5, 4, 21], [2, N, 6], [0, 2, 17], [0, 2, 10], [0, 3, 8], [0, 2, 13]]
random = [[.989, N, .989, .498, .898], [.398, .096, N, .791, N], [.116, .453, .627, .838, .573],
          [.07, .085, .49, .457, .72], [N, .561, .971, .799, .774], [.792, .009, .362, .382, .628],
          [.34, .986, .68, N, .723], [.972, .317, .264, N, .387], [.166, .639, .186, .904, .163],
          [.459, .295, .185, .32, .187], [.172, N, .379, .083, .391], [N, .906, .847, .816, .274]]
tied = [[1, 2, 2], [1, 1, 3], [1, 3, N], [2, 1, 4], [N, 2, 5], [1, 2, 2], [1, 2, 3], [N, N, 1]]
pairs = [[1, 2, N, N], [N, 1, 2, N], [N, N, 1, 2], [1, N, N, 2], [1, N, 2, N], [N, 2, N, 1], [2, 3, N, N], [N, N, 1, 3]]

def test(rows, exact):
    x = np.array(rows, float)
    k = x.shape[1]
    covariance, blocks = np.zeros((k, k)), []
    for row in x:
        there = np.flatnonzero(~np.isnan(row))
        if len(there) < 2:
            continue
        for a, b in itertools.permutations(there, 2):
            covariance[a, a] += 1
            covariance[a, b] -= 1
        m = len(there)
        blocks.append((there, np.sqrt(12 / (m + 1)) * (rankdata(row[there]) - (m + 1) / 2)))
    inverse = np.linalg.pinv(covariance)
    sums = np.zeros(k)
    for there, score in blocks:
        sums[there] += score
    statistic = sums @ inverse @ sums
    if not exact:
        return {"rows": rows, "statistic": statistic}
    chance = Counter({(0.0,) * k: 1.0})
    for there, score in blocks:
        orders, after = list(itertools.permutations(score)), Counter()
        for at, p in chance.items():
            for order in orders:
                to = list(at)
                for j, s in zip(there, order):
                    to[j] = round(to[j] + s, 9)
                after[tuple(to)] += p / len(orders)
        chance = after
    p = sum(p for at, p in chance.items() if np.array(at) @ inverse @ np.array(at) >= statistic - 1e-6)
    return {"rows": rows, "statistic": statistic, "exact": p}

print(json.dumps([test(rhythm, True), test(random, False), test(tied, True), test(pairs, True)], indent=1))
