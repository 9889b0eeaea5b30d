package experiment

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
)

// packs are learners of other languages, which are not there before make packs.
var packs = []string{"sklearn", "weka", "caret"}

// elsewhere is what to write for learners that have no type of their own: a type, and the class that a
// pack is given. Their names are in the form of usual.
var elsewhere = map[string]struct{ learner, class string }{
	"randomforest":                  {"sklearn", "sklearn.ensemble.RandomForestClassifier"},
	"rf":                            {"sklearn", "sklearn.ensemble.RandomForestClassifier"},
	"forest":                        {"sklearn", "sklearn.ensemble.RandomForestClassifier"},
	"extratrees":                    {"sklearn", "sklearn.ensemble.ExtraTreesClassifier"},
	"bagging":                       {"sklearn", "sklearn.ensemble.BaggingClassifier"},
	"gbm":                           {"sklearn", "sklearn.ensemble.HistGradientBoostingClassifier"},
	"gbdt":                          {"sklearn", "sklearn.ensemble.HistGradientBoostingClassifier"},
	"boosting":                      {"sklearn", "sklearn.ensemble.HistGradientBoostingClassifier"},
	"gradientboosting":              {"sklearn", "sklearn.ensemble.HistGradientBoostingClassifier"},
	"histgradientboosting":          {"sklearn", "sklearn.ensemble.HistGradientBoostingClassifier"},
	"xgb":                           {"sklearn", "xgboost.XGBClassifier"},
	"xgboost":                       {"sklearn", "xgboost.XGBClassifier"},
	"lgbm":                          {"sklearn", "lightgbm.LGBMClassifier"},
	"lightgbm":                      {"sklearn", "lightgbm.LGBMClassifier"},
	"mlp":                           {"sklearn", "sklearn.neural_network.MLPClassifier"},
	"nn":                            {"sklearn", "sklearn.neural_network.MLPClassifier"},
	"ann":                           {"sklearn", "sklearn.neural_network.MLPClassifier"},
	"neuralnet":                     {"sklearn", "sklearn.neural_network.MLPClassifier"},
	"neuralnetwork":                 {"sklearn", "sklearn.neural_network.MLPClassifier"},
	"gaussianprocess":               {"sklearn", "sklearn.gaussian_process.GaussianProcessClassifier"},
	"sgd":                           {"sklearn", "sklearn.linear_model.SGDClassifier"},
	"c45":                           {"weka", "weka.classifiers.trees.J48"},
	"j48":                           {"weka", "weka.classifiers.trees.J48"},
	"jrip":                          {"weka", "weka.classifiers.rules.JRip"},
	"ripper":                        {"weka", "weka.classifiers.rules.JRip"},
	"decisiontree":                  {"tree", ""},
	"cart":                          {"tree", ""},
	"logistic":                      {"logreg", ""},
	"logisticregression":            {"logreg", ""},
	"linearsvm":                     {"svm", ""},
	"linearsvc":                     {"svm", ""},
	"supportvectormachine":          {"kernel_svm", ""},
	"rbfsvm":                        {"kernel_svm", ""},
	"smo":                           {"kernel_svm", ""},
	"kneighbors":                    {"knn", ""},
	"knearestneighbors":             {"knn", ""},
	"nearestneighbor":               {"knn", ""},
	"ibk":                           {"knn", ""},
	"nb":                            {"naive_bayes", ""},
	"gaussiannb":                    {"naive_bayes", ""},
	"lineardiscriminantanalysis":    {"lda", ""},
	"lineardiscriminant":            {"lda", ""},
	"quadraticdiscriminant":         {"qda", ""},
	"quadraticdiscriminantanalysis": {"qda", ""},
	"ridge":                         {"least_squares", ""},
	"linearregression":              {"least_squares", ""},
	"dummy":                         {"majority", ""},
	"zeror":                         {"majority", ""},
}

// usual is a name without what people write in different ways.
func usual(name string) string {
	name = strings.NewReplacer("_", "", "-", "", " ", "", ".", "").Replace(strings.ToLower(name))
	if bare := strings.TrimSuffix(name, "classifier"); bare != "" {
		return bare
	}
	return name
}

// learnerElsewhere says what to write for a learner that is known by another name, or is in a pack;
// "" for others. Types are those of the learners that are there.
func learnerElsewhere(name string, types []string) string {
	setUp := func(pack string) string {
		return fmt.Sprintf("The pack %s is not set up: type make packs in the folder that bench was built in", pack)
	}
	if slices.Contains(packs, name) {
		return setUp(name) + "."
	}
	known, found := elsewhere[usual(name)]
	if !found && wording.Nearest(name, types) == "" {
		known, found = elsewhere[wording.Nearest(usual(name), slices.Sorted(maps.Keys(elsewhere)))]
	}
	there := slices.Contains(types, known.learner)
	switch {
	case !found || known.class == "" && !there:
		return ""
	case known.class == "":
		return fmt.Sprintf("Write learner %q %q {}.", known.learner, name)
	}
	written := fmt.Sprintf("\n\n  learner %q %q {\n    %s = %q\n  }",
		known.learner, name, packAttribute[known.learner], known.class)
	if there {
		return fmt.Sprintf("It is in the pack %s. Write", known.learner) + written
	}
	return fmt.Sprintf("It is in the pack %s. %s, and write", known.learner, setUp(known.learner)) + written
}

// packAttribute is the attribute of a pack that takes the class.
var packAttribute = map[string]string{"sklearn": "estimator", "weka": "classifier"}
