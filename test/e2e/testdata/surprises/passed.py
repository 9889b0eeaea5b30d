"""A learner that needs variables of the environment."""

import os
from typing import Any

from bench_plugin import Learner, Problem, serve


class Passed(Learner):
    """Nearest mean, on a device and with a library."""

    def train(self, p: Problem) -> Any:
        for name in ("CUDA_VISIBLE_DEVICES", "SWAN_LIBRARY_PATH"):
            if name not in os.environ:
                raise LookupError(f"{name} is not set")
        return p.x[p.y > 0].mean(axis=0) - p.x[p.y < 0].mean(axis=0)

    def score(self, model: Any, x: Any) -> Any:
        return x @ model


serve("passed", "0.1.0", Passed)
