import bench.plugin.*;

@Component(name = "means", doc = "The nearer of two means.", symmetric = true, deterministic = true)
public final class Means implements Learner {
    @Param(doc = "Exponent of differences.", above = 0) double power = 2;

    public static void main(String[] args) {
        Bench.serve("means", "0.1.0", Means.class);
    }

    public Model train(Problem p) {
        double[][] mean = {mean(p, -1), mean(p, 1)};
        return rows -> java.util.Arrays.stream(rows.dense())
            .map(row -> new double[] {distance(row, mean[0]) - distance(row, mean[1])}).toArray(double[][]::new);
    }

    private static double[] mean(Problem p, double side) {
        double[] mean = new double[p.rows().width()];
        long count = java.util.Arrays.stream(p.y()).filter(y -> y == side).count();
        for (int i = 0; i < p.y().length; i++) {
            for (int j = 0; j < mean.length && p.y()[i] == side; j++) mean[j] += p.x()[i][j] / count;
        }
        return mean;
    }

    private double distance(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) sum += Math.pow(Math.abs(a[j] - b[j]), power);
        return sum;
    }
}
