package bench.plugin;

import bench.plugin.v1.LearnerGrpc;
import bench.plugin.v1.PluginOuterClass.ForgetRequest;
import bench.plugin.v1.PluginOuterClass.ForgetResponse;
import bench.plugin.v1.PluginOuterClass.ScoreRequest;
import bench.plugin.v1.PluginOuterClass.ScoreResponse;
import bench.plugin.v1.PluginOuterClass.TrainEvent;
import bench.plugin.v1.PluginOuterClass.TrainRequest;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The service that trains learners and keeps their models. */
final class Learners extends LearnerGrpc.LearnerImplBase {
    /** A model with what its features went through. */
    record Stored(Model model, int width, double[] shift, double[] scale) {}

    private final Kinds kinds;
    private final Map<String, Stored> models = new ConcurrentHashMap<>();
    private final AtomicLong serial = new AtomicLong();

    Learners(Kinds kinds) {
        this.kinds = kinds;
    }

    String keep(Stored model) {
        String key = Long.toString(serial.incrementAndGet());
        models.put(key, model);
        return key;
    }

    @Override
    public void train(TrainRequest request, StreamObserver<TrainEvent> out) {
        try {
            Calls.interruptibly(() -> {
                Learner learner = kinds.learner(request.getComponent(), request.getConfigJson());
                try (Training training = new Training(this, learner, request, out)) {
                    training.run();
                }
                return null;
            });
        } catch (Throwable t) {
            out.onError(Trouble.status(t));
            return;
        }
        out.onCompleted();
    }

    @Override
    public void score(ScoreRequest request, StreamObserver<ScoreResponse> out) {
        Calls.answer(out, () -> {
            long start = System.nanoTime();
            List<Stored> found = new ArrayList<>();
            for (String key : request.getModelsList()) {
                Stored model = models.get(key);
                if (model == null) {
                    throw new Refused("model \"" + key + "\" is not known here");
                }
                found.add(model);
            }
            try (Features features = new Features(request.getFeatures())) {
                new Scoring(features, request.getRangesList(), found).write(request.getOutputPath());
            }
            var answer = ScoreResponse.newBuilder().setSeconds((System.nanoTime() - start) / 1e9);
            found.forEach(m -> answer.addWidths(m.width()));
            if (request.getSizes()) {
                found.forEach(m -> answer.addBytes(m.model().bytes()));
            }
            return answer.build();
        });
    }

    @Override
    public void forget(ForgetRequest request, StreamObserver<ForgetResponse> out) {
        request.getModelsList().forEach(models::remove);
        Calls.answer(out, ForgetResponse::getDefaultInstance);
    }
}
