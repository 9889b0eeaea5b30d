"""Runs of experiments as processes of the program bench, followed by their events (docs/events.md)."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sysconfig
from pathlib import Path
from typing import Any, List, Mapping, Optional, Sequence, Union

from .files import ResultsError
from .results import Results, load
from .watching import Watcher

Name = Union[str, "os.PathLike[str]"]

PROGRAM = "bench"


class RunError(Exception):
    """A run that failed. Its text is what bench said, with the places of mistakes in the experiment file.

    status is the exit status of bench: 1 some cells failed, 2 the file or the command line is wrong, 130 interrupted.
    results are those of the run if it wrote tables nevertheless, or None.
    """

    def __init__(self, text: str, status: int, results: Optional[Results] = None) -> None:
        super().__init__(text)
        self.status, self.results = status, results


def run(file: Name, out: Optional[Name] = None, *, var: Optional[Mapping[str, Any]] = None,
        workers: Optional[int] = None, arguments: Sequence[str] = (), progress: bool = True, check: bool = True,
        program: Optional[Name] = None) -> Results:
    """Runs the missing cells of an experiment file and returns its results, as `bench run FILE` does.

    out is the results folder, by default results/NAME, where NAME is the experiment's. var sets variables of the file.
    arguments are further arguments of `bench run`, such as ["-retry", "failed"]. progress shows on stderr how far the
    run is, its notes and its warnings. Cells that fail make the run a RunError, unless check is False. program is the
    program bench; by default that which was installed with this package, or else the one in PATH.

    A KeyboardInterrupt ends the run; finished cells are kept, and the same call goes on with it.
    """
    command = [find(program), "run", os.fspath(file), "-json"]
    if out is not None:
        command += ["-out", os.fspath(out)]
    for name, value in (var or {}).items():
        command += ["-var", f"{name}={value_of(value)}"]
    if workers is not None:
        command += ["-workers", str(workers)]
    watcher = Watcher(progress)
    status = follow([*command, *arguments], watcher)
    text = watcher.problem() or f"bench run {os.fspath(file)} ended with status {status}"
    results = results_of(watcher) if watcher.reported else None
    if results is None or (status != 0 and check):
        raise RunError(text, status, results)
    return results


def results_of(watcher: Watcher) -> Optional[Results]:
    """What a run wrote, None if it cannot be read."""
    try:
        return load(watcher.out)
    except (ResultsError, FileNotFoundError):
        return None


def value_of(value: Any) -> str:
    """A value as -var takes it: texts as they are, others as in the experiment file."""
    return value if isinstance(value, str) else json.dumps(value)


def find(program: Optional[Name] = None) -> str:
    """The path of the program bench."""
    if program is not None:
        return os.fspath(program)
    beside = Path(sysconfig.get_path("scripts")) / PROGRAM  # where pip puts it, also if the environment is not in PATH
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which(PROGRAM)
    if found is None:
        raise FileNotFoundError("the program bench was not found: pip install bench-manyclass brings it; or write "
                                "program=\"PATH\"")
    return found


def follow(command: List[str], watcher: Watcher) -> int:
    """Runs a command, has its lines watched and returns its exit status.

    The process has a session of its own, so that an interrupt reaches it once, from here.
    """
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               encoding="utf-8", errors="replace", start_new_session=True)
    assert process.stdout is not None
    try:
        for line in process.stdout:
            watcher.take(line)
        return process.wait()
    except BaseException:
        end(process)
        raise
    finally:
        process.stdout.close()
        watcher.close()


def end(process: "subprocess.Popen[str]") -> None:
    """Asks a process to end and waits for it. A second interrupt kills it."""
    try:
        process.send_signal(signal.SIGINT)
        process.communicate()
    except BaseException:
        process.kill()
        process.wait()
        raise
