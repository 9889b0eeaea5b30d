#!/usr/bin/env python3
"""A plugin of bench with one reduction. Try it without bench: python3 -m bench_plugin test main.py"""
from typing import Annotated, Any, Literal

import numpy as np

from bench_plugin import Capabilities, Decoded, Param, Reducer, Reduction, Stage, serve


class Rest(Reducer):
    """One-vs-rest, or each pair of classes against the rest; the code word with the largest product decides."""

    name = "{{.Name}}"
    capabilities = Capabilities(tasks=["binary"], deterministic=True)
    sides: Annotated[Literal["one", "pairs"], Param("The positive classes of a problem.")] = "one"

    def plan(self, r: Reduction) -> Stage:
        """A row of +1, -1 or 0 for each class, a column for each binary problem."""
        k = len(r.classes)
        positive = [{i} for i in range(k)]
        if self.sides == "pairs" and k > 3:
            positive = [{i, j} for i in range(k) for j in range(i)]
        code = np.array([[1 if i in p else -1 for p in positive] for i in range(k)])
        return Stage(code=code, state={"code": code})

    def decode(self, state: Any, scores: Any, kind: str) -> Decoded:
        """Class scores of the scores of the problems, which are side by side."""
        return Decoded(scores=scores @ np.array(state["code"]).T)


serve("{{.Name}}", "0.1.0", Rest)
