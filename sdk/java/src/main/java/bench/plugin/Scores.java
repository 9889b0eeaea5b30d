package bench.plugin;

/** What the scores of a learner are. */
public enum Scores {
    /** Any number; above 0 means +1. */
    MARGIN,
    /** The logarithm of the odds of +1; in multiclass problems the softmax of a row gives probabilities. */
    LOG_ODDS,
    /** The probability of +1, or of each class. */
    PROBABILITY;

    /** The kind's name in messages. */
    String word() {
        return Words.of(this);
    }
}
