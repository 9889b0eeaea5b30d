"""Writes csoaa.json: predicted costs of iris by least squares and by csoaa of Vowpal Wabbit.

python csoaa.py ../../../../test/reference/testdata/iris.csv > csoaa.json, with vowpalwabbit 9.11.9 and numpy 2.4.6 from
PyPI. Vowpal Wabbit goes to the same minimum by small steps. Without bounds of predictions it clips them to the costs it
has seen, so that errors beyond do not count.
"""
import json
import sys

import numpy as np
from vowpalwabbit import Workspace

data = np.genfromtxt(sys.argv[1], delimiter=",", skip_header=1)
x, y = data[:, :-1], data[:, -1].astype(int)
x = (x - x.mean(0)) / x.std(0)
costs = np.array([[0, 1, 4], [0.5, 0, 2.5], [6, 3, 0]])

with_intercept = np.column_stack([np.ones(len(y)), x])
w = np.linalg.lstsq(with_intercept, costs[y], rcond=None)[0]
exact = with_intercept @ w


def features(row):
    return "| " + " ".join(f"f{i}:{v}" for i, v in enumerate(row))


def line(row, c):
    return " ".join(f"{k + 1}:{v}" for k, v in enumerate(c)) + " " + features(row)


vw = Workspace("--csoaa 3 --sgd --power_t 0 -l 0.001 -b 18 --quiet "
               "--min_prediction -100 --max_prediction 100")
rng = np.random.default_rng(1)
for _ in range(400):
    for i in rng.permutation(len(y)):
        vw.learn(line(x[i], costs[y[i]]))
example = vw.parse(features(x[0]))
ids = [example.feature(ns, n) for ns in (" ", chr(128)) for n in range(example.num_features_in(ns))]
vw.finish_example(example)
scores = [[float(sum(v * vw.get_weight(f, p) for f, v in zip(ids, [*row, 1]))) for p in range(3)] for row in x]
predicted = [vw.predict(features(row)) - 1 for row in x]
assert len(ids) == 5
print("largest difference", np.abs(np.array(scores) - exact).max(), file=sys.stderr)
json.dump({"origin": "numpy 2.4.6 and Vowpal Wabbit 9.11.9 by csoaa.py", "costs": costs.tolist(),
           "least_squares": np.round(exact, 12).tolist(), "scores": np.round(scores, 5).tolist(),
           "predicted": predicted}, sys.stdout)
print()
