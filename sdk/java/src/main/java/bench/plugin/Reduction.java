package bench.plugin;

import java.util.List;

/**
 * What a reducer is to plan for.
 *
 * @param classes the names of the classes in class order, or of the labels of multi-label data
 * @param counts rows of each class, or with each label
 * @param seed the only source of randomness
 */
public record Reduction(List<String> classes, long[] counts, long seed) {}
