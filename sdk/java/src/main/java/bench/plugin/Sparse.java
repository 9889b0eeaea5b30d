package bench.plugin;

/**
 * Rows in compressed form: row i holds data[indptr[i]] … data[indptr[i + 1] - 1] in the columns that stand at the same
 * places of indices, in ascending order. All other entries are 0.
 *
 * @param data the values
 * @param indices the column of each value
 * @param indptr where each row begins, and the end
 */
public record Sparse(double[] data, int[] indices, int[] indptr) {}
