"""Writes pairs.json: weighted all-pairs of the package costsensitive on small data.

python pairs.py ../../../../experiments/data/glass.csv > pairs.json, with costsensitive 0.1.2.13.post15,
scikit-learn 1.9.1 and numpy 2.4.6 from PyPI.
"""
import csv
import json
import sys

import numpy as np
from costsensitive import WeightedAllPairs
from sklearn.linear_model import LogisticRegression

rng = np.random.default_rng(2)


class Recording(LogisticRegression):
    """Keeps what it is trained on; costsensitive scales weights, which does not matter here."""

    def fit(self, x, y, sample_weight=None):
        self.seen = [x[:, -1].astype(int).tolist(), y.tolist(), (sample_weight / sample_weight.sum()).tolist()]
        return super().fit(x[:, :-1], y, sample_weight=sample_weight)

    def predict(self, x):
        return super().predict(x[:, :-1])


with open(sys.argv[1]) as f:
    lines = list(csv.reader(f))[1:]
x = np.array([[float(v) for v in line[:-1]] for line in lines])
x = (x - x.mean(0)) / x.std(0)
names = sorted({line[-1] for line in lines})
y = np.array([names.index(line[-1]) for line in lines])
k = len(names)
costs = np.round(rng.random((k, k)) * 10, 1)
np.fill_diagonal(costs, 0)
costs[0, 3] = costs[0, 4]
costs[2, 1] = 0  # as good as being right
x = np.column_stack([x, y])

m = WeightedAllPairs(Recording(), weigh_by_cost_diff=False, njobs=1).fit(x, costs[y])
pairs = [(i, j) for i in range(k) for j in range(i + 1, k)]
trained = []
for c in m.classifiers:
    classes, first, weights = c.seen
    # Rows of a class have the same target and weight.
    trained.append({str(a): [2 * t - 1, w] for a, t, w in zip(classes, first, weights)})
some = x[::2]
decisions = np.column_stack([c.predict(some) for c in m.classifiers])
wins = np.zeros((len(some), k), int)
for n, (i, j) in enumerate(pairs):
    wins[:, i] += decisions[:, n]
    wins[:, j] += 1 - decisions[:, n]
assert np.allclose(wins / len(pairs), m.decision_function(some))
json.dump({"origin": "costsensitive 0.1.2.13.post15 by pairs.py", "classes": y.tolist(), "costs": costs.tolist(),
           "trained": trained, "decisions": (2 * decisions.astype(int) - 1).tolist(), "wins": wins.tolist(),
           "predicted": m.predict(some).tolist()}, sys.stdout)
print()
