package bench.plugin;

/**
 * The classes or labels that scores of rows are decoded to.
 *
 * @param scores K class scores for each row
 * @param probabilities K class probabilities for each row, or null
 * @param predictions the class number of each row; of multi-label data K entries for each row, 1 or 0, row after row
 */
public record Decoded(double[][] scores, double[][] probabilities, int[] predictions) {
    /** Predicts the class with the largest score, the first of equal ones. */
    public static Decoded largest(double[][] scores, double[][] probabilities) {
        int[] predictions = new int[scores.length];
        for (int i = 0; i < scores.length; i++) {
            for (int k = 1; k < scores[i].length; k++) {
                if (scores[i][k] > scores[i][predictions[i]]) {
                    predictions[i] = k;
                }
            }
        }
        return new Decoded(scores, probabilities, predictions);
    }
}
