"""Plugins as processes: what bench sees of them."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import unittest

import grpc

import bench_plugin
from bench_plugin import wire

NOISY = """
print("before")
import os
from typing import Any
from bench_plugin import Learner, serve
print("while it is loaded")
os.write(1, b"past Python\\n")

class Noisy(Learner):
    \"\"\"Prints.\"\"\"

    def train(self, p: Any) -> Any:
        print("in train")

serve("noisy", "0.1.0", Noisy)
"""

WILD = """
import asyncio
from typing import Annotated, Any
from bench_plugin import Learner, Param, serve

class Wild(Learner):
    \"\"\"Raises what is not an Exception.\"\"\"

    where: Annotated[str, Param("Where.")]
    what: Annotated[str, Param("What.")]

    def wild(self, where: str) -> None:
        if where == self.where:
            raise {"interrupt": KeyboardInterrupt(), "cancelled": asyncio.CancelledError("no more"),
                   "closed": GeneratorExit(), "exit": SystemExit(3)}[self.what]

    def validate(self) -> Any:
        self.wild("validate")
        return ()

    def narrow(self) -> Any:
        self.wild("narrow")
        return self.capabilities

serve("wild", "0.1.0", Wild)
"""

FORKING = """
import multiprocessing
from bench_plugin import Metric, serve

def twice(x: int) -> int:
    return 2 * x

class Forking(Metric):
    \"\"\"Has processes of its own.\"\"\"

    def runtimes(self) -> dict[str, str]:
        sums = {}
        for method in multiprocessing.get_all_start_methods():
            for _ in range(4):
                with multiprocessing.get_context(method).Pool(2) as pool:
                    sums[method] = str(sum(pool.map(twice, range(8))))
        return sums

serve("forking", "0.1.0", Forking)
"""


class Process(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir="/tmp")  # paths of sockets are short
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def start(self, script, **environment):
        path = os.path.join(self.folder, "main.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(script)
        home = os.path.dirname(os.path.dirname(bench_plugin.__file__))
        env = {"PATH": os.environ["PATH"], "PYTHONPATH": home, "PLUGIN_UNIX_SOCKET_DIR": self.folder, **environment}
        process = subprocess.Popen([sys.executable, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=env, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def describe(self, socket):
        with grpc.insecure_channel("unix:" + socket) as channel:
            call = channel.unary_unary("/bench.plugin.v1.Plugin/Describe", wire.encode,
                                       lambda data: wire.decode("DescribeResponse", data))
            return call(wire.new("DescribeRequest"), timeout=300, wait_for_ready=True)

    def test_nothing_that_is_printed_after_the_import_stands_before_the_handshake(self):
        process = self.start(NOISY.replace('print("before")', ""), BENCH_PLUGIN="bench.plugin.v1")
        line = process.stdout.readline()
        self.assertEqual(line, f"1|1|unix|{self.folder}/plugin.sock|grpc|\n")
        self.assertEqual(self.describe(line.split("|")[3]).name, "noisy")
        out, words = process.communicate("", timeout=300)
        self.assertEqual((process.returncode, out), (0, ""))
        self.assertIn("while it is loaded\n", words)
        self.assertIn("past Python\n", words)

    def test_it_ends_when_it_is_asked_to(self):
        process = self.start(NOISY.replace('print("before")', ""), BENCH_PLUGIN="bench.plugin.v1")
        socket = process.stdout.readline().split("|")[3]
        with grpc.insecure_channel("unix:" + socket) as channel:
            channel.unary_unary("/plugin.GRPCController/Shutdown")(b"", timeout=300, wait_for_ready=True)
        self.assertEqual(process.wait(timeout=300), 0)

    def test_started_by_hand_it_says_so(self):
        process = self.start(NOISY)
        _, words = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 1)
        self.assertIn("noisy 0.1.0 is a plugin of bench and is started by it", words)

    def test_in_a_debugger_it_says_how_to_attach_and_outlives_a_run(self):
        process = self.start(NOISY, BENCH_DEBUG="1")
        line = ""
        while "BENCH_REATTACH" not in line:
            line = process.stdout.readline()
        told = json.loads(line.split("=", 1)[1].strip().strip("'"))["noisy"]
        self.assertEqual((told["pid"], told["protocol"]), (process.pid, 1))
        with grpc.insecure_channel("unix:" + told["addr"]) as channel:
            channel.unary_unary("/plugin.GRPCController/Shutdown")(b"", timeout=300, wait_for_ready=True)
        self.assertEqual(self.describe(told["addr"]).version, "0.1.0")

    def call(self, socket, service, method, **values):
        """The answers of a call, or the words of its failure."""
        described = next(m for m in wire.schema().services[service] if m.name == method)
        with grpc.insecure_channel("unix:" + socket) as channel:
            how = channel.unary_stream if described.streams else channel.unary_unary
            call = how(f"/bench.plugin.v1.{service}/{method}", wire.encode,
                       lambda data: wire.decode(described.gives, data))
            try:
                answer = call(wire.new(described.takes, **values), timeout=300, wait_for_ready=True)
                return list(answer) if described.streams else answer
            except grpc.RpcError as failure:
                self.assertEqual(failure.code(), grpc.StatusCode.UNKNOWN, failure.details())
                return failure.details()

    def test_what_is_not_an_exception_is_answered(self):
        process = self.start(WILD, BENCH_PLUGIN="bench.plugin.v1")
        socket = process.stdout.readline().split("|")[3]
        words = {"interrupt": "the plugin raised KeyboardInterrupt\nTraceback", "closed": "the plugin raised GeneratorExit",
                 "cancelled": "the plugin raised asyncio.exceptions.CancelledError: no more",
                 "exit": "the plugin called sys.exit(3)"}
        for what, text in words.items():  # more than there are threads for calls
            for method, where in (("Validate", "validate"), ("Train", "narrow")):
                config = json.dumps({"where": where, "what": what}).encode()
                kind = {"kind": "learner"} if method == "Validate" else {}
                failed = self.call(socket, "Plugin" if kind else "Learner", method, component="wild", config_json=config,
                                   **kind)
                self.assertTrue(str(failed).startswith(text), failed)

    def test_pools_of_processes_end_whatever_their_start_method(self):
        process = self.start(FORKING, BENCH_PLUGIN="bench.plugin.v1")
        socket = process.stdout.readline().split("|")[3]
        told = self.call(socket, "Plugin", "Validate", kind="metric", component="forking", config_json=b"{}")
        self.assertEqual(told.runtimes, {method: "56" for method in multiprocessing.get_all_start_methods()})

    def test_interrupted_it_ends(self):
        process = self.start(NOISY.replace('print("before")', ""), BENCH_PLUGIN="bench.plugin.v1")
        socket = process.stdout.readline().split("|")[3]
        self.assertEqual(self.describe(socket).name, "noisy")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=300), 130)


if __name__ == "__main__":
    unittest.main()
