"""Writes trained.json: what the reductions of this package predict of the rows that their models were trained on.

python trained.py ../../../../experiments/data/glass.csv > trained.json, with numpy 2.4.6 from PyPI. Everything is
programmed again after the papers: classes that lose go to a queue of the next tournament, weighted ridge regressions on
±1 decide.
"""
import csv
import json
import sys
from collections import deque

import numpy as np

with open(sys.argv[1]) as f:
    lines = list(csv.reader(f))[1:]
x = np.array([[float(v) for v in line[:-1]] for line in lines])
x = (x - x.mean(0)) / x.std(0)
names = sorted({line[-1] for line in lines})
y = np.array([names.index(line[-1]) for line in lines])
k, n = len(names), len(y)
costs = np.where(np.eye(k, dtype=bool), 0, np.array([1, 2, 1.5, 4, 3, 2.5])[:, None])
costs[0, 5], costs[5, 0], costs[1, 2] = 10, 0.5, 0
rows = np.arange(n)


def ridge(sign, weight):
    """Scores of all rows of the ridge regression with an intercept on the rows that weigh something."""
    keep = weight > 0
    if not keep.any() or abs(sign[keep].sum()) == keep.sum():
        return np.full(n, float(sign[keep][0]) if keep.any() else 1.0)
    w, a, t = weight[keep], x[keep], sign[keep]
    mean, middle = w @ a / w.sum(), w @ t / w.sum()
    a = a - mean
    slope = np.linalg.solve(a.T @ (w[:, None] * a) + np.eye(x.shape[1]), a.T @ (w * (t - middle)))
    return (x - mean) @ slope + middle


def match(left, right, charges=(1, 1)):
    """Winners and losers of all rows, given who is on the two sides."""
    difference = costs[y, right] - costs[y, left]
    weight = np.abs(difference) * np.where(difference > 0, charges[0], charges[1])
    wins = ridge(np.sign(difference), weight) >= 0
    return np.where(wins, left, right), np.where(wins, right, left)


def tournament(errors):
    queues = [deque() for _ in range(errors + 2)]
    queues[0].extend(np.full(n, c) for c in range(k))
    champions = []
    while len(champions) <= errors:
        arrived = [deque() for _ in queues]
        waiting = [len(q) for q in queues]
        for i in range(errors + 1):
            players = queues[i]
            final = waiting[i] == 2 and sum(waiting[:i]) == 0
            stay = []
            while len(players) > 1:
                winner, loser = match(players.popleft(), players.popleft())
                if final:
                    champions.append(winner)
                    arrived[i + 1].append(winner)
                else:
                    stay.append(winner)
                arrived[i + 1].append(loser)
            arrived[i].extend(stay)
            arrived[i].extend(players)
        queues = arrived
        queues[errors + 1].clear()  # eliminated
    level = [(c, 1) for c in champions]
    while len(level) > 1:
        above = []
        for i in range(0, len(level) - 1, 2):
            (a, ca), (b, cb) = level[i], level[i + 1]
            above.append((match(a, b, (ca, cb))[0], ca + cb))
        level = above + level[len(level) - len(level) % 2:]
    return level[0][0]


def pairs():
    v = np.zeros((k, k))
    for c in range(k):
        for i in range(k):
            # The integral over the steps of L, which change at costs only.
            steps = np.unique(costs[c])
            v[c, i] = sum((b - a) / (costs[c] <= a).sum() for a, b in zip(steps, steps[1:]) if b <= costs[c, i])
    wins = np.zeros((n, k))
    for i in range(k):
        for j in range(i + 1, k):
            difference = v[y, j] - v[y, i]
            first = ridge(np.sign(difference), np.abs(difference)) >= 0
            wins[rows, np.where(first, i, j)] += 1
    return wins.argmax(1)


json.dump({"origin": "numpy 2.4.6 by trained.py", "x": np.round(x, 15).tolist(), "classes": y.tolist(),
           "costs": costs.tolist(), "tournaments": [tournament(e).tolist() for e in (0, 1, 2, 4)],
           "errors": [0, 1, 2, 4], "pairs": pairs().tolist()}, sys.stdout)
print()
