#!/bin/sh
# Writes the setups and results of WEKA's Experimenter in this folder, and what its corrected paired t-test finds on
# them. Usage: make.sh CLASSPATH, that of nz.ac.waikato.cms.weka:weka-stable:3.8.6 with its dependencies, in a folder
# with iris.arff and glass.arff as WEKA ships them.
set -e
here=$(cd "$(dirname "$0")" && pwd)
classes=$(mktemp -d)
javac -nowarn -cp "$1" -d "$classes" "$here"/*.java
run() { java "$run" -cp "$classes:$cp" "$@"; }
cp=$1
functions=weka.classifiers.functions
reduced=weka.classifiers.meta.MultiClassClassifier
poly="$functions.supportVector.PolyKernel"
run=-Drun=1
run Make cv3 results.xml results.arff 3 iris.arff glass.arff -- "$functions.Logistic" "weka.classifiers.trees.J48" \
  "$reduced -M 0 -W $functions.Logistic" "$reduced -M 3 -W $functions.Logistic"
run Make random66.0 split.xml split.arff 5 iris.arff -- "$functions.Logistic -R 0.01" "weka.classifiers.trees.J48"
run Make random66.0 split.xml split.csv 5 iris.arff -- "$functions.Logistic -R 0.01" "weka.classifiers.trees.J48"
run=-Dnot=1
run Make cv5 setup.xml setup.arff 2 iris.arff glass.arff -- "$functions.Logistic" \
  "$functions.SMO -C 1.0 -K \"$poly -E 1.0\"" "weka.classifiers.trees.J48 -C 0.25 -M 2" \
  weka.classifiers.bayes.NaiveBayes "weka.classifiers.lazy.IBk -K 3" \
  "$reduced -M 0 -W $functions.Logistic" "$reduced -M 1 -W $functions.Logistic" \
  "$reduced -M 2 -W $functions.Logistic" "$reduced -M 3 -W $functions.Logistic" \
  "weka.classifiers.trees.RandomForest -I 20"
run Make order50.0 mixed.xml mixed.csv 1 iris.arff soybean.arff gone.arff -- weka.classifiers.bayes.NaiveBayes \
  "$reduced -M 3 -P -W $functions.SMO -- -N 1 -M -K \"$functions.supportVector.RBFKernel -G 0.1\"" \
  weka.classifiers.rules.ZeroR \
  "weka.classifiers.lazy.IBk -I -A \"weka.core.neighboursearch.LinearNNSearch -A \\\"weka.core.ManhattanDistance -D\\\"\"" \
  "weka.classifiers.meta.AdaBoostM1 -I 5 -W weka.classifiers.trees.DecisionStump" \
  "$functions.SMO -K \"$functions.supportVector.Puk\"" "$functions.SMO -K \"$poly -E 2.0 -L\" -N 2" \
  "$functions.SMO -K \"$poly -E 2.0 -L\" -N 2"
run weka.experiment.Tested results.arff Percent_correct > results_expected.csv
run weka.experiment.Tested split.arff Percent_correct > split_expected.csv
rm split.arff
rm -r "$classes"
