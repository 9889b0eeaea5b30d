package bench.plugin;

/** Scores rows. Calls come from one thread at a time. */
public interface Model {
    /**
     * Returns scores for each row: one of a binary model or a regression, K of a multiclass model. The scores of a row
     * depend on that row alone and are finite.
     */
    double[][] score(Rows rows) throws Exception;

    /** How well the problem was solved. */
    default Fit fit() {
        return Fit.UNKNOWN;
    }

    /** How many bytes the model has, 0 if that is not known: of a serializable model as many as it has serialized. */
    default long bytes() {
        return Sizes.serialized(this);
    }
}
