package bench.plugin;

/** A kind of training problem. */
public enum Task {
    /** Targets are -1 and +1. */
    BINARY,
    /** Targets are class numbers from 0. */
    MULTICLASS,
    /** Targets are any finite numbers. */
    REGRESSION;

    /** The task's name in messages. */
    String word() {
        return Words.of(this);
    }
}
