"""Prints hierarchy.json: what HiClass predicts of glass and digits in experiments/data, row for row, and its metrics.
usage, in this folder: python3 hierarchy.py > hierarchy.json

Every third row, from the first, is tested. Features are standardised by the training rows. The local classifiers are
scikit-learn's LogisticRegression with C = 1, for a parent in its OneVsOneClassifier, for a level in its
OneVsRestClassifier."""
import csv
import gzip
import json
import os

import hiclass
import numpy as np
import sklearn
from hiclass import LocalClassifierPerLevel, LocalClassifierPerNode, LocalClassifierPerParentNode, metrics
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.preprocessing import StandardScaler

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../experiments/data")
SETS = {
    "glass": {"1": ["window", "float", "1"], "3": ["window", "float", "3"], "2": ["window", "2", ""],
              "5": ["none", "5", ""], "6": ["none", "6", ""], "7": ["none", "7", ""]},
    "digits": {"0": ["round", "one", "0"], "8": ["round", "8", ""], "6": ["round", "one", "6"], "9": ["round", "one", "9"],
               "1": ["straight", "1", ""], "4": ["straight", "4", ""], "7": ["straight", "7", ""],
               "2": ["2", "", ""], "3": ["open", "3", ""], "5": ["open", "5", ""]},
}


def read(name):
    """Features, standardised by the training rows, classes, and which rows are tested."""
    if name == "glass":
        with open(os.path.join(DATA, "glass.csv")) as f:
            rows = list(csv.reader(f))[1:]
    else:
        with gzip.open(os.path.join(DATA, "digits.csv.gz"), "rt") as f:
            rows = list(csv.reader(f))
    x, classes = np.array([[float(v) for v in r[:-1]] for r in rows]), [r[-1] for r in rows]
    test = np.arange(len(rows)) % 3 == 0
    return StandardScaler().fit(x[~test]).transform(x), classes, test


def learner():
    return LogisticRegression(C=1.0, tol=1e-12, max_iter=100000)


METHODS = {
    "node": lambda: LocalClassifierPerNode(learner(), binary_policy="siblings"),
    "node_all": lambda: LocalClassifierPerNode(learner(), binary_policy="less_inclusive"),
    "parent": lambda: LocalClassifierPerParentNode(OneVsOneClassifier(learner())),
    "parent_rest": lambda: LocalClassifierPerParentNode(OneVsRestClassifier(learner())),
    "level": lambda: LocalClassifierPerLevel(OneVsRestClassifier(learner())),
}


def leaf(way):
    return [n for n in way if n][-1]


def scores(ways, truth, predicted):
    """The metrics of HiClass, and edges of the tree, which it does not have."""
    a, b = [ways[c] for c in truth], [ways[c] for c in predicted]
    values = {}
    for average in "micro", "macro":
        for name in "precision", "recall", "f1":
            values[name + "_" + average] = float(getattr(metrics, name)(a, b, average=average))
    nodes = [({n for n in c if n}, {n for n in d if n}) for c, d in zip(a, b)]
    up, path = [len(c - d) for c, d in nodes], [len(c ^ d) for c, d in nodes]
    wrong = [u for u in up if u > 0]
    return values | {"up": float(np.mean(up)), "path": float(np.mean(path)), "wrong": float(np.mean(wrong))}


out = {"origin": f"hierarchy.py with hiclass {hiclass.__version__}, scikit-learn {sklearn.__version__}, "
       f"numpy {np.__version__}", "sets": {}}
for name, tree in SETS.items():
    x, classes, test = read(name)
    ways = np.array([tree[c] for c in classes], dtype=object)
    truth = [c for c, t in zip(classes, test) if t]
    out["sets"][name] = {"ways": tree, "truth": " ".join(truth), "methods": {}}
    for method, make in METHODS.items():
        predicted = [leaf(w) for w in make().fit(x[~test], ways[~test]).predict(x[test])]
        out["sets"][name]["methods"][method] = {"predicted": " ".join(predicted), "metrics": scores(tree, truth, predicted)}
print(json.dumps(out, indent=1))
