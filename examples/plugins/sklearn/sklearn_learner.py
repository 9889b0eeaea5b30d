#!/usr/bin/env python3
"""scikit-learn's logistic regression as a learner of bench, over plain grpcio: no SDK, no generated services."""
import itertools, json, os, sys, tempfile, threading, time
from concurrent import futures
import grpc, numpy as np, sklearn
from sklearn.linear_model import LogisticRegression

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../framework/sdk/python"))
import bench_plugin_pb2 as pb

models, number = {}, itertools.count(1)


def describe(request, context):
    c = pb.Param(name="C", type="number", default_json="1", above=0, doc="Inverse strength of the L2 penalty.")
    can = pb.Capabilities(tasks=["binary", "multiclass"], scores="log_odds", symmetric=False, deterministic=True)
    doc = "Logistic regression (lbfgs) of scikit-learn."
    return pb.DescribeResponse(name="sklearn", version="0.1.0",
                               runtimes={"python": sys.version.split()[0], "scikit-learn": sklearn.__version__},
                               components=[pb.Component(kind="learner", name="sklearn_logreg", doc=doc, params=[c], capabilities=can)])


def validate(request, context):
    return pb.ValidateResponse(capabilities=describe(None, None).components[0].capabilities)


def rows(features, ranges, s):
    x = np.load(features.dense_path, mmap_mode="r")
    x = np.concatenate([x[r.start:r.end] for r in ranges])
    return (x - np.array(s.shift)) / np.array(s.scale) if s.shift else x


def fit(request, p):
    s, config = request.row_sets[p.row_set], json.loads(request.config_json)
    code = np.frombuffer(p.column, np.int8) if p.column else np.arange(p.classes)
    used = [r for r in s.ranges if p.target_path or p.task == "multiclass" or code[r.class_number] != 0]
    y = np.load(p.target_path) if p.target_path else np.concatenate([np.full(r.end - r.start, code[r.class_number]) for r in used])
    model = LogisticRegression(C=config["C"], max_iter=10000).fit(rows(request.features, used, s), y)
    return model, s, p.classes if p.task == "multiclass" else 1


def train(request, context):
    for i, p in enumerate(request.problems):
        start, key = time.monotonic(), str(next(number))
        try:
            models[key] = fit(request, p)
            yield pb.TrainEvent(problem=i, model=key, seconds=time.monotonic() - start)
        except Exception as e:  # the problem's, not the call's: others go on
            yield pb.TrainEvent(problem=i, error=str(e) or repr(e))


def scores(model, x, width):
    s = model.decision_function(x).reshape(len(x), -1)
    return np.hstack([-s, s]) / 2 if width == 2 else s  # scikit-learn gives one score for two classes


def score(request, context):
    start, chosen = time.monotonic(), [models[m] for m in request.models]
    parts = [scores(m, rows(request.features, request.ranges, s), w) for m, s, w in chosen]
    np.save(open(request.output_path, "wb"), np.ascontiguousarray(np.hstack(parts)))
    return pb.ScoreResponse(widths=[w for _, _, w in chosen], seconds=time.monotonic() - start)


def forget(request, context):
    for m in request.models:
        models.pop(m, None)
    return pb.ForgetResponse()


def handlers(name, unary, stream={}):
    make = {f: grpc.unary_unary_rpc_method_handler(g, r.FromString, lambda m: m.SerializeToString()) for f, (g, r) in unary.items()}
    make |= {f: grpc.unary_stream_rpc_method_handler(g, r.FromString, lambda m: m.SerializeToString()) for f, (g, r) in stream.items()}
    return grpc.method_handlers_generic_handler(name, make)


server = grpc.server(futures.ThreadPoolExecutor(4), options=[("grpc.max_receive_message_length", -1)])
stop = lambda request, context: (threading.Timer(0.05, os._exit, [0]).start(), b"")[1]
server.add_generic_rpc_handlers((
    handlers("bench.plugin.v1.Plugin", {"Describe": (describe, pb.DescribeRequest), "Validate": (validate, pb.ValidateRequest)}),
    handlers("bench.plugin.v1.Learner", {"Score": (score, pb.ScoreRequest), "Forget": (forget, pb.ForgetRequest)}, {"Train": (train, pb.TrainRequest)}),
    grpc.method_handlers_generic_handler("plugin.GRPCController", {"Shutdown": grpc.unary_unary_rpc_method_handler(stop)})))
path = os.path.join(os.environ.get("PLUGIN_UNIX_SOCKET_DIR") or tempfile.mkdtemp(), "plugin.sock")
server.add_insecure_port("unix:" + path)
server.start()
print(f"1|1|unix|{path}|grpc|", flush=True)
sys.stdin.read()  # the host holds the other end: its death ends us
