# Prints reference.json: powers by simulation with SciPy (1.17.1 was used), of normal differences:
# python3 reference.py > reference.json
import json
import numpy as np
from scipy import stats

random = np.random.default_rng(1)
wilcoxon = []
for n, difference, level in [(8, 1.0, 0.05), (12, 0.5, 0.05), (20, 0.7, 0.05), (20, 0.7, 0.005), (40, 0.4, 0.05), (6, 2.0, 0.05)]:
    d = random.normal(difference, 1, (20000, n))
    method = "exact" if n <= 25 else "asymptotic"
    p = np.array([stats.wilcoxon(row, method=method, correction=False).pvalue for row in d])
    wilcoxon.append({"n": n, "difference": difference, "level": level, "power": float((p < level).mean())})
corrected = []
for k, r, difference, level, sd in [(10, 1, 0.02, 0.05, 0.02), (10, 10, 0.02, 0.05, 0.02), (5, 2, 0.05, 0.01, 0.03), (2, 5, 0.04, 0.05, 0.02)]:
    n, rho = k * r, 1 / k
    sigma = sd / np.sqrt(1 - rho)
    shared = random.normal(0, sigma * np.sqrt(rho), (200000, 1))
    d = difference + shared + random.normal(0, sigma * np.sqrt(1 - rho), (200000, n))
    t = d.mean(axis=1) / np.sqrt((1 / n + 1 / (k - 1)) * d.var(axis=1, ddof=1))
    corrected.append({"k": k, "r": r, "difference": difference, "level": level, "sd": sd,
                      "power": float((2 * stats.t.sf(np.abs(t), n - 1) < level).mean())})
print(json.dumps({"wilcoxon": wilcoxon, "corrected": corrected}, indent=1))
