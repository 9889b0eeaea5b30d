"""scikit-learn's estimators, and those of libraries with its interface, as a learner of bench."""

from __future__ import annotations

import re
import warnings
from typing import Annotated, Any, Iterator, Literal, Mapping

import joblib
import numpy as np
import scipy
import sklearn
from bench_plugin import Capabilities, Diagnostic, Fitted, Learner, Matrix, Param, Problem, error, serve
from sklearn.base import is_classifier, is_regressor
from sklearn.exceptions import ConvergenceWarning

import abilities
import blueprint

LEAST = 1e-300  # what a probability counts as if it is 0

class Sklearn(Learner):
    """Any classifier or regressor with scikit-learn's interface, by the dotted name of its class."""

    name = "sklearn"
    capabilities = Capabilities(tasks=("binary", "multiclass", "regression"), scores="margin", sparse=True,
                                weights=True, deterministic=True, threads=True)
    estimator: Annotated[str, Param('Class of the estimator, such as "sklearn.ensemble.RandomForestClassifier", or '
                                    '"./mine.py:NearestMedian" of a file beside the experiment file.')]
    params: Annotated[Any, Param("Its parameters by name. One that is an estimator itself is "
                                 '{ estimator = "…", params = { … } }.')] = {}
    output: Annotated[Literal["decision_function", "predict_proba", "votes"] | None, Param(
        "What scores are made of: decision_function gives margins, predict_proba log-odds, votes (the predicted class) "
        "margins of one. The first of these that the class has, if it is not written.")] = None

    def validate(self) -> Iterator[Diagnostic]:
        """Everything that can be known without data."""
        try:
            plan = blueprint.read(self.estimator, self.params)
            yield from plan.remarks
            yield from (r for part in list(plan.parts())[1:] for r in part.remarks)
            refused = list(blueprint.refusals(plan))
            yield from refused or self._fits(plan.build())
        except Diagnostic as wrong:
            yield wrong

    def _fits(self, made: Any) -> Iterator[Diagnostic]:
        name = re.split("[.:]", self.estimator)[-1]
        if not abilities.predicts(made):
            yield error(["estimator"], f"{name} is no classifier and no regressor", abilities.role(made))
        elif is_regressor(made):
            yield Diagnostic(f"{name} is a regressor", "It trains regressions, no classes.", ["estimator"], "note")
            if self.output:
                yield error(["output"], f"{name} has no {self.output}", "The scores of a regressor are its predictions.")
        elif self.output in ("decision_function", "predict_proba") and not hasattr(made, self.output):
            has = ", ".join(o for o in abilities.OUTPUTS if o == "votes" or hasattr(made, o))
            yield error(["output"], f"{name} has no {self.output} with these parameters", f"It has: {has}.")
        elif getattr(made, "decision_function_shape", "") == "ovo" and self._output(made) == "decision_function":
            yield error(["params", "decision_function_shape"], "Scores of pairs of classes are not scores of classes",
                        "Leave it out, or write the reduction one_vs_one.")

    def _build(self) -> Any:
        return blueprint.read(self.estimator, self.params).build()

    def _output(self, made: Any) -> str:
        return self.output or next(o for o in abilities.OUTPUTS if o == "votes" or hasattr(made, o))

    def narrow(self) -> Capabilities:
        """What the class can do with these parameters."""
        made = self._build()
        tasks = ("regression",) if is_regressor(made) else ("binary", "multiclass")
        scores = "log_odds" if self._output(made) == "predict_proba" and not is_regressor(made) else "margin"
        return Capabilities(tasks=tasks, scores=scores, sparse=abilities.sparse(made), weights=abilities.weights(made),
                            deterministic=abilities.deterministic(made),
                            threads=bool(abilities.free(made, "n_jobs")))

    def runtimes(self) -> Mapping[str, str]:
        """The versions of the libraries that the classes come from."""
        plan = blueprint.read(self.estimator, self.params)
        return abilities.versions({part.kind.__module__.split(".")[0] for part in plan.parts()})

    def train(self, problem: Problem) -> Fitted:
        """Fits the estimator to a problem. Binary targets become the classes 0 and 1."""
        made = self._build()
        jobs = abilities.free(made, "n_jobs")
        made.set_params(**dict.fromkeys(abilities.free(made, "random_state"), problem.seed % 2**32))
        made.set_params(**dict.fromkeys(jobs, problem.threads))
        how, gaps = abilities.nominal(made, problem.columns, self.params)
        if problem.weights is not None:
            how["sample_weight"] = problem.weights
        y = problem.y if problem.task == "regression" else np.maximum(problem.y, 0).astype(int)
        with warnings.catch_warnings(record=True) as caught, joblib.parallel_backend("threading"):
            warnings.simplefilter("always", ConvergenceWarning)
            made.fit(abilities.unknown(problem.x, gaps), y, **how)
        made.set_params(**dict.fromkeys(jobs, 1))  # sums over trees have one order
        stopped = any(issubclass(w.category, ConvergenceWarning) for w in caught)
        width = problem.classes if problem.task == "multiclass" else 1
        return Fitted((made, width, gaps), unconverged=stopped, end="max_iter" if stopped else "")

    def score(self, model: Any, x: Matrix) -> Any:
        """Scores of rows, of the kind that narrow says."""
        made, width, gaps = model
        x = abilities.unknown(x, gaps)
        if is_regressor(made) and not is_classifier(made):
            return made.predict(x)
        output = self._output(made)
        if output == "votes":
            scores = (made.predict(x)[:, None] == made.classes_).astype(float) * 2 - 1
        elif output == "predict_proba":
            scores = np.log(np.maximum(made.predict_proba(x), LEAST, dtype=np.float64))
        else:
            scores = made.decision_function(x)
        if width > 1:
            scores = np.column_stack([-scores, scores]) if scores.ndim == 1 else scores
            return _spread(scores, made.classes_, width)
        if scores.ndim == 1:
            return scores
        # log-odds of both probabilities: of one alone, nothing is left near 1
        return scores[:, 1] - scores[:, 0] if output == "predict_proba" else scores[:, 1]


def _spread(scores: Any, classes: Any, width: int) -> Any:
    """Columns for all classes; those that the estimator has not seen have the least score."""
    if len(classes) == width:
        return scores
    out = np.full((len(scores), width), scores.min(initial=0.0) - 1)
    out[:, classes] = scores
    return out


serve("sklearn", "0.1.0", Sklearn, runtimes={
    "scikit-learn": sklearn.__version__, "scipy": scipy.__version__, "joblib": joblib.__version__})
