import bench.plugin.Bench;
import bench.plugin.Component;
import bench.plugin.Learner;
import bench.plugin.Model;
import bench.plugin.Param;
import bench.plugin.Problem;

/** A learner: the difference of a row's squared distances to the means of the two sides. */
@Component(name = "{{.Name}}", doc = "Nearest centroid.", symmetric = true, deterministic = true)
public final class Centroid implements Learner {
    @Param(doc = "Part of the way that the means go to each other.", min = 0, max = 1)
    double shrink = 0;

    /** Serves the plugin. */
    public static void main(String[] args) {
        Bench.serve("{{.Name}}", "0.1.0", Centroid.class);
    }

    /** Makes a model of the rows p.x() and their targets p.y(), -1 and +1. */
    @Override
    public Model train(Problem p) {
        double[] minus = mean(p, -1);
        double[] plus = mean(p, 1);
        for (int j = 0; j < minus.length; j++) {
            double towards = shrink * (plus[j] - minus[j]) / 2;
            minus[j] += towards;
            plus[j] -= towards;
        }
        return rows -> {
            double[][] scores = new double[rows.count()][1]; // above 0 means +1
            for (int i = 0; i < rows.count(); i++) {
                scores[i][0] = distance(rows.dense()[i], minus) - distance(rows.dense()[i], plus);
            }
            return scores;
        };
    }

    private static double[] mean(Problem p, double side) {
        double[] mean = new double[p.rows().width()];
        int count = 0;
        for (int i = 0; i < p.y().length; i++) {
            if (p.y()[i] == side) {
                count++;
                for (int j = 0; j < mean.length; j++) {
                    mean[j] += p.x()[i][j];
                }
            }
        }
        for (int j = 0; j < mean.length; j++) {
            mean[j] /= count;
        }
        return mean;
    }

    private static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += (a[j] - b[j]) * (a[j] - b[j]);
        }
        return sum;
    }
}
