"""Runs of experiments from Python."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path
from unittest import mock

import bench
from bench import running, watching

from . import PROGRAM, InFolder

EVENTS = [
    {"event": "started", "format": 1}, {"event": "plan", "out": "results/x", "cells": 3, "missing": 3},
    {"event": "cell", "status": "ok", "done": 1, "failed": 0}, {"event": "new in a later version"},
    {"event": "note", "file": "x.hcl", "line": 2, "column": 7, "text": "so", "detail": "because"},
    {"event": "finished", "status": 130},
]

LONG = """
import sys
import bench
try:
    bench.run(sys.argv[1], sys.argv[2], var={"repeats": 3000}, workers=1, program=sys.argv[3])
except KeyboardInterrupt:
    print("interrupted")
"""


class Run(InFolder):
    def run_file(self, name: str = "small.hcl", **given: object) -> bench.Results:
        return bench.run(self.folder / name, self.out, program=PROGRAM, **given)  # type: ignore[arg-type]

    def test_progress(self) -> None:
        stderr, stdout = io.StringIO(), io.StringIO()
        with contextlib.redirect_stderr(stderr), contextlib.redirect_stdout(stdout):
            results = self.run_file(var={"repeats": 1}, workers=1)
        self.assertIn("18 cells ok", stderr.getvalue())
        self.assertIn("0 of 18 cells, 0 failed, 0 s\n", stderr.getvalue())
        self.assertNotIn("{", stderr.getvalue())
        self.assertEqual([len(results.cells), stdout.getvalue()], [18, ""])
        with contextlib.redirect_stderr(io.StringIO()) as quiet:
            self.assertEqual(len(self.run_file(progress=False).cells), 36)
        self.assertEqual(quiet.getvalue(), "")

    def test_folder_without_out(self) -> None:
        here = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, here)
        Path("other.hcl").write_text(Path("small.hcl").read_text())
        results = bench.run("other.hcl", progress=False, program=PROGRAM)
        self.assertEqual(results.path, Path("results/small"))

    def test_a_wrong_file(self) -> None:
        with self.assertRaisesRegex(bench.RunError, r"(?s)wrong\.hcl:1:\d+: .*shrinkage.*nothing was run") as caught:
            self.run_file("wrong.hcl", progress=False)
        self.assertEqual([caught.exception.status, caught.exception.results], [2, None])

    def test_cells_that_fail(self) -> None:
        failed = r"2 of 4 cells failed:\nmany/one_hot/svm/ovo, repeat 0, fold \d: timeout: .* 1ms"
        with self.assertRaisesRegex(bench.RunError, failed) as caught:
            self.run_file("late.hcl", progress=False)
        self.assertEqual(caught.exception.status, 1)
        assert caught.exception.results is not None
        with self.assertRaisesRegex(bench.RunError, "2 cells failed earlier; -retry"):
            self.run_file("late.hcl", progress=False)
        results = self.run_file("late.hcl", progress=False, check=False)
        for one in (results, caught.exception.results):
            self.assertEqual(dict(one.cells["status"].value_counts()), {"ok": 2, "timeout": 2})

    def test_more_arguments(self) -> None:
        with self.assertRaisesRegex(bench.RunError, "nonsense"):
            self.run_file(arguments=["-retry", "nonsense"], progress=False)

    def test_interrupt(self) -> None:
        environment = {**os.environ, "PYTHONPATH": str(Path(bench.__file__).parents[1])}
        child = subprocess.Popen([sys.executable, "-c", LONG, str(self.folder / "small.hcl"), str(self.out), PROGRAM],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment)
        journals = self.out / "journal"
        while child.poll() is None and not any(one.stat().st_size > 2000 for one in journals.glob("*.jsonl")):
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        stdout, stderr = child.communicate()
        self.assertEqual([child.returncode, stdout], [0, "interrupted\n"], stderr)
        self.assertFalse((journals / ".run.lock").exists() and (journals / ".run.lock").read_text(), "bench still runs")
        with self.assertRaisesRegex(bench.ResultsError, "no tables yet"):
            bench.load(self.out)

    def test_command_line_that_is_wrong(self) -> None:
        with self.assertRaisesRegex(bench.RunError, "unknown flag -nonsense") as caught:
            self.run_file(arguments=["-nonsense"], progress=False)
        self.assertEqual(caught.exception.status, 2)

    def test_a_terminal(self) -> None:
        stderr = io.StringIO()
        stderr.isatty = lambda: True  # type: ignore[method-assign]
        with contextlib.redirect_stderr(stderr), mock.patch.object(watching, "REWRITTEN", 0):
            watcher = watching.Watcher(True)
            for event in EVENTS:
                watcher.take(json.dumps(event) + "\n")
            watcher.close()
        shown = "0 of 3 cells, 0 failed, 0 s", "1 of 3 cells, 0 failed, 0 s"
        over = ["\r" + " " * len(text) + "\r" for text in shown]
        self.assertEqual(stderr.getvalue(), shown[0] + over[0] + shown[1] + over[1] + "note: x.hcl:2:7: so\nbecause\n")
        self.assertEqual([watcher.out, watcher.reported], ["results/x", False])
        self.assertEqual(watcher.problem(), "x.hcl:2:7: so\nbecause")

    def test_program(self) -> None:
        scripts = self.folder / "scripts"
        scripts.mkdir()
        with mock.patch("sysconfig.get_path", return_value=str(scripts)):
            with mock.patch.dict(os.environ, {"PATH": ""}), self.assertRaisesRegex(FileNotFoundError, "was not found"):
                running.find()
            other = self.folder / "bench"
            other.touch(0o755)
            with mock.patch.dict(os.environ, {"PATH": str(self.folder)}):
                self.assertEqual(running.find(), str(other))
                (scripts / "bench").touch(0o755)
                self.assertEqual(running.find(), str(scripts / "bench"))
        self.assertEqual(running.find("mine"), "mine")


if __name__ == "__main__":
    unittest.main()
