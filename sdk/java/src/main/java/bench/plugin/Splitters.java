package bench.plugin;

import bench.plugin.v1.PluginOuterClass.Range;
import bench.plugin.v1.PluginOuterClass.SplitFold;
import bench.plugin.v1.PluginOuterClass.SplitRepeat;
import bench.plugin.v1.PluginOuterClass.SplitRequest;
import bench.plugin.v1.PluginOuterClass.SplitResponse;
import bench.plugin.v1.SplitterGrpc;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** The service that divides rows. */
final class Splitters extends SplitterGrpc.SplitterImplBase {
    private static final int[] NONE = {};

    private final Kinds kinds;

    Splitters(Kinds kinds) {
        this.kinds = kinds;
    }

    @Override
    public void split(SplitRequest r, StreamObserver<SplitResponse> out) {
        Calls.answer(out, () -> {
            Splitter splitter = kinds.splitter(r.getComponent(), r.getConfigJson());
            Undivided rows = undivided(r);
            var answer = SplitResponse.newBuilder();
            List<List<Fold>> repeats;
            try {
                repeats = splitter.split(rows);
            } catch (Refused e) {
                return answer.addDiagnostics(Diagnostic.error("These rows cannot be divided", e.getMessage())
                    .message()).build();
            }
            var listed = IntStream.builder();
            for (List<Fold> folds : repeats) {
                var repeat = SplitRepeat.newBuilder();
                for (Fold fold : folds) {
                    int[] train = fold.train() == null ? NONE : fold.train();
                    IntStream.of(train).forEach(listed);
                    IntStream.of(fold.test()).forEach(listed);
                    repeat.addFolds(SplitFold.newBuilder().setTrain(train.length).setTest(fold.test().length)
                        .setOthers(fold.train() == null));
                }
                answer.addRepeats(repeat);
            }
            Npy.write(r.getOutputPath(), 0, listed.build().toArray());
            return answer.build();
        });
    }

    private static Undivided undivided(SplitRequest r) throws IOException {
        int n = Math.toIntExact(r.getRows());
        Rows rows = null;
        if (r.getFeatures().getCols() > 0) {
            try (Features features = new Features(r.getFeatures())) {
                List<Range> all = List.of(Range.newBuilder().setEnd(n).build());
                features.check(all);
                rows = features.gather(all, new double[0], new double[0]);
            }
        }
        Undivided u = new Undivided(n, List.copyOf(r.getClassesList()), r.getMultiLabel(), Npy.ints(r.getTruthPath()),
            r.getQuantityPath().isEmpty() ? null : Npy.doubles(r.getQuantityPath()),
            r.getGroupsPath().isEmpty() ? null : Npy.ints(r.getGroupsPath()),
            r.getWeightsPath().isEmpty() ? null : Npy.doubles(r.getWeightsPath()), rows, r.getSeed());
        int entries = n * (u.multiLabel() ? u.classes().size() : 1);
        if (u.truth().length != entries || u.quantity() != null && u.quantity().length != n
            || u.groups() != null && u.groups().length != n || u.weights() != null && u.weights().length != n) {
            throw new IOException("the files that " + r.getComponent() + " is to divide have other shapes than " + n
                + " rows");
        }
        return u;
    }
}
