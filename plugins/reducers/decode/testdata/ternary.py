# Writes ternary.json: class scores of the decoders of Escalera, Pujol & Radeva (2010)
# and of Frank & Hall (2001), from the formulas as docs/decoders.md has them, entry by
# entry. Run it beside the file: python3 ternary.py > ternary.json (numpy, scipy).
import json
import numpy as np
from scipy import integrate, optimize
from scipy.special import gammaln

CODES = {
    # A ternary code, all pairs of four classes, one-vs-rest of five, and a tree.
    "sparse": [[1, 0, -1, 1, 0, 1], [-1, 1, 0, 1, 1, 0], [0, -1, 1, -1, 1, -1], [1, 1, 1, 0, -1, -1]],
    "pairs": [[1, 1, 1, 0, 0, 0], [-1, 0, 0, 1, 1, 0], [0, -1, 0, -1, 0, 1], [0, 0, -1, 0, -1, -1]],
    "rest": (2 * np.eye(5, dtype=int) - 1).tolist(),
    "tree": [[1, 1, 0], [1, -1, 0], [-1, 0, 1], [-1, 0, -1]],
}


def sign(x):
    return (x > 0) - (x < 0)


def hamming(w, row):
    return sum((1 - a * b) / 2 for a, b in zip(w, row))


def agreements(w, row):
    alpha = sum((1 + a * b) / 2 for a, b in zip(w, row) if b != 0)
    return alpha, sum(1 for b in row if b != 0) - alpha


def laplacian(w, row):
    alpha, beta = agreements(w, row)
    return (alpha + 1) / (alpha + beta + 2)


def beta_density(w, row):
    alpha, beta = agreements(w, row)
    constant = np.exp(gammaln(alpha + beta + 2) - gammaln(alpha + 1) - gammaln(beta + 1))
    density = lambda v: constant * v**alpha * (1 - v)**beta
    area = lambda low, high: integrate.quad(density, low, high, epsabs=1e-15, epsrel=1e-14)[0]
    z = alpha / (alpha + beta)
    if area(0, z) <= 1 / 3:
        return 0.0
    return optimize.brentq(lambda x: area(x, z) - 1 / 3, 0, z, xtol=1e-16, rtol=1e-15)


def probability(s):
    return 1 / (1 + np.exp(-s))


def decode(code, s):
    w = [sign(x) for x in s]
    d = np.array([hamming(w, row) for row in code])
    between = np.array([[hamming(a, b) for b in code] for a in code])
    product = np.array([np.prod([probability(x * m) for x, m in zip(s, row) if m != 0]) for row in code])
    rest = (1 - product.sum()) / len(code)
    shared = product + rest if rest >= 0 else product / product.sum()
    return {
        "hamming": (-d).tolist(),
        "euclidean": [-np.sqrt(sum((a - b)**2 for a, b in zip(w, row))) for row in code],
        "attenuated_euclidean":
            [-np.sqrt(sum(abs(a) * abs(b) * (a - b)**2 for a, b in zip(w, row))) for row in code],
        "inverse_hamming": np.linalg.solve(between, d).tolist(),
        "laplacian": [laplacian(w, row) for row in code],
        "beta_density": [beta_density(w, row) for row in code],
        "probabilistic": np.log(product).tolist(),
        "probabilities": shared.tolist(),
    }


def cumulative(s):
    above = [1] + [probability(x) for x in s] + [0]
    p = np.maximum(0, [a - b for a, b in zip(above, above[1:])])
    return (p / p.sum()).tolist()


random = np.random.default_rng(20)
out = {"origin": "ternary.py with numpy and scipy", "cases": [], "cumulative": []}
for name, code in CODES.items():
    rows = [code[1], [0.0] * len(code[0])]  # a row of the code itself, and abstentions alone
    rows += np.round(random.normal(scale=1.5, size=(6, len(code[0]))), 2).tolist()
    rows[3][0] = 0.0
    out["cases"].append({"code": code, "rows": [{"scores": s, **decode(code, s)} for s in rows]})
for s in ([2.0, 0.5, -1.0], [-1.0, 0.5, 2.0], [0.0, 0.0, 0.0], [8.0, 7.5, -0.25]):
    out["cumulative"].append({"scores": s, "probabilities": cumulative(s)})
print(json.dumps(out, separators=(",", ":")).replace("{", "\n{").lstrip())
