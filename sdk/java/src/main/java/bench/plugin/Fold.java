package bench.plugin;

/**
 * The rows of a fold, by their numbers from 0.
 *
 * @param train those that it trains on, of which one may be there several times; null for all that it does not test
 * @param test those that it tests
 */
public record Fold(int[] train, int[] test) {
    /** A fold that trains on all rows that it does not test. */
    public static Fold testing(int[] test) {
        return new Fold(null, test);
    }
}
