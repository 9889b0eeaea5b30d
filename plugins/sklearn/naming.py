"""Classes by their dotted names, and what was meant where there is none."""

from __future__ import annotations

import inspect
import os
import sys
from typing import Any, Sequence

from bench_plugin import Diagnostic, did_you_mean, error, load, load_file, loading


def find(name: str, path: Sequence[str | int]) -> type[Any]:
    """The class of a dotted name, or of a file and a name; raises a Diagnostic with the path if it is none that learns
    or transforms."""
    file, _, of = name.partition(".py:")
    module, _, last = (file + ".py", "", of) if of else name.rpartition(".")
    try:
        found = getattr(load_file(module) if of else load(module), last) if module else None
    except FileNotFoundError as missing:
        raise error(path, f"There is no file {module}", f"The path starts in the folder of the experiment file: "
                                                        f"{missing}.") from None
    except ModuleNotFoundError as missing:
        raise _no_module(name, of, str(missing.name), path) from None
    except AttributeError:
        found = None
    except Exception as failure:
        raise error(path, f"{module} cannot be imported", f"{type(failure).__name__}: {failure}.") from None
    if found is None:
        raise error(path, f"There is no class {name}", _others(module, of) if of else
                    _meant(name) or "Write its module too, such as sklearn.svm.SVC.")
    if not inspect.isclass(found) or not hasattr(found, "get_params"):
        raise error(path, f"{name} is no estimator",
                    f"It is {_article(found)}; an estimator is a class with get_params, set_params and fit.")
    return found


def _others(file: str, name: str) -> str:
    """The classes of a file."""
    classes = [key for key, value in vars(load_file(file)).items() if inspect.isclass(value)]
    return did_you_mean(name, classes) or f"The classes of {file} are {', '.join(classes)}."


def _no_module(name: str, of: str, missing: str, path: Sequence[str | int]) -> Diagnostic:
    if of:
        return error(path, f"There is no module {missing}", f"{name.partition(':')[0]} imports it, and it is neither beside it "
                                                            f"nor installed in {sys.executable}.")
    module, _, last = name.rpartition(".")
    file = module.replace(".", "/") + ".py"
    if os.path.isfile(os.path.join(os.environ.get(loading.FOLDER) or os.devnull, file)):
        return error(path, f"There is no module {missing}",
                     f'There is a file {file} beside the experiment file: write "./{file}:{last}".')
    meant = _meant(name)
    if not meant and missing == name.split(".")[0]:
        meant = (f'A class of your own is "./{file}:{last}", relative to the experiment file. A library that has it is '
                 f"installed by {sys.executable} -m pip install, with the name that its documentation says.")
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
