"""Learners of the literature on the letters, by scikit-learn alone.

letter_sklearn.py data DIR ROWS: writes DIR/letterROWS.train.csv and .test.csv: the first ROWS rows and the last 5,000 of
experiments/data/letter.csv.gz, scaled to [-1, 1] by the former.
letter_sklearn.py WORK JOBS DIR ROWS PREDICTIONS.txt: fits and predicts, and prints JSON: seconds of wall and of processor time,
imports and loading not counted, objective, accuracy and versions. Writes the predictions, a line each."""
import json
import sys
import time

import numpy as np
import pandas as pd
import sklearn
from sklearn.ensemble import AdaBoostClassifier
from sklearn.kernel_ridge import KernelRidge
from sklearn.multiclass import OneVsRestClassifier
from sklearn.neighbors import KNeighborsClassifier


def prepare(folder, rows):
    table = pd.read_csv("experiments/data/letter.csv.gz")
    train, test = table[:rows], table[-5000:]
    low, high = train.iloc[:, 1:].min(), train.iloc[:, 1:].max()
    for part, frame in (("train", train), ("test", test)):
        scaled = np.round(2 * (frame.iloc[:, 1:] - low) / (high - low) - 1, 9)
        scaled["class"] = frame.iloc[:, 0]
        scaled.to_csv(f"{folder}/letter{rows}.{part}.csv", index=False)


class OneRidge:
    """One-vs-rest with one factorisation for all classes, as KernelRidge offers it for many targets."""

    def fit(self, x, y):
        self.classes = np.unique(y)
        self.targets = np.where(y[:, None] == self.classes, 1.0, -1.0)
        self.ridge = KernelRidge(kernel="rbf", gamma=1.0, alpha=1.0).fit(x, self.targets)

    def predict(self, x):
        return self.classes[self.ridge.predict(x).argmax(1)]

    def objective(self):
        return float((self.ridge.dual_coef_ * self.targets).sum())


def main(work, jobs, folder, rows, out):
    parts = [pd.read_csv(f"{folder}/letter{rows}.{part}.csv") for part in ("train", "test")]
    (x, y), (xt, yt) = [(p.iloc[:, :-1].to_numpy(), p["class"].to_numpy()) for p in parts]
    model = {
        "adaboost": lambda: OneVsRestClassifier(AdaBoostClassifier(n_estimators=100, random_state=0), n_jobs=jobs),
        "ridge": OneRidge,
        "ridges": lambda: OneVsRestClassifier(KernelRidge(kernel="rbf", gamma=1.0, alpha=1.0), n_jobs=jobs),
        "knn": lambda: KNeighborsClassifier(5, n_jobs=jobs),
    }[work]()
    wall, cpu = time.perf_counter(), time.process_time()
    model.fit(x, y)
    predicted = model.predict(xt)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    np.savetxt(out, predicted, "%s")
    print(json.dumps({"seconds": wall, "cpu": cpu, "objective": model.objective() if work == "ridge" else 0,
                      "accuracy": float((predicted == yt).mean()),
                      "version": f"scikit-learn {sklearn.__version__}, numpy {np.__version__}"}))


if sys.argv[1] == "data":
    prepare(sys.argv[2], int(sys.argv[3]))
else:
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4]), sys.argv[5])
