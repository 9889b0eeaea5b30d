package bench.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bench.plugin.v1.PluginOuterClass.ValidateResponse;
import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Components are described by their fields, and configured by them. */
class KindTest {
    enum Solver { EXACT, DESCENT }

    @Component(name = "sample", doc = "A sample.", tasks = {Task.BINARY, Task.REGRESSION}, scores = Scores.LOG_ODDS)
    static final class Sample implements Learner {
        @Param(doc = "Weight.", above = 0, max = 10) double alpha = 1;
        @Param(doc = "Steps.", min = 1) int steps = 5;
        @Param(doc = "How.") Solver solver = Solver.EXACT;
        @Param(doc = "Names.", oneOf = {"x", "y"}) String[] names;
        @Param(doc = "Costs.", type = "map(number)") Map<String, Object> costs;
        @Param(doc = "Rows.") double[][] matrix;
        @Param(doc = "Needed.", required = true) String text;

        @Override
        public Model train(Problem p) {
            return rows -> new double[rows.count()][1];
        }

        @Override
        public List<Diagnostic> validate() {
            return steps == 7 ? List.of(Diagnostic.error("Unlucky", "Take 8.", "steps", 2)) : List.of();
        }

        @Override
        public Capabilities capabilities(Capabilities declared) {
            return declared.withTasks(List.of(Task.BINARY));
        }

        @Override
        public Map<String, String> runtimes() {
            return Map.of("library", solver.name());
        }
    }

    private static final Kind KIND = new Kind(Sample.class);

    private static ValidateResponse validate(String json) {
        return KIND.validate(ByteString.copyFromUtf8(json));
    }

    @Test
    void fieldsAreParameters() {
        var c = KIND.message();
        assertEquals("learner", c.getKind());
        assertEquals(List.of("binary", "regression"), c.getCapabilities().getTasksList());
        assertEquals("log_odds", c.getCapabilities().getScores());
        var types = c.getParamsList().stream().map(p -> p.getName() + " " + p.getType() + " " + p.getDefaultJson());
        assertEquals(List.of("alpha number 1.0", "steps number 5", "solver string \"exact\"", "names list(string) ",
            "costs map(number) ", "matrix list(list(number)) ", "text string "), types.toList());
        assertEquals(List.of("exact", "descent"), c.getParams(2).getOneOfList());
        assertTrue(c.getParams(1).getInteger() && c.getParams(0).hasAbove() && !c.getParams(0).hasMin());
        assertTrue(c.getParams(6).getRequired());
    }

    @Test
    void configurationsSetFields() {
        Sample s = (Sample) KIND.configured(ByteString.copyFromUtf8("{\"text\":\"t\",\"alpha\":2.5,\"solver\":"
            + "\"descent\",\"names\":[\"y\"],\"costs\":{\"a\":1},\"matrix\":[[1,2],[3]]}"));
        assertEquals(2.5, s.alpha);
        assertEquals(5, s.steps);
        assertEquals(Solver.DESCENT, s.solver);
        assertEquals("y", s.names[0]);
        assertEquals(Map.of("a", 1.0), s.costs);
        assertEquals(3, s.matrix[1][0]);
    }

    @Test
    void wrongConfigurationsAreRefused() {
        Map.of("{}", "Write text.", "{\"text\":\"t\",\"beta\":1}", "Its attributes are alpha, steps",
            "{\"text\":\"t\",\"alpha\":0}", "above 0", "{\"text\":\"t\",\"alpha\":11}", "at most 10",
            "{\"text\":\"t\",\"steps\":1.5}", "whole number", "{\"text\":\"t\",\"solver\":\"x\"}", "one of exact",
            "{\"text\":\"t\",\"names\":[\"z\"]}", "one of x, y", "{\"text\":\"t\",\"steps\":7}", "Take 8."
        ).forEach((json, want) -> {
            var answer = validate(json);
            assertTrue(answer.getDiagnosticsCount() == 1 && answer.getDiagnostics(0).getDetail().contains(want),
                json + ": " + answer);
            assertEquals(0, answer.getRuntimesCount());
            assertThrows(Refused.class, () -> KIND.configured(ByteString.copyFromUtf8(json)));
        });
        assertEquals(2, validate("{\"text\":\"t\",\"steps\":7}").getDiagnostics(0).getPath(1).getIndex());
    }

    @Test
    void capabilitiesAndRuntimesAreThoseUnderAConfiguration() {
        var answer = validate("{\"text\":\"t\"}");
        assertEquals(List.of("binary"), answer.getCapabilities().getTasksList());
        assertEquals(Map.of("library", "EXACT"), answer.getRuntimesMap());
    }
}
