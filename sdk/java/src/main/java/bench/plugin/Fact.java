package bench.plugin;

/** What a dataset may say of its rows beside what is to be predicted of them. */
public enum Fact {
    /** Which rows belong together. */
    GROUPS,
    /** How much each row counts. */
    WEIGHTS,
    /** The columns as the file has them, for splitters alone. */
    FEATURES;

    /** The fact's name in messages. */
    String word() {
        return Words.of(this);
    }
}
