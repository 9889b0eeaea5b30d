// MekaSets prints what MEKA predicts of the test rows of one of Mulan's sets, whose labels are
// the last attributes, as Mulan.java does. TestWekaPredictsAsMulanAndMeka of test/packs holds what it
// printed with net.sf.meka meka 1.9.7 and weka-dev 3.9.6 from Maven Central.
//
//	java --add-opens java.base/java.lang=ALL-UNNAMED -cp 'lib/*' MekaSets.java FOLDER emotions 6
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import meka.classifiers.multilabel.BR;
import meka.classifiers.multilabel.CC;
import meka.classifiers.multilabel.LC;
import meka.classifiers.multilabel.PS;
import meka.classifiers.multilabel.ProblemTransformationMethod;
import meka.classifiers.multilabel.RT;
import weka.classifiers.Classifier;
import weka.classifiers.bayes.NaiveBayes;
import weka.classifiers.trees.J48;
import weka.core.Instances;
import weka.core.converters.ConverterUtils.DataSource;
import weka.filters.Filter;
import weka.filters.unsupervised.attribute.Reorder;

public class MekaSets {
  public static void main(String[] args) throws Exception {
    int labels = Integer.parseInt(args[2]);
    String path = args[0] + "/" + args[1];
    Instances training = read(path + "-train.arff", labels);
    Instances test = read(path + "-test.arff", labels);
    Map<String, ProblemTransformationMethod> methods = new LinkedHashMap<>();
    methods.put("BR J48", new BR());
    methods.put("BR NaiveBayes", new BR());
    methods.put("CC J48", new CC());
    methods.put("CC NaiveBayes", new CC());
    methods.put("LC NaiveBayes", new LC());
    methods.put("LC J48", new LC());
    methods.put("PS 1 1 NaiveBayes", pruned(1, 1));
    methods.put("PS 3 2 NaiveBayes", pruned(3, 2));
    methods.put("PS 8 3 NaiveBayes", pruned(8, 3));
    methods.put("PS 3 2 J48", pruned(3, 2));
    methods.put("RT NaiveBayes", new RT());
    methods.put("RT J48", new RT());
    for (Map.Entry<String, ProblemTransformationMethod> method : methods.entrySet()) {
      ProblemTransformationMethod learner = method.getValue();
      Classifier base = method.getKey().endsWith("J48") ? new J48() : new NaiveBayes();
      learner.setClassifier(base);
      learner.buildClassifier(training);
      StringJoiner rows = new StringJoiner(" ");
      for (int i = 0; i < test.numInstances(); i++) {
        rows.add(row(learner.distributionForInstance(test.instance(i)), learner instanceof RT));
      }
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(rows.toString().getBytes());
      StringBuilder hex = new StringBuilder();
      for (int i = 0; i < 8; i++) {
        hex.append(String.format("%02x", digest[i]));
      }
      System.out.println(method.getKey() + " " + hex);
      if (args.length > 3) {
        System.out.println(rows);
      }
    }
  }

  private static PS pruned(int p, int n) {
    PS ps = new PS();
    ps.setP(p);
    ps.setN(n);
    return ps;
  }

  /** A row of labels: the largest value if that alone is asked for, else those above one half. */
  private static String row(double[] values, boolean largest) {
    int best = 0;
    for (int l = 1; l < values.length; l++) {
      best = values[l] > values[best] ? l : best;
    }
    StringBuilder row = new StringBuilder();
    for (int l = 0; l < values.length; l++) {
      row.append((largest ? l == best : values[l] > 0.5) ? '1' : '0');
    }
    return row.toString();
  }

  /** The rows of a file with the labels in front, as MEKA wants them. */
  private static Instances read(String file, int labels) throws Exception {
    Instances rows = DataSource.read(file);
    int n = rows.numAttributes();
    Reorder order = new Reorder();
    order.setAttributeIndices((n - labels + 1) + "-" + n + ",1-" + (n - labels));
    order.setInputFormat(rows);
    Instances out = Filter.useFilter(rows, order);
    out.setClassIndex(labels);
    return out;
  }
}
