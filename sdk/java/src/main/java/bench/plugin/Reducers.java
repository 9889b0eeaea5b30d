package bench.plugin;

import bench.plugin.v1.PluginOuterClass.DecodeRequest;
import bench.plugin.v1.PluginOuterClass.DecodeResponse;
import bench.plugin.v1.PluginOuterClass.NextRequest;
import bench.plugin.v1.PluginOuterClass.NextResponse;
import bench.plugin.v1.PluginOuterClass.PlanRequest;
import bench.plugin.v1.PluginOuterClass.PlanResponse;
import bench.plugin.v1.ReducerGrpc;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;

/** The service that plans and decodes. */
final class Reducers extends ReducerGrpc.ReducerImplBase {
    private final Kinds kinds;

    Reducers(Kinds kinds) {
        this.kinds = kinds;
    }

    @Override
    public void plan(PlanRequest r, StreamObserver<PlanResponse> out) {
        Calls.answer(out, () -> {
            Reducer reducer = kinds.reducer(r.getComponent(), r.getConfigJson());
            var answer = PlanResponse.newBuilder();
            try {
                return answer.setStage(reducer.plan(new Reduction(List.copyOf(r.getClassesList()),
                    longs(r.getCountsList()), r.getSeed())).message()).build();
            } catch (Refused e) {
                return answer.addDiagnostics(Diagnostic.error("These classes cannot be planned for", e.getMessage())
                    .message()).build();
            }
        });
    }

    private static long[] longs(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public void next(NextRequest r, StreamObserver<NextResponse> out) {
        Calls.answer(out, () -> {
            Reducer reducer = kinds.reducer(r.getComponent(), r.getConfigJson());
            Stage stage = reducer.next(r.getState().toByteArray(), seen(r));
            if (stage.targets() != null && !stage.isDone()) {
                Npy.write(r.getTargetsPath(), stage.targets()[0].length, stage.targets());
            }
            return NextResponse.newBuilder().setStage(stage.message()).setDone(stage.isDone()).build();
        });
    }

    private static Seen seen(NextRequest r) throws IOException {
        double[][] outputs = r.getOutputsPath().isEmpty() ? null : Npy.matrix(r.getOutputsPath());
        Rows rows = null;
        if (r.getFeatures().getRows() > 0) {
            try (Features features = new Features(r.getFeatures())) {
                RowSet set = new RowSet(r.getRows(), features);
                rows = features.gather(set.ranges, set.shift, set.scale);
            }
        }
        Seen seen = new Seen(r.getClassesPath().isEmpty() ? null : Npy.ints(r.getClassesPath()),
            r.getLabelsPath().isEmpty() ? null : Npy.bytes(r.getLabelsPath()), longs(r.getCountsList()), outputs,
            Words.constant(Scores.class, r.getKind()), rows, r.getSeed());
        if (outputs != null && outputs.length != seen.count() || rows != null && rows.count() != seen.count()) {
            throw new Refused("outputs or features are not of the " + seen.count() + " training rows");
        }
        return seen;
    }

    @Override
    public void decode(DecodeRequest r, StreamObserver<DecodeResponse> out) {
        Calls.answer(out, () -> {
            Reducer reducer = kinds.reducer(r.getComponent(), r.getConfigJson());
            double[][] scores = Npy.matrix(r.getScoresPath());
            checkFinite(scores);
            Scores kind = Words.constant(Scores.class, r.getKind());
            boolean none = scores.length == 0; // a row of zeros then shows how wide the answer is
            double[][] asked = none ? new double[1][Npy.width(r.getScoresPath())] : scores;
            Decoded d = reducer.decode(r.getState().toByteArray(), asked, kind);
            int classes = d.scores()[0].length;
            int labels = d.predictions().length == asked.length ? 0 : classes;
            Npy.write(r.getClassScoresPath(), classes, none ? scores : d.scores());
            if (d.probabilities() != null) {
                Npy.write(r.getProbabilitiesPath(), classes, none ? scores : d.probabilities());
            }
            Npy.write(r.getPredictionsPath(), labels, none ? new int[0] : d.predictions());
            return DecodeResponse.newBuilder().setProbabilities(d.probabilities() != null).build();
        });
    }

    private static void checkFinite(double[][] scores) {
        for (double[] row : scores) {
            for (double s : row) {
                if (!Double.isFinite(s)) {
                    throw new Refused("a score is " + s);
                }
            }
        }
    }
}
