import weka.classifiers.*;
import weka.core.*;
import weka.experiment.*;
import java.io.*;
import java.beans.*;
import javax.swing.DefaultListModel;

/** Make KIND OUT.xml RESULTS.arff|csv RUNS DATA... -- classifier command lines, one per argument. */
public class Make {
  public static void main(String[] a) throws Exception {
    int at = 0; while (!a[at].equals("--")) at++;
    Experiment exp = new Experiment();
    exp.setPropertyArray(new Classifier[0]);
    exp.setUsePropertyIterator(true);
    SplitEvaluator se = new ClassifierSplitEvaluator();
    Classifier sec = ((ClassifierSplitEvaluator) se).getClassifier();
    String kind = a[0];
    ResultProducer rp; Class<?> cls;
    if (kind.startsWith("cv")) {
      CrossValidationResultProducer cvrp = new CrossValidationResultProducer();
      cvrp.setNumFolds(Integer.parseInt(kind.substring(2)));
      cvrp.setSplitEvaluator(se); rp = cvrp; cls = CrossValidationResultProducer.class;
    } else {
      RandomSplitResultProducer rsrp = new RandomSplitResultProducer();
      rsrp.setRandomizeData(kind.startsWith("random"));
      rsrp.setTrainPercent(Double.parseDouble(kind.replaceAll("[a-z]", "")));
      rsrp.setSplitEvaluator(se); rp = rsrp; cls = RandomSplitResultProducer.class;
    }
    PropertyNode[] path = new PropertyNode[2];
    path[0] = new PropertyNode(se, new PropertyDescriptor("splitEvaluator", cls), cls);
    path[1] = new PropertyNode(sec, new PropertyDescriptor("classifier", se.getClass()), se.getClass());
    exp.setResultProducer(rp);
    exp.setPropertyPath(path);
    Classifier[] list = new Classifier[a.length - at - 1];
    for (int i = 0; i < list.length; i++) {
      String[] o = Utils.splitOptions(a[at + 1 + i]);
      String name = o[0]; o[0] = "";
      list[i] = AbstractClassifier.forName(name, o);
    }
    exp.setPropertyArray(list);
    DefaultListModel<File> m = new DefaultListModel<>();
    for (int i = 4; i < at; i++) m.addElement(new File(a[i]));
    exp.setDatasets(m);
    exp.setRunLower(1); exp.setRunUpper(Integer.parseInt(a[3]));
    exp.setNotes("Made by Make.java");
    CSVResultListener irl = a[2].endsWith(".arff") ? new InstancesResultListener() : new CSVResultListener();
    irl.setOutputFile(new File(a[2]));
    exp.setResultListener(irl);
    Experiment.write(a[1], exp);
    if (System.getProperty("run") != null) { exp.initialize(); exp.runExperiment(); exp.postProcess(); }
  }
}
