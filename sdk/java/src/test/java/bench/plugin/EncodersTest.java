package bench.plugin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bench.plugin.v1.PluginOuterClass;
import bench.plugin.v1.PluginOuterClass.FitRequest;
import bench.plugin.v1.PluginOuterClass.FitResponse;
import bench.plugin.v1.PluginOuterClass.TransformRequest;
import bench.plugin.v1.PluginOuterClass.TransformResponse;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encoders see rows, and write their features. */
class EncodersTest {
    private static TrainingRecords seen;

    /** The first column times a factor, and what the state is. */
    @Component(name = "times", doc = "Times.", deterministic = true, target = true)
    static final class Times implements Encoder {
        @Param(doc = "Factor.") double factor = 2;
        @Param(doc = "How to fail.") String fails = "";

        @Override
        public Encoding fit(TrainingRecords training) {
            seen = training;
            return new Encoding(new byte[] {7}, List.of(new Column("x", "numeric", List.of()),
                new Column("seven", "indicator", List.of())));
        }

        @Override
        public double[][] transform(byte[] state, Rows rows) {
            double[][] out = new double[fails.equals("short") ? 1 : rows.count()][];
            for (int i = 0; i < out.length; i++) {
                out[i] = new double[fails.equals("ragged") && i == 1 ? 1 : 2];
                out[i][0] = factor * rows.dense()[i][0];
                out[i][out[i].length - 1] = state[0];
            }
            return out;
        }
    }

    @TempDir Path dir;
    private final Kinds kinds = new Kinds("p", "1.0.0", Map.of(), List.of(Times.class));

    private PluginOuterClass.Features records(String columns) throws IOException {
        String x = dir.resolve("x").toString();
        Npy.write(x, 2, new double[][] {{1, 0}, {3, -1}, {Double.NaN, 1}});
        Files.writeString(dir.resolve("columns"), columns);
        return PluginOuterClass.Features.newBuilder().setRows(3).setCols(2).setDensePath(x)
            .setColumnsPath(dir.resolve("columns").toString()).build();
    }

    private PluginOuterClass.Features records() throws IOException {
        return records("[{\"name\":\"n\",\"kind\":\"numeric\"},{\"name\":\"c\",\"kind\":\"nominal\","
            + "\"values\":[\"r\",\"g\"]}]");
    }

    private Call<FitResponse> fit(PluginOuterClass.Features records, int... target) throws IOException {
        String file = dir.resolve("target").toString();
        Npy.write(file, 0, target);
        Call<FitResponse> call = new Call<>();
        new Encoders(kinds).fit(FitRequest.newBuilder().setComponent("times").addAllClasses(List.of("a", "b"))
            .setRecords(records).setTargetPath(file).setSeed(9).build(), call);
        return call;
    }

    private Call<TransformResponse> transform(String config) throws IOException {
        Call<TransformResponse> call = new Call<>();
        new Encoders(kinds).transform(TransformRequest.newBuilder().setComponent("times").setRecords(records())
            .setConfigJson(ByteString.copyFromUtf8(config)).setState(ByteString.copyFrom(new byte[] {5}))
            .setOutputPath(dir.resolve("features").toString()).build(), call);
        return call;
    }

    @Test
    void itIsDescribed() {
        var c = new Kind(Times.class).message();
        assertEquals("encoder", c.getKind());
        assertTrue(c.getCapabilities().getTarget() && c.getCapabilities().getTasksCount() == 0);
    }

    @Test
    void whatIsLearntIsAnswered() throws IOException {
        var call = fit(records(), 0, 1, 1);
        assertNull(call.failure);
        var learnt = call.answers.get(0);
        assertEquals(7, learnt.getState().byteAt(0));
        assertEquals(List.of("x numeric", "seven indicator"), learnt.getFeaturesList().stream()
            .map(f -> f.getName() + " " + f.getKind()).toList());
        assertArrayEquals(new int[] {0, 1, 1}, seen.target());
        assertArrayEquals(new double[] {3, -1}, seen.rows().dense()[1]);
        assertEquals(List.of("r", "g"), seen.rows().columns().get(1).values());
        assertEquals(9, seen.seed());
        assertTrue(seen.weights() == null && seen.groups() == null);
    }

    @Test
    void featuresAreWritten() throws IOException {
        assertNull(transform("{\"factor\": 3}").failure);
        double[][] x = Npy.matrix(dir.resolve("features").toString());
        assertArrayEquals(new double[][] {{3, 5}, {9, 5}, {Double.NaN, 5}}, x);
    }

    @Test
    void filesAndFeaturesOfOtherShapesAreRefused() throws IOException {
        assertTrue(fit(records(), 0, 1).failure.getMessage().contains("other shapes than 3 rows"));
        assertTrue(fit(records("[]"), 0, 1, 1).failure.getMessage().contains("0 of the 2 columns have a name"));
        assertTrue(transform("{\"fails\": \"short\"}").failure.getMessage().contains("features of 1 rows, of 3"));
        assertTrue(transform("{\"fails\": \"ragged\"}").failure.getMessage().contains("2 features of one row, and 1"));
    }

    @Test
    void namesOfNumbersAreFeatures() {
        assertEquals(List.of(new Column("a", "numeric", List.of()), new Column("b", "numeric", List.of())),
            Encoding.numeric(new byte[] {1}, List.of("a", "b")).features());
    }
}
