package bench.plugin;

import java.util.List;

/**
 * Divides the rows of a dataset into folds: a method of the validation block. The same rows and seed give the same
 * folds. A splitter has a constructor without parameters, and its fields with {@link Param} are set before anything else
 * is called.
 */
public interface Splitter extends Configured {
    /** The folds of each repeat; throws {@link Refused} if the rows cannot be divided so. */
    List<List<Fold>> split(Undivided rows) throws Exception;
}
