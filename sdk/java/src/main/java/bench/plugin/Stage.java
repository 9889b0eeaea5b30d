package bench.plugin;

import bench.plugin.v1.PluginOuterClass;
import com.google.protobuf.ByteString;
import java.util.List;

/** Problems that can be trained at the same time, and what the next stage wants to see of them. */
public final class Stage {
    private final PluginOuterClass.Stage.Builder message = PluginOuterClass.Stage.newBuilder();
    private double[][] targets; // or null
    private boolean done;

    private Stage() {}

    /** A binary problem for each column of a code: a row for each class, entries +1, -1 and 0 (left out). */
    public static Stage binary(int[][] code) {
        Stage s = new Stage();
        byte[] entries = new byte[code.length * code[0].length];
        for (int k = 0; k < code.length; k++) {
            for (int l = 0; l < code[0].length; l++) {
                entries[k * code[0].length + l] = (byte) code[k][l];
            }
        }
        s.message.setTask(Task.BINARY.word()).setRows(code.length).setColumns(code[0].length)
            .setCode(ByteString.copyFrom(entries));
        return s;
    }

    /** The multiclass problem of all classes. */
    public static Stage multiclass() {
        Stage s = new Stage();
        s.message.setTask(Task.MULTICLASS.word());
        return s;
    }

    /** A binary problem for each of some labels of multi-label data. */
    public static Stage labels(List<Integer> labels) {
        Stage s = new Stage();
        s.message.setTask(Task.BINARY.word()).addAllLabels(labels);
        return s;
    }

    /** A problem for each column of targets, with a row for each training row or for those of {@link #rows}; for next alone. */
    public static Stage targets(Task task, double[][] targets) {
        Stage s = new Stage();
        s.message.setTask(task.word()).setTargetRows(targets.length).setTargetColumns(targets[0].length);
        s.targets = targets;
        return s;
    }

    /** No problems: a first stage that only asks. */
    public static Stage nothing() {
        return new Stage();
    }

    /** The end, with the state that decode gets. */
    public static Stage done(byte[] state) {
        Stage s = new Stage().state(state);
        s.done = true;
        return s;
    }

    /** The training row that each row of the targets is of, ascending: without them all training rows, once. */
    public Stage rows(List<Long> numbers) {
        message.clearTargetOf().addAllTargetOf(numbers);
        return this;
    }

    /** What each row of the targets weighs. */
    public Stage weights(List<Double> weights) {
        message.clearTargetWeights().addAllTargetWeights(weights);
        return this;
    }

    /** The number of classes of multiclass targets. */
    public Stage groups(int groups) {
        message.setGroups(groups);
        return this;
    }

    /** Asks for scores of the training rows by models of inner folds that did not see them. */
    public Stage outOfFold(int folds) {
        message.setOutputs("out_of_fold").setFolds(folds);
        return this;
    }

    /** Asks for scores of the training rows by the models that are kept. */
    public Stage inSample() {
        message.setOutputs("in_sample");
        return this;
    }

    /** Asks for the classes of the training rows. */
    public Stage classes() {
        message.setOutputs("classes");
        return this;
    }

    /** Asks for the features of the training rows. */
    public Stage features() {
        message.setFeatures(true);
        return this;
    }

    /** Trains with the learner that a parameter of type "learner" refers to. */
    public Stage learner(String parameter) {
        message.setLearner(parameter);
        return this;
    }

    /** What the models see, side by side: "original", "scores", "targets". */
    public Stage inputs(String... inputs) {
        message.clearInputs().addAllInputs(List.of(inputs));
        return this;
    }

    /** The columns of earlier stages that scores and targets stand for. */
    public Stage of(List<Integer> columns) {
        message.clearOf().addAllOf(columns);
        return this;
    }

    /** Of a first stage: the most that all later ones may train, inner folds counted. */
    public Stage later(long most) {
        message.setLater(most);
        return this;
    }

    /** What is handed to the next call. */
    public Stage state(byte[] state) {
        message.setState(ByteString.copyFrom(state));
        return this;
    }

    PluginOuterClass.Stage message() {
        return message.build();
    }

    double[][] targets() {
        return targets;
    }

    boolean isDone() {
        return done;
    }
}
