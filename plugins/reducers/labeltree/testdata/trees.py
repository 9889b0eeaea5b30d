"""Writes trees.json: trees, problems and probabilities of napkinXC on small data.

python trees.py FOLDER > trees.json, with napkinxc 0.7.2 and numpy 1.26.4 from PyPI. napkinXC reads numbers as
32-bit ones and keeps models as such, so that its probabilities have six digits or so. FOLDER is for its files.
"""
import json
import os
import sys

import numpy as np
from napkinxc.models import PLT

folder = sys.argv[1]
path = os.path.join(folder, "rows.txt")


def rows_of(labels, n, d, k, seed):
    """Rows with numbers of three digits, which 32 bits hold well, and labels that depend on them."""
    rng = np.random.default_rng(seed)
    x = np.round(rng.standard_normal((n, d)), 2)
    scores = x @ rng.standard_normal((d, k)) + 0.8 * rng.standard_normal((n, k))
    if labels:
        return x, [np.flatnonzero(s > 2)[:3].tolist() for s in scores]
    return x, [[int(np.argmax(s))] for s in scores]


def found(m, k):
    """The labels that are found for each row, and their probabilities."""
    return [[[label, round(p, 7)] for label, p in row] for row in m.predict_proba_for_file(path, top_k=k)]


def trained(x, y, k, **tree):
    with open(path, "w") as f:
        f.write(f"{len(x)} {x.shape[1]} {k}\n")
        for row, labels in zip(x, y):
            f.write(",".join(map(str, labels)) + " " + " ".join(f"{j}:{v}" for j, v in enumerate(row)) + "\n")
    settings = dict(norm=False, bias=1.0, liblinear_c=1, liblinear_eps=1e-9, liblinear_solver="L2R_LR_DUAL",
                    liblinear_max_iter=100000, weights_threshold=0, seed=1, threads=1, **tree)
    m = PLT(os.path.join(folder, "model"), **settings)
    m.fit_on_file(path)
    beams = {}
    for width in (1, 2):
        narrow = PLT(os.path.join(folder, "model"), **settings, tree_search_type="beam", beam_search_width=width)
        narrow.load()
        beams[width] = found(narrow, 3)
    return {"settings": tree, "tree": m.get_tree_structure(), "asked": [sorted(map(list, row)) for row in
                                                                        m.get_nodes_to_update(y)],
            "exact": found(m, k), "beams": beams}


data = []
for name, labels, n, d, k, seed in (("labels", True, 60, 6, 9, 0), ("classes", False, 80, 5, 7, 1)):
    x, y = rows_of(labels, n, d, k, seed)
    cases = [trained(x, y, k, tree_type=kind, arity=arity, max_leaves=3)
             for kind, arity in (("balancedInOrder", 2), ("balancedInOrder", 3), ("balancedRandom", 2), ("huffman", 2))]
    data.append({"name": name, "k": k, "x": x.tolist(), "y": y, "trees": cases})
json.dump(data, sys.stdout, separators=(",", ":"))
print()
