import java.io.BufferedReader;
import java.io.FileReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Classifier;
import weka.classifiers.lazy.IBk;
import weka.classifiers.meta.MultiClassClassifier;
import weka.core.Attribute;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Utils;

/**
 * What WEKA predicts by itself. Each line of the file tasks names a task, how it is trained (direct, one against the
 * rest, or by WEKA's own one against one), the class, its options, and two ARFF files, separated by tabs. For each row of the second file a line is printed:
 * the task's name, the predicted class and the scores.
 */
public final class Reference {
    public static void main(String[] args) throws Exception {
        StringBuilder out = new StringBuilder();
        for (String line : Files.readAllLines(Path.of(args[0], "tasks"))) {
            String[] task = line.split("\t", -1);
            Instances train = read(Path.of(args[0], task[4]));
            Instances test = read(Path.of(args[0], task[5]));
            List<double[]> scores = task[1].equals("ova") ? oneVsRest(task, train, test) : null;
            Classifier c = scores != null ? null : task[1].equals("ovo") ? oneVsOne(task, train) : build(task, train);
            for (int i = 0; i < test.numInstances(); i++) {
                double[] s = scores == null ? fresh(c).distributionForInstance(test.instance(i)) : scores.get(i);
                int predicted = scores == null ? (int) fresh(c).classifyInstance(test.instance(i)) : Utils.maxIndex(s);
                out.append(task[0]).append('\t').append(predicted);
                for (double each : s) {
                    out.append('\t').append(each);
                }
                out.append('\n');
            }
        }
        System.out.print(out);
    }

    private static Instances read(Path path) throws Exception {
        try (BufferedReader in = new BufferedReader(new FileReader(path.toFile()))) {
            Instances all = new Instances(in);
            all.setClassIndex(all.numAttributes() - 1);
            return all;
        }
    }

    private static Classifier build(String[] task, Instances train) throws Exception {
        Classifier c = AbstractClassifier.forName(task[2], Utils.splitOptions(task[3]));
        c.buildClassifier(train);
        return c;
    }

    /** WEKA's own votes of pairs of classes. */
    private static Classifier oneVsOne(String[] task, Instances train) throws Exception {
        MultiClassClassifier c = new MultiClassClassifier();
        c.setOptions(Utils.splitOptions("-M 3 -W " + task[2] + (task[3].isEmpty() ? "" : " -- " + task[3])));
        c.buildClassifier(train);
        return c;
    }

    /** IBk scales by ranges that include the rows it was asked for before: each row gets a copy. */
    private static Classifier fresh(Classifier c) throws Exception {
        return c instanceof IBk ? AbstractClassifier.makeCopy(c) : c;
    }

    /** The probabilities of each class by a model of it against all others. */
    private static List<double[]> oneVsRest(String[] task, Instances train, Instances test) throws Exception {
        List<double[]> scores = new ArrayList<>();
        for (int i = 0; i < test.numInstances(); i++) {
            scores.add(new double[train.numClasses()]);
        }
        for (int k = 0; k < train.numClasses(); k++) {
            Instances two = against(train, k);
            Classifier c = build(task, two);
            Instances asked = against(test, k);
            for (int i = 0; i < test.numInstances(); i++) {
                scores.get(i)[k] = c.distributionForInstance(asked.instance(i))[1];
            }
        }
        return scores;
    }

    /** The same rows with the classes "-1" and "+1", of which the second is class k. */
    private static Instances against(Instances all, int k) {
        ArrayList<Attribute> attributes = new ArrayList<>();
        for (int j = 0; j < all.numAttributes() - 1; j++) {
            attributes.add((Attribute) all.attribute(j).copy());
        }
        attributes.add(new Attribute("side", List.of("-1", "+1")));
        Instances two = new Instances("two", attributes, all.numInstances());
        two.setClassIndex(all.numAttributes() - 1);
        for (Instance row : all) {
            Instance copy = (Instance) row.copy();
            copy.setDataset(two);
            copy.setClassValue(row.classValue() == k ? 1 : 0);
            two.add(copy);
        }
        return two;
    }
}
