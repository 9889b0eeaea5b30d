package bench.plugin;

import java.util.List;

/**
 * The n rows of a dataset that are to be divided, in its order. Rows without a class are not among them.
 *
 * @param count n
 * @param classes the names of the K classes in class order, or of the labels of multi-label data
 * @param multiLabel rows have any number of labels instead of one class
 * @param truth the class number of each row; of multi-label data K entries for each row, 1 or 0, row after row
 * @param quantity the number that each row's class was made of, or null where there is none
 * @param groups a number for each row, equal for rows of one group, or null where rows have none
 * @param weights a positive number for each row, or null where rows have none
 * @param rows the columns as they are, NaN where a number is missing, for splitters with {@link Fact#FEATURES}; else null
 * @param seed the only source of randomness
 */
public record Undivided(int count, List<String> classes, boolean multiLabel, int[] truth, double[] quantity, int[] groups,
    double[] weights, Rows rows, long seed) {}
