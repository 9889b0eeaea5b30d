# Writes centroids.json: nested dichotomies by the furthest centroids, as the prose of
# Duarte-Villaseñor et al. (2012) has them. Run it beside the file, with the repository's
# digits: python3 centroids.py ../../../../experiments/data/digits.csv.gz > centroids.json
import itertools
import json
import sys
import numpy as np


def tree(centroids, classes):
    if len(classes) == 1:
        return str(classes[0])
    distance = lambda a, b: np.linalg.norm(centroids[a] - centroids[b])
    first, second = max(itertools.combinations(classes, 2), key=lambda pair: distance(*pair))
    near = [c for c in classes if c != second and (c == first or distance(c, first) < distance(c, second))]
    far = [c for c in classes if c not in near]
    left, right = sorted([near, far], key=min)
    return f"({tree(centroids, left)} {tree(centroids, right)})"


digits = np.loadtxt(sys.argv[1], delimiter=",")
random = np.random.default_rng(8)
cases = [np.array([digits[digits[:, 64] == k, :64].mean(0).round(1) for k in range(10)])]
cases += [random.integers(0, 9, size=(k, 2)) for k in (2, 3, 5, 8, 13, 26)]  # with ties
print(json.dumps({"origin": f"centroids.py with numpy {np.__version__}", "cases": [
    {"centroids": c.tolist(), "tree": tree(c, list(range(len(c))))} for c in cases]}, separators=(",", ":")))
