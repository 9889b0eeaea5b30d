"""Writes vw.json: which matches Vowpal Wabbit has, who plays in those of the first phase, and what it predicts.

python vw.py ../../../../experiments/data/glass.csv > vw.json, with vowpalwabbit 9.11.9 and numpy 2.4.6 from PyPI.

Weights of binary problems are read and set in the memory of Vowpal Wabbit, problem p at offset p of a feature. There a
problem says right if its score is above 0.
"""
import csv
import json
import sys

import numpy as np
from vowpalwabbit import Workspace

rng = np.random.default_rng(1)
CONSTANT = "| a"


def tournament(k, errors):
    """Who trains in which problem of the first phase, given the decisions of all: found by what one example changes."""
    vw = Workspace(f"--ect {k} --error {errors} --noconstant -b 16 -l 1e-3 --sgd --power_t 0 --quiet")
    example = vw.parse(CONSTANT)
    index = example.feature(" ", 0)
    vw.finish_example(example)
    problems = (k - 1) * (errors + 1) + errors
    right = rng.random(problems) < 0.5

    def reset():
        for p in range(problems):
            vw.set_weight(index, p, 0.5 if right[p] else -0.5)

    trained = []
    for label in range(1, k + 1):
        reset()
        vw.learn(f"{label} {CONSTANT}")
        changes = []
        for p in range(problems):
            change = vw.get_weight(index, p) - (0.5 if right[p] else -0.5)
            if abs(change) > 1e-5 and p < (k - 1) * (errors + 1):
                changes.append([p, int(np.sign(change))])
        trained.append(changes)
    reset()
    predicted = vw.predict(CONSTANT) - 1
    for p in range(problems, problems + 4):
        assert vw.get_weight(index, p) == 0, "there are more problems"
    return {"classes": k, "errors": errors, "right": right.astype(int).tolist(), "trained": trained,
            "predicted": predicted}


def rows():
    """The rows of a file, scaled to 0 … 1, and their classes from 0."""
    with open(sys.argv[1]) as f:
        lines = list(csv.reader(f))[1:]
    x = np.array([[float(v) for v in line[:-1]] for line in lines])
    names = sorted({line[-1] for line in lines})
    x = np.round((x - x.min(0)) / (x.max(0) - x.min(0)), 3)
    return x, [names.index(line[-1]) for line in lines], len(names)


def text(row):
    return "| " + " ".join(f"f{i}:{v}" for i, v in enumerate(row))


def on_data():
    """A tournament without errors that is trained on data: the scores of its problems, and its predictions."""
    x, y, k = rows()
    vw = Workspace(f"--ect {k} --error 0 -b 18 --sgd --power_t 0 -l 0.2 --quiet")
    for _ in range(20):
        for i in rng.permutation(len(y)):
            vw.learn(f"{y[i] + 1} {text(x[i])}")
    scores, predicted = [], []
    for i in range(0, len(y), 3):
        example = vw.parse(text(x[i]))
        features = [(example.feature(ns, n), example.feature_weight(ns, n)) for ns in (" ", chr(128))
                    for n in range(example.num_features_in(ns))]
        scores.append([round(float(sum(w * vw.get_weight(f, p) for f, w in features)), 6) for p in range(k - 1)])
        vw.finish_example(example)
        predicted.append(vw.predict(text(x[i])) - 1)
    return {"classes": k, "scores": scores, "predicted": predicted}


def shared(k):
    """The v of weighted all-pairs for random costs, as shares of the largest, by what one example changes.

    Each class has a feature of its own, so that its weight changes by K·v minus the sum of all v, up to a factor.
    """
    costs = np.round(rng.random(k) * 10, 2)
    if k > 3:
        costs[1] = costs[2]
    vw = Workspace("--wap_ldf m --noconstant -b 18 -l 1e-6 --sgd --power_t 0 --quiet")
    vw.learn([f"{i + 1}:{c} | f{i}" for i, c in enumerate(costs)])
    change = []
    for i in range(k):
        example = vw.parse([f"{i + 1}:0 | f{i}"])
        change.append(vw.get_weight(example[0].feature(" ", 0), 0))
        vw.finish_example(example)
    v = np.array(change) - change[int(np.argmin(costs))]
    return {"costs": costs.tolist(), "shares": [round(float(s), 5) for s in v / v[np.argmax(costs)]]}


sizes = [(2, 0), (3, 0), (5, 0), (8, 0), (2, 1), (3, 1), (5, 1), (8, 1), (2, 3), (3, 3), (4, 3), (7, 3), (5, 7), (3, 2),
         (4, 2), (6, 4)]
json.dump({"origin": "Vowpal Wabbit 9.11.9 by vw.py",
           "tournaments": [tournament(k, e) for k, e in sizes for _ in range(4)],
           "data": on_data(), "pairs": [shared(k) for k in (2, 3, 4, 5, 8)]}, sys.stdout)
print()
