#!/usr/bin/env python3
"""A plugin of bench with one learner. Try it without bench: python3 -m bench_plugin test main.py"""
from typing import Annotated, Any

from bench_plugin import Capabilities, Learner, Param, Problem, serve


class Centroid(Learner):
    """Nearest centroid: the difference of a row's squared distances to the means of the two sides."""

    name = "{{.Name}}"
    capabilities = Capabilities(scores="margin", symmetric=True, deterministic=True)
    shrink: Annotated[float, Param("Part of the way that the means go to each other.", min=0, max=1)] = 0.0

    def train(self, p: Problem) -> Any:
        """Makes a model of the rows p.x and their targets p.y, -1 and +1."""
        minus, plus = p.x[p.y < 0].mean(axis=0), p.x[p.y > 0].mean(axis=0)
        middle = (minus + plus) / 2
        return minus + self.shrink * (middle - minus), plus + self.shrink * (middle - plus)

    def score(self, model: Any, x: Any) -> Any:
        """A number for each row; above 0 means +1."""
        minus, plus = (((x - mean) ** 2).sum(axis=1) for mean in model)
        return minus - plus


serve("{{.Name}}", "0.1.0", Centroid)
