# Prints multiclass.json: calibrated probabilities of rows that a map is fitted to, by scikit-learn 1.9.1
# (temperature), dirichletcal 0.5.3 (vector; dirichlet with ODIR), and uncertainty-calibration 0.1.4 (histograms,
# of the rows that are predicted as a class, and of each class): python3 multiclass.py > multiclass.json
import json
import numpy as np
from calibration.utils import get_equal_bins, get_histogram_calibrator
from dirichletcal.calib.fulldirichlet import FullDirichletCalibrator
from dirichletcal.calib.vectorscaling import VectorScaling
from sklearn.calibration import _TemperatureScaling

random = np.random.default_rng(36)
K, N, BIN = 4, 240, 25
LAMBDA, MU = 0.05, 0.5


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


true = random.normal(0, 1.2, (N, K)) + np.array([0.8, 0.2, -0.3, -0.6])
y = np.array([random.choice(K, p=row) for row in softmax(true)])
shown = softmax(true @ (np.diag([2.0, 1.5, 1.0, 2.5]) + 0.2 * random.normal(size=(K, K))) + [0, 0.5, 0, -0.5])
p = np.round(shown, 7)
p[:, -1] = np.round(1 - p[:, :-1].sum(axis=1), 7)
top = p.argmax(axis=1)


def histogram(scores, positive):
    if len(scores) < BIN:
        return scores
    bins = get_equal_bins(list(scores), len(scores) // BIN)
    return get_histogram_calibrator(scores, positive, bins)(scores)


temperature = _TemperatureScaling().fit(p, y)
vector = VectorScaling(logit_input=True, ref_row=False).fit(np.log(p), y)
dirichlet = {
    name: FullDirichletCalibrator(reg_lambda=a, reg_mu=b, reg_norm=True, ref_row=False).fit(p, y)
    for name, (a, b) in {"dirichlet": (LAMBDA, MU), "weak": (0.001, 0.001)}.items()
}
confidence = p[np.arange(N), top].copy()
for k in range(K):
    confidence[top == k] = histogram(p[top == k, k], y[top == k] == k)
each = np.column_stack([histogram(p[:, k], y == k) for k in range(K)])
def digits(values):
    return np.round(np.ravel(values), 9).tolist()


print(json.dumps({
    "probabilities": digits(p), "classes": y.tolist(), "lambda": LAMBDA, "mu": MU, "bin_rows": BIN,
    "beta": float(temperature.beta_), "temperature": digits(temperature.predict(p)),
    "vector": digits(vector.predict_proba(np.log(p))),
    **{name: digits(map.predict_proba(p)) for name, map in dirichlet.items()},
    "confidence": digits(confidence), "class_wise": digits(each / each.sum(axis=1, keepdims=True)),
}))
