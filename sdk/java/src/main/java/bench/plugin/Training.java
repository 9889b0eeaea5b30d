package bench.plugin;

import bench.plugin.v1.PluginOuterClass;
import bench.plugin.v1.PluginOuterClass.Range;
import bench.plugin.v1.PluginOuterClass.TrainEvent;
import bench.plugin.v1.PluginOuterClass.TrainRequest;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One call of Train: a problem after the other, an event for each. */
final class Training implements AutoCloseable {
    private final Learners keeper;
    private final Learner learner;
    private final TrainRequest request;
    private final StreamObserver<TrainEvent> out;
    private final Features features;
    private final List<RowSet> sets = new ArrayList<>();
    private Rows rows; // of the latest problem, for the next one if it uses the same
    private int rowsOf = -1; // the row set that they are of
    private List<Range> ranges;

    Training(Learners keeper, Learner learner, TrainRequest request, StreamObserver<TrainEvent> out)
        throws IOException {
        this.keeper = keeper;
        this.learner = learner;
        this.request = request;
        this.out = out;
        features = new Features(request.getFeatures());
        for (PluginOuterClass.RowSet s : request.getRowSetsList()) {
            sets.add(new RowSet(s, features));
        }
    }

    @Override
    public void close() throws IOException {
        features.close();
    }

    void run() throws InterruptedException {
        for (int i = 0; i < request.getProblemsCount(); i++) {
            TrainEvent.Builder event = TrainEvent.newBuilder().setProblem(i);
            long start = System.nanoTime();
            try {
                train(request.getProblems(i), event);
            } catch (Throwable t) {
                if (Thread.currentThread().isInterrupted() || t instanceof InterruptedException) {
                    throw new InterruptedException("the call was cancelled"); // no problem's fault
                }
                if (!(t instanceof Refused)) {
                    t.printStackTrace();
                }
                event.setError(Trouble.text(t));
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException("the call was cancelled");
            }
            out.onNext(event.setSeconds((System.nanoTime() - start) / 1e9).build());
        }
    }

    private void train(PluginOuterClass.Problem p, TrainEvent.Builder event) throws Exception {
        if (p.getRowSet() < 0 || p.getRowSet() >= sets.size()) {
            throw new Refused("a problem names row set " + p.getRowSet() + " of " + sets.size());
        }
        RowSet set = sets.get(p.getRowSet());
        Task task = Words.constant(Task.class, p.getTask());
        int classes = task == Task.MULTICLASS ? p.getClasses() : 2;
        double[] y = set.targets(p);
        check(task, classes, y);
        gather(p, set);
        int threads = Math.max(request.getThreads(), 1);
        Model model = learner.train(new Problem(task, rows, y, set.weights(p), classes, p.getSeed(), threads));
        Fit fit = model.fit();
        if (!Double.isNaN(fit.objective())) {
            event.setObjective(fit.objective());
        }
        event.setUnconverged(fit.unconverged()).setEnd(fit.end());
        int width = task == Task.MULTICLASS ? classes : 1;
        event.setModel(keeper.keep(new Learners.Stored(model, width, set.shift, set.scale)));
    }

    /** Refuses targets that are not valid for the task. */
    private static void check(Task task, int classes, double[] y) {
        for (int i = 0; i < y.length; i++) {
            boolean sound = switch (task) {
                case BINARY -> y[i] == 1 || y[i] == -1;
                case MULTICLASS -> y[i] == Math.rint(y[i]) && y[i] >= 0 && y[i] < classes;
                case REGRESSION -> Double.isFinite(y[i]);
            };
            if (!sound) {
                throw new Refused("the target " + y[i] + " of training row " + i + " is not valid for a " + task.word()
                    + " problem");
            }
        }
    }

    /** Makes the rows of a problem, unless the latest ones are the same. */
    private void gather(PluginOuterClass.Problem p, RowSet set) throws IOException {
        List<Range> used = set.used(p);
        if (rowsOf == p.getRowSet() && used.equals(ranges)) {
            return;
        }
        rows = null; // before others take their place in memory
        rows = features.gather(used, set.shift, set.scale);
        rowsOf = p.getRowSet();
        ranges = used;
    }
}
