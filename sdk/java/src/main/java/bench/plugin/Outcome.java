package bench.plugin;

import java.util.Arrays;
import java.util.List;

/**
 * What is predicted of n rows, with what is known of them.
 *
 * @param classes the names of the K classes in class order, or of the labels of multi-label data
 * @param multiLabel rows have any number of labels instead of one class
 * @param truth the class number of each row; of multi-label data K entries for each row, 1 or 0, row after row
 * @param predicted likewise
 * @param scores K class scores for each row, larger is better
 * @param probabilities K for each row, or null where there are none
 * @param weights a positive number for each row, or null where rows have none
 * @param groups a number for each row, equal for rows of one group, or null where rows have none
 */
public record Outcome(List<String> classes, boolean multiLabel, int[] truth, int[] predicted, double[][] scores,
    double[][] probabilities, double[] weights, int[] groups) {
    /** The number of rows. */
    public int rows() {
        return scores.length;
    }

    /** The rows from start to before end. */
    Outcome part(int start, int end) {
        int per = multiLabel ? classes.size() : 1;
        return new Outcome(classes, multiLabel, Arrays.copyOfRange(truth, start * per, end * per),
            Arrays.copyOfRange(predicted, start * per, end * per), Arrays.copyOfRange(scores, start, end),
            probabilities == null ? null : Arrays.copyOfRange(probabilities, start, end),
            weights == null ? null : Arrays.copyOfRange(weights, start, end),
            groups == null ? null : Arrays.copyOfRange(groups, start, end));
    }
}
