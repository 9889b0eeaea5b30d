package bench.plugin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bench.plugin.v1.PluginOuterClass;
import bench.plugin.v1.PluginOuterClass.SplitRequest;
import bench.plugin.v1.PluginOuterClass.SplitResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Splitters see rows and write those of their folds. */
class SplittersTest {
    private static Undivided seen;

    /** The first row is tested, then the second. */
    @Component(name = "two", doc = "Two folds.", deterministic = true, facts = {Fact.GROUPS, Fact.FEATURES})
    static final class Two implements Splitter {
        @Override
        public List<List<Fold>> split(Undivided rows) {
            seen = rows;
            if (rows.count() < 3) {
                throw new Refused("three rows at least");
            }
            return List.of(List.of(Fold.testing(new int[] {0})), List.of(new Fold(new int[] {0, 0, 2}, new int[] {1})));
        }
    }

    @TempDir Path dir;
    private final Kinds kinds = new Kinds("p", "1.0.0", Map.of(), List.of(Two.class));

    private String file(String name, int... values) throws IOException {
        Npy.write(dir.resolve(name).toString(), 0, values);
        return dir.resolve(name).toString();
    }

    private Call<SplitResponse> split(int rows, int... truth) throws IOException {
        String x = dir.resolve("x").toString();
        Npy.write(x, 2, new double[][] {{1, 2}, {3, Double.NaN}, {5, 6}});
        Call<SplitResponse> call = new Call<>();
        new Splitters(kinds).split(SplitRequest.newBuilder().setComponent("two").addAllClasses(List.of("a", "b"))
            .setRows(rows).setTruthPath(file("truth", truth)).setGroupsPath(file("groups", truth)).setSeed(7)
            .setFeatures(PluginOuterClass.Features.newBuilder().setRows(3).setCols(2).setDensePath(x))
            .setOutputPath(dir.resolve("folds").toString()).build(), call);
        return call;
    }

    @Test
    void itIsDescribed() {
        var c = new Kind(Two.class).message();
        assertEquals("validation", c.getKind());
        assertEquals(List.of("groups", "features"), c.getCapabilities().getFactsList());
    }

    @Test
    void foldsAreWritten() throws IOException {
        var call = split(3, 0, 1, 1);
        assertNull(call.failure);
        assertArrayEquals(new int[] {0, 0, 0, 2, 1}, Npy.ints(dir.resolve("folds").toString()));
        var first = call.answers.get(0).getRepeats(0).getFolds(0);
        var second = call.answers.get(0).getRepeats(1).getFolds(0);
        assertEquals("0 1 true, 3 1 false", first.getTrain() + " " + first.getTest() + " " + first.getOthers() + ", "
            + second.getTrain() + " " + second.getTest() + " " + second.getOthers());
        assertArrayEquals(new int[] {0, 1, 1}, seen.groups());
        assertArrayEquals(new double[] {5, 6}, seen.rows().dense()[2]);
        assertEquals(7, seen.seed());
        assertNull(seen.weights());
    }

    @Test
    void whatCannotBeDividedIsSaid() throws IOException {
        assertEquals("three rows at least", split(2, 0, 1).answers.get(0).getDiagnostics(0).getDetail());
        assertTrue(split(3, 0, 1).failure.getMessage().contains("other shapes than 3 rows"));
    }
}
