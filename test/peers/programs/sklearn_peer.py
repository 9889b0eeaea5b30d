"""Fits and predicts once with scikit-learn, Snap ML (learners snap_*) or multi-core LIBLINEAR (multicore_SOLVER). usage: sklearn_peer.py DIR NAME ovr|ovo LEARNER TOL JOBS PREDICTIONS.txt
Prints JSON: seconds of fit and predict (imports and loading are not counted), the objective summed over the binary
problems, the accuracy, and the versions. Writes the predictions, a line each."""
import json
import sys
import time
import warnings
from importlib.metadata import version

import numpy as np
import scipy.sparse as sp
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


class Multicore:
    """LIBLINEAR with a thread a job, which solves one-vs-rest by itself; the intercept is a penalised feature."""

    def __init__(self, solver):
        from liblinear import liblinearutil

        self.module, self.options = liblinearutil, f"-s {solver} -B 1 -e {tol} -m {jobs} -q"

    def fit(self, x, y):
        self.model = self.module.train(y.astype(float), sp.csr_matrix(x), self.options)

    def predict(self, x):
        return np.array(self.module.predict([], sp.csr_matrix(x), self.model, "-q")[0], int)

    def columns(self):
        for k, label in enumerate(self.model.get_labels()):
            w, b = self.model.get_decfun(label_idx=k)
            yield label, np.array(w), b


def snap(name, **arguments):
    import snapml

    return getattr(snapml, name)(tol=tol, max_iter=100000, n_jobs=int(jobs), fit_intercept=True, **arguments)


base = None if learner.startswith("multicore") else {
    "svm": lambda: LinearSVC(dual=False, tol=tol, max_iter=100000),
    "svm_dual": lambda: LinearSVC(dual=True, tol=tol, max_iter=100000, random_state=0),
    "logreg": lambda: LogisticRegression(tol=tol, max_iter=100000),
    "logreg_cholesky": lambda: LogisticRegression(solver="newton-cholesky", tol=tol, max_iter=1000),
    "lda": LinearDiscriminantAnalysis,
    "snap_svm": lambda: snap("SupportVectorMachine", loss="squared_hinge"),
    "snap_logreg": lambda: snap("LogisticRegression"),
    "svc": lambda: SVC(C=16, gamma=1, tol=tol, cache_size=1000),  # one-vs-one by itself
}[learner]()
if base is None:
    model = Multicore(learner.split("_")[1])
elif learner.startswith("snap"):
    model = OneVsRestClassifier(base)  # the threads are Snap ML's
else:
    model = {"ovr": OneVsRestClassifier, "ovo": OneVsOneClassifier}[strategy](base, n_jobs=int(jobs))
if learner == "svc" and strategy == "ovo":
    model = base
start = time.perf_counter()
model.fit(x, y)
predicted = model.predict(xt)
seconds = time.perf_counter() - start
np.savetxt(out, predicted, "%d")


hinge = learner in ("svm", "svm_dual", "snap_svm", "multicore_1", "multicore_2")
penalised = hinge or learner.startswith(("snap", "multicore"))  # the intercept


def objective(w, b, rows, target):
    margin = target * (rows @ w + b)
    loss = (np.maximum(1 - margin, 0) ** 2).sum() if hinge else np.logaddexp(0, -margin).sum()
    return (w @ w + penalised * b * b) / 2 + loss


def of(estimator, rows, target):
    return objective(np.ravel(estimator.coef_), float(np.ravel(estimator.intercept_)[0]), rows, target)


total = None
if base is None:
    total = sum(objective(w, b, x, np.where(y == k, 1, -1)) for k, w, b in model.columns())
elif learner not in ("lda", "svc"):
    total = 0.0
    if strategy == "ovr":
        for k, e in enumerate(model.estimators_):
            total += of(e, x, np.where(y == k, 1, -1))
    else:
        pairs = [(i, j) for i in range(len(model.classes_)) for j in range(i + 1, len(model.classes_))]
        for (i, j), e in zip(pairs, model.estimators_):
            rows = np.flatnonzero((y == i) | (y == j))
            total += of(e, x[rows], np.where(y[rows] == j, 1, -1))
libraries = ["scikit-learn", "numpy"]
libraries += [name for name, module in (("scikit-learn-intelex", "sklearnex"), ("snapml", "snapml"), ("liblinear-multicore", "liblinear"))
              if module in sys.modules]
print(json.dumps({"seconds": seconds, "objective": total, "accuracy": float((predicted == yt).mean()),
                  "version": ", ".join(f"{name} {version(name)}" for name in libraries)}))
