package bench.plugin;

import bench.plugin.v1.PluginOuterClass;
import bench.plugin.v1.PluginOuterClass.Range;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files of a design matrix: dense, or in compressed sparse row form. */
final class Features implements AutoCloseable {
    final int rows;
    final int cols;
    final List<Column> columns;
    private final Npy dense;
    private final double[] data;
    private final int[] indices;
    private final long[] indptr;

    Features(PluginOuterClass.Features f) throws IOException {
        rows = Math.toIntExact(f.getRows());
        cols = Math.toIntExact(f.getCols());
        columns = f.getColumnsPath().isEmpty() ? List.of() : readColumns(f.getColumnsPath());
        boolean sparse = f.getDensePath().isEmpty();
        dense = sparse ? null : Npy.open(f.getDensePath());
        data = sparse ? Npy.doubles(f.getDataPath()) : null;
        indices = sparse ? Npy.ints(f.getIndicesPath()) : null;
        indptr = sparse ? Npy.longs(f.getIndptrPath()) : null;
        if (sparse ? indptr.length != rows + 1 : dense.rows != rows || dense.cols != cols) {
            close();
            throw new IOException("the features are not the " + rows + " × " + cols + " that were announced");
        }
    }

    private static List<Column> readColumns(String path) throws IOException {
        List<Column> out = new ArrayList<>();
        try (Reader in = Files.newBufferedReader(Path.of(path))) {
            for (JsonElement e : JsonParser.parseReader(in).getAsJsonArray()) {
                JsonObject o = e.getAsJsonObject();
                List<String> values = new ArrayList<>();
                if (o.has("values")) {
                    o.getAsJsonArray("values").forEach(v -> values.add(v.getAsString()));
                }
                out.add(new Column(o.get("name").getAsString(), o.get("kind").getAsString(), List.copyOf(values)));
            }
        }
        return List.copyOf(out);
    }

    /** Refuses ranges that are not in the matrix. */
    void check(List<Range> ranges) {
        for (Range r : ranges) {
            if (r.getStart() < 0 || r.getStart() > r.getEnd() || r.getEnd() > rows || r.getClassNumber() < 0) {
                throw new Refused("rows " + r.getStart() + " to " + r.getEnd() + " are not in a matrix of " + rows);
            }
        }
    }

    /** Copies the rows of ranges, shifted and scaled; an empty shift or scale changes nothing. */
    Rows gather(List<Range> ranges, double[] shift, double[] scale) throws IOException {
        return dense == null ? gatherSparse(ranges, scale) : gatherDense(ranges, shift, scale);
    }

    /** Copies all rows, as they are. */
    Rows all() throws IOException {
        return gather(List.of(Range.newBuilder().setEnd(rows).build()), new double[0], new double[0]);
    }

    private Rows gatherDense(List<Range> ranges, double[] shift, double[] scale) throws IOException {
        double[][] out = new double[count(ranges)][cols];
        int at = 0;
        for (Range r : ranges) {
            for (int i = (int) r.getStart(); i < r.getEnd(); i++) {
                double[] row = out[at++];
                dense.row(i, row);
                for (int j = 0; j < shift.length; j++) {
                    row[j] -= shift[j];
                }
                for (int j = 0; j < scale.length; j++) {
                    row[j] /= scale[j];
                }
            }
        }
        return Rows.of(out, cols, columns);
    }

    private Rows gatherSparse(List<Range> ranges, double[] scale) {
        long total = 0;
        for (Range r : ranges) {
            total += indptr[(int) r.getEnd()] - indptr[(int) r.getStart()];
        }
        Sparse out = new Sparse(new double[Math.toIntExact(total)], new int[(int) total], new int[count(ranges) + 1]);
        int at = 0;
        int row = 0;
        for (Range r : ranges) {
            for (int i = (int) r.getStart(); i < r.getEnd(); i++) {
                for (int from = (int) indptr[i]; from < indptr[i + 1]; from++, at++) {
                    out.indices()[at] = indices[from];
                    out.data()[at] = scale.length == 0 ? data[from] : data[from] / scale[indices[from]];
                }
                out.indptr()[++row] = at;
            }
        }
        return Rows.of(out, cols, columns);
    }

    static int count(List<Range> ranges) {
        long n = 0;
        for (Range r : ranges) {
            n += r.getEnd() - r.getStart();
        }
        return Math.toIntExact(n);
    }

    @Override
    public void close() throws IOException {
        if (dense != null) {
            dense.close();
        }
    }
}
