#!/usr/bin/env python3
"""A plugin of bench with one metric. Try it without bench: python3 -m bench_plugin test main.py"""
from typing import Annotated

import numpy as np

from bench_plugin import Capabilities, Metric, Outcome, Param, serve


class Near(Metric):
    """1 less the mean distance of truth and prediction in class order, as a part of the largest there can be."""

    name = "{{.Name}}"
    capabilities = Capabilities(tasks=(), deterministic=True)  # smaller=True where smaller values are better
    power: Annotated[float, Param("Of the distance: 2 counts far mistakes more.", above=0)] = 1.0

    def compute(self, o: Outcome) -> float:
        """A number for the rows of a fold. Beside truth and predictions o has class scores, probabilities, groups
        and weights; NaN says that the value is undefined."""
        distance = np.abs(o.truth - o.predicted) / (len(o.classes) - 1)
        return float(1 - np.average(distance**self.power, weights=o.weights))


serve("{{.Name}}", "0.1.0", Near)
