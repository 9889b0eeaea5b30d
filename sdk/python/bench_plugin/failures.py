"""What an exception of an author's code looks like to the user: the message first, then where it was raised."""

from __future__ import annotations

import os
import sys
import traceback

_HERE = os.path.dirname(os.path.abspath(__file__))
_MOST = 4000  # characters: gRPC carries messages of failed calls in headers of 8 KiB


def report(failure: BaseException) -> str:
    """The exception as text: its message, and its traceback from the author's code on, in which files are named
    below the folders that Python imports from, so that the text is the same on every machine. The whole traceback
    goes to stderr, whose end bench shows when the process ends."""
    lines = traceback.format_exception(type(failure), failure, failure.__traceback__)
    sys.stderr.write("".join(lines))
    sys.stderr.flush()
    frames = [f for f in traceback.extract_tb(failure.__traceback__) if os.path.dirname(f.filename) != _HERE]
    shown = traceback.format_list([(_short(f.filename), f.lineno or 0, f.name, f.line) for f in frames])
    text = "".join(["\nTraceback (most recent call last):\n", *shown]) if frames else ""
    return summary(failure) + text.rstrip()[-_MOST:]


def _short(file: str) -> str:
    file = os.path.abspath(file)
    folders = [os.path.join(os.path.abspath(folder), "") for folder in sys.path]
    return file[max((len(folder) for folder in folders if file.startswith(folder)), default=0) :]


def summary(failure: BaseException) -> str:
    """One line of an exception."""
    if isinstance(failure, SystemExit):
        return f"the plugin called sys.exit({'' if failure.code is None else repr(failure.code)})"
    if not isinstance(failure, Exception):
        return "the plugin raised " + "".join(traceback.format_exception_only(type(failure), failure)).strip()[:_MOST]
    return "".join(traceback.format_exception_only(type(failure), failure)).strip()[:_MOST]
