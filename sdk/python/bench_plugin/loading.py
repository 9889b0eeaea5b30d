"""Code from outside the folder of the plugin: results depend on it, so bench is told where it lies, and what bench does
not know of is not loaded."""

from __future__ import annotations

import importlib
import os
import re
import sys
import sysconfig
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any, Iterable, Iterator, Mapping, Sequence

from . import process

#: Where bench has the code that experiment files name by relative paths.
FOLDER = "BENCH_FOLDER"
#: Names that import statements and calls of import_module hold; the rest of a line after import is a list.
_IMPORTS = re.compile(r"(?:^|[;:])[ \t]*(?:from[ \t]+(\w+)[\w.]*[ \t]+import\b|import[ \t]+([^#;\n]+))"
                      r"|\b(?:import_module|__import__)\([ \t]*[\"'](\w+)", re.M)
_INSTALLED = ("site-packages", "dist-packages")
_KNOWN = {"numpy", "grpc"}  # of which the SDK tells, or that it uses alone
_SKIPPED = ("__pycache__", "bench_plugin")
#: The folder of the plugin, which bench hashes: bench starts it there.
_home = os.path.realpath(os.getcwd())
_python = [os.path.realpath(sysconfig.get_path(which)) for which in ("stdlib", "platstdlib")]


@dataclass
class Code:
    """What modules are made of: the places of code by name, and the versions of libraries."""

    places: dict[str, str] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)

    def holds(self, path: str) -> bool:
        """Whether a file is at one of the places, or below."""
        return any(path == place or path.startswith(place + os.sep) for place in self.places.values())

    def add(self, other: Code) -> None:
        """Adds what another names."""
        self.places.update(other.places)
        self.versions.update(other.versions)


def load(name: str) -> ModuleType:
    """Imports a module that a configuration names. Its code, and that of what it imports, belongs to the identity of
    the configuration's cells, wherever it lies."""
    _note(name.split(".")[0], {})
    return importlib.import_module(name)


def load_file(path: str) -> ModuleType:
    """Imports a file that a configuration names, relative to the experiment file; see load. It can import what lies
    beside it."""
    full = os.path.join(os.environ.get(FOLDER, ""), path)
    if not os.path.isabs(full) or not os.path.isfile(full):
        raise FileNotFoundError(f"there is no file {full}")
    full, name = os.path.normpath(full), os.path.splitext(os.path.basename(full))[0]
    spec, beside = _spec(name), os.path.dirname(full)
    if not name.isidentifier() or spec is not None and spec.origin != full:
        raise ImportError(f"{os.path.basename(full)} cannot be told from the module {name}" if spec else
                          f"{name} is not a name in Python" + "; give the file another name")
    if beside not in sys.path:
        sys.path.append(beside)
    _note(name, {name: full})
    if name not in sys.modules:
        spec = spec_from_file_location(name, full, loader=_Fresh(name, full))
        assert spec is not None and spec.loader is not None
        sys.modules[name] = module_from_spec(spec)
        try:
            spec.loader.exec_module(sys.modules[name])
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]


def _note(top: str, at: Mapping[str, str]) -> None:
    """Lets the code of a module be loaded, and notes it for the configuration at hand."""
    code = _closure([top], at)
    _known.add(code)
    noting = _noting.get()
    if noting is not None:
        noting.add(code)


@contextmanager
def noted() -> Iterator[Code]:
    """Gathers the code that load and load_file are asked for."""
    code = Code()
    before = _noting.set(code)
    try:
        yield code
    finally:
        _noting.reset(before)


def close() -> Code:
    """The code that the plugin loads itself, once its modules are imported. From now on other code is refused."""
    loaded = [top for top in {name.split(".")[0] for name in sys.modules}
              if top != "__main__" and any(_outside(top, p) for p in _places(_spec(top)))]
    code = _closure([*_imported(_sources(_home)), *loaded], {})
    _known.add(code)
    _gate.closed = True
    return code


def _closure(tops: Iterable[str], at: Mapping[str, str]) -> Code:
    """The code of top-level modules and of what they import, wherever in their files the import stands."""
    code, todo, seen = Code(), list(tops), set(_KNOWN)
    while todo:
        top = todo.pop()
        if top in seen:
            continue
        seen.add(top)
        for n, place in enumerate([at[top]] if top in at else _places(_spec(top))):
            version = "" if top in at or _outside(top, place) else _version(top, place)
            if version:
                code.versions[top] = version
            elif version is not None:
                code.places[f"{top} {n + 1}" if n else top] = place
                todo += _imported(_sources(place))
    return code


def _version(top: str, place: str) -> str | None:
    """The version of the library that an installed module belongs to; None of what is Python's or the plugin's, and
    nothing if none tells it: if nobody has installed the module, or from a folder, where a version stays."""
    if _below(place, _home) or not _installed(top, place):
        return None
    for distribution in _owners(top):
        return "" if distribution.read_text("direct_url.json") else distribution.version
    return ""


def _outside(top: str, place: str) -> bool:
    """Whether code is neither the plugin's, nor Python's, nor installed."""
    python = any(_below(place, folder) or place.startswith(folder + os.sep) for folder in _python)  # links lead to /etc
    return not python and not _below(place, _home) and not _installed(top, place)


def _installed(top: str, place: str) -> bool:
    """Whether code lies where libraries are installed, or beside a note that it was: in a folder of pip's --target."""
    if any(part in _INSTALLED for part in place.split(os.sep)):
        return True
    beside = os.path.realpath(os.path.dirname(place))
    return any(str(getattr(d, "_path", "")).endswith(".dist-info") and os.path.realpath(str(d.locate_file(""))) == beside
               for d in _owners(top))


@cache
def _distributions() -> Mapping[str, list[str]]:
    return metadata.packages_distributions()


def _owners(top: str) -> Iterator[metadata.Distribution]:
    """The distributions that a top-level module belongs to."""
    yield from (metadata.distribution(name) for name in _distributions().get(top, []))


def _below(place: str, folder: str) -> bool:
    real = os.path.realpath(place)
    return real == folder or real.startswith(folder + os.sep)


def _spec(name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
    """Where a module was found or would be, without a word of the gate."""
    if name in sys.modules:
        return getattr(sys.modules[name], "__spec__", None)
    for finder in sys.meta_path:
        spec = None if finder is _gate else finder.find_spec(name, path, target)
        if spec is not None:
            return spec
    return None


def _places(spec: ModuleSpec | None) -> list[str]:
    """The file of a module, or its folders."""
    if spec is None:
        return []
    if spec.submodule_search_locations is not None:
        return [os.path.abspath(place) for place in spec.submodule_search_locations]
    place = os.path.abspath(spec.origin) if spec.has_location and spec.origin else ""
    while place and place != os.sep and not os.path.exists(place):  # within an archive
        place = os.path.dirname(place)
    return [place] if place else []


def _sources(place: str) -> Iterator[str]:
    """The files in Python at a place, those of virtual environments aside."""
    if not os.path.isdir(place):
        yield place
        return
    for folder, below, files in os.walk(place):
        below[:] = [] if "pyvenv.cfg" in files and folder != place else [
            name for name in below if name not in _SKIPPED and not name.startswith(".")]
        yield from (os.path.join(folder, name) for name in files if "pyvenv.cfg" not in files or folder == place)


def _imported(files: Iterable[str]) -> Iterator[str]:
    """The top-level modules that files in Python name in imports."""
    for file in files:
        if not file.endswith(".py"):
            continue
        try:
            with open(file, encoding="utf-8", errors="replace") as stream:
                text = stream.read().replace("\\\n", " ")
        except OSError:
            continue
        for of, listed, called in _IMPORTS.findall(text):
            yield from filter(None, (of, called))
            yield from (match[0] for part in listed.split(",") if (match := re.match(r"\s*\w+", part)))


class _Fresh(SourceFileLoader):
    """Loads a module from its source, whatever bytecode lies beside it: that of a source of the same second and size
    is taken for current."""

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


class _Gate(MetaPathFinder):
    """Stands before the other finders."""

    closed = False

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        """What the others find, unless it is code of which bench does not know."""
        spec = _spec(fullname, path, target)
        top, place = fullname.split(".")[0], next(iter(_places(spec)), "")
        if spec is None or not place or top in _KNOWN:
            return spec
        outside = any(_outside(top, p) for p in _places(_spec(top)))
        if self.closed and outside and not _known.holds(place):
            raise ImportError(f"{place} is not part of the plugin, and bench did not see that it would be loaded: name "
                              f"{top} in an import statement", name=fullname)
        if type(spec.loader) is SourceFileLoader and (outside or _below(place, _home) and not _installed(top, place)):
            spec.loader = _Fresh(spec.loader.name, spec.loader.path)
        return spec


_known = Code()
_noting: ContextVar[Code | None] = ContextVar("_noting", default=None)  # each thread has its own
_gate = _Gate()
if process.streams is not None:
    sys.meta_path.insert(0, _gate)
