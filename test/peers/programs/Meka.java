// Meka prints what Meka's classifier chains, CC and PCC, predict of the test rows of emotions by
// its first eight features: the first 16 hexadecimal digits of the SHA-256 of the rows, each a
// text of 0 and 1 in the order of the labels, with a blank between rows.
// TestMekaChains of test/e2e holds what it printed of CC with net.sf.meka meka 1.9.7 and weka-dev
// from Maven Central. The links are WEKA's logistic regressions without a penalty, so that their
// scales do not matter. PCC of that version does not look at all sets: in 58 of 202 rows its set
// is another than an enumeration finds, and a less probable one in those that were looked at.
//
//	java --add-opens java.base/java.lang=ALL-UNNAMED -cp 'lib/*' Meka.java FOLDER
import java.security.MessageDigest;
import java.util.StringJoiner;
import meka.classifiers.multilabel.CC;
import meka.classifiers.multilabel.PCC;
import meka.core.MLUtils;
import weka.classifiers.functions.Logistic;
import weka.core.Instances;
import weka.core.converters.ConverterUtils.DataSource;

public class Meka {
  static Instances read(String path) throws Exception {
    Instances all = DataSource.read(path);
    for (int i = all.numAttributes() - 7; i >= 8; i--) {
      all.deleteAttributeAt(i);
    }
    all.setRelationName("emotions: -C -6");
    MLUtils.prepareData(all);
    return all;
  }

  public static void main(String[] args) throws Exception {
    Instances training = read(args[0] + "/emotions-train.arff");
    Instances test = read(args[0] + "/emotions-test.arff");
    for (CC chain : new CC[] {new CC(), new PCC()}) {
      Logistic logistic = new Logistic();
      logistic.setRidge(0);
      chain.setClassifier(logistic);
      chain.prepareChain(new int[] {0, 1, 2, 3, 4, 5});
      chain.buildClassifier(training);
      StringJoiner rows = new StringJoiner(" ");
      for (int i = 0; i < test.numInstances(); i++) {
        double[] y = chain.distributionForInstance(test.instance(i));
        StringBuilder row = new StringBuilder();
        for (int l = 0; l < 6; l++) {
          row.append(y[l] > 0.5 ? '1' : '0');
        }
        rows.add(row);
      }
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(rows.toString().getBytes());
      StringBuilder hex = new StringBuilder();
      for (int i = 0; i < 8; i++) {
        hex.append(String.format("%02x", digest[i]));
      }
      System.out.println(chain.getClass().getSimpleName() + " " + hex);
      System.err.println(rows.toString());
    }
  }
}
