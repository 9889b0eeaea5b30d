package bench.plugin;

import bench.plugin.v1.PluginOuterClass.Range;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One call of Score: the scores of models side by side, some rows at a time. */
final class Scoring {
    private static final int BLOCK = 1 << 23; // values of rows at a time: 64 MiB

    private final Features features;
    private final List<Range> ranges;
    private final List<Learners.Stored> models;
    private final int total; // scores a row

    Scoring(Features features, List<Range> ranges, List<Learners.Stored> models) {
        features.check(ranges);
        this.features = features;
        this.ranges = ranges;
        this.models = models;
        total = models.stream().mapToInt(Learners.Stored::width).sum();
    }

    void write(String path) throws Exception {
        String shape = "(" + Features.count(ranges) + ", " + total + ")";
        try (NpyWriter out = new NpyWriter(path, "<f8", shape)) {
            for (List<Range> block : blocks()) {
                for (double[] row : scores(block)) {
                    out.write(row);
                }
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedException("scoring was cancelled");
                }
            }
        }
    }

    /** Cuts the ranges into parts that are gathered at one time. */
    private List<List<Range>> blocks() {
        long most = Math.max(1, BLOCK / Math.max(features.cols, 1));
        List<List<Range>> out = new ArrayList<>();
        List<Range> block = new ArrayList<>();
        long left = most;
        for (Range r : ranges) {
            for (long from = r.getStart(); from < r.getEnd();) {
                long to = Math.min(r.getEnd(), from + left);
                block.add(r.toBuilder().setStart(from).setEnd(to).build());
                left -= to - from;
                from = to;
                if (left == 0) {
                    out.add(block);
                    block = new ArrayList<>();
                    left = most;
                }
            }
        }
        if (!block.isEmpty()) {
            out.add(block);
        }
        return out;
    }

    private double[][] scores(List<Range> block) throws Exception {
        double[][] out = new double[Features.count(block)][total];
        Rows rows = null;
        Learners.Stored before = null;
        int column = 0;
        for (Learners.Stored m : models) {
            if (before == null || !Arrays.equals(m.shift(), before.shift()) || !Arrays.equals(m.scale(), before.scale())) {
                rows = features.gather(block, m.shift(), m.scale());
            }
            before = m;
            put(m, m.model().score(rows), out, column);
            column += m.width();
        }
        return out;
    }

    private static void put(Learners.Stored m, double[][] scores, double[][] out, int column) throws IOException {
        if (scores.length != out.length) {
            throw new IOException(m.model().getClass().getName() + " gives " + scores.length + " rows of scores for "
                + out.length + " rows");
        }
        for (int i = 0; i < out.length; i++) {
            if (scores[i].length != m.width()) {
                throw new IOException(m.model().getClass().getName() + " gives " + scores[i].length
                    + " scores a row, not " + m.width());
            }
            System.arraycopy(scores[i], 0, out[i], column, m.width()); // of NaN bench says which problem has them
        }
    }
}
