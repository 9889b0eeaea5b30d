"""A learner that raises what is not an Exception, has processes of its own, and scores with what is not a number."""

import asyncio
import multiprocessing
from typing import Annotated, Any

import numpy as np
from bench_plugin import Fitted, Learner, Param, Problem, serve


def twice(x: int) -> int:
    return 2 * x


RAISED = {"interrupted": KeyboardInterrupt, "cancelled": asyncio.CancelledError, "closed": GeneratorExit}


class Surprising(Learner):
    """Nearest mean, with a surprise."""

    what: Annotated[str, Param("The surprise.")] = ""

    def train(self, p: Problem) -> Any:
        if self.what in RAISED:
            raise RAISED[self.what]
        if self.what in multiprocessing.get_all_start_methods():
            with multiprocessing.get_context(self.what).Pool(2) as pool:
                assert pool.map(twice, range(3)) == [0, 2, 4]
        means = p.x[p.y > 0].mean(axis=0) - p.x[p.y < 0].mean(axis=0)
        return Fitted(means, end="bored") if self.what == "end" else means

    def score(self, model: Any, x: Any) -> Any:
        if self.what == "late":
            raise KeyboardInterrupt
        if self.what == "masked":
            return np.ma.masked_less(x @ model, np.inf)
        return x @ model * 1j if self.what == "complex" else x @ model


serve("surprising", "0.1.0", Surprising)
