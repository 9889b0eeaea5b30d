package bench.plugin;

import bench.plugin.v1.PluginOuterClass;
import bench.plugin.v1.PluginOuterClass.Range;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Training rows: ranges of the matrix, with weights, shift and scale. */
final class RowSet {
    final List<Range> ranges;
    final double[] shift;
    final double[] scale;
    private final double[] weights; // null: all 1

    RowSet(PluginOuterClass.RowSet s, Features f) throws IOException {
        ranges = s.getRangesList();
        f.check(ranges);
        shift = doubles(s.getShiftList());
        scale = doubles(s.getScaleList());
        for (double[] v : List.of(shift, scale)) {
            if (v.length != 0 && v.length != f.cols) {
                throw new Refused("a row set has " + v.length + " shifts or scales for " + f.cols + " columns");
            }
        }
        weights = s.getWeightsPath().isEmpty() ? null : Npy.doubles(s.getWeightsPath());
        if (weights != null && weights.length != Features.count(ranges)) {
            throw new Refused(weights.length + " weights for " + Features.count(ranges) + " rows");
        }
    }

    private static double[] doubles(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The ranges that a problem uses: a code column leaves classes out. */
    List<Range> used(PluginOuterClass.Problem p) {
        if (!coded(p)) {
            return ranges;
        }
        List<Range> used = new ArrayList<>();
        for (Range r : ranges) {
            if (r.getClassNumber() >= p.getColumn().size()) {
                throw new Refused("a code column of " + p.getColumn().size() + " classes meets rows of class "
                    + r.getClassNumber());
            }
            if (p.getColumn().byteAt(r.getClassNumber()) != 0) {
                used.add(r);
            }
        }
        return used;
    }

    private static boolean coded(PluginOuterClass.Problem p) {
        return p.getTargetPath().isEmpty() && p.getTask().equals(Task.BINARY.word());
    }

    /** The weights of the rows that a problem uses, or null. */
    double[] weights(PluginOuterClass.Problem p) {
        if (weights == null || !coded(p)) {
            return weights;
        }
        double[] used = new double[Features.count(used(p))];
        int to = 0;
        int from = 0;
        for (Range r : ranges) {
            int n = (int) (r.getEnd() - r.getStart());
            if (p.getColumn().byteAt(r.getClassNumber()) != 0) {
                System.arraycopy(weights, from, used, to, n);
                to += n;
            }
            from += n;
        }
        return used;
    }

    /** The targets of the rows that a problem uses. */
    double[] targets(PluginOuterClass.Problem p) throws IOException {
        if (!p.getTargetPath().isEmpty()) {
            double[] y = Npy.doubles(p.getTargetPath());
            if (y.length != Features.count(ranges)) {
                throw new Refused(y.length + " targets for " + Features.count(ranges) + " rows");
            }
            return y;
        }
        List<Range> used = used(p);
        double[] y = new double[Features.count(used)];
        int at = 0;
        for (Range r : used) {
            int n = (int) (r.getEnd() - r.getStart());
            int k = r.getClassNumber();
            Arrays.fill(y, at, at + n, coded(p) ? p.getColumn().byteAt(k) : k);
            at += n;
        }
        return y;
    }
}
