#!/usr/bin/env python3
"""A plugin of bench with one encoder. Try it without bench: python3 -m bench_plugin test main.py"""
from typing import Annotated

import numpy as np

from bench_plugin import Capabilities, Encoder, Encoding, Param, Records, TrainingRecords, serve


class Clipped(Encoder):
    """Numbers less their mean, by their deviation, cut off at a limit; categories as their share of the rows."""

    name = "{{.Name}}"
    capabilities = Capabilities(tasks=(), deterministic=True)  # target=True to be told the classes
    limit: Annotated[float, Param("Deviations from the mean at which numbers are cut off.", above=0)] = 3.0

    def fit(self, t: TrainingRecords) -> Encoding:
        """Learns from the training rows of a fold: t.x has a row each, t.columns says what its columns are."""
        state = []
        for column, values in zip(t.columns, t.x.T):
            if column.kind == "nominal":  # the numbers of column.values, -1 where missing
                state.append(np.bincount(values.astype(int) + 1, minlength=len(column.values) + 1) / len(values))
                continue
            there = values[~np.isnan(values)]
            state.append([there.mean(), there.std() or 1.0] if len(there) else [0.0, 1.0])
        return Encoding(state, [column.name for column in t.columns])

    def transform(self, state: list, r: Records) -> np.ndarray:
        """Makes the features of rows: each by the state, in which arrays are lists, and the row alone."""
        features = []
        for column, values, learnt in zip(r.columns, r.x.T, state):
            if column.kind == "nominal":
                features.append(np.array(learnt)[values.astype(int) + 1])
                continue
            mean, deviation = learnt
            features.append(np.nan_to_num(np.clip((values - mean) / deviation, -self.limit, self.limit)))
        return np.column_stack(features)


serve("{{.Name}}", "0.1.0", Clipped)
