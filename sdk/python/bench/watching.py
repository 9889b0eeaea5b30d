"""What a run tells while it runs, shown as lines of text."""

from __future__ import annotations

import json
import sys
import time
from collections import deque
from typing import Any, Deque, Dict, List

# How many seconds pass between two lines of progress: on a terminal or in a notebook, where the line is written again,
# and elsewhere.
REWRITTEN, APPENDED = 0.2, 10.0

FAILED = "{dataset}/{encoder}/{learner}/{reduction}, repeat {repeat}, fold {fold}: {status}"

# The most failed cells that an error lists, and notes or lines other than events that it repeats.
MOST_CELLS, MOST_LINES = 10, 50


class Watcher:
    """Takes the events of a run. With progress it shows them on stderr."""

    def __init__(self, progress: bool) -> None:
        self.out = ""  # results folder
        self.reported = False  # whether the run wrote tables
        self._stream = sys.stderr if progress else None
        self._rewrites = sys.stderr.isatty() or type(sys.stderr).__module__.startswith("ipykernel")
        self._begun = self._shown = time.monotonic()
        self._cells = self._width = 0
        self._errors: List[str] = []
        self._failed: List[str] = []
        self._notes: Deque[str] = deque(maxlen=MOST_LINES)
        self._lines: Deque[str] = deque(maxlen=MOST_LINES)

    def take(self, line: str) -> None:
        """Takes a line: an event, or what is said without one."""
        try:
            event = json.loads(line)
        except ValueError:
            event = None
        if not isinstance(event, dict):
            self._lines.append(line.rstrip("\n"))
        elif event.get("event") == "plan":
            self.out, self._cells = event["out"], event["cells"]
            self._progress(self._cells - event["missing"], 0)
        elif event.get("event") == "cell":
            self._cell(event)
        elif event.get("event") in ("note", "warning", "error"):
            self._message(event)
        elif event.get("event") == "finished" and "out" in event:
            self._finished(event)

    def _cell(self, event: Dict[str, Any]) -> None:
        if event["status"] not in ("ok", "skipped"):
            self._failed.append(FAILED.format(**event) + (f": {event['error']}" if event.get("error") else ""))
        if time.monotonic() - self._shown >= (REWRITTEN if self._rewrites else APPENDED):
            self._progress(event["done"], event["failed"])

    def _message(self, event: Dict[str, Any]) -> None:
        place = ":".join(str(event[key]) for key in ("file", "line", "column") if event.get(key))
        text = "\n".join(filter(None, [f"{place}: {event['text']}" if place else event["text"], event.get("detail")]))
        if event["event"] == "error":
            self._errors.append(text)
        else:
            self._notes.append(text)
            self._say(f"{event['event']}: {text}")

    def _finished(self, event: Dict[str, Any]) -> None:
        self.out, self.reported = event["out"], True
        failed = event["failed"] + event["timeout"] + event["out_of_memory"]
        self._say(f"{event['ok']} cells ok, {failed} failed, {event['skipped']} skipped, {event['not_run']} not run; "
                  f"report in {event['report']}")

    def _progress(self, done: int, failed: int) -> None:
        self._shown = time.monotonic()
        self._say(f"{done} of {self._cells} cells, {failed} failed, {self._shown - self._begun:.0f} s", over=True)

    def _say(self, text: str, over: bool = False) -> None:
        """Writes a line in place of the last line of progress. With over, the next line takes its place."""
        if self._stream is None:
            return
        rewritten = over and self._rewrites
        start = f"\r{' ' * self._width}\r" if self._width else ""
        self._stream.write(start + text + ("" if rewritten else "\n"))
        self._stream.flush()
        self._width = len(text) if rewritten else 0

    def close(self) -> None:
        """Ends the line of progress."""
        if self._width and self._stream is not None:
            self._stream.write("\n")
            self._stream.flush()
            self._width = 0

    def problem(self) -> str:
        """What went wrong."""
        cells = self._failed[:MOST_CELLS]
        if self._failed:
            cells.insert(0, f"{len(self._failed)} of {self._cells} cells failed:")
        if len(self._failed) > MOST_CELLS:
            cells.append(f"and {len(self._failed) - MOST_CELLS} more")
        # If nothing went wrong now, notes say what failed before.
        return "\n".join([*self._errors, *cells, *self._lines] or self._notes).strip()
