"""Parameters: annotated fields of a class, or keyword arguments of a function, as the schema of a component."""

from __future__ import annotations

import difflib
import inspect
import json
import math
import types
from dataclasses import dataclass, field
from typing import (Annotated, Any, Callable, ClassVar, Iterable, Literal, Mapping, Sequence, Union, get_args,
                    get_origin, get_type_hints)

from . import wire

ABSENT: Any = inspect.Parameter.empty


class Diagnostic(Exception):
    """What is wrong or strange in a configuration. `path` leads the user to the place: the name of a parameter,
    then keys of maps and indices of lists. A validate method yields it; plan and split may raise it."""

    def __init__(self, summary: str, detail: str = "", path: Sequence[str | int] = (), severity: str = "error") -> None:
        super().__init__(f"{summary}: {detail}" if detail else summary)
        self.summary, self.detail, self.path, self.severity = summary, detail, tuple(path), severity

    def message(self) -> wire.Message:
        """The diagnostic as the host takes it."""
        steps = [wire.new("Step", **{"index" if isinstance(s, int) else "attribute": s}) for s in self.path]
        return wire.new("Diagnostic", severity=self.severity, summary=self.summary, detail=self.detail, path=steps)


def error(path: Sequence[str | int], summary: str, detail: str = "") -> Diagnostic:
    """A mistake: nothing runs with it."""
    return Diagnostic(summary, detail, path)


def warning(path: Sequence[str | int], summary: str, detail: str = "") -> Diagnostic:
    """Something that is probably not meant."""
    return Diagnostic(summary, detail, path, "warning")


@dataclass(frozen=True)
class Param:
    """What an annotation says of a parameter: Annotated[float, Param("Weight of the penalty.", min=0)]. `doc` is
    one sentence, with units; `min` and `max` are inclusive bounds, `above` is an exclusive one. `decoding` marks a
    parameter of a reduction that decode alone reads. `type` replaces the type that the annotation stands for."""

    doc: str
    min: float | None = None
    max: float | None = None
    above: float | None = None
    decoding: bool = False
    type: str = ""


@dataclass(frozen=True)
class _Reference:
    type: str


#: The content of a text file that the user names.
File = Annotated[str, _Reference("file")]
#: The name of a learner block, for reductions: the user writes learner.NAME.
LearnerName = Annotated[str, _Reference("learner")]


@dataclass(frozen=True)
class Declared:
    """A parameter of a component."""

    name: str
    type: str
    param: Param
    default: Any = ABSENT
    integer: bool = False
    one_of: tuple[str, ...] = field(default=())

    @property
    def required(self) -> bool:
        """Whether the user has to write it."""
        return self.default is ABSENT

    def message(self) -> wire.Message:
        """The parameter as the host takes it."""
        p = self.param
        default = "" if self.default in (ABSENT, None) else json.dumps(self.default)
        return wire.new("Param", name=self.name, type=self.type, default_json=default, required=self.required,
                        one_of=list(self.one_of), min=p.min, max=p.max, above=p.above, integer=self.integer,
                        doc=p.doc, decoding=p.decoding)

    def take(self, value: Any, kind: str = "") -> Any:
        """Returns a value of the configuration as the author wants it, or raises a ValueError that says what is
        wrong with it."""
        kind = kind or self.type
        inner = kind[kind.find("(") + 1 : -1]
        if kind.startswith("list(") and isinstance(value, list):
            return [self.take(v, inner) for v in value]
        if kind.startswith("map(") and isinstance(value, dict):
            return {key: self.take(v, inner) for key, v in value.items()}
        if kind == "any" or value is None and kind != self.type:
            return value
        if kind == "bool" and isinstance(value, bool):
            return value
        if kind in ("string", "file", "learner") and isinstance(value, str) and value in (self.one_of or (value,)):
            return value
        if kind == "number" and isinstance(value, (int, float)) and not isinstance(value, bool) and self._bounds(value):
            return int(value) if self.integer else float(value)
        raise ValueError(f"{self.name} is {json.dumps(value)[:60]}: it must be {self._takes(kind)}")

    def _bounds(self, value: float) -> bool:
        p = self.param
        return (math.isfinite(value) and (p.min is None or value >= p.min) and (p.max is None or value <= p.max)
                and (p.above is None or value > p.above) and (not self.integer or value == math.trunc(value)))

    def _takes(self, kind: str) -> str:
        if self.one_of:
            return " or ".join(json.dumps(word) for word in self.one_of)
        if kind != "number":
            return f"of type {kind}"
        p = self.param
        bounds = [f"{word} {bound:g}" for word, bound in (("of at least", p.min), ("above", p.above), ("at most", p.max))
                  if bound is not None]
        return " ".join(["a whole number" if self.integer else "a number", " and ".join(bounds)]).strip()


def of_class(cls: type, base: type) -> list[Declared]:
    """The annotated fields of a class and of those between it and base."""
    hints = get_type_hints(cls, include_extras=True)
    inherited = get_type_hints(base, include_extras=True)
    own = {name: hint for name, hint in hints.items()
           if name not in inherited and not name.startswith("_") and get_origin(hint) is not ClassVar}
    return [declare(cls.__name__, name, hint, getattr(cls, name, ABSENT)) for name, hint in own.items()]


def of_function(function: Callable[..., Any]) -> list[Declared]:
    """The keyword-only arguments of a function."""
    hints = get_type_hints(function, include_extras=True)
    arguments = inspect.signature(function).parameters.values()
    return [declare(function.__name__, a.name, hints.get(a.name, Any), a.default)
            for a in arguments if a.kind is a.KEYWORD_ONLY]


def declare(owner: str, name: str, hint: Any, default: Any = ABSENT) -> Declared:
    """Makes a parameter of an annotation and a default. One that may be None is absent unless it is written."""
    hint, extras = _plain(hint)
    param = next((e for e in extras if isinstance(e, Param)), None)
    if param is None or not param.doc.strip():
        raise TypeError(f'parameter {name} of {owner} has no doc: write {name}: Annotated[{_text(hint)}, Param("…")]')
    optional = get_origin(hint) in (Union, types.UnionType) and type(None) in get_args(hint)
    if optional:
        rest = [a for a in get_args(hint) if a is not type(None)]
        hint, inner = _plain(rest[0]) if len(rest) == 1 else (Any, [])
        extras += inner
        default = None if default is ABSENT else default
    reference = next((e.type for e in extras if isinstance(e, _Reference)), "")
    kind, integer, one_of = _expression(hint, f"parameter {name} of {owner}")
    declared = Declared(name, param.type or reference or kind, param, default, integer, one_of)
    if default is not ABSENT and default is not None:
        try:
            declared.take(default)
        except ValueError as wrong:
            raise TypeError(f"the default of {owner}: {wrong}") from None
    return declared


def _plain(hint: Any) -> tuple[Any, list[Any]]:
    if get_origin(hint) is Annotated:
        return hint.__origin__, list(hint.__metadata__)
    return hint, []


def _text(hint: Any) -> str:
    return getattr(hint, "__name__", str(hint))


def _expression(hint: Any, what: str) -> tuple[str, bool, tuple[str, ...]]:
    """The type of a parameter in the words of the host, whether it is whole, and the words that it may be."""
    plain = {bool: "bool", int: "number", float: "number", str: "string", Any: "any", object: "any"}
    hint, _ = _plain(hint)
    if hint in plain:
        return plain[hint], hint is int, ()
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal and all(isinstance(word, str) for word in arguments):
        return "string", False, arguments
    if origin in (list, dict) and (origin is list or arguments[0] is str):
        kind, integer, one_of = _expression(arguments[-1], what)
        return f"{'list' if origin is list else 'map'}({kind})", integer, one_of
    raise TypeError(f"{what} is of type {_text(hint)}: it may be float, int, bool, str, Any, a Literal of words, "
                    "list[…] or dict[str, …] of these, and … | None")


def complete(owner: str, declared: Iterable[Declared], config: bytes) -> tuple[dict[str, Any], list[Diagnostic]]:
    """Checks a configuration by the parameters and fills in defaults: the values by name, and what is wrong."""
    known = {d.name: d for d in declared}
    written = json.loads(config or b"{}")
    if not isinstance(written, Mapping):
        return {}, [error([], "The configuration is not an object", f"Write attributes, not {config.decode()[:60]}.")]
    values = {d.name: d.default for d in known.values() if not d.required}
    wrong = []
    for name in sorted(written):
        if name not in known:
            wrong.append(error([name], f'{owner} has no attribute "{name}"', _attributes(name, list(known))))
            continue
        try:
            values[name] = known[name].take(written[name])
        except ValueError as problem:
            wrong.append(error([name], f'Wrong value for "{name}"', f"{problem}."))
    wrong += [error([], f'{owner} has no "{d.name}"', f"Write {d.name}.") for d in known.values()
              if d.required and d.name not in written]
    return values, wrong


def _attributes(name: str, known: list[str]) -> str:
    if not known:
        return "It has none."
    return did_you_mean(name, known) or f"Its attributes are {', '.join(known)}."


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A question for a misspelt name, or nothing if no known one is near; capitals do not count."""
    small = {k.lower(): k for k in known}
    near = difflib.get_close_matches(name.lower(), list(small), n=1, cutoff=0.6)
    return f'Did you mean "{small[near[0]]}"?' if near else ""
