"""Fits and predicts once with scikit-learn. usage: sklearn_peer.py DIR NAME ovr|ovo LEARNER TOL JOBS PREDICTIONS.txt
Prints JSON: seconds of fit and predict (imports and loading are not counted), the objective summed over the binary
problems, the accuracy, and the versions. Writes the predictions, a line each."""
import json
import sys
import time
import warnings

import numpy as np
import scipy.sparse as sp
import sklearn
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.svm import SVC, LinearSVC

folder, name, strategy, learner, tol, jobs, out = sys.argv[1:]
tol = float(tol)
warnings.simplefilter("ignore")
z = np.load(f"{folder}/{name}.npz")


def part(which):
    if f"{which}_x" in z:
        return z[f"{which}_x"], z[f"{which}_y"]
    parts = [z[f"{which}_{k}"] for k in ("data", "indices", "indptr")]
    return sp.csr_matrix(tuple(parts), shape=tuple(z[f"{which}_shape"])), z[f"{which}_y"]


(x, y), (xt, yt) = part("train"), part("test")
base = {
    "svm": lambda: LinearSVC(dual=False, tol=tol, max_iter=100000),
    "svm_dual": lambda: LinearSVC(dual=True, tol=tol, max_iter=100000, random_state=0),
    "logreg": lambda: LogisticRegression(tol=tol, max_iter=100000),
    "logreg_cholesky": lambda: LogisticRegression(solver="newton-cholesky", tol=tol, max_iter=1000),
    "lda": LinearDiscriminantAnalysis,
    "svc": lambda: SVC(C=16, gamma=1, tol=tol, cache_size=1000),  # one-vs-one by itself
}[learner]()
model = {"ovr": OneVsRestClassifier, "ovo": OneVsOneClassifier}[strategy](base, n_jobs=int(jobs))
if learner == "svc" and strategy == "ovo":
    model = base
start = time.perf_counter()
model.fit(x, y)
predicted = model.predict(xt)
seconds = time.perf_counter() - start
np.savetxt(out, predicted, "%d")


def objective(estimator, rows, target):
    w, b = np.ravel(estimator.coef_), float(np.ravel(estimator.intercept_)[0])
    margin = target * (rows @ w + b)
    if learner.startswith("svm"):
        return (w @ w + b * b) / 2 + (np.maximum(1 - margin, 0) ** 2).sum()
    return w @ w / 2 + np.logaddexp(0, -margin).sum()


total = None
if learner not in ("lda", "svc"):
    total = 0.0
    if strategy == "ovr":
        for k, e in enumerate(model.estimators_):
            total += objective(e, x, np.where(y == k, 1, -1))
    else:
        pairs = [(i, j) for i in range(len(model.classes_)) for j in range(i + 1, len(model.classes_))]
        for (i, j), e in zip(pairs, model.estimators_):
            rows = np.flatnonzero((y == i) | (y == j))
            total += objective(e, x[rows], np.where(y[rows] == j, 1, -1))
print(json.dumps({"seconds": seconds, "objective": total, "accuracy": float((predicted == yt).mean()),
                  "version": f"scikit-learn {sklearn.__version__}, numpy {np.__version__}"}))
