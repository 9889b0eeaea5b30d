"""Trains scikit-learn by itself on the folds of an export and compares every score.

usage: reference.py DATA BINARY PREDICTIONS: a folder of CSV files, and what bench export scores -binary and
bench export predictions print; reference.py DATA writes the files that scikit-learn has
"""
import csv
import os
import sys
from collections import defaultdict

import lightgbm
import numpy as np
from sklearn.datasets import load_iris, load_wine
from sklearn.ensemble import AdaBoostClassifier, HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from xgboost import XGBClassifier

LEARNERS = {
    "forest": lambda: RandomForestClassifier(n_estimators=20, random_state=1),
    "boosting": lambda: HistGradientBoostingClassifier(max_iter=10, random_state=1),
    "neighbours": lambda: KNeighborsClassifier(n_neighbors=3),
    "network": lambda: make_pipeline(StandardScaler(), MLPClassifier([5], max_iter=30, random_state=1)),
    "svc": lambda: SVC(C=2),
    "ada": lambda: AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=10, random_state=1),
    "process": lambda: GaussianProcessClassifier(random_state=1),
    "bayes": lambda: GaussianNB(),
    "xgb": lambda: XGBClassifier(n_estimators=10, random_state=1, n_jobs=1),
    "light": lambda: lightgbm.LGBMClassifier(n_estimators=10, random_state=1, n_jobs=1, verbosity=-1),
}
TARGET = {"iris": "class", "wine": "class", "glass": "Type"}


def write(data):
    for name, load in (("iris", load_iris), ("wine", load_wine)):
        x, y = load(return_X_y=True)
        with open(os.path.join(data, name + ".csv"), "w", newline="") as f:
            out = csv.writer(f)
            out.writerow([f"x{j}" for j in range(x.shape[1])] + ["class"])
            out.writerows([*map(float, row), f"c{k}"] for row, k in zip(x, y))


def load(path, target, classes):
    with open(path) as f:
        rows = list(csv.DictReader(f))
    x = np.array([[float(v) for name, v in r.items() if name != target] for r in rows])
    return x, np.array([classes.index(r[target]) for r in rows])


def scores(model, x):
    """Margins, or log-odds or logarithms of probabilities, as bench stores them."""
    if hasattr(model, "decision_function"):
        return model.decision_function(x)
    log = np.log(np.maximum(model.predict_proba(x), 1e-300, dtype=np.float64))
    return log[:, 1] - log[:, 0] if log.shape[1] == 2 else log


def main(data, binary, predictions):
    cells, classes, fold_of = defaultdict(list), {}, {}
    with open(predictions) as f:
        for r in csv.DictReader(f):
            names = [k.removeprefix("score:") for k, v in r.items() if k.startswith("score:") and v != ""]
            classes[r["dataset"]] = [n for n in names if r[f"score:{n}"] != "NaN"]
            fold_of[r["dataset"], int(r["row"])] = int(r["fold"])
            if r["reduction"] == "direct":
                cells[r["dataset"], r["learner"], r["fold"], ""].append(r)
    with open(binary) as f:
        for r in csv.DictReader(f):
            cells[r["dataset"], r["learner"], r["fold"], r["problem"]].append(r)
    worst = compared = 0
    for (dataset, learner, fold, problem), rows in sorted(cells.items()):
        x, y = load(os.path.join(data, dataset + ".csv"), TARGET[dataset], classes[dataset])
        folds = np.array([fold_of[dataset, i] for i in range(len(y))])
        order = np.lexsort((np.arange(len(y)), folds, y))  # by class, fold and row
        train = order[folds[order] != int(fold)]
        t = y[train]
        if problem:
            sign = np.array([{"+": 1, "-": -1, "0": 0}[s] for s in problem])[t]
            train, t = train[sign != 0], np.maximum(sign[sign != 0], 0)
        have = scores(LEARNERS[learner]().fit(x[train], t), x[[int(r["row"]) for r in rows]])
        if problem:
            want = np.array([float(r["score"]) for r in rows])
        else:
            want = np.array([[float(r[f"score:{c}"]) for c in classes[dataset]] for r in rows])
        apart = np.abs(have - want) / np.maximum(1, np.abs(have))
        if apart.max() > 1e-9:
            print(f"{dataset} {learner} fold {fold} problem {problem or 'direct'}: {apart.max():.3g} apart")
        worst, compared = max(worst, apart.max()), compared + have.size
    print(f"{compared} scores of {len(cells)} models, the largest difference is {worst:.3g}")
    sys.exit(int(worst > 1e-9))


(main if len(sys.argv) > 2 else write)(*sys.argv[1:])
