"""The components of a plugin: what they are described as, and objects of them for a configuration."""

from __future__ import annotations

import inspect
import platform
import re
from dataclasses import dataclass, field, replace
from typing import Any, Mapping, Sequence

import numpy as np

from . import wire
from .loading import Code
from .contract import Capabilities, Component, Encoder, Learner, Metric, Reducer, Splitter
from .params import Declared, Diagnostic, complete, of_class

VERSION = "0.1.0"


class Refused(Exception):
    """A configuration that the component does not take."""


class Entry:
    """A component of the plugin."""

    def __init__(self, component: type[Component]) -> None:
        base = next((b for b in (Learner, Metric, Encoder, Splitter) if issubclass(component, b)), Reducer)
        self.component = component
        self.name = component.__dict__.get("name") or _snake(component.__name__)
        self.doc = inspect.cleandoc(component.__doc__ or "")
        if not self.doc:
            raise TypeError(f"{component.__name__} has no documentation: say in a docstring what it does")
        declared: Sequence[Declared] | None = component.__dict__.get("declared")
        self.declared = of_class(component, base) if declared is None else declared

    def capabilities(self, given: Capabilities) -> Capabilities:
        """What is promised, with what the SDK sees for itself."""
        return replace(given, batch=getattr(self.component, "train_batch", None) is not None)

    def message(self) -> wire.Message:
        """The component as the host takes it."""
        return wire.new("Component", kind=self.component.kind, name=self.name, doc=self.doc,
                        params=[d.message() for d in self.declared],
                        capabilities=self.capabilities(self.component.capabilities).message())

    def check(self, config: bytes) -> tuple[Any, list[Diagnostic]]:
        """Makes an object for a configuration, or None, and lists what is wrong or strange."""
        values, wrong = complete(self.name, self.declared, config)
        if wrong:
            return None, wrong
        made = self._filled(values)
        found = list(made.validate())
        return (None if any(d.severity == "error" for d in found) else made), found

    def make(self, config: bytes) -> Any:
        """Makes an object for a configuration, or raises Refused."""
        made, found = self.check(config)
        if made is None:
            raise Refused("; ".join(str(d) for d in found if d.severity == "error"))
        return made

    def _filled(self, values: Mapping[str, Any]) -> Component:
        made = self.component.__new__(self.component)
        for name, value in values.items():
            setattr(made, name, value)
        made.__init__()  # type: ignore[misc]
        return made


@dataclass
class Plugin:
    """What a package offers."""

    name: str
    version: str
    components: Sequence[type[Component]]
    runtimes: Mapping[str, str] = field(default_factory=dict)
    code: Code = field(default_factory=Code)  # from outside its folder

    def __post_init__(self) -> None:
        self.entries = {(c.kind, e.name): e for c in self.components for e in [Entry(c)]}

    def entry(self, kind: str, name: str) -> Entry:
        """The component of a name."""
        if (kind, name) not in self.entries:
            raise LookupError(f"plugin {self.name} has no {kind} {name!r}")
        return self.entries[kind, name]

    def message(self) -> wire.Message:
        """The plugin as the host takes it."""
        runtimes = {"python": platform.python_version(), "numpy": np.__version__, "bench_plugin": VERSION}
        return wire.new("DescribeResponse", name=self.name, version=self.version,
                        runtimes={**self.code.versions, **runtimes, **self.runtimes}, code=self.code.places,
                        components=[e.message() for e in self.entries.values()])


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
