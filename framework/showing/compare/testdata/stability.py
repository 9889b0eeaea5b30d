# Writes stability.json: the conclusions from demsar2006.csv at level 0.1 without each dataset, and at
# level 0.05 without each method. It needs scipy (1.17.1 was used): python3 stability.py
import csv
import itertools
import json

import numpy as np
from scipy import stats

lines = list(csv.reader(open("demsar2006.csv")))
methods, datasets = lines[0][1:], [line[0] for line in lines[1:]]
values = np.array([[float(v) for v in line[1:]] for line in lines[1:]])


def conclusions(values, names, level):
    """Returns the method of the best mean rank and the pairs that Nemenyi's test finds."""
    n, k = values.shape
    ranks = stats.rankdata(-values, axis=1)
    mean = ranks.mean(axis=0)
    chi2 = stats.friedmanchisquare(*values.T).statistic
    f = (n - 1) * chi2 / (n * (k - 1) - chi2)
    rejected = stats.f.sf(f, k - 1, (k - 1) * (n - 1)) < level
    pairs = {}
    for a, b in itertools.combinations(range(k), 2):
        q = abs(mean[a] - mean[b]) / np.sqrt(k * (k + 1) / (6 * n)) * np.sqrt(2)
        pairs[names[a], names[b]] = bool(rejected and stats.studentized_range.sf(q, k, np.inf) < level)
    return names[int(mean.argmin())], pairs


first, found = conclusions(values, methods, 0.1)
stays, hangs = 0, []
pairs = {pair: 0 for pair, is_found in found.items() if is_found}
for i, name in enumerate(datasets):
    leader, again = conclusions(np.delete(values, i, axis=0), methods, 0.1)
    stays += leader == first
    hangs += [name] if leader != first else []
    for pair in pairs:
        pairs[pair] += again[pair]
_, found = conclusions(values, methods, 0.05)
without = {pair: [0, 0] for pair in found}
for j in range(len(methods)):
    _, again = conclusions(np.delete(values, j, axis=1), methods[:j] + methods[j + 1:], 0.05)
    for pair, is_found in again.items():
        without[pair][0] += is_found == found[pair]
        without[pair][1] += 1
json.dump({
    "first": first, "stays": stays, "hangs": hangs,
    "pairs": [{"a": a, "b": b, "stays": n} for (a, b), n in pairs.items()],
    "methods": [{"a": a, "b": b, "stays": n, "of": of} for (a, b), (n, of) in without.items()],
}, open("stability.json", "w"), indent=1)
