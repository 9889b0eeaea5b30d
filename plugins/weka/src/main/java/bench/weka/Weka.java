package bench.weka;

import bench.plugin.Bench;
import bench.plugin.Capabilities;
import bench.plugin.Component;
import bench.plugin.Diagnostic;
import bench.plugin.Learner;
import bench.plugin.Model;
import bench.plugin.Param;
import bench.plugin.Problem;
import bench.plugin.Refused;
import bench.plugin.Scores;
import bench.plugin.Task;
import java.util.List;
import java.util.Map;
import weka.classifiers.Classifier;
import weka.core.Instances;
import weka.core.Randomizable;
import weka.core.Version;
import weka.core.WekaException;

/** Any classifier of WEKA as a learner. */
@Component(name = "weka", tasks = {Task.BINARY, Task.MULTICLASS, Task.REGRESSION}, scores = Scores.PROBABILITY,
    deterministic = true, weights = true,
    doc = "A classifier of WEKA by its class name, with options as on WEKA's command line; scores are its class "
        + "probabilities (Hall et al., The WEKA data mining software, SIGKDD Explorations 11(1), 2009).")
public final class Weka implements Learner {
    @Param(doc = "The class, such as \"weka.classifiers.trees.J48\".", required = true)
    String classifier;

    @Param(doc = "Its options as on WEKA's command line, such as \"-C 0.25 -M 2\". Without -S the seed is the problem's.")
    String options = "";

    /** Serves the plugin. */
    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true");
        System.setProperty("weka.packageManager.offline", "true");
        System.setProperty("weka.core.loadPackages", "false");
        for (String library : List.of("BLAS", "LAPACK", "ARPACK")) { // those in Java: the same results everywhere
            System.setProperty("com.github.fommil.netlib." + library, "com.github.fommil.netlib.F2j" + library);
        }
        String temporary = System.getenv("TMPDIR");
        if (temporary != null) {
            System.setProperty("WEKA_HOME", temporary + "/wekafiles"); // WEKA looks among variables and properties
        }
        Bench.serve("weka", "0.1.0", Map.of("weka", Version.VERSION), List.of(Weka.class));
    }

    @Override
    public List<Diagnostic> validate() {
        return Configured.problems(classifier, options);
    }

    @Override
    public Capabilities capabilities(Capabilities declared) {
        return new Configured(classifier, options).capabilities(declared);
    }

    @Override
    public Model train(Problem problem) throws Exception {
        Configured configured = new Configured(classifier, options);
        Classifier c = configured.classifier();
        if (c instanceof Randomizable random && !configured.seeded()) {
            random.setSeed(Long.hashCode(problem.seed()));
        }
        Table table = Table.of(problem);
        Instances training = table.training(problem);
        try {
            c.buildClassifier(training);
        } catch (WekaException e) { // WEKA's word for data that it does not take
            throw new Refused(classifier + ": " + e.getMessage(), e);
        }
        return new Trained(c, table, problem.task());
    }
}
