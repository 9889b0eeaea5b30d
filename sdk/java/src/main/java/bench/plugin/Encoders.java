package bench.plugin;

import bench.plugin.v1.EncoderGrpc;
import bench.plugin.v1.PluginOuterClass;
import bench.plugin.v1.PluginOuterClass.Feature;
import bench.plugin.v1.PluginOuterClass.FitRequest;
import bench.plugin.v1.PluginOuterClass.FitResponse;
import bench.plugin.v1.PluginOuterClass.TransformRequest;
import bench.plugin.v1.PluginOuterClass.TransformResponse;
import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;

/** The service that encodes rows. */
final class Encoders extends EncoderGrpc.EncoderImplBase {
    private final Kinds kinds;

    Encoders(Kinds kinds) {
        this.kinds = kinds;
    }

    @Override
    public void fit(FitRequest r, StreamObserver<FitResponse> out) {
        Calls.answer(out, () -> {
            Encoding learnt = kinds.encoder(r.getComponent(), r.getConfigJson()).fit(training(r));
            var answer = FitResponse.newBuilder().setState(ByteString.copyFrom(learnt.state()));
            learnt.features().forEach(f ->
                answer.addFeatures(Feature.newBuilder().setName(f.name()).setKind(f.kind())));
            return answer.build();
        });
    }

    @Override
    public void transform(TransformRequest r, StreamObserver<TransformResponse> out) {
        Calls.answer(out, () -> {
            Encoder encoder = kinds.encoder(r.getComponent(), r.getConfigJson());
            Rows rows = rows(r.getRecords());
            double[][] made = encoder.transform(r.getState().toByteArray(), rows);
            if (made.length != rows.count()) {
                throw new Refused(r.getComponent() + " made features of " + made.length + " rows, of " + rows.count());
            }
            int width = made.length == 0 ? 0 : made[0].length;
            for (double[] row : made) {
                if (row.length != width) {
                    throw new Refused(r.getComponent() + " made " + width + " features of one row, and " + row.length
                        + " of another");
                }
            }
            Npy.write(r.getOutputPath(), width, made);
            return TransformResponse.getDefaultInstance();
        });
    }

    private static Rows rows(PluginOuterClass.Features f) throws IOException {
        try (Features features = new Features(f)) {
            if (features.columns.size() != features.cols) {
                throw new IOException(features.columns.size() + " of the " + features.cols + " columns have a name");
            }
            return features.all();
        }
    }

    private static TrainingRecords training(FitRequest r) throws IOException {
        Rows rows = rows(r.getRecords());
        int n = rows.count();
        TrainingRecords t = new TrainingRecords(rows, List.copyOf(r.getClassesList()), r.getMultiLabel(),
            r.getTargetPath().isEmpty() ? null : Npy.ints(r.getTargetPath()),
            r.getWeightsPath().isEmpty() ? null : Npy.doubles(r.getWeightsPath()),
            r.getGroupsPath().isEmpty() ? null : Npy.ints(r.getGroupsPath()), r.getSeed());
        int entries = n * (t.multiLabel() ? t.classes().size() : 1);
        if (t.target() != null && t.target().length != entries || t.weights() != null && t.weights().length != n
            || t.groups() != null && t.groups().length != n) {
            throw new IOException("the files that " + r.getComponent() + " is to be fitted to have other shapes than "
                + n + " rows");
        }
        return t;
    }
}
