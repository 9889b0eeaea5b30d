"""Prints what probabilistic classifier chains predict of the test rows of one of Mulan's sets, by enumeration of all sets of labels with
scikit-learn's logistic regressions: for each way to decide the first 16 hexadecimal digits of the SHA-256 of the rows, each a text of 0
and 1 in the order of the labels, with a blank between rows. TestProbabilisticChains of test/e2e holds what it printed.
usage: chains.py FOLDER emotions LABELS"""
import hashlib
import itertools
import sys

import numpy as np
from scipy.io import arff
from sklearn.linear_model import LogisticRegression

folder, name, k = sys.argv[1], sys.argv[2], int(sys.argv[3])


def read(part):
    rows, _ = arff.loadarff(f"{folder}/{name}-{part}.arff")
    table = np.array([[float(v) for v in row] for row in rows])
    return table[:, :-k], table[:, -k:].astype(int)


def show(what, predicted):
    text = " ".join("".join(str(v) for v in row) for row in predicted)
    print(what, hashlib.sha256(text.encode()).hexdigest()[:16])


(x, y), (xt, yt) = read("train"), read("test")
mean, deviation = x.mean(0), x.std(0)
deviation[deviation == 0] = 1
x, xt = (x - mean) / deviation, (xt - mean) / deviation
links = [LogisticRegression(C=1, tol=1e-10, max_iter=10000, solver="newton-cholesky").fit(np.hstack([x, y[:, :j]]), y[:, j])
         for j in range(k)]


def log_odds(j, before):
    """Of label j after the labels before, the same for all rows."""
    return links[j].decision_function(np.hstack([xt, np.tile(before, (len(xt), 1))]))


sets = np.array(list(itertools.product([0, 1], repeat=k)))
joint = np.zeros((len(xt), len(sets)))
odds = {before: log_odds(j, before) for j in range(k) for before in itertools.product([0, 1], repeat=j)}
for n, labels in enumerate(sets):
    for j in range(k):
        s = odds[tuple(labels[:j])]
        joint[:, n] -= np.logaddexp(0, -s if labels[j] else s)
best = np.sort(joint, 1)
print("least difference of the two most probable sets", (best[:, -1] - best[:, -2]).min())
show("exhaustive", sets[joint.argmax(1)])
p = np.exp(joint)
print("all probabilities", abs(p.sum(1) - 1).max())
marginals = p @ sets
print("nearest to a half", abs(marginals - 0.5).min())
show("hamming", (marginals > 0.5).astype(int))
for width in (1, 2, 3):
    predicted = []
    for i in range(len(xt)):
        beam = [(0.0, ())]
        for j in range(k):
            beam = sorted(((p - np.logaddexp(0, -s if v else s), before + (v,))
                           for p, before in beam for s in [odds[before][i]] for v in (0, 1)), reverse=True)[:width]
        predicted.append(beam[0][1])
    show(f"beam {width}", predicted)
for what, predicted in (("exhaustive", sets[joint.argmax(1)]), ("hamming", marginals > 0.5)):
    print(what, "subset accuracy", (predicted == yt).all(1).mean(), "Hamming loss", (predicted != yt).mean())
