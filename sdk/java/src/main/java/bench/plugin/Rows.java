package bench.plugin;

import java.util.List;

/** Rows of a design matrix. They are shared and must not be written to. */
public final class Rows {
    private static final long MOST_UNPACKED = 1L << 27; // values: 1 GiB

    private final int count;
    private final int width;
    private final List<Column> columns;
    private final Sparse sparse;
    private double[][] dense;

    private Rows(int count, int width, List<Column> columns, Sparse sparse, double[][] dense) {
        this.count = count;
        this.width = width;
        this.columns = columns;
        this.sparse = sparse;
        this.dense = dense;
    }

    /** Rows of numbers, for tests: one array a row. */
    public static Rows of(double[]... dense) {
        return of(dense, dense.length == 0 ? 0 : dense[0].length, List.of());
    }

    static Rows of(double[][] dense, int width, List<Column> columns) {
        return new Rows(dense.length, width, columns, null, dense);
    }

    static Rows of(Sparse sparse, int width, List<Column> columns) {
        return new Rows(sparse.indptr().length - 1, width, columns, sparse, null);
    }

    /** The number of rows. */
    public int count() {
        return count;
    }

    /** The number of features. */
    public int width() {
        return width;
    }

    /** What the features were made from, or an empty list if bench does not say. */
    public List<Column> columns() {
        return columns;
    }

    /** The rows in compressed form, or null if they did not come so; only components that declare sparse get them. */
    public Sparse sparse() {
        return sparse;
    }

    /** An array for each row; sparse rows are unpacked. */
    public synchronized double[][] dense() {
        if (dense == null) {
            if ((long) count * width > MOST_UNPACKED) {
                throw new Refused(count + " rows of " + width + " features are too many to be unpacked");
            }
            double[][] unpacked = new double[count][width];
            for (int i = 0; i < count; i++) {
                for (int at = sparse.indptr()[i]; at < sparse.indptr()[i + 1]; at++) {
                    unpacked[i][sparse.indices()[at]] = sparse.data()[at];
                }
            }
            dense = unpacked;
        }
        return dense;
    }
}
