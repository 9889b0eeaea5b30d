"""The calls of the protocol, as functions from messages to messages."""

from __future__ import annotations

from typing import Any, Callable

from . import loading, wire
from .catalog import Plugin
from .dividing import Divider
from .encoding import Fitter
from .measuring import Measurer
from .reducing import Planner
from .training import Trainer

Call = Callable[[wire.Message, Callable[[], None]], Any]


class Service:
    """A plugin behind the calls of bench.plugin.v1."""

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin
        trainer, planner, fitter = Trainer(plugin), Planner(plugin), Fitter(plugin)
        self.calls: dict[tuple[str, str], Call] = {
            ("Plugin", "Describe"): lambda _request, _check: plugin.message(),
            ("Plugin", "Validate"): self._validate,
            ("Learner", "Train"): trainer.train,
            ("Learner", "Score"): trainer.score,
            ("Learner", "Forget"): trainer.forget,
            ("Reducer", "Plan"): planner.plan,
            ("Reducer", "Next"): planner.next,
            ("Reducer", "Decode"): planner.decode,
            ("Metric", "Compute"): Measurer(plugin).compute,
            ("Encoder", "Fit"): fitter.fit,
            ("Encoder", "Transform"): fitter.transform,
            ("Splitter", "Split"): Divider(plugin).split,
        }

    def _validate(self, request: wire.Message, _: Callable[[], None]) -> wire.Message:
        entry = self._plugin.entry(request.kind, request.component)
        with loading.noted() as code:
            made, found = entry.check(request.config_json)
            promised = entry.component.capabilities if made is None else made.narrow()
            answer = wire.new("ValidateResponse", diagnostics=[d.message() for d in found],
                              capabilities=entry.capabilities(promised).message())
            if made is not None:
                answer.runtimes = {**code.versions, **made.runtimes()}
                answer.code = code.places
        return answer
