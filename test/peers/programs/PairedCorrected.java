import java.nio.file.*; import java.util.*; import weka.experiment.PairedStatsCorrected;
// The p-values of WEKA's corrected paired t-test of a table of folds, for framework/showing/compare/testdata/peers.json:
// java -cp weka-stable-3.8.6.jar PairedCorrected.java framework/showing/compare/testdata/folds.csv
public class PairedCorrected { public static void main(String[] a) throws Exception {
  List<String> lines = Files.readAllLines(Path.of(a[0])); List<String> head = List.of(lines.get(0).split(","));
  int d=head.indexOf("dataset"), m=head.indexOf("method"), v=head.indexOf("value"), f=head.indexOf("fold");
  Map<String,Map<String,List<Double>>> t = new LinkedHashMap<>(); Map<String,Set<String>> folds = new HashMap<>();
  for (String line : lines.subList(1, lines.size())) { String[] c = line.split(",");
    t.computeIfAbsent(c[d], k -> new LinkedHashMap<>()).computeIfAbsent(c[m], k -> new ArrayList<>()).add(Double.parseDouble(c[v]));
    folds.computeIfAbsent(c[d], k -> new HashSet<>()).add(c[f]); }
  for (String s : t.keySet()) { List<String> names = new ArrayList<>(t.get(s).keySet()); int k = folds.get(s).size();
    for (int i=0;i<names.size();i++) for (int j=i+1;j<names.size();j++) {
      PairedStatsCorrected p = new PairedStatsCorrected(0.05, 1.0/(k-1));
      for (int n=0;n<t.get(s).get(names.get(i)).size();n++) p.add(t.get(s).get(names.get(i)).get(n), t.get(s).get(names.get(j)).get(n));
      p.calculateDerived();
      System.out.println("  {\"dataset\": \""+s+"\", \"a\": \""+names.get(i)+"\", \"b\": \""+names.get(j)+"\", \"p\": "+p.differencesProbability+"}"); } } } }
