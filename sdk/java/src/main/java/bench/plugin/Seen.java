package bench.plugin;

/**
 * What the next stage is planned from: the n training rows of a fold, in the same order everywhere.
 *
 * @param classes n class numbers; null for multi-label data
 * @param labels n rows of K entries, 1 or 0, row after row; null unless the data are multi-label
 * @param counts rows of each class, or with each label
 * @param outputs n rows of the scores that were asked for; null if there are none
 * @param kind what the latest of them are; null if there are none
 * @param features the features, if the stage asked for them; else null
 * @param seed the only source of randomness
 */
public record Seen(int[] classes, byte[] labels, long[] counts, double[][] outputs, Scores kind, Rows features,
    long seed) {
    /** The number of rows. */
    public int count() {
        return classes != null ? classes.length : labels.length / counts.length;
    }
}
