import bench.plugin.Bench;
import bench.plugin.Column;
import bench.plugin.Component;
import bench.plugin.Encoder;
import bench.plugin.Encoding;
import bench.plugin.Param;
import bench.plugin.Rows;
import bench.plugin.TrainingRecords;
import java.nio.ByteBuffer;

/** An encoder. target = true where it is to be told the classes. */
@Component(name = "{{.Name}}", deterministic = true,
    doc = "Numbers less their mean, by their deviation, cut off at a limit; categories as their share of the rows.")
public final class Clipped implements Encoder {
    @Param(doc = "Deviations from the mean at which numbers are cut off.", above = 0)
    double limit = 3;

    /** Serves the plugin. */
    public static void main(String[] args) {
        Bench.serve("{{.Name}}", "0.1.0", Clipped.class);
    }

    /** Learns from the training rows of a fold: two numbers of each column, or a share of each category. */
    @Override
    public Encoding fit(TrainingRecords t) {
        int width = t.rows().columns().stream().mapToInt(Clipped::learnt).sum();
        ByteBuffer state = ByteBuffer.allocate(width * Double.BYTES);
        for (int j = 0; j < t.rows().width(); j++) {
            Column column = t.rows().columns().get(j);
            for (double number : column.nominal() ? shares(t.rows(), j, learnt(column)) : moments(t.rows(), j)) {
                state.putDouble(number);
            }
        }
        return Encoding.numeric(state.array(), t.rows().columns().stream().map(Column::name).toList());
    }

    /** How many numbers are learnt of a column; a missing category is one of its own. */
    private static int learnt(Column column) {
        return column.nominal() ? 1 + column.values().size() : 2;
    }

    private static double[] shares(Rows rows, int j, int categories) {
        double[] shares = new double[categories];
        for (double[] row : rows.dense()) {
            shares[1 + (int) row[j]] += 1.0 / rows.count();
        }
        return shares;
    }

    private static double[] moments(Rows rows, int j) {
        double sum = 0;
        double squares = 0;
        int count = 0;
        for (double[] row : rows.dense()) {
            if (!Double.isNaN(row[j])) { // which is a missing number
                sum += row[j];
                squares += row[j] * row[j];
                count++;
            }
        }
        double mean = count == 0 ? 0 : sum / count;
        double variance = count == 0 ? 0 : squares / count - mean * mean;
        return new double[] {mean, variance > 0 ? Math.sqrt(variance) : 1};
    }

    /** Makes the features of rows: each by the state and the row alone. */
    @Override
    public double[][] transform(byte[] state, Rows rows) {
        double[][] features = new double[rows.count()][rows.width()];
        ByteBuffer numbers = ByteBuffer.wrap(state);
        for (int j = 0; j < rows.width(); j++) {
            Column column = rows.columns().get(j);
            double[] of = new double[learnt(column)];
            for (int k = 0; k < of.length; k++) {
                of[k] = numbers.getDouble();
            }
            for (int i = 0; i < features.length; i++) {
                double value = rows.dense()[i][j];
                if (column.nominal()) {
                    features[i][j] = of[1 + (int) value];
                } else if (!Double.isNaN(value)) {
                    features[i][j] = Math.max(-limit, Math.min(limit, (value - of[0]) / of[1]));
                }
            }
        }
        return features;
    }
}
