package bench.plugin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bench.plugin.v1.PluginOuterClass.DecodeRequest;
import bench.plugin.v1.PluginOuterClass.DecodeResponse;
import bench.plugin.v1.PluginOuterClass.NextRequest;
import bench.plugin.v1.PluginOuterClass.NextResponse;
import bench.plugin.v1.PluginOuterClass.PlanRequest;
import bench.plugin.v1.PluginOuterClass.PlanResponse;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reducers plan, go on, and decode. */
class ReducersTest {
    /** One against the rest; its state counts the outputs that it saw. */
    @Component(name = "rest", doc = "One against the rest.", deterministic = true)
    static final class Rest implements Reducer {
        @Override
        public Stage plan(Reduction r) {
            if (r.classes().size() > 3) {
                throw new Refused("three classes at most");
            }
            int[][] code = new int[r.classes().size()][r.classes().size()];
            for (int k = 0; k < code.length; k++) {
                java.util.Arrays.fill(code[k], -1);
                code[k][k] = 1;
            }
            return Stage.binary(code).outOfFold(3).state("one".getBytes());
        }

        @Override
        public Stage next(byte[] state, Seen seen) {
            return Stage.done((new String(state) + " " + seen.outputs().length + " " + seen.kind()).getBytes());
        }

        @Override
        public Decoded decode(byte[] state, double[][] scores, Scores kind) {
            return Decoded.largest(scores, null);
        }
    }

    @TempDir Path dir;
    private final Reducers reducers = new Reducers(new Kinds("p", "1.0.0", Map.of(), List.of(Rest.class)));

    private String file(String name) {
        return dir.resolve(name).toString();
    }

    private PlanResponse plan(String... classes) {
        Call<PlanResponse> call = new Call<>();
        reducers.plan(PlanRequest.newBuilder().setComponent("rest").addAllClasses(List.of(classes)).build(), call);
        assertNull(call.failure);
        return call.answers.get(0);
    }

    @Test
    void stagesArePlanned() throws IOException {
        var stage = plan("a", "b").getStage();
        assertArrayEquals(new byte[] {1, -1, -1, 1}, stage.getCode().toByteArray());
        assertEquals("out_of_fold 3 one", stage.getOutputs() + " " + stage.getFolds() + " "
            + stage.getState().toStringUtf8());
        assertEquals("three classes at most", plan("a", "b", "c", "d").getDiagnostics(0).getDetail());
        Npy.write(file("outputs.npy"), 2, new double[][] {{1, 2}, {3, 4}});
        Npy.write(file("classes.npy"), 0, new int[] {1, 0});
        Call<NextResponse> call = new Call<>();
        reducers.next(NextRequest.newBuilder().setComponent("rest").setState(stage.getState()).setKind("log_odds")
            .setOutputsPath(file("outputs.npy")).setClassesPath(file("classes.npy")).build(), call);
        assertNull(call.failure);
        assertTrue(call.answers.get(0).getDone());
        assertEquals("one 2 LOG_ODDS", call.answers.get(0).getStage().getState().toStringUtf8());
    }

    private Call<DecodeResponse> decode(double[][] scores) throws IOException {
        Npy.write(file("scores.npy"), 2, scores);
        Call<DecodeResponse> call = new Call<>();
        reducers.decode(DecodeRequest.newBuilder().setComponent("rest").setState(ByteString.EMPTY)
            .setScoresPath(file("scores.npy")).setKind("margin").setClassScoresPath(file("class.npy"))
            .setPredictionsPath(file("predictions.npy")).setProbabilitiesPath(file("p.npy")).build(), call);
        return call;
    }

    @Test
    void scoresAreDecoded() throws IOException {
        assertNull(decode(new double[][] {{1, 2}, {3, 3}}).failure);
        assertArrayEquals(new int[] {1, 0}, Npy.ints(file("predictions.npy")));
        assertNull(decode(new double[0][2]).failure);
        assertEquals(2, Npy.width(file("class.npy")));
        assertEquals(0, Npy.ints(file("predictions.npy")).length);
        assertTrue(decode(new double[][] {{1, Double.NaN}}).failure.getMessage().contains("a score is NaN"));
    }
}
