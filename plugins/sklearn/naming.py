"""Classes by their dotted names, and what was meant where there is none."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from typing import Any, Sequence

from bench_plugin import Diagnostic, did_you_mean, error


def find(name: str, path: Sequence[str | int]) -> type[Any]:
    """The class of a dotted name; raises a Diagnostic with the path if it is none that learns or transforms."""
    module, _, last = name.rpartition(".")
    try:
        found = getattr(importlib.import_module(module), last) if module else None
    except ModuleNotFoundError as missing:
        raise _no_module(name, str(missing.name), path) from None
    except AttributeError:
        found = None
    except Exception as failure:
        raise error(path, f"{module} cannot be imported", f"{type(failure).__name__}: {failure}.") from None
    if found is None:
        raise error(path, f"There is no class {name}", _meant(name) or "Write its module too, such as sklearn.svm.SVC.")
    if not inspect.isclass(found) or not hasattr(found, "get_params"):
        raise error(path, f"{name} is no estimator",
                    f"It is {_article(found)}; an estimator is a class with get_params, set_params and fit.")
    return found


def _no_module(name: str, missing: str, path: Sequence[str | int]) -> Diagnostic:
    top = name.split(".")[0]
    meant = _meant(name)
    if not meant and missing == top:
        meant = f"Install the library that has it: {sys.executable} -m pip install {top}."
    return error(path, f"There is no module {missing}", meant or f"{sys.executable} cannot import {missing}.")


def _meant(name: str) -> str:
    """A question for the class that was probably meant: one of the same module, or of scikit-learn."""
    module, _, last = name.rpartition(".")
    known = [f"{module}.{other}" for other in dir(sys.modules.get(module)) if other[:1].isupper()] if module else []
    asked = did_you_mean(name, known)
    if asked:
        return asked
    from sklearn.utils import all_estimators

    public = {c: _public(cls) for c, cls in all_estimators()}
    if last in public:
        return f'Did you mean "{public[last]}"?'
    return did_you_mean(name, public.values())


def _public(found: type[Any]) -> str:
    """The shortest dotted name of a class."""
    parts = found.__module__.split(".")
    for n in range(1, len(parts)):
        module = ".".join(parts[:n])
        if getattr(sys.modules.get(module), found.__name__, None) is found:
            return f"{module}.{found.__name__}"
    return f"{found.__module__}.{found.__name__}"


def _article(thing: Any) -> str:
    kind = "class" if inspect.isclass(thing) else type(thing).__name__
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
