import bench.plugin.Bench;
import bench.plugin.Component;
import bench.plugin.Metric;
import bench.plugin.Outcome;
import bench.plugin.Param;

/** A metric. smaller = true where smaller values are better, facts = {Fact.GROUPS} where it needs groups. */
@Component(name = "{{.Name}}", deterministic = true,
    doc = "1 less the mean distance of truth and prediction in class order, as a part of the largest there can be.")
public final class Near implements Metric {
    @Param(doc = "Of the distance: 2 counts far mistakes more.", above = 0)
    double power = 1;

    /** Serves the plugin. */
    public static void main(String[] args) {
        Bench.serve("{{.Name}}", "0.1.0", Near.class);
    }

    /**
     * Makes a number of the rows of a fold; NaN says that it is undefined. Beside truth and predictions o has class
     * scores, probabilities, groups and weights.
     */
    @Override
    public double compute(Outcome o) {
        double sum = 0;
        double all = 0;
        for (int i = 0; i < o.rows(); i++) {
            double weight = o.weights() == null ? 1 : o.weights()[i];
            double distance = Math.abs(o.truth()[i] - o.predicted()[i]) / (o.classes().size() - 1.0);
            sum += weight * Math.pow(distance, power);
            all += weight;
        }
        return 1 - sum / all;
    }
}
