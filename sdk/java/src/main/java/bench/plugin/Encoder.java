package bench.plugin;

/**
 * Makes features of the columns of a table: the type of an encoder block. The same rows and seed make the same state.
 * An encoder has a constructor without parameters, and its fields with {@link Param} are set before anything else is
 * called.
 */
public interface Encoder extends Configured {
    /** Learns from training rows, one at least. */
    Encoding fit(TrainingRecords training) throws Exception;

    /**
     * The features of each row, finite numbers. Those of a row depend on the state and on this row alone.
     *
     * @param state that of a fit, in this process or in another
     * @param rows the columns as they are, NaN where a number is missing
     */
    double[][] transform(byte[] state, Rows rows) throws Exception;
}
