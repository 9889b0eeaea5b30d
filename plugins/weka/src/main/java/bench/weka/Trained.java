package bench.weka;

import bench.plugin.Model;
import bench.plugin.Rows;
import bench.plugin.Sizes;
import bench.plugin.Task;
import java.util.Arrays;
import java.util.List;
import weka.classifiers.Classifier;
import weka.classifiers.lazy.IBk;
import weka.classifiers.lazy.LWL;
import weka.core.Instance;
import weka.core.neighboursearch.NearestNeighbourSearch;

/** A classifier that was built. */
record Trained(Classifier classifier, Table table, Task task) implements Model {
    private static final double ROUNDING = 1e-9;

    @Override
    public double[][] score(Rows rows) throws Exception {
        List<Instance> instances = table.rows(rows);
        double[][] out = new double[instances.size()][];
        for (int i = 0; i < out.length; i++) {
            out[i] = score(instances.get(i));
            reset();
        }
        return out;
    }

    @Override
    public long bytes() {
        return Sizes.serialized(classifier);
    }

    /** Makes a search for neighbours forget the row: it widens the ranges by which it scales, for all rows after it. */
    private void reset() throws Exception {
        NearestNeighbourSearch search = classifier instanceof IBk k ? k.getNearestNeighbourSearchAlgorithm()
            : classifier instanceof LWL l ? l.getNearestNeighbourSearchAlgorithm() : null;
        if (search != null) {
            search.getDistanceFunction().setInstances(search.getInstances());
        }
    }

    private double[] score(Instance row) throws Exception {
        if (task == Task.REGRESSION) {
            return new double[] {classifier.classifyInstance(row)};
        }
        double[] p = probabilities(classifier.distributionForInstance(row));
        return task == Task.BINARY ? new double[] {p[1]} : p;
    }

    /** A distribution as it is, but that it sums to 1; one of zeros, WEKA's word for no decision, is even. */
    private static double[] probabilities(double[] distribution) {
        double sum = Arrays.stream(distribution).sum();
        if (!(sum > 0)) {
            return Arrays.stream(distribution).map(p -> 1.0 / distribution.length).toArray();
        }
        double divisor = Math.abs(sum - 1) > ROUNDING ? sum : 1;
        return Arrays.stream(distribution).map(p -> Math.min(Math.max(p / divisor, 0), 1)).toArray();
    }
}
