package bench.plugin;

/**
 * What a model knows of its training.
 *
 * @param objective the objective that was minimised, in C form; NaN if there is none
 * @param unconverged training stopped before it reached the tolerance
 * @param end why training ended: "tolerance", "max_iter", "stalled", "no_minimum" or ""
 */
public record Fit(double objective, boolean unconverged, String end) {
    /** Nothing is known. */
    public static final Fit UNKNOWN = new Fit(Double.NaN, false, "");
}
