"""Makes rows of numbers with labels that depend on each other, with a fixed seed. usage: chains_data.py DIR LABELS ROWS FEATURES

DIR/chainsN.train.csv and chainsN.test.csv have the columns x0, x1 … and y0, y1 …: each label is a noisy half of the space that moves
with two labels before it. The test part has a quarter as many rows."""
import os
import sys

import numpy as np

out, labels, rows, features = sys.argv[1], *map(int, sys.argv[2:])
os.makedirs(out, exist_ok=True)
rng = np.random.default_rng(7)
everything = rows + rows // 4
x = np.round(rng.normal(size=(everything, features)), 6)
w = rng.normal(size=(features, labels)) * (rng.random((features, labels)) < 0.2)
score = x @ w / np.sqrt(0.2 * features) + 0.7 * rng.normal(size=(everything, labels)) - 1
y = np.zeros((everything, labels), int)
for j in range(labels):
    if j > 1:
        score[:, j] += 1.2 * y[:, rng.integers(j)] - 0.8 * y[:, rng.integers(j)]
    y[:, j] = score[:, j] > 0
names = ",".join([f"x{j}" for j in range(features)] + [f"y{j}" for j in range(labels)])
for part, numbers in ("train", range(rows)), ("test", range(rows, everything)):
    with open(f"{out}/chains{labels}.{part}.csv", "w") as f:
        f.write(names + "\n")
        for i in numbers:
            f.write(",".join([repr(float(v)) for v in x[i]] + [str(v) for v in y[i]]) + "\n")
