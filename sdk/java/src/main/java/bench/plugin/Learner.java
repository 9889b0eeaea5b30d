package bench.plugin;

/**
 * Trains one problem at a time. The model must be a function of the problem alone, whatever was trained before. What train
 * throws is the problem's failure; other problems go on. A learner has a constructor without parameters, and its fields
 * with {@link Param} are set before anything else is called.
 */
public interface Learner extends Configured {
    /** Trains a model. The rows must not be written to. */
    Model train(Problem problem) throws Exception;
}
