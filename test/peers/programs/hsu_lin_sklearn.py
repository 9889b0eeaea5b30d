"""The RBF grids of experiments/papers/hsu_lin.hcl and hsu_lin_split.hcl by scikit-learn's GridSearchCV.

hsu_lin_sklearn.py JOBS SET...: iris, wine, glass or vehicle, 225 points by ten folds; dna or satimage, 16 points by 30 % of
the training part. Prints for each set and scheme the best rate, where it is, and the seconds of wall and of processor time."""
import csv
import gzip
import sys
import time

import numpy as np
from sklearn.model_selection import GridSearchCV, StratifiedKFold, StratifiedShuffleSplit
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import MinMaxScaler
from sklearn.svm import SVC

ALL = [2.0**k for k in range(12, -3, -1)], [2.0**k for k in range(4, -11, -1)]
PART = [2.0**k for k in (12, 7, 2, -2)], [2.0**k for k in (2, -2, -6, -10)]
SPLIT = {"dna": "dna", "satimage": "satellite"}  # files whose last column says train or test


def load(name):
    path = f"experiments/data/{SPLIT.get(name, name)}.csv"
    with gzip.open(path + ".gz", "rt") if name in SPLIT else open(path) as f:
        rows = list(csv.reader(f))[1:]
    if name in SPLIT:
        rows = [r[:-1] for r in rows if r[-1] == "train"]
    return np.array([[float(v) for v in r[:-1]] for r in rows]), np.array([r[-1] for r in rows])


def search(name, machine, prefix, jobs):
    c, gamma = PART if name in SPLIT else ALL
    once, ten = StratifiedShuffleSplit(1, test_size=0.3, random_state=1), StratifiedKFold(10, shuffle=True, random_state=1)
    steps = Pipeline([("scale", MinMaxScaler((-1, 1))), ("svm", machine)])
    return GridSearchCV(steps, {prefix + "C": c, prefix + "gamma": gamma}, cv=once if name in SPLIT else ten,
                        n_jobs=jobs, refit=name in SPLIT)


for name in sys.argv[2:]:
    x, y = load(name)
    for scheme, machine, prefix in (("ovo", SVC(), "svm__"), ("ova", OneVsRestClassifier(SVC()), "svm__estimator__")):
        wall, processor = time.time(), time.process_time()
        found = search(name, machine, prefix, int(sys.argv[1])).fit(x, y)
        wall, processor = time.time() - wall, time.process_time() - processor
        print(f"{name} {scheme} {100 * found.best_score_:.2f} {found.best_params_} wall {wall:.1f} s, "
              f"processor {processor:.1f} s", flush=True)
