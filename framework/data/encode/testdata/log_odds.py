"""Writes log_odds.json: shrunken log-odds ratios by category_encoders, whose tables are of single precision, and by their definition
with scipy's brentq. usage: log_odds.py > log_odds.json"""
import json

import category_encoders as ce
import numpy as np
import pandas as pd
import scipy
from scipy.optimize import brentq


def shrunk(col, y):
    """Morris' empirical Bayes estimate of each value, and the variance between values."""
    stats = pd.Series(y).groupby(pd.Series(col)).agg(["sum", "count"])
    s, n, S, N, K = stats["sum"].to_numpy(float), stats["count"].to_numpy(float), y.sum(), len(y), len(stats)
    table = np.stack([N - n + s - S, n - s, S - s, s]) + 0.5
    ratio, own = np.log(table[0] * table[3] / (table[1] * table[2])), (1 / table).sum(0)

    def excess(t):
        w = 1 / (t + own)
        mean = (w * ratio).sum() / w.sum()
        return (w * (ratio - mean) ** 2).sum() - (K - 1), mean

    t = 0.0 if excess(0.0)[0] <= 0 else brentq(lambda t: excess(t)[0], 0, 1e6, xtol=1e-15, rtol=1e-15)
    mean = excess(t)[1]
    part = np.clip((K - 3) * own / ((K - 1) * (t + own)), 0, 1)
    return dict(zip(stats.index, mean + (1 - part) * (ratio - mean))), t


rng = np.random.default_rng(23)
cases = []
for rows, values, spread in ((60, 5, 0), (150, 8, 1), (90, 3, 2), (400, 30, 0.6), (40, 2, 1), (20, 1, 0)):
    numbers = rng.integers(0, values, rows)
    effects = spread * rng.normal(size=values)
    y = (rng.random(rows) < 1 / (1 + np.exp(-effects[numbers]))).astype(int)
    col = np.array([f"v{i:02}" for i in numbers])
    asked = sorted(set(col)) + ["new"]
    encoder = ce.JamesSteinEncoder(model="binary").fit(pd.DataFrame({"col": col}), pd.Series(y))
    theirs = encoder.transform(pd.DataFrame({"col": asked})).to_numpy().ravel().tolist()
    exact, between = shrunk(col, y) if values > 1 else ({"v00": 0.0}, 0.0)
    cases.append({"col": col.tolist(), "y": y.tolist(), "asked": asked, "variance": float(f"{between:.6g}"),
                  "exact": [float(f"{exact.get(v, 0.0):.15g}") for v in asked], "category_encoders": [float(f"{v:.9g}") for v in theirs]})
print(json.dumps({"origin": f"log_odds.py with category_encoders {ce.__version__}, scipy {scipy.__version__}", "cases": cases},
                 separators=(",", ":")))
