package bench.plugin;

/**
 * Turns a multiclass problem into binary ones, and their scores into classes. Nothing is kept between calls but the state
 * of a stage. A reducer has a constructor without parameters, and its fields with {@link Param} are set before anything
 * else is called.
 */
public interface Reducer extends Configured {
    /** Plans the first stage; throws {@link Refused} if it cannot. */
    Stage plan(Reduction reduction) throws Exception;

    /** Plans what follows a stage that asked for outputs or features: another stage, or {@link Stage#done}. */
    default Stage next(byte[] state, Seen seen) throws Exception {
        throw new Refused("this reduction has one stage only");
    }

    /**
     * Turns scores into classes. There is a row of scores for each row to decode, with the columns of all stages; they are
     * finite.
     *
     * @param state that of the last stage
     * @param kind what the scores are
     */
    Decoded decode(byte[] state, double[][] scores, Scores kind) throws Exception;
}
