"""Writes adaboost.json, what boost_test.go compares with. usage: reference.py BREAST_CANCER.CSV IRIS.CSV > adaboost.json

Discrete and multiclass: scikit-learn's AdaBoostClassifier (SAMME), only settings that give the same for any order of
rows and columns and any signs of these, so that no ties matter. Gentle and real: the formulas of Friedman, Hastie & Tibshirani (2000) with stumps that are
found by trying every split, of the least weighted sum of squares for gentle, of the least weighted impurity for real."""
import json
import sys

import numpy as np
import sklearn
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier

STEP = 4  # every fourth row is kept


def load(path):
    table = np.loadtxt(path, delimiter=",", skiprows=1)
    return table[:, :-1], table[:, -1].astype(int)


def rounded(x):
    return x.astype(np.float32).astype(float)


def boosted(x, y, weights, rounds, depth):
    answers = []
    for seed in range(6):
        rng = np.random.default_rng(seed)
        rows, columns = rng.permutation(len(x)), rng.permutation(x.shape[1])
        turned = x[:, columns] * rng.choice([-1, 1], x.shape[1])
        m = AdaBoostClassifier(DecisionTreeClassifier(max_depth=depth), n_estimators=rounds, random_state=seed)
        m.fit(turned[rows], y[rows], sample_weight=None if weights is None else weights[rows])
        k = len(m.classes_)
        scores = np.zeros((len(x), k))
        for tree, alpha in zip(m.estimators_, m.estimator_weights_):
            scores += np.where(tree.predict(turned)[:, None] == m.classes_, alpha, -alpha / (k - 1))
        answers.append(scores[:, 1] / 2 if k == 2 else scores)
    same = all(np.allclose(a, answers[0], rtol=1e-9, atol=1e-12) for a in answers)
    return answers[0] if same else None


def stump(x, y, w, loss):
    """The split with the least loss of both sides: column, threshold, rows on the left."""
    best = (np.inf,)
    for j in range(x.shape[1]):
        values = np.unique(x[:, j])
        for t in (values[:-1] + values[1:]) / 2:
            left = x[:, j] <= t
            v = loss(y[left], w[left]) + loss(y[~left], w[~left])
            if v < best[0] - 1e-14:
                best = (v, j, t, left)
    return best


def squares(y, w):
    mean = (w * y).sum() / w.sum()
    return (w * (y - mean) ** 2).sum()


def impurity(y, w):
    p = w[y > 0].sum() / w.sum()
    return w.sum() * (1 - p * p - (1 - p) * (1 - p))


def friedman(x, y, weights, rounds, kind):
    y = np.where(y == 1, 1.0, -1.0)
    w = weights / weights.sum()
    f = np.zeros(len(y))
    for _ in range(rounds):
        _, _, _, left = stump(x, y, w, squares if kind == "gentle" else impurity)
        step = np.zeros(len(y))
        for side in (left, ~left):
            if kind == "gentle":
                step[side] = (w[side] * y[side]).sum() / w[side].sum()
            else:
                p = w[side & (y > 0)].sum() / w[side].sum()
                p = min(max(p, 0.5 / len(y)), 1 - 0.5 / len(y))
                step[side] = 0.5 * np.log(p / (1 - p))
        f += step
        w = w * np.exp(-y * step)
        w /= w.sum()
    return f, float((weights * np.exp(-y * f)).sum())


def main():
    cancer, iris = load(sys.argv[1]), load(sys.argv[2])
    x = cancer[0]
    cancer = rounded((x - x.mean(0)) / x.std(0)), cancer[1]
    iris = rounded(iris[0]), iris[1]
    # Three classes of cancer: every third row is of the first.
    thirds = cancer[0], np.where(np.arange(len(x)) % 3 == 0, 0, 1 + cancer[1])
    out = []
    for name, (x, y) in {"cancer": cancer, "iris": iris, "thirds": thirds}.items():
        for weighted in (False, True):
            weights = 1 + np.arange(len(y)) % 3 / 2 if weighted else np.ones(len(y))
            for rounds, depth in ((1, 1), (10, 1), (60, 1), (20, 2), (10, 3)):
                scores = boosted(x, y, weights if weighted else None, rounds, depth)
                if scores is None:
                    print("ties:", name, weighted, rounds, depth, file=sys.stderr)
                    continue
                out.append({"data": name, "weighted": weighted, "kind": "discrete", "rounds": rounds, "max_depth": depth,
                            "scores": np.ravel(scores[::STEP]).tolist()})
            if name == "cancer":
                for kind in ("gentle", "real"):
                    scores, objective = friedman(x, y, weights, 25, kind)
                    out.append({"data": name, "weighted": weighted, "kind": kind, "rounds": 25, "max_depth": 1,
                                "scores": scores[::STEP].tolist(), "objective": objective})
    for o in out:
        o["scores"] = [float(f"{v:.10g}") for v in o["scores"]]
    print(json.dumps({"origin": f"reference.py with scikit-learn {sklearn.__version__}, numpy {np.__version__}; every fourth row",
                      "models": out}, separators=(",", ":")))


main()
