"""The process of a plugin: its standard streams, its environment and its end."""

from __future__ import annotations

import multiprocessing
import os
import select
import signal
import sys
from typing import TextIO

COOKIE = "bench.plugin.v1"
#: Variables that keep numerical libraries at one thread; they are read when a library is loaded.
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")


class Streams:
    """The pipes between bench and this process, out of the reach of other code: what is printed goes to stderr, and
    what reads stdin finds its end."""

    def __init__(self) -> None:
        sys.stdout.flush()
        self.handshake: TextIO = os.fdopen(os.dup(1), "w")
        self._alive = os.dup(0)
        self._asked, self._ask = os.pipe()
        os.dup2(2, 1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]

    def wait(self) -> None:
        """Returns when the host's end of stdin is closed, or when the process was asked to end."""
        while True:
            ready, _, _ = select.select([self._alive, self._asked], [], [])
            if self._asked in ready or not os.read(self._alive, 4096):
                return

    def ask(self) -> None:
        """Asks the process to end."""
        os.write(self._ask, b"e")


def started() -> Streams | None:
    """Takes the streams of a process that bench has started; None in any other. It is called when the package is
    imported, so that what modules print while they are loaded does not stand where the handshake belongs."""
    debugged = bool(os.environ.get("BENCH_DEBUG"))
    if os.environ.get("BENCH_PLUGIN") != COOKIE and not debugged:
        return None
    for name in THREADS:
        os.environ.setdefault(name, "1")
    os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"  # its handlers hang a fork beside calls; children do without gRPC
    if debugged:
        return None
    del os.environ["BENCH_PLUGIN"]  # child processes are not plugins
    sockets = os.environ.get("PLUGIN_UNIX_SOCKET_DIR")
    if sockets:  # multiprocessing's own too: below TMPDIR their paths are often too long
        getattr(multiprocessing.current_process(), "_config", {})["tempdir"] = sockets
    return Streams()


def is_child() -> bool:
    """Whether this is a process of multiprocessing that has loaded the main module again, or is loading it."""
    loading = getattr(multiprocessing.current_process(), "_inheriting", False)  # parent_process() is set afterwards
    return loading or multiprocessing.parent_process() is not None


def end(status: int = 0) -> None:
    """Ends this process and those that it has started, at once: threads may be in the middle of a training. It is
    called by the main thread."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            pass
    for child in multiprocessing.active_children():
        child.kill()
    if os.getpgrp() == os.getpid():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.killpg(0, signal.SIGTERM)
    os._exit(status)


#: The pipes to bench, if it has started this process.
streams = started()
