import bench.plugin.Bench;
import bench.plugin.Component;
import bench.plugin.Fold;
import bench.plugin.Param;
import bench.plugin.Refused;
import bench.plugin.Splitter;
import bench.plugin.Undivided;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** A splitter. facts = {Fact.GROUPS} where it needs groups, Fact.FEATURES where it looks at the columns. */
@Component(name = "{{.Name}}", doc = "Deals the shuffled rows to folds in turn.", deterministic = true)
public final class Dealt implements Splitter {
    @Param(doc = "Number of folds.", min = 2)
    int folds = 10;

    @Param(doc = "Number of repeats.", min = 1)
    int repeats = 1;

    /** Serves the plugin. */
    public static void main(String[] args) {
        Bench.serve("{{.Name}}", "0.1.0", Dealt.class);
    }

    /** The folds of each repeat. Beside the classes rows has groups and weights. */
    @Override
    public List<List<Fold>> split(Undivided rows) {
        if (folds > rows.count()) {
            throw new Refused("there are " + rows.count() + " rows for " + folds + " folds");
        }
        Random random = new Random(rows.seed());
        List<List<Fold>> all = new ArrayList<>();
        for (int r = 0; r < repeats; r++) {
            List<Integer> order = new ArrayList<>(IntStream.range(0, rows.count()).boxed().toList());
            Collections.shuffle(order, random);
            List<Fold> dealt = new ArrayList<>();
            for (int f = 0; f < folds; f++) {
                int first = f;
                dealt.add(Fold.testing(IntStream.range(0, rows.count()).filter(i -> i % folds == first).map(order::get)
                    .toArray()));
            }
            all.add(dealt);
        }
        return all;
    }
}
