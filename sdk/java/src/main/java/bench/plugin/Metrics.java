package bench.plugin;

import bench.plugin.v1.MetricGrpc;
import bench.plugin.v1.PluginOuterClass.ComputeRequest;
import bench.plugin.v1.PluginOuterClass.ComputeResponse;
import bench.plugin.v1.PluginOuterClass.Computed;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;

/** The service that computes metrics. */
final class Metrics extends MetricGrpc.MetricImplBase {
    private final Kinds kinds;

    Metrics(Kinds kinds) {
        this.kinds = kinds;
    }

    @Override
    public void compute(ComputeRequest r, StreamObserver<ComputeResponse> out) {
        Calls.answer(out, () -> {
            Metric metric = kinds.metric(r.getComponent(), r.getConfigJson());
            Outcome whole = outcome(r);
            var answer = ComputeResponse.newBuilder();
            int start = 0;
            for (long end : r.getEndsList()) {
                if (end < start || end > whole.rows()) {
                    throw new Refused("a part ends before row " + end + " of " + whole.rows() + ", and begins at row "
                        + start);
                }
                answer.addValues(value(metric, whole.part(start, (int) end)));
                start = (int) end;
            }
            return answer.build();
        });
    }

    private static Computed value(Metric metric, Outcome part) throws InterruptedException {
        try {
            return Computed.newBuilder().setValue(metric.compute(part)).build();
        } catch (Throwable t) {
            if (Thread.currentThread().isInterrupted() || t instanceof InterruptedException) {
                throw new InterruptedException("the call was cancelled"); // no value's fault
            }
            if (!(t instanceof Refused)) {
                t.printStackTrace();
            }
            return Computed.newBuilder().setError(Trouble.text(t)).build();
        }
    }

    private static Outcome outcome(ComputeRequest r) throws IOException {
        double[][] scores = Npy.matrix(r.getScoresPath());
        Outcome o = new Outcome(List.copyOf(r.getClassesList()), r.getMultiLabel(), Npy.ints(r.getTruthPath()),
            Npy.ints(r.getPredictionsPath()), scores,
            r.getProbabilitiesPath().isEmpty() ? null : Npy.matrix(r.getProbabilitiesPath()),
            r.getWeightsPath().isEmpty() ? null : Npy.doubles(r.getWeightsPath()),
            r.getGroupsPath().isEmpty() ? null : Npy.ints(r.getGroupsPath()));
        int n = o.rows();
        int entries = n * (o.multiLabel() ? o.classes().size() : 1);
        if (Npy.width(r.getScoresPath()) != o.classes().size() || o.truth().length != entries
            || o.predicted().length != entries || o.probabilities() != null && o.probabilities().length != n
            || o.weights() != null && o.weights().length != n || o.groups() != null && o.groups().length != n) {
            throw new Refused("the files that " + r.getComponent() + " is to measure have other shapes than " + n
                + " rows of " + o.classes().size());
        }
        return o;
    }
}
