"""python -m bench_plugin test PATH [CONFIG]: tries a plugin in this process, where a debugger sees it."""

from __future__ import annotations

import json
import os
import runpy
import sys
import tempfile
import traceback
from functools import partial
from typing import Any, Callable, Iterator

import numpy as np

from . import serving, wire
from .catalog import Entry, Plugin
from .trial import Trial, binary, blobs, multiclass

Check = tuple[str, Callable[[], None]]


def main(arguments: list[str]) -> int:
    """The exit status: 1 if a check failed."""
    if len(arguments) not in (2, 3) or arguments[0] != "test":
        print("usage: python -m bench_plugin test PATH [CONFIG]\n\nPATH is the script of a plugin or its folder, CONFIG "
              'a file of JSON: {"component": {"parameter": value}}', file=sys.stderr)
        return 2
    configs = {}
    if len(arguments) == 3:
        with open(arguments[2], encoding="utf-8") as file:
            configs = json.load(file)
    plugin = load(arguments[1])
    failed = total = 0
    for entry in plugin.entries.values():
        with tempfile.TemporaryDirectory() as folder:
            for name, check in checks(Trial(plugin, folder, configs), entry):
                total += 1
                failed += not passes(f"{entry.name}, {name}", check)
    print(f"\n{total} checks: {total - failed} ok, {failed} failed. bench plugin test makes more.")
    return 1 if failed else 0


def load(path: str) -> Plugin:
    """Runs the script of a plugin up to its call of serve."""
    script = path
    if os.path.isdir(path):
        found = [name for name in sorted(os.listdir(path)) if name.endswith(".py")]
        script = os.path.join(path, "main.py" if "main.py" in found or len(found) != 1 else found[0])
    served: list[Plugin] = []
    serving.instead = served.append
    sys.path.insert(0, os.path.dirname(os.path.abspath(script)))
    sys.argv = [script]
    runpy.run_path(script, run_name="__main__")
    if not served:
        sys.exit(f"{script} serves nothing: it has to call bench_plugin.serve")
    return served[0]


def passes(name: str, check: Callable[[], None]) -> bool:
    """Makes a check and says how it ended."""
    try:
        check()
    except BaseException as failure:
        if isinstance(failure, KeyboardInterrupt):
            raise
        print(f"FAILED   {name}")
        traceback.print_exc(file=sys.stdout)
        return False
    print(f"ok       {name}")
    return True


def checks(trial: Trial, entry: Entry) -> Iterator[Check]:
    """What is promised of a component."""
    made, found = entry.check(trial.config(entry.name))

    def taken() -> None:
        assert made is not None, "; ".join(map(str, found))

    yield "takes its configuration", taken
    if made is None:
        return
    if entry.component.kind == "reduction":
        for classes in (2, 3, 4, 7):
            yield f"plans and decodes {classes} classes", partial(plans, trial, entry.name, classes)
        return
    if entry.component.kind == "metric":
        yield from metric_checks(trial, entry.name, made.narrow())
        return
    if entry.component.kind == "encoder":
        yield from encoder_checks(trial, entry.name, made.narrow())
        return
    if entry.component.kind == "validation":
        yield from splitter_checks(trial, entry.name)
        return
    can = made.narrow()
    for task in can.tasks:
        yield from learner_checks(trial, entry.name, task, can)


def learner_checks(trial: Trial, name: str, task: str, can: Any) -> Iterator[Check]:
    """What is promised of a learner for a task."""
    sample = blobs()

    def problems() -> list[wire.Message]:
        if task == "multiclass":
            return [multiclass(3, 1)]
        if task == "binary":
            return [binary(column, l) for l, column in enumerate(([1, -1, -1], [-1, 1, -1], [1, -1, 0]))]
        return [wire.new("Problem", task=task, target_path=trial.target(sample.x[:27, 0]))]

    def same(a: Any, b: Any, what: str) -> None:
        for l, (one, other) in enumerate(zip(a, b)):
            np.testing.assert_array_equal(one, other, f"problem {l}: {what}")

    def trains() -> None:
        for scores in trial.learn(name, sample, problems()):
            assert np.isfinite(scores).all(), f"scores are not finite: {scores}"

    def repeats() -> None:
        same(trial.learn(name, sample, problems()), trial.learn(name, sample, problems()), "trained again")

    def alone() -> None:
        same(trial.learn(name, sample, problems()),
             [s for p in problems() for s in trial.learn(name, sample, [p])], "together and alone")

    def swapped() -> None:
        flipped = [binary([-e for e in np.frombuffer(p.column, np.int8)], p.seed) for p in problems()]
        minus = [1 - s if can.scores == "probability" else -s for s in trial.learn(name, sample, flipped)]
        for one, other in zip(trial.learn(name, sample, problems()), minus):
            np.testing.assert_allclose(one, other, rtol=0, atol=1e-15)

    def sparse() -> None:
        for one, other in zip(trial.learn(name, sample, problems()), trial.learn(name, sample, problems(), sparse=True)):
            np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-6)

    promised = {"trains and scores": True, "same seed, same bytes": can.deterministic,
                "a model does not depend on other problems of the call": can.deterministic,
                "swapped signs negate the scores": can.symmetric and task == "binary",
                "sparse features are as good as dense ones": can.sparse and can.deterministic}
    for (what, holds), check in zip(promised.items(), (trains, repeats, alone, swapped, sparse)):
        if holds:
            yield f"{task}: {what}", check


def metric_checks(trial: Trial, name: str, can: Any) -> Iterator[Check]:
    """What is promised of a metric."""
    random = np.random.default_rng(1)
    n, k = 36, 3
    scores = random.normal(size=(n, k))
    truth = np.arange(n) % k
    scores[np.arange(n), truth] += 1
    odds = np.exp(scores)
    if can.multi_label:
        files = {"truth": np.eye(k)[truth], "predictions": scores > 0, "probabilities": odds / (1 + odds)}
    else:
        files = {"truth": truth, "predictions": scores.argmax(axis=1),
                 "probabilities": odds / odds.sum(axis=1, keepdims=True)}
    files |= {"scores": scores, "weights": 1.0 + np.arange(n) % 3, "groups": np.arange(n) % 4}

    def values(start: int, *ends: int) -> list[float]:
        found = trial.measure(name, {what: array[start:] for what, array in files.items()},
                              [end - start for end in ends], can.multi_label)
        assert not any(v.error for v in found), found[0].error
        return [v.value for v in found]

    def measures() -> None:
        assert not np.isinf(values(0, n)).any(), f"the value is {values(0, n)[0]}"

    def alone() -> None:
        np.testing.assert_array_equal(values(0, 12, n), values(0, 12) + values(12, n), "together and alone")

    yield "measures 3 classes", measures
    yield "a value does not depend on other rows", alone


def encoder_checks(trial: Trial, name: str, can: Any) -> Iterator[Check]:
    """What is promised of an encoder."""
    random = np.random.default_rng(1)
    n = 36
    columns: list[dict[str, Any]] = [
        {"name": "x", "kind": "numeric"}, {"name": "y", "kind": "numeric"},
        {"name": "colour", "kind": "nominal", "values": ["red", "light green", "blå", "violet"]}]
    x = np.column_stack([random.normal(size=n), random.integers(0, 9, n), np.arange(n) ** 2 % 4 - 1.0])
    x[::7, 0] = np.nan
    known: dict[str, Any] = {"weights": 1.0 + np.arange(n) % 3, "groups": np.arange(n) % 4}
    if can.target:
        known["target"] = np.arange(n) % 3
    others = x[:8].copy()
    others[::3, 2] = 3  # which no training row has

    def features(rows: Any) -> Any:
        learnt = trial.fit(name, x, columns, known)
        made = trial.transform(name, learnt, rows, columns)
        assert np.isfinite(made).all(), f"features are not finite: {made}"
        return made

    def encodes() -> None:
        features(x)
        features(others)

    def alone() -> None:
        np.testing.assert_array_equal(features(others), np.concatenate([features(row[None]) for row in others]))

    yield "encodes rows of 3 classes", encodes
    if can.deterministic:
        yield "the features of a row do not depend on other rows", alone


def splitter_checks(trial: Trial, name: str) -> Iterator[Check]:
    """What is promised of a splitter that does without features."""

    def folds(classes: int) -> list[tuple[set[int], set[int]]]:
        n = 20 * classes
        files = {"truth": np.arange(n) % classes, "groups": np.arange(n) // classes % 5, "weights": 1.0 + np.arange(n) % 3}
        answer = trial.split(name, files, classes)
        assert not answer.diagnostics, f"{answer.diagnostics[0].summary}: {answer.diagnostics[0].detail}"
        rows, found = np.load(os.path.join(trial.folder, "folds.npy")).tolist(), []
        for one in (f for repeat in answer.repeats for f in repeat.folds):
            train, test, rows = rows[:one.train], rows[one.train : one.train + one.test], rows[one.train + one.test :]
            rest = set(range(n)) - set(test) if one.others else set(train)
            assert test and rest and len(set(test)) == len(test), f"a fold trains on {len(rest)} and tests {len(test)} rows"
            assert not rest & set(test), "a fold trains on rows that it tests"
            assert rest | set(test) <= set(range(n)), "a row is not in the dataset"
            found.append((rest, set(test)))
        assert found, "there are no folds"
        return found

    def divides(classes: int) -> None:
        folds(classes)

    def repeats() -> None:
        assert folds(3) == folds(3), "the folds are others the second time"

    for classes in (2, 3, 7):
        yield f"divides rows of {classes} classes", partial(divides, classes)
    yield "same rows and seed, same folds", repeats


def plans(trial: Trial, name: str, classes: int) -> None:
    """Plans, and if there are no later stages decodes what perfect models say."""
    answer = trial.call("Reducer", "Plan", component=name, config_json=trial.config(name), seed=1,
                        classes=[f"class {k}" for k in range(classes)], counts=[20 + k for k in range(classes)])
    if answer.diagnostics:
        print("         it refuses them:", answer.diagnostics[0].summary)
        return
    stage = answer.stage
    if stage.outputs != "none" or stage.features or not stage.code:
        return
    code = np.frombuffer(stage.code, np.int8).reshape(stage.rows, stage.columns)
    assert len(code) == classes and ((code > 0).any(axis=0) & (code < 0).any(axis=0)).all(), f"the code is {code}"
    scores = trial.target(code.astype(np.float64) * 5)
    paths = {what + "_path": trial.target(np.zeros(0)) for what in ("class_scores", "probabilities", "predictions")}
    trial.call("Reducer", "Decode", component=name, config_json=trial.config(name), state=stage.state, kind="log_odds",
               scores_path=scores, **paths)
    predicted = np.load(paths["predictions_path"]).tolist()
    assert predicted == list(range(classes)), f"the scores of the classes are decoded as {predicted}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
