"""Trains scikit-learn on the folds of an export and compares every prediction.

usage: reference.py PREDICTIONS DATA
"""
import csv
import sys
from collections import Counter, defaultdict

import numpy as np
from sklearn.linear_model import LogisticRegression

TARGET = {"glass": "Type", "penguins": "species"}
MISSING = ("", "NA")


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def load(path, target):
    """Columns by name, numbers or text with None for missing, and class numbers."""
    with open(path) as f:
        rows = list(csv.DictReader(f))
    labels = sorted({r[target] for r in rows}, key=lambda v: (number(v) is None, number(v) or 0, v))
    y = np.array([labels.index(r[target]) for r in rows])
    columns = {}
    for name in rows[0]:
        if name == target:
            continue
        values = [None if r[name] in MISSING else r[name] for r in rows]
        numeric = all(v is None or number(v) is not None for v in values)
        columns[name] = [None if v is None else float(v) for v in values] if numeric else values
    return columns, y


def encode(columns, train):
    """Numbers imputed by the mean and standardised, categories imputed by the mode and one-hot; fitted to train."""
    out = []
    for values in columns.values():
        known = [values[i] for i in train if values[i] is not None]
        if isinstance(known[0], float):
            mean = np.mean(known)
            x = np.array([mean if v is None else v for v in values])
            out.append((x - x[train].mean()) / (x[train].std() or 1))
            continue
        mode = Counter(sorted(known)).most_common(1)[0][0]
        filled = [mode if v is None else v for v in values]
        out += [np.array([float(v == category) for v in filled]) for category in sorted(set(known))]
    return np.column_stack(out)


def predict(x, y, train, test, reduction):
    model = lambda: LogisticRegression(C=2, max_iter=10000)
    if reduction == "native":
        return model().fit(x[train], y[train]).predict(x[test])
    scores = [model().fit(x[train], np.where(y[train] == k, 1, -1)).decision_function(x[test]) for k in range(y.max() + 1)]
    return np.argmax(scores, axis=0)


def main(predictions, data):
    cells = defaultdict(list)
    with open(predictions) as f:
        for r in csv.DictReader(f):
            cells[r["dataset"], r["reduction"], r["fold"]].append(r)
    compared = differ = 0
    for (dataset, reduction, _), rows in sorted(cells.items()):
        columns, y = load(f"{data}/{dataset}.csv", TARGET[dataset])
        test = np.array([int(r["row"]) for r in rows])
        train = np.setdiff1d(np.arange(len(y)), test)
        label = {r["truth"]: int(k) for r, k in zip(rows, y[test])}
        assert [label[r["truth"]] for r in rows] == list(y[test]), "rows and classes do not agree"
        assert len(set(label.values())) == len(label), "two labels are one class"
        expected = predict(encode(columns, train), y, train, test, reduction)
        compared += len(rows)
        differ += int((expected != [label[r["prediction"]] for r in rows]).sum())
    print(f"{compared} predictions, {differ} differ")


main(*sys.argv[1:])
