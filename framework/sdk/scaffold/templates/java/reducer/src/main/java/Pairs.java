import bench.plugin.Bench;
import bench.plugin.Component;
import bench.plugin.Decoded;
import bench.plugin.Param;
import bench.plugin.Reducer;
import bench.plugin.Reduction;
import bench.plugin.Scores;
import bench.plugin.Stage;
import java.util.ArrayList;
import java.util.List;

/** A reduction: each class, or each pair of classes, against the rest. */
@Component(name = "{{.Name}}", doc = "One-vs-rest, or each pair of classes against the rest.", deterministic = true)
public final class Pairs implements Reducer {
    enum Sides { ONE, PAIRS }

    @Param(doc = "The positive classes of a problem.")
    Sides sides = Sides.ONE;

    /** Serves the plugin. */
    public static void main(String[] args) {
        Bench.serve("{{.Name}}", "0.1.0", Pairs.class);
    }

    /** Plans a binary problem for each column: +1, -1 or 0 for each class. The state says how many classes there are. */
    @Override
    public Stage plan(Reduction r) {
        return Stage.binary(code(r.classes().size())).state(new byte[] {(byte) r.classes().size()});
    }

    private int[][] code(int classes) {
        List<int[]> columns = new ArrayList<>();
        for (int i = 0; i < classes; i++) {
            if (sides == Sides.ONE || classes < 4) {
                columns.add(new int[] {i, i});
                continue;
            }
            for (int j = 0; j < i; j++) {
                columns.add(new int[] {i, j});
            }
        }
        int[][] code = new int[classes][columns.size()];
        for (int l = 0; l < columns.size(); l++) {
            for (int k = 0; k < classes; k++) {
                code[k][l] = k == columns.get(l)[0] || k == columns.get(l)[1] ? 1 : -1;
            }
        }
        return code;
    }

    /** Takes the class whose code word has the largest product with the scores of a row. */
    @Override
    public Decoded decode(byte[] state, double[][] scores, Scores kind) {
        int[][] code = code(state[0]);
        double[][] products = new double[scores.length][code.length];
        for (int i = 0; i < scores.length; i++) {
            for (int k = 0; k < code.length; k++) {
                for (int l = 0; l < scores[i].length; l++) {
                    products[i][k] += code[k][l] * scores[i][l];
                }
            }
        }
        return Decoded.largest(products, null);
    }
}
