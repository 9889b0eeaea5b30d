package bench.plugin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bench.plugin.v1.PluginOuterClass.ComputeRequest;
import bench.plugin.v1.PluginOuterClass.ComputeResponse;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metrics see the rows of each part, and what fails is a value. */
class MetricsTest {
    private static final List<Outcome> SEEN = new ArrayList<>();

    /** Keeps what it is given. */
    @Component(name = "share", doc = "Share of rows that are right.", smaller = true, facts = {Fact.GROUPS},
        needs = {Scores.PROBABILITY})
    static final class Share implements Metric {
        @Param(doc = "How to fail.") String fails = "";

        @Override
        public double compute(Outcome o) {
            SEEN.add(o);
            if (o.rows() == 2 && fails.equals("refused")) {
                throw new Refused("not these");
            }
            int right = 0;
            for (int i = 0; i < o.truth().length; i++) {
                right += o.truth()[i] == o.predicted()[i] ? 1 : 0;
            }
            return (double) right / o.truth().length;
        }
    }

    @TempDir Path dir;
    private final Kinds kinds = new Kinds("p", "1.0.0", Map.of(), List.of(Share.class));

    private String file(String name, int cols, int... values) throws IOException {
        Npy.write(dir.resolve(name).toString(), cols, values);
        return dir.resolve(name).toString();
    }

    private Call<ComputeResponse> compute(String config, int... groups) throws IOException {
        String scores = dir.resolve("scores").toString();
        Npy.write(scores, 2, new double[][] {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 0}});
        Call<ComputeResponse> call = new Call<>();
        new Metrics(kinds).compute(ComputeRequest.newBuilder().setComponent("share").addAllClasses(List.of("a", "b"))
            .setConfigJson(ByteString.copyFromUtf8(config)).setTruthPath(file("truth", 0, 0, 1, 1, 0, 1))
            .setPredictionsPath(file("predictions", 0, 0, 0, 1, 1, 1)).setScoresPath(scores)
            .setGroupsPath(file("groups", 0, groups)).addEnds(2).addEnds(5).build(), call);
        return call;
    }

    @Test
    void itIsDescribed() {
        var c = new Kind(Share.class).message();
        assertEquals("metric", c.getKind());
        assertEquals(List.of(), c.getCapabilities().getTasksList());
        assertEquals("true [probability] [groups] ", c.getCapabilities().getSmaller() + " "
            + c.getCapabilities().getNeedsList() + " " + c.getCapabilities().getFactsList() + " "
            + c.getCapabilities().getScores());
    }

    @Test
    void partsAreSeenOneByOne() throws IOException {
        SEEN.clear();
        var call = compute("{}", 7, 7, 8, 8, 9);
        assertNull(call.failure);
        assertEquals(0.5, call.answers.get(0).getValues(0).getValue());
        assertEquals(2.0 / 3, call.answers.get(0).getValues(1).getValue());
        assertArrayEquals(new int[] {8, 8, 9}, SEEN.get(1).groups());
        assertArrayEquals(new double[] {5, 6}, SEEN.get(1).scores()[0]);
        assertNull(SEEN.get(0).probabilities());
        assertNull(SEEN.get(0).weights());
    }

    @Test
    void whatIsThrownIsTheValues() throws IOException {
        var values = compute("{\"fails\": \"refused\"}", 1, 1, 1, 1, 1).answers.get(0);
        assertEquals("not these", values.getValues(0).getError());
        assertEquals("", values.getValues(1).getError());
    }

    @Test
    void filesOfOtherShapesAreRefused() throws IOException {
        assertTrue(compute("{}", 1, 2).failure.getMessage().contains("other shapes than 5 rows of 2"));
    }

    @Test
    void labelsAreCutByRows() {
        Outcome o = new Outcome(List.of("a", "b"), true, new int[] {1, 0, 0, 1, 1, 1}, new int[6], new double[3][2], null,
            null, null);
        assertArrayEquals(new int[] {0, 1}, o.part(1, 2).truth());
        assertEquals(3, o.rows());
    }
}
