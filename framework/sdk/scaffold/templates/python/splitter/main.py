#!/usr/bin/env python3
"""A plugin of bench with one splitter. Try it without bench: python3 -m bench_plugin test main.py"""
from typing import Annotated, Iterator

import numpy as np

from bench_plugin import Capabilities, Fold, Param, Splitter, Undivided, error, serve


class Dealt(Splitter):
    """Deals the shuffled rows to folds in turn."""

    name = "{{.Name}}"
    # facts=("groups",) where it needs groups, "weights" likewise; "features" to see the columns as rows.x.
    capabilities = Capabilities(tasks=(), deterministic=True)
    folds: Annotated[int, Param("Number of folds.", min=2)] = 10
    repeats: Annotated[int, Param("Number of repeats.", min=1)] = 1

    def split(self, rows: Undivided) -> Iterator[list[Fold]]:
        """The folds of each repeat. Beside truth and classes rows has groups and weights; a fold without train
        trains on all rows that it does not test."""
        if self.folds > len(rows):
            raise error(["folds"], "More folds than rows", f"There are {len(rows)} rows.")
        random = np.random.default_rng(rows.seed)
        for _ in range(self.repeats):
            order = random.permutation(len(rows))
            yield [Fold(test=order[f :: self.folds]) for f in range(self.folds)]


serve("{{.Name}}", "0.1.0", Dealt)
