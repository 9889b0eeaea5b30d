package bench.plugin;

/**
 * A training problem of n rows.
 *
 * @param task what the targets are
 * @param rows the features, shifted and scaled as the encoder asks
 * @param y n targets: -1 or +1, class numbers from 0, or any numbers
 * @param weights n positive row weights, or null if all are 1
 * @param classes the number of classes of a multiclass problem, else 2
 * @param seed the only source of randomness
 * @param threads how many threads training may use, at least 1
 */
public record Problem(Task task, Rows rows, double[] y, double[] weights, int classes, long seed, int threads) {
    /** The features as an array for each row, which must not be written to. */
    public double[][] x() {
        return rows.dense();
    }

    /** Ends a training that nobody waits for any more; long loops call it now and then. */
    public void check() throws InterruptedException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedException("training was cancelled");
        }
    }
}
