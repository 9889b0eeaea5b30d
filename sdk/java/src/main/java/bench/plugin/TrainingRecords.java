package bench.plugin;

import java.util.List;

/**
 * The n training rows of a fold, whose order means nothing.
 *
 * @param rows the columns as they are, NaN where a number is missing
 * @param classes the names of the K classes in class order, or of the labels of multi-label data; empty unless the
 *     encoder declares {@link Component#target}
 * @param multiLabel rows have any number of labels instead of one class
 * @param target the class number of each row; of multi-label data K entries for each row, 1 or 0, row after row; null
 *     unless the encoder declares {@link Component#target}
 * @param weights a positive number for each row, or null where rows have none
 * @param groups a number for each row, equal for rows of one group, or null where rows have none
 * @param seed the only source of randomness
 */
public record TrainingRecords(Rows rows, List<String> classes, boolean multiLabel, int[] target, double[] weights,
    int[] groups, long seed) {}
