"""Writes category_encoders.json, what reference_test.go compares with: the encoders of category_encoders and scikit-learn.
usage: reference.py > category_encoders.json

category_encoders numbers values in the order in which they first occur: here that is the order of the texts, with missing values
behind them. The last rows are not fitted to; some of their values are unknown."""
import json

import category_encoders as ce
import numpy as np
import pandas as pd
import sklearn
from sklearn.decomposition import PCA
from sklearn.preprocessing import KBinsDiscretizer, OneHotEncoder, StandardScaler

rng = np.random.default_rng(20)
levels = ["a", "b", "c", "d", "e", "f", "g"]
col = levels + ["b", "d"] + list(rng.choice(levels, 40, p=[.3, .2, .2, .1, .1, .05, .05]))
train = len(col)
test = levels + ["new"]
numbers = lambda x: [[float(f"{v:.15g}") for v in row] for row in (x.to_numpy(float) if hasattr(x, "to_numpy") else x)]
frame = lambda values: pd.DataFrame({"col": pd.Series(values, dtype=object)})
out = {"origin": f"reference.py with category_encoders {ce.__version__}, scikit-learn {sklearn.__version__}, numpy {np.__version__}",
       "col": col + test, "train": train}

out["plain"] = {}
for name, encoder in {"helmert": ce.HelmertEncoder(), "sum": ce.SumEncoder(), "backward_difference": ce.BackwardDifferenceEncoder(),
                      "polynomial": ce.PolynomialEncoder(), "binary": ce.BinaryEncoder()}.items():
    out["plain"][name] = numbers(encoder.fit(frame(col)).transform(frame(test)))
gaps = [None if i % 9 == 8 else value for i, value in enumerate(col)]
out["base_n"] = {str(base): numbers(ce.BaseNEncoder(base=base).fit(frame(gaps)).transform(frame(test + [None]))) for base in (2, 3, 7, 10)}
out["gaps"] = [value or "" for value in gaps + test + [None]]

two = [["p", "r"][value > "c"] for value in col + test]
table = pd.DataFrame({"col": col + test, "two": two})
out["two"], out["drop"] = two, {}
for drop in ("first", "if_binary"):
    encoder = OneHotEncoder(drop=drop, handle_unknown="ignore", sparse_output=False).fit(table[:train])
    out["drop"][drop] = numbers(encoder.transform(table[train:]))
    rare = OneHotEncoder(drop=drop, handle_unknown="infrequent_if_exist", min_frequency=5, sparse_output=False).fit(table[:train])
    out["drop"][drop + " of rare"] = numbers(rare.transform(table[train:]))

y = np.random.default_rng(1).integers(0, 3, train)
out["y"], out["classes"] = y.tolist(), {}
asked = frame(test + [None])
for k in range(3):
    one = pd.Series((y == k).astype(int))
    stein = {f"james_stein {model}": (lambda m: lambda: ce.JamesSteinEncoder(model=m))(model)
             for model in ("independent", "pooled", "beta")}
    encoders = {"woe": ce.WOEEncoder(), "woe 0.2": ce.WOEEncoder(regularization=0.2), "catboost": ce.CatBoostEncoder(),
                "catboost 2.5": ce.CatBoostEncoder(a=2.5)}
    for name, encoder in (encoders | {name: make() for name, make in stein.items()}).items():
        encoder.fit(frame(gaps), one)
        out["classes"].setdefault(name, []).append(numbers(encoder.transform(asked).T)[0])
        if "catboost" in name:
            out["classes"].setdefault(name + " training", []).append(numbers(encoder.transform(frame(gaps), one).T)[0])
    # Out of fold: fitted to the rows outside each fold.
    for name, make in (stein | {"woe": ce.WOEEncoder}).items():
        values = np.zeros(train)
        for fold in range(3):
            inside = np.arange(train) % 3 == fold
            encoder = make().fit(frame(gaps)[~inside].reset_index(drop=True), one[~inside].reset_index(drop=True))
            values[inside] = encoder.transform(frame(gaps)[inside]).to_numpy().ravel()
        out["classes"].setdefault(name + " out of fold", []).append([float(f"{v:.15g}") for v in values])

price = pd.Series(np.random.default_rng(2).exponential(size=train).round(3))
out["price"], out["quantiles"] = price.tolist(), {}
for q, m in ((0.5, 1), (0.25, 0), (0.9, 3)):
    encoder = ce.QuantileEncoder(quantile=q, m=m).fit(frame(gaps), price)
    values = np.zeros(train)
    for fold in range(3):
        inside = np.arange(train) % 3 == fold
        part = ce.QuantileEncoder(quantile=q, m=m).fit(frame(gaps)[~inside].reset_index(drop=True), price[~inside].reset_index(drop=True))
        values[inside] = part.transform(frame(gaps)[inside]).to_numpy().ravel()
    out["quantiles"][f"{q} {m}"] = numbers([encoder.transform(asked).to_numpy().ravel(), values])

x = np.column_stack([rng.normal(size=90), rng.integers(0, 4, 90), rng.exponential(size=90).round(1), rng.lognormal(0, 3, 90)])
out["numbers"], out["bins"], out["edges"], out["linear"] = numbers(x), {}, {}, {}
for strategy in ("quantile", "uniform", "kmeans"):
    for n in (2, 5, 7):
        encoder = KBinsDiscretizer(n, strategy=strategy, encode="ordinal").fit(x[:70])
        name = f"{strategy} {n}"
        out["bins"][name] = encoder.transform(x[70:]).astype(int).tolist()
        out["edges"][name] = numbers(encoder.bin_edges_)
        # Equation 1 of Gorishniy, Rubachev and Babenko, written down once more.
        out["linear"][name] = [[round((v - a) / (b - a) if (v >= a or t == 0) and (v < b or t == len(edges) - 2) else float(v >= b), 14)
                                for v, edges in zip(row, encoder.bin_edges_) for t, (a, b) in enumerate(zip(edges, edges[1:]))]
                               for row in x[70:]]

# Standardised numbers beside indicators, as pca projects them.
mixed = np.column_stack([StandardScaler().fit(x[:70]).transform(x), np.eye(3)[np.arange(90) * 7 % 10 % 3]])
out["third"], out["pca"] = [str(v) for v in np.arange(90) * 7 % 10 % 3], {}
for name, options in {"all": {"n_components": 6}, "three": {"n_components": 3}, "share": {"n_components": 0.8},
                      "white": {"n_components": 4, "whiten": True}}.items():
    out["pca"][name] = numbers(PCA(svd_solver="full", **options).fit(mixed[:70]).transform(mixed))
print(json.dumps(out, separators=(",", ":"), ensure_ascii=False))
