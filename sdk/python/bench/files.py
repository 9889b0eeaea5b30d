"""The files of results: those of a results folder, or of one within a capsule."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path, PurePosixPath
from typing import Any, Dict, Union

DESCRIPTION, MANIFEST = "datapackage.json", "manifest.json"

# The most bytes of a JSON file that is read; those of bench have less than one for each cell.
MOST_JSON = 1 << 28


class ResultsError(Exception):
    """Results that cannot be read."""


class Folder:
    """A results folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    def read(self, name: str) -> bytes:
        """The content of a file; FileNotFoundError without it."""
        return (self.path / local(name)).read_bytes()


class Capsule:
    """The results in a capsule, the file that `bench pack` writes."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    def read(self, name: str) -> bytes:
        """The content of a file; FileNotFoundError without it."""
        wanted = "results/" + local(name)
        try:
            with tarfile.open(self.path, "r|gz") as members:  # one after the other: nothing is unpacked
                for member in members:
                    content = members.extractfile(member) if member.isfile() and member.name == wanted else None
                    if content is not None:
                        return content.read()
        except (tarfile.TarError, EOFError, OSError) as error:
            raise ResultsError(f"{self} is not a capsule that can be read: {error}") from error
        raise FileNotFoundError(f"{self} does not have {wanted}")


Files = Union[Folder, Capsule]


def local(name: str) -> str:
    """The name of a file below the folder; an error if it leads out of it."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        raise ResultsError(f"{DESCRIPTION} names {name}, which is not in the results folder")
    return name


def open_files(path: Path) -> Files:
    """The files of a results folder or of a capsule."""
    if path.is_dir():
        return Folder(path)
    if path.is_file():
        return Capsule(path)
    raise FileNotFoundError(f"{path} does not exist; bench run FILE writes into results/NAME, or where -out says")


def read_json(files: Files, name: str) -> Dict[str, Any]:
    """A JSON file that holds an object."""
    text = files.read(name)
    if len(text) > MOST_JSON:
        raise ResultsError(f"{name} of {files} has {len(text)} bytes, and may have {MOST_JSON}")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ResultsError(f"{name} of {files} is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise ResultsError(f"{name} of {files} does not hold an object")
    return value
