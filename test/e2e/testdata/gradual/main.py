"""The reductions of test/plugins/gradual."""
from typing import Any

import numpy as np

from bench_plugin import Capabilities, Decoded, Done, Reducer, Reduction, Stage, Training, serve

ROUNDS = 2


class Doubts(Reducer):
    """One-vs-rest, and then, twice, the pair of classes that is confused most."""

    name = "python_doubts"
    capabilities = Capabilities(tasks=["binary"], deterministic=True)

    def plan(self, r: Reduction) -> Stage:
        k = len(r.classes)
        return Stage(code=2 * np.eye(k) - 1, outputs="out_of_fold", folds=2, later=ROUNDS,
                     state={"classes": k, "pairs": []})

    def next(self, state: Any, t: Training) -> Any:
        k, pairs = state["classes"], state["pairs"]
        if not t.kind or t.outputs.shape[1] != k + len(pairs):
            raise ValueError("other outputs than were asked for")
        said = t.outputs[:, :k].argmax(axis=1)
        confused = np.zeros((k, k), int)
        np.add.at(confused, (np.minimum(said, t.classes), np.maximum(said, t.classes)), 1)
        np.fill_diagonal(confused, 0)
        for a, b in pairs:
            confused[a, b] = 0
        a, b = np.unravel_index(confused.argmax(), confused.shape)
        if confused[a, b] == 0:
            return Done(state)
        code = np.zeros((k, 1))
        code[a], code[b] = 1, -1
        pairs = [*pairs, [a, b]]
        return Stage(code=code, outputs="in_sample" if len(pairs) < ROUNDS else "none",
                     state={"classes": k, "pairs": pairs})

    def decode(self, state: Any, scores: Any, kind: str) -> Decoded:
        k = state["classes"]
        out = np.array(scores[:, :k])
        for column, (a, b) in enumerate(state["pairs"], k):
            for row, s in zip(out, scores[:, column]):
                if row.argmax() in (a, b):
                    row[a if s > 0 else b] = row.max() + 1
        return Decoded(out)


class Sides(Reducer):
    """Two regressions: on the number of the class, and on that number with a sign by the features. Rows of the
    positive side are there twice, with half the weight and two numbers."""

    name = "python_sides"
    capabilities = Capabilities(tasks=["regression"], deterministic=True)

    def plan(self, r: Reduction) -> Stage:
        return Stage(features=True, later=2, state={"classes": len(r.classes)})

    def next(self, state: Any, t: Training) -> Stage:
        number = t.classes + 1.0
        side = np.where(t.features[:, 0] > t.features[:, 1], 1, -1)
        copies = np.where(side > 0, 2, 1)
        rows = np.repeat(np.arange(len(side)), copies)
        again = np.append(False, rows[1:] == rows[:-1])
        return Stage(task="regression", targets=np.column_stack([number[rows] + again, (side * number)[rows]]),
                     target_of=rows, target_weights=1 / copies[rows], state=state)

    def decode(self, state: Any, scores: Any, kind: str) -> Decoded:
        numbers = np.arange(1, state["classes"] + 1)
        return Decoded(scores[:, [1]] / 1024 - np.abs(scores[:, [0]] - numbers))


serve("gradual_python", "0.1.0", Doubts, Sides)
