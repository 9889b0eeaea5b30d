# Prints sets.json: nonconformity scores, quantiles and prediction sets by MAPIE 1.6.0, and the coverage of worst
# slabs in given directions by covmetrics 0.1.2, which MAPIE calls: python3 sets.py > sets.json
# MAPIE counts the share 1 - u of a class's own probability where bench counts u. Its rule for the last class of
# randomised sets of RAPS is another one than that of the paper and of bench, so there are none of these here.
# MAPIE has no thresholds per class: those here are its quantiles of the rows of each class.
import json
import numpy as np
from covmetrics.slab_metrics import wsc_all_numpy
from mapie.conformity_scores.sets.aps import APSConformityScore
from mapie.conformity_scores.sets.lac import LACConformityScore
from mapie.conformity_scores.sets.raps import RAPSConformityScore
from mapie.conformity_scores.sets.topk import TopKConformityScore
from mapie.metrics.classification import classification_coverage_score, classification_mean_width_score
from mapie.utils import _compute_classification_quantile

K, SEED, LAMBDA, KREG = 6, 11, 0.05, 2
random = np.random.default_rng(36)
alphas = np.array([0.1, 0.25])


def rows(n):
    scores = random.normal(0, 1.2, (n, K))
    p = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    return p, np.array([random.choice(K, p=row) for row in 0.8 * p + 0.2 / K])


def prepared(kind):
    s = kind()
    s.classes, s.random_state = np.arange(K), SEED
    return s


def made(name, s, true_scores, randomized, include):
    s.quantiles_ = _compute_classification_quantile(true_scores, alphas)
    repeated = np.repeat(p_test[:, :, np.newaxis], len(alphas), axis=2)
    given = p_test[:, :, np.newaxis] if name == "lac" else repeated
    sets = s.get_prediction_sets(given, true_scores, alphas, "prefit", include_last_label=include)
    return {"score": name, "randomized": randomized, "scores": true_scores.ravel().tolist(),
            "quantiles": s.quantiles_.tolist(), "sets": np.moveaxis(sets, 2, 0).reshape(len(alphas), -1).astype(int).tolist(),
            "size": classification_mean_width_score(sets).tolist(),
            "coverage": np.ravel(classification_coverage_score(y_test, sets)).tolist()}


p, y = rows(90)
p_test, y_test = rows(70)
u = np.random.RandomState(SEED).uniform(size=len(p))
u_test = np.random.RandomState(SEED).uniform(size=len(p_test))
cases = []

lac = prepared(LACConformityScore)
cases.append(made("lac", lac, lac.get_conformity_scores(y, p, y_enc=y), False, True))
perclass = [_compute_classification_quantile(lac.get_conformity_scores(y, p, y_enc=y)[y == k], alphas[1:])[0]
            for k in range(K)]

aps = prepared(APSConformityScore)
cases.append(made("aps", aps, aps.get_conformity_scores(y, p, y_enc=y), True, "randomized"))
whole, place = aps.get_true_label_cumsum_proba(y, p, np.arange(K))
cases.append(made("aps", aps, whole, False, True))

raps = prepared(RAPSConformityScore)
raps.lambda_star, raps.k_star = LAMBDA, KREG
punished = raps._regularize_conformity_score(np.array([KREG]), LAMBDA, whole.copy(), place)[:, :, 0]
cases.append(made("raps", raps, punished, False, True))

top = prepared(TopKConformityScore)
cases.append(made("top_k", top, top.get_conformity_scores(y, p, y_enc=y), False, True))

x = random.normal(0, 1, (80, 3))
covered = (random.uniform(size=80) < 0.75 + 0.2 * np.tanh(x[:, 0])).astype(int)
directions = random.normal(0, 1, (5, 3))
directions /= np.sqrt((directions ** 2).sum(axis=1, keepdims=True))
slabs = [{"share": share, "coverage": [float(c) for c in wsc_all_numpy(x, covered, share, directions)[0]]}
         for share in (0.1, 0.3)]

print(json.dumps({
    "k": K, "lambda": LAMBDA, "k_reg": KREG, "levels": alphas.tolist(),
    "p": p.ravel().tolist(), "y": y.tolist(), "one_minus_u": u.tolist(),
    "p_test": p_test.ravel().tolist(), "y_test": y_test.tolist(), "one_minus_u_test": u_test.tolist(),
    "cases": cases, "lac_per_class": [float(q) for q in perclass],
    "points": x.ravel().tolist(), "covered": covered.tolist(), "directions": directions.tolist(), "slabs": slabs}))
