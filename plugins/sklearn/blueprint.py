"""An estimator as a configuration describes it: its class and parameters, which may be estimators themselves."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, Sequence

from bench_plugin import Diagnostic, did_you_mean, error, warning

from naming import find

Path = Sequence["str | int"]


@dataclass
class Blueprint:
    """A class with the values of its parameters."""

    kind: type[Any]
    path: Path  # of its parameters
    values: dict[str, Any]
    remarks: list[Diagnostic] = field(default_factory=list)

    def build(self) -> Any:
        """Makes the estimator. What its constructor refuses is a Diagnostic."""
        try:
            return self.kind(**{name: built(value) for name, value in self.values.items()})
        except Exception as failure:
            raise error(self.path, f"{self.kind.__name__} refuses its parameters", _sentence(failure)) from None

    def parts(self) -> Iterator["Blueprint"]:
        """This and the blueprints within it."""
        yield self
        for value in self.values.values():
            yield from _within(value)


def read(name: str, params: Any, where: Path = ()) -> Blueprint:
    """Reads `estimator` and `params`. Raises a Diagnostic whose path leads to what is wrong."""
    kind, path = find(name, [*where, "estimator"]), [*where, "params"]
    if not isinstance(params, dict):
        raise error(path, "The parameters are not an object", "Write params = { name = value, … }.")
    plan = Blueprint(kind, path, {})
    known, open_ended = parameters(kind)
    for key, value in params.items():
        if key not in known:
            plan.remarks += _unknown(kind, key, known, open_ended, [*path, key])
        plan.values[key] = _value(value, [*path, key])
    missing = [p for p, default in known.items() if default is inspect.Parameter.empty and p not in params]
    if missing:
        raise error(path if params else [*where, "estimator"], f"{kind.__name__} needs {missing[0]}",
                    f"Write params = {{ {missing[0]} = … }}; an estimator is "
                    '{ estimator = "sklearn.svm.SVC", params = { … } }.')
    return plan


def parameters(kind: type[Any]) -> tuple[dict[str, Any], bool]:
    """The parameters of a class with their defaults, and whether it takes any other."""
    signature = inspect.signature(kind.__init__).parameters.values()
    known = {p.name: p.default for p in signature if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    known.pop("self", None)
    open_ended = any(p.kind is p.VAR_KEYWORD for p in signature)
    if open_ended:  # libraries that hand parameters on list those that they know of
        try:
            known = {**dict.fromkeys(kind().get_params()), **known}
        except Exception:
            pass
    return known, open_ended


def _unknown(kind: type[Any], name: str, known: dict[str, Any], open_ended: bool, path: Path) -> list[Diagnostic]:
    meant = did_you_mean(name, known)
    text = f"{kind.__name__} has no parameter {name}"
    if open_ended:
        return [warning(path, text, meant)] if meant else []
    listed = f"Its parameters are {', '.join(known)}." if known else "It has none."
    raise error(path, text, meant or listed)


def _value(value: Any, path: Path) -> Any:
    """A value of the configuration, with estimators within it read. A named part, as those of a Pipeline, is a
    pair: a name and an estimator."""
    if isinstance(value, dict) and isinstance(value.get("estimator"), str) and set(value) <= {"estimator", "params"}:
        return read(value["estimator"], value.get("params", {}), path)
    if isinstance(value, dict):
        return {key: _value(v, [*path, key]) for key, v in value.items()}
    if isinstance(value, list):
        items = [_value(v, [*path, i]) for i, v in enumerate(value)]
        named = len(items) > 1 and isinstance(items[0], str) and any(isinstance(v, Blueprint) for v in items)
        return tuple(items) if named else items
    return value


def built(value: Any) -> Any:
    """A value with its blueprints built."""
    if isinstance(value, Blueprint):
        return value.build()
    if isinstance(value, dict):
        return {key: built(v) for key, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(built(v) for v in value)
    return value


def _within(value: Any) -> Iterator[Blueprint]:
    if isinstance(value, Blueprint):
        yield from value.parts()
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ():
        yield from _within(item)


def refusals(plan: Blueprint) -> Iterator[Diagnostic]:
    """What scikit-learn says of the values of parameters, where a class declares what it takes."""
    for part in plan.parts():
        check: Callable[[], None] | None = getattr(part.build(), "_validate_params", None)
        if check is None or not hasattr(part.kind, "_parameter_constraints"):
            continue
        try:
            check()
        except (TypeError, ValueError) as refusal:
            name = re.match(r"The '(\w+)' parameter", str(refusal))
            path = [*part.path, name[1]] if name and name[1] in part.values else part.path
            yield error(path, f"Wrong value for a parameter of {part.kind.__name__}", _sentence(refusal))


def _sentence(failure: Exception) -> str:
    text = str(failure).strip() or type(failure).__name__
    return text if text.endswith(".") else text + "."
