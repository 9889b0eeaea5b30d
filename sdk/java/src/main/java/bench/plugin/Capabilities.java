package bench.plugin;

import bench.plugin.v1.PluginOuterClass;
import java.util.ArrayList;
import java.util.List;

/** What a component promises; see {@link Component} for what each promise means. The with… methods change a copy. */
public final class Capabilities {
    private final PluginOuterClass.Capabilities message;

    private Capabilities(PluginOuterClass.Capabilities message) {
        this.message = message;
    }

    /** What an annotation declares; tasks and scores of what trains alone. */
    static Capabilities declared(Component c, boolean trains) {
        var out = PluginOuterClass.Capabilities.newBuilder()
            .setDeterministic(c.deterministic()).setSymmetric(c.symmetric()).setWeights(c.weights())
            .setSparse(c.sparse()).setThreads(c.threads()).setMultiLabel(c.multiLabel()).setSmaller(c.smaller())
            .setTarget(c.target());
        if (trains) {
            out.addAllTasks(taskWords(List.of(c.tasks()))).setScores(c.scores().word());
        }
        for (Fact fact : c.facts()) {
            out.addFacts(fact.word());
        }
        for (Scores kind : c.probabilities()) {
            out.addProbabilities(kind.word());
        }
        for (Scores kind : c.needs()) {
            out.addNeeds(kind.word());
        }
        return new Capabilities(out.build());
    }

    private static List<String> taskWords(List<Task> tasks) {
        List<String> words = new ArrayList<>();
        tasks.forEach(t -> words.add(t.word()));
        return words;
    }

    /** The same except for the tasks. */
    public Capabilities withTasks(List<Task> tasks) {
        return new Capabilities(message.toBuilder().clearTasks().addAllTasks(taskWords(tasks)).build());
    }

    /** The same except for the kind of the scores. */
    public Capabilities withScores(Scores scores) {
        return new Capabilities(message.toBuilder().setScores(scores.word()).build());
    }

    /** The same, deterministic or not. */
    public Capabilities withDeterministic(boolean yes) {
        return new Capabilities(message.toBuilder().setDeterministic(yes).build());
    }

    /** The same, with or without row weights. */
    public Capabilities withWeights(boolean yes) {
        return new Capabilities(message.toBuilder().setWeights(yes).build());
    }

    /** The same, with or without sparse features. */
    public Capabilities withSparse(boolean yes) {
        return new Capabilities(message.toBuilder().setSparse(yes).build());
    }

    /** The same, of encoders that learn from classes or do not. */
    public Capabilities withTarget(boolean yes) {
        return new Capabilities(message.toBuilder().setTarget(yes).build());
    }

    /** The same, of which reducers turn scores of these kinds into probabilities. */
    public Capabilities withProbabilities(List<Scores> kinds) {
        var out = message.toBuilder().clearProbabilities();
        kinds.forEach(k -> out.addProbabilities(k.word()));
        return new Capabilities(out.build());
    }

    PluginOuterClass.Capabilities message() {
        return message;
    }
}
