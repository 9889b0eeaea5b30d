// Mulan prints what Mulan predicts of the test rows of one of its sets: for each method
// the first 16 hexadecimal digits of the SHA-256 of the rows, each a text of 0 and 1 in
// the order of the labels, with a blank between rows; with a third argument the rows too.
// TestMulanNeighbours of test/e2e and TestWekaPredictsAsMulanAndMeka of test/packs hold what
// it printed with net.sf.meka.thirdparty mulan 1.4.0 and weka-dev 3.9.6 from Maven Central.
// Java 11 and later need jaxb-api, jaxb-impl and jaxb-core 2.3, and activation 1.1, too.
//
//	java --add-opens java.base/java.lang=ALL-UNNAMED -cp 'lib/*' Mulan.java FOLDER emotions
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import mulan.classifier.MultiLabelLearner;
import mulan.classifier.lazy.MLkNN;
import mulan.classifier.MultiLabelOutput;
import mulan.classifier.transformation.BinaryRelevance;
import mulan.classifier.transformation.CalibratedLabelRanking;
import mulan.classifier.transformation.ClassifierChain;
import mulan.classifier.transformation.LabelPowerset;
import mulan.classifier.transformation.MultiClassLearner;
import mulan.classifier.transformation.PrunedSets;
import mulan.data.MultiLabelInstances;
import mulan.transformations.multiclass.Copy;
import mulan.transformations.multiclass.CopyWeight;
import mulan.transformations.multiclass.Ignore;
import mulan.transformations.multiclass.SelectBasedOnFrequency;
import mulan.transformations.multiclass.SelectionType;
import weka.classifiers.bayes.NaiveBayes;
import weka.classifiers.trees.J48;

public class Mulan {
  public static void main(String[] args) throws Exception {
    String path = args[0] + "/" + args[1];
    MultiLabelInstances training = new MultiLabelInstances(path + "-train.arff", path + ".xml");
    MultiLabelInstances test = new MultiLabelInstances(path + "-test.arff", path + ".xml");
    Map<String, MultiLabelLearner> methods = new LinkedHashMap<>();
    methods.put("MLkNN 10 1", new MLkNN(10, 1));
    methods.put("MLkNN 3 0.5", new MLkNN(3, 0.5));
    methods.put("BinaryRelevance J48", new BinaryRelevance(new J48()));
    methods.put("BinaryRelevance NaiveBayes", new BinaryRelevance(new NaiveBayes()));
    methods.put("LabelPowerset NaiveBayes", new LabelPowerset(new NaiveBayes()));
    methods.put("LabelPowerset J48", new LabelPowerset(new J48()));
    methods.put("ClassifierChain J48", new ClassifierChain(new J48()));
    methods.put("ClassifierChain NaiveBayes", new ClassifierChain(new NaiveBayes()));
    methods.put("CalibratedLabelRanking J48", new CalibratedLabelRanking(new J48()));
    methods.put("CalibratedLabelRanking NaiveBayes", new CalibratedLabelRanking(new NaiveBayes()));
    methods.put("PrunedSets 3 A 2 NaiveBayes", new PrunedSets(new NaiveBayes(), 3, PrunedSets.Strategy.A, 2));
    methods.put("PrunedSets 3 A 2 J48", new PrunedSets(new J48(), 3, PrunedSets.Strategy.A, 2));
    methods.put("PrunedSets 8 B 1 NaiveBayes", new PrunedSets(new NaiveBayes(), 8, PrunedSets.Strategy.B, 1));
    methods.put("PrunedSets 5 B 1 NaiveBayes", new PrunedSets(new NaiveBayes(), 5, PrunedSets.Strategy.B, 1));
    methods.put("Copy NaiveBayes", new MultiClassLearner(new NaiveBayes(), new Copy()));
    methods.put("Copy J48", new MultiClassLearner(new J48(), new Copy()));
    methods.put("CopyWeight NaiveBayes", new MultiClassLearner(new NaiveBayes(), new CopyWeight()));
    methods.put("SelectMax NaiveBayes",
        new MultiClassLearner(new NaiveBayes(), new SelectBasedOnFrequency(SelectionType.MAX)));
    methods.put("SelectMin NaiveBayes",
        new MultiClassLearner(new NaiveBayes(), new SelectBasedOnFrequency(SelectionType.MIN)));
    methods.put("Ignore NaiveBayes", new MultiClassLearner(new NaiveBayes(), new Ignore()));
    for (Map.Entry<String, MultiLabelLearner> method : methods.entrySet()) {
      MultiLabelLearner learner = method.getValue();
      learner.build(training);
      StringJoiner rows = new StringJoiner(" ");
      for (int i = 0; i < test.getNumInstances(); i++) {
        StringBuilder row = new StringBuilder();
        for (boolean has : predicted(learner.makePrediction(test.getDataSet().instance(i)))) {
          row.append(has ? '1' : '0');
        }
        rows.add(row);
      }
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(rows.toString().getBytes());
      StringBuilder hex = new StringBuilder();
      for (int i = 0; i < 8; i++) {
        hex.append(String.format("%02x", digest[i]));
      }
      System.out.println(method.getKey() + " " + hex);
      if (args.length > 2) {
        System.out.println(rows);
      }
    }
  }

  /** The labels of an output, the first of its ranking if it has nothing else. */
  private static boolean[] predicted(MultiLabelOutput output) {
    if (output.hasBipartition()) {
      return output.getBipartition();
    }
    boolean[] first = new boolean[output.getRanking().length];
    for (int l = 0; l < first.length; l++) {
      first[l] = output.getRanking()[l] == 1;
    }
    return first;
  }
}
