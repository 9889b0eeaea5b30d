package weka.experiment;

import weka.core.*;
import java.io.*;

/** Tested RESULTS.arff COLUMN: the corrected paired t-test of WEKA's Analyse panel, number by number. */
public class Tested {
  public static void main(String[] a) throws Exception {
    Instances data = new Instances(new BufferedReader(new FileReader(a[0])));
    PairedCorrectedTTester t = new PairedCorrectedTTester();
    t.setInstances(data);
    t.setDatasetKeyColumns(new Range("" + (data.attribute("Key_Dataset").index() + 1)));
    t.setRunColumn(data.attribute("Key_Run").index());
    if (data.attribute("Key_Fold") != null) t.setFoldColumn(data.attribute("Key_Fold").index());
    t.setResultsetKeyColumns(new Range((data.attribute("Key_Scheme").index() + 1) + ","
      + (data.attribute("Key_Scheme_options").index() + 1) + "," + (data.attribute("Key_Scheme_version_ID").index() + 1)));
    t.setSignificanceLevel(0.05);
    int column = data.attribute(a[1]).index();
    System.out.println("dataset,a,b,mean_a,mean_b,difference,sd,p,significance");
    for (int d = 0; d < t.getNumDatasets(); d++)
      for (int i = 0; i < t.getNumResultsets(); i++)
        for (int j = i + 1; j < t.getNumResultsets(); j++) {
          PairedStats s = t.calculateStatistics(t.m_DatasetSpecifiers.specifier(d), i, j, column);
          System.out.println(d + "," + i + "," + j + "," + s.xStats.mean + "," + s.yStats.mean + ","
            + s.differencesStats.mean + "," + s.differencesStats.stdDev + "," + s.differencesProbability + ","
            + s.differencesSignificance);
        }
    System.err.println(t.header(column));
    System.err.println(t.multiResultsetFull(0, column));
  }
}
