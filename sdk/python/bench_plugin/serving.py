"""Serving a plugin: gRPC over a Unix socket, as go-plugin wants it."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import threading
import traceback
from concurrent import futures
from typing import Any, Callable, Iterator, Mapping

from . import loading, process, wire
from .catalog import Plugin, Refused
from .contract import Cancelled, Component
from .failures import report
from .service import Call, Service

_MOST = 256 << 20  # bytes of a message

#: What `python -m bench_plugin test` does with the plugin, in place of serving it.
instead: Callable[[Plugin], None] | None = None


def serve(name: str, version: str, *components: type[Component], runtimes: Mapping[str, str] | None = None) -> None:
    """Answers the calls of bench until it asks the plugin to stop or goes away; returns never. `runtimes` are the
    versions of libraries that results depend on, beside those of Python and NumPy."""
    if process.is_child():
        return
    plugin = Plugin(name, version, components, dict(runtimes or {}), loading.close())
    if instead is not None:
        return instead(plugin)
    if process.streams is None and not os.environ.get("BENCH_DEBUG"):
        sys.exit(f"{name} {version} is a plugin of bench and is started by it.\nTry: bench plugin describe {name}\n"
                 "To start it in a debugger, set BENCH_DEBUG=1.")
    folder = os.environ.get("PLUGIN_UNIX_SOCKET_DIR") or tempfile.mkdtemp(prefix="bench-")
    path = os.path.join(folder, "plugin.sock")
    server = _server(Service(plugin), path)
    if process.streams is None:
        _debugged(name, server, path, folder)
    else:
        process.streams.handshake.write(f"1|1|unix|{path}|grpc|\n")
        process.streams.handshake.close()
        try:
            process.streams.wait()
        except KeyboardInterrupt:  # threads that train would keep the process, with nobody to answer
            traceback.print_exc()
            process.end(status=130)
    process.end()


def _debugged(name: str, server: Any, path: str, folder: str) -> None:
    """Tells how to attach, and stays until it is interrupted."""
    attach = {name: {"addr": path, "pid": os.getpid(), "protocol": 1}}
    print(f"BENCH_REATTACH='{json.dumps(attach, separators=(',', ':'))}'", flush=True)
    try:
        server.wait_for_termination()
    except KeyboardInterrupt:
        pass
    if "PLUGIN_UNIX_SOCKET_DIR" not in os.environ:
        shutil.rmtree(folder, ignore_errors=True)


def _server(service: Service, path: str) -> Any:
    import grpc  # after the streams are safe

    options = [("grpc.max_receive_message_length", _MOST), ("grpc.max_send_message_length", _MOST)]
    server = grpc.server(futures.ThreadPoolExecutor(4), options=options)
    for name, methods in wire.schema().services.items():
        handlers = {m.name: _handler(grpc, m, service.calls[name, m.name]) for m in methods}
        full = f"{wire.schema().package}.{name}"
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(full, handlers),))
    stop = {"Shutdown": grpc.unary_unary_rpc_method_handler(_shutdown)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("plugin.GRPCController", stop),))
    server.add_insecure_port("unix:" + path)
    server.start()
    return server


def _shutdown(_request: bytes, _context: Any) -> bytes:
    if process.streams is not None:
        threading.Timer(0.05, process.streams.ask).start()  # once the answer is on its way
    return b""


def _handler(grpc: Any, method: wire.Method, call: Call) -> Any:
    def read(data: bytes) -> wire.Message:
        return wire.decode(method.takes, data)

    def unary(request: wire.Message, context: Any) -> bytes | None:
        try:
            return wire.encode(call(request, _check(context)))
        except BaseException as failure:  # what nobody catches in a thread of gRPC is never answered
            _abort(grpc, context, failure)
            return None

    def stream(request: wire.Message, context: Any) -> Iterator[bytes]:
        answers = iter(call(request, _check(context)))
        while True:
            try:
                answer = next(answers, None)
                message = b"" if answer is None else wire.encode(answer)
            except BaseException as failure:
                _abort(grpc, context, failure)
            if answer is None:
                return
            yield message  # outside of try: here GeneratorExit is gRPC's own

    if method.streams:
        return grpc.unary_stream_rpc_method_handler(stream, read)
    return grpc.unary_unary_rpc_method_handler(unary, read)


def _check(context: Any) -> Callable[[], None]:
    def check() -> None:
        if not context.is_active():
            raise Cancelled("the host does not wait for the answer any more")

    return check


def _abort(grpc: Any, context: Any, failure: BaseException) -> None:
    if isinstance(failure, Cancelled):
        context.abort(grpc.StatusCode.CANCELLED, str(failure))
    text = str(failure) if isinstance(failure, Refused) else report(failure)
    context.abort(grpc.StatusCode.UNKNOWN, text)
