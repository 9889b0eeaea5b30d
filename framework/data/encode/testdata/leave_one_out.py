"""Writes leave_one_out.json: encoders of category_encoders fitted to all training rows of category_encoders.json but one, which
they then encode. usage: leave_one_out.py < category_encoders.json > leave_one_out.json"""
import json
import sys

import category_encoders as ce
import numpy as np
import pandas as pd

given = json.load(sys.stdin)
train = given["train"]
col = pd.DataFrame({"col": pd.Series([value or None for value in given["gaps"][:train]], dtype=object)})
y, price = np.array(given["y"]), pd.Series(given["price"])
out = {"origin": f"leave_one_out.py with category_encoders {ce.__version__}", "classes": {}, "quantiles": {}}


def left_out(make, target):
    values = []
    for row in range(train):
        rest = np.arange(train) != row
        encoder = make().fit(col[rest].reset_index(drop=True), target[rest].reset_index(drop=True))
        values.append(float(f"{encoder.transform(col[~rest]).to_numpy().ravel()[0]:.15g}"))
    return values


for name, make in {"woe": ce.WOEEncoder, "woe 0.2": lambda: ce.WOEEncoder(regularization=0.2),
                   **{f"james_stein {model}": (lambda m: lambda: ce.JamesSteinEncoder(model=m))(model)
                      for model in ("independent", "pooled", "beta")}}.items():
    out["classes"][name] = [left_out(make, pd.Series((y == k).astype(int))) for k in range(3)]
for q, m in ((0.5, 1), (0.25, 0), (0.9, 3)):
    out["quantiles"][f"{q} {m}"] = left_out(lambda: ce.QuantileEncoder(quantile=q, m=m), price)
print(json.dumps(out, separators=(",", ":")))
