package bench.plugin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bench.plugin.v1.PluginOuterClass;
import bench.plugin.v1.PluginOuterClass.Range;
import bench.plugin.v1.PluginOuterClass.ScoreRequest;
import bench.plugin.v1.PluginOuterClass.ScoreResponse;
import bench.plugin.v1.PluginOuterClass.TrainEvent;
import bench.plugin.v1.PluginOuterClass.TrainRequest;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Learners see rows as bench describes them, and what goes wrong is told. */
class LearnersTest {
    private static final List<Problem> SEEN = new ArrayList<>();

    /** Its model adds the sum of y times weight to the first value of a row. */
    @Component(name = "recorder", doc = "Records.", tasks = {Task.BINARY, Task.MULTICLASS, Task.REGRESSION}, sparse = true)
    static final class Recorder implements Learner {
        @Override
        public Model train(Problem p) {
            SEEN.add(p);
            switch ((int) p.seed()) {
                case 1 -> throw new IllegalStateException("unlucky");
                case 2 -> throw new OutOfMemoryError("too much");
                case 3 -> throw new Refused("not this one");
                case 4 -> recurse(0);
                default -> { }
            }
            double sum = 0;
            for (int i = 0; i < p.y().length; i++) {
                sum += p.y()[i] * (p.weights() == null ? 1 : p.weights()[i]);
            }
            double bias = p.seed() == 5 ? Double.NaN : sum;
            int width = p.task() == Task.MULTICLASS ? p.classes() : 1;
            return rows -> {
                double[][] scores = new double[rows.count()][width];
                for (int i = 0; i < rows.count(); i++) {
                    for (int k = 0; k < width; k++) {
                        scores[i][k] = rows.dense()[i][0] + bias + 100 * k;
                    }
                }
                return scores;
            };
        }

        private static int recurse(int depth) {
            return recurse(depth + 1) + 1;
        }
    }

    @TempDir Path dir;
    private final Learners learners = new Learners(new Kinds("p", "1.0.0", Map.of(), List.of(Recorder.class)));

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    private String file(String name) {
        return dir.resolve(name).toString();
    }

    /** Six rows of classes 0, 0, 1, 1, 1, 2 with values i and 10 i. */
    private TrainRequest.Builder sixRows() throws IOException {
        double[][] x = new double[6][];
        for (int i = 0; i < 6; i++) {
            x[i] = new double[] {i, 10 * i};
        }
        Npy.write(file("X.npy"), 2, x);
        Files.writeString(dir.resolve("columns"), "[{\"name\":\"a\",\"kind\":\"numeric\"},"
            + "{\"name\":\"b\",\"kind\":\"nominal\",\"values\":[\"u\",\"v\"]}]");
        var set = PluginOuterClass.RowSet.newBuilder().addRanges(range(0, 2, 0)).addRanges(range(2, 5, 1))
            .addRanges(range(5, 6, 2)).addShift(1).addShift(0).addScale(2).addScale(10);
        return TrainRequest.newBuilder().setComponent("recorder").addRowSets(set)
            .setFeatures(PluginOuterClass.Features.newBuilder().setRows(6).setCols(2).setDensePath(file("X.npy"))
                .setColumnsPath(file("columns")));
    }

    private static Range range(int start, int end, int k) {
        return Range.newBuilder().setStart(start).setEnd(end).setClassNumber(k).build();
    }

    private static PluginOuterClass.Problem.Builder column(int... entries) {
        byte[] bytes = new byte[entries.length];
        for (int k = 0; k < entries.length; k++) {
            bytes[k] = (byte) entries[k];
        }
        return PluginOuterClass.Problem.newBuilder().setTask("binary").setColumn(ByteString.copyFrom(bytes));
    }

    private List<TrainEvent> train(TrainRequest.Builder request) {
        Call<TrainEvent> call = new Call<>();
        learners.train(request.build(), call);
        assertNull(call.failure);
        return call.answers;
    }

    private double[][] score(List<TrainEvent> trained, TrainRequest.Builder request, Range... ranges) throws IOException {
        var ask = ScoreRequest.newBuilder().setFeatures(request.getFeatures()).addAllRanges(List.of(ranges))
            .setOutputPath(file("scores.npy"));
        trained.forEach(t -> ask.addModels(t.getModel()));
        Call<ScoreResponse> call = new Call<>();
        learners.score(ask.build(), call);
        assertNull(call.failure);
        return Npy.matrix(file("scores.npy"));
    }

    @Test
    void rowsAreShiftedScaledAndChosen() throws IOException {
        Npy.write(file("w.npy"), 1, new double[][] {{1}, {2}, {3}, {4}, {5}, {6}});
        TrainRequest.Builder request = sixRows().addProblems(column(1, -1, -1)).addProblems(column(1, 0, -1))
            .addProblems(PluginOuterClass.Problem.newBuilder().setTask("multiclass").setClasses(3));
        request.getRowSetsBuilder(0).setWeightsPath(file("w.npy"));
        List<TrainEvent> trained = train(request);
        assertArrayEquals(new double[] {1, 3}, SEEN.get(0).x()[3]);
        assertArrayEquals(new double[] {1, 1, -1}, SEEN.get(1).y());
        assertArrayEquals(new double[] {1, 2, 6}, SEEN.get(1).weights());
        assertArrayEquals(new double[] {2, 5}, SEEN.get(1).x()[2]);
        assertArrayEquals(new double[] {0, 0, 1, 1, 1, 2}, SEEN.get(2).y());
        assertEquals(List.of("u", "v"), SEEN.get(0).rows().columns().get(1).values());
        double[][] scores = score(trained, request, range(5, 6, 0), range(0, 1, 0));
        assertArrayEquals(new double[] {2 - 15, 2 - 3, 2 + 24, 2 + 124, 2 + 224}, scores[0]);
        assertEquals(-0.5 - 15, scores[1][0]);
    }

    @Test
    void targetsComeInFiles() throws IOException {
        Npy.write(file("y.npy"), 1, new double[][] {{0.5}, {-7}, {0}, {9}, {2}, {3}});
        var p = PluginOuterClass.Problem.newBuilder().setTargetPath(file("y.npy")).setTask("regression");
        train(sixRows().addProblems(p));
        assertArrayEquals(new double[] {0.5, -7, 0, 9, 2, 3}, SEEN.get(0).y());
        assertTrue(train(sixRows().addProblems(p.setTask("binary"))).get(0).getError().contains("target 0.5"));
    }

    @Test
    void failuresAreTheProblemsOwn() throws IOException {
        TrainRequest.Builder request = sixRows();
        for (int seed = 0; seed <= 5; seed++) {
            request.addProblems(column(1, -1, -1).setSeed(seed));
        }
        List<TrainEvent> events = train(request);
        assertEquals("", events.get(0).getError());
        String error = events.get(1).getError();
        assertTrue(error.startsWith("java.lang.IllegalStateException: unlucky\n    at bench") || error.endsWith("unlucky"),
            error);
        assertTrue(events.get(2).getError().contains("OutOfMemoryError: too much"));
        assertEquals("not this one", events.get(3).getError());
        assertTrue(events.get(4).getError().contains("StackOverflowError"));
        double[][] scores = score(List.of(events.get(0), events.get(5)), request, range(0, 1, 0));
        assertTrue(Double.isFinite(scores[0][0]) && Double.isNaN(scores[0][1])); // bench fails the second alone
    }

    @Test
    void sparseRowsAreScaled() throws IOException {
        TrainRequest.Builder request = sixRows().addProblems(column(1, -1, 0));
        Npy.write(file("data.npy"), 1, new double[][] {{4}, {9}, {8}});
        Npy.write(file("indices.npy"), 0, new int[] {0, 1, 0});
        Files.write(dir.resolve("indptr.npy"), longs(0, 1, 1, 2, 3, 3, 3));
        request.getFeaturesBuilder().clearDensePath().setDataPath(file("data.npy")).setIndicesPath(file("indices.npy"))
            .setIndptrPath(file("indptr.npy"));
        request.getRowSetsBuilder(0).clearShift();
        train(request);
        assertArrayEquals(new double[] {2, 0.9, 4}, SEEN.get(0).rows().sparse().data());
        assertArrayEquals(new int[] {0, 1, 1, 2, 3, 3}, SEEN.get(0).rows().sparse().indptr());
        assertArrayEquals(new double[][] {{2, 0}, {0, 0}, {0, 0.9}, {4, 0}, {0, 0}}, SEEN.get(0).x());
    }

    /** An .npy file of int64. */
    private static byte[] longs(long... values) {
        String head = "{'descr': '<i8', 'fortran_order': False, 'shape': (" + values.length + ",), }";
        head += " ".repeat(117 - head.length()) + "\n";
        var out = java.nio.ByteBuffer.allocate(128 + 8 * values.length).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        out.put((byte) 0x93).put("NUMPY".getBytes()).put((byte) 1).put((byte) 0).putShort((short) 118);
        out.put(head.getBytes());
        for (long v : values) {
            out.putLong(v);
        }
        return out.array();
    }

    @Test
    void badCallsFail() throws IOException {
        for (TrainRequest.Builder bad : List.of(sixRows().setComponent("other"),
            sixRows().setFeatures(sixRows().getFeatures().toBuilder().setRows(7)),
            sixRows().setFeatures(sixRows().getFeatures().toBuilder().setDensePath(file("none.npy"))),
            sixRows().addRowSets(PluginOuterClass.RowSet.newBuilder().addRanges(range(4, 7, 0))))) {
            Call<TrainEvent> call = new Call<>();
            learners.train(bad.addProblems(column(1, -1, -1)).build(), call);
            assertTrue(call.failure != null, bad.toString());
        }
        assertTrue(train(sixRows().addProblems(column(1, -1))).get(0).getError().contains("a code column of 2"));
    }
}
