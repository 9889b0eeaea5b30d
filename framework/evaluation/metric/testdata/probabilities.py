# Prints probabilities.json: calibration errors, decompositions and areas under risk-coverage curves of
# probabilities, by torchmetrics 1.9.0 (confidence), uncertainty-calibration 0.1.4 (debiased squares in bins),
# model-diagnostics 1.5.0 (decompositions of two classes), scikit-learn 1.9.1 (isotonic maps) and by all
# orders of equally sure rows (aurc): python3 probabilities.py > probabilities.json
import itertools, json
import numpy as np
import torch
from calibration.utils import unbiased_square_ce
from model_diagnostics.scoring import LogLoss, SquaredError, decompose
from sklearn.isotonic import IsotonicRegression
from torchmetrics.classification import MulticlassCalibrationError

random = np.random.default_rng(5)


def case(n, k, digits):
    scores = random.normal(0, 1.5, (n, k))
    p = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    y = np.array([random.choice(k, p=row) for row in 0.6 * p + 0.4 / k])
    p = np.round(p, digits)
    p[:, -1] = np.round(1 - p[:, :-1].sum(axis=1), digits)
    return np.abs(p), y


def binned(p, right, bins):
    number = np.minimum((p * bins).astype(int), bins - 1)
    return [list(zip(p[number == b], right[number == b])) for b in range(bins) if (number == b).any()]


def gaps(p, right, bins):
    return sum(abs(sum(a - b for a, b in part)) for part in binned(p, right, bins)) / len(p)


def equal_mass(p, right, bins):
    number = [min(bins - 1, int(bins * (p < v).sum() / len(p))) for v in p]
    number = np.array(number)
    return sum(abs((p - right)[number == b].sum()) for b in range(bins)) / len(p)


def area(p, y, orders):
    sure, wrong = p.max(axis=1), (p.argmax(axis=1) != y).astype(float)
    if not orders:
        order = np.argsort(-sure, kind="stable")
        return (np.cumsum(wrong[order]) / np.arange(1, len(y) + 1)).mean()
    groups = [np.flatnonzero(sure == s) for s in np.unique(sure)[::-1]]
    areas = []
    for order in itertools.product(*[list(itertools.permutations(g)) for g in groups]):
        areas.append((np.cumsum(wrong[list(itertools.chain(*order))]) / np.arange(1, len(y) + 1)).mean())
    return float(np.mean(areas))


out = []
for n, k, digits, orders in [(200, 2, 6, False), (300, 4, 6, False), (60, 3, 1, None), (7, 3, 1, True)]:
    p, y = case(n, k, digits)
    top = p.argmax(axis=1)
    sure, right = p.max(axis=1), (top == y).astype(float)
    one = {"classes": k, "p": p.flatten().tolist(), "y": y.tolist()}
    if n > 100:
        ece = MulticlassCalibrationError(num_classes=k, n_bins=10, norm="l1")
        one["confidence"] = float(ece(torch.tensor(p), torch.tensor(y)))
    one["top_label"] = sum((top == c).sum() * gaps(sure[top == c], right[top == c], 10) for c in range(k) if (top == c).any()) / n
    one["class_wise"] = float(np.mean([gaps(p[:, c], (y == c).astype(float), 10) for c in range(k)]))
    one["equal_mass"] = equal_mass(sure, right, 5)
    if n > 100:
        parts = [[(float(a), float(b)) for a, b in part] for part in binned(sure, right, 5)]
        if all(len(part) > 1 for part in parts):
            one["debiased"] = float(np.sqrt(max(0, unbiased_square_ce(parts))))
    if orders is not None:
        one["aurc"] = area(p, y, orders)
    r = np.stack([IsotonicRegression().fit(p[:, c], y == c).predict(p[:, c]) for c in range(k)], axis=1)
    u = np.tile([(y == c).mean() for c in range(k)], (n, 1))
    hit = np.eye(k)[y]
    brier = lambda q: ((q - hit) ** 2).sum(axis=1).mean()
    one["brier"] = [brier(p) - brier(r), brier(u) - brier(r), brier(u)]
    loss = lambda q: -np.log((q / q.sum(axis=1, keepdims=True))[np.arange(n), y]).mean()
    if (p[np.arange(n), y] > 0).all():
        one["log_loss"] = [loss(p) - loss(r), loss(u) - loss(r), loss(u)]
    if k == 2:
        for name, function, times in [("brier_two", SquaredError(), 2), ("log_loss_two", LogLoss(), 1)]:
            d = decompose(y_obs=y, y_pred=p[:, 1], scoring_function=function)
            one[name] = [times * float(d[c][0]) for c in ("miscalibration", "discrimination", "uncertainty")]
    out.append(one)
print(json.dumps(out))
