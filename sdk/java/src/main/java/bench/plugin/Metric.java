package bench.plugin;

/**
 * Makes a number of what is predicted of rows. It is a function of these rows alone. A metric has a constructor without
 * parameters, and its fields with {@link Param} are set before anything else is called.
 */
public interface Metric extends Configured {
    /**
     * The value on some rows, one at least; NaN says that it is undefined there. What it throws fails this value alone.
     */
    double compute(Outcome outcome) throws Exception;
}
