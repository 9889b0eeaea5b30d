"""Trains and decides scikit-learn's ClassifierChain of logistic regressions. usage: chains_peer.py TRAIN.csv TEST.csv LABELS SOLVER TOL JOBS
PREDICTIONS.txt
Prints JSON as sklearn_peer.py does, with the processor seconds of fit and predict; the accuracy is the Hamming loss. The predictions are
a 1 or 0 for each row and label."""
import json
import sys
import time
from importlib.metadata import version

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.multioutput import ClassifierChain
from threadpoolctl import threadpool_limits

train, test, labels, solver, tol, jobs, out = sys.argv[1:]
labels = int(labels)
(x, y), (xt, yt) = [(table[:, :-labels], table[:, -labels:].astype(int))
                    for table in (np.loadtxt(path, delimiter=",", skiprows=1) for path in (train, test))]
with threadpool_limits(int(jobs)):
    start, cpu = time.perf_counter(), time.process_time()
    model = ClassifierChain(LogisticRegression(solver=solver, tol=float(tol), max_iter=100000)).fit(x, y)
    predicted = model.predict(xt)
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
total = 0.0
for j, link in enumerate(model.estimators_):
    margin = np.where(y[:, j], 1, -1) * (np.hstack([x, y[:, :j]]) @ link.coef_[0] + link.intercept_[0])
    total += link.coef_[0] @ link.coef_[0] / 2 + np.logaddexp(0, -margin).sum()
np.savetxt(out, predicted.ravel(), "%d")
print(json.dumps({"seconds": seconds, "cpu": cpu, "objective": total, "accuracy": float((predicted != yt).mean()),
                  "version": ", ".join(f"{name} {version(name)}" for name in ("scikit-learn", "numpy"))}))
