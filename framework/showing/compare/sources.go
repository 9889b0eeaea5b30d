package compare

import "github.com/manyclass/bench/framework/contract"

// The publications of the tests.
var (
	demsar2006 = contract.Article("demsar2006", "Dem{\\v{s}}ar, Janez",
		"Statistical Comparisons of Classifiers over Multiple Data Sets", "Journal of Machine Learning Research",
		"7", "1--30", "2006")
	friedman1937 = contract.Article("friedman1937", "Friedman, Milton",
		"The Use of Ranks to Avoid the Assumption of Normality Implicit in the Analysis of Variance",
		"Journal of the American Statistical Association", "32(200)", "675--701", "1937")
	dunn1961 = contract.Article("dunn1961", "Dunn, Olive Jean", "Multiple Comparisons Among Means",
		"Journal of the American Statistical Association", "56(293)", "52--64", "1961")
	holm1979 = contract.Article("holm1979", "Holm, Sture", "A Simple Sequentially Rejective Multiple Test Procedure",
		"Scandinavian Journal of Statistics", "6(2)", "65--70", "1979")
	hochberg1988 = contract.Article("hochberg1988", "Hochberg, Yosef",
		"A Sharper {Bonferroni} Procedure for Multiple Tests of Significance", "Biometrika", "75(4)", "800--802", "1988")
	hommel1988 = contract.Article("hommel1988", "Hommel, Gerhard",
		"A Stagewise Rejective Multiple Test Procedure Based on a Modified {Bonferroni} Test", "Biometrika", "75(2)",
		"383--386", "1988")
	shaffer1986 = contract.Article("shaffer1986", "Shaffer, Juliet Popper",
		"Modified Sequentially Rejective Multiple Test Procedures",
		"Journal of the American Statistical Association", "81(395)", "826--831", "1986")
	garcia2008 = contract.Article("garcia2008", "Garc{\\'\\i}a, Salvador and Herrera, Francisco",
		"An Extension on ``Statistical Comparisons of Classifiers over Multiple Data Sets'' for all Pairwise Comparisons",
		"Journal of Machine Learning Research", "9", "2677--2694", "2008")
	wilcoxon1945 = contract.Article("wilcoxon1945", "Wilcoxon, Frank", "Individual Comparisons by Ranking Methods",
		"Biometrics Bulletin", "1(6)", "80--83", "1945")
	nadeau2003 = contract.Article("nadeau2003", "Nadeau, Claude and Bengio, Yoshua",
		"Inference for the Generalization Error", "Machine Learning", "52(3)", "239--281", "2003")
	benavoli2017 = contract.Article("benavoli2017",
		"Benavoli, Alessio and Corani, Giorgio and Dem{\\v{s}}ar, Janez and Zaffalon, Marco",
		"Time for a Change: a Tutorial for Comparing Multiple Classifiers Through {Bayesian} Analysis",
		"Journal of Machine Learning Research", "18(77)", "1--36", "2017")
	corani2015 = contract.Article("corani2015", "Corani, Giorgio and Benavoli, Alessio",
		"A {Bayesian} Approach for Comparing Cross-Validated Algorithms on Multiple Data Sets", "Machine Learning", "100", "",
		"2015")
	corani2017 = contract.Article("corani2017",
		"Corani, Giorgio and Benavoli, Alessio and Dem{\\v{s}}ar, Janez and Mangili, Francesca and Zaffalon, Marco",
		"Statistical Comparison of Classifiers Through {Bayesian} Hierarchical Modelling", "Machine Learning",
		"106", "", "2017")
	mcnemar1947 = contract.Article("mcnemar1947", "McNemar, Quinn",
		"Note on the Sampling Error of the Difference Between Correlated Proportions or Percentages", "Psychometrika",
		"12(2)", "153--157", "1947")
	dietterich1998 = contract.Article("dietterich1998", "Dietterich, Thomas G.",
		"Approximate Statistical Tests for Comparing Supervised Classification Learning Algorithms", "Neural Computation",
		"10(7)", "1895--1923", "1998")
	alpaydin1999 = contract.Article("alpaydin1999", "Alpayd{\\i}n, Ethem",
		"Combined 5 $\\times$ 2 cv {F} Test for Comparing Supervised Classification Learning Algorithms",
		"Neural Computation", "11(8)", "1885--1892", "1999")
	skillings1981 = contract.Article("skillings1981", "Skillings, John H. and Mack, Gregory A.",
		"On the Use of a {Friedman}-Type Statistic in Balanced and Unbalanced Block Designs", "Technometrics", "23(2)",
		"171--177", "1981")
	wainer2023 = contract.Article("wainer2023", "Wainer, Jacques",
		"A {Bayesian} {Bradley-Terry} Model to Compare Multiple {ML} Algorithms on Multiple Data Sets",
		"Journal of Machine Learning Research", "24(341)", "1--34", "2023")
)

// sources are those of tests and post-hoc tests, by the names that outcomes have.
var sources = map[string][]contract.Source{
	"friedman": {friedman1937, demsar2006}, "nemenyi": {demsar2006}, "bonferroni_dunn": {dunn1961, demsar2006},
	"holm": {holm1979}, "hochberg": {hochberg1988}, "hommel": {hommel1988}, "shaffer": {shaffer1986, garcia2008},
	"bergmann": {garcia2008}, "wilcoxon": {wilcoxon1945, demsar2006}, "sign": {demsar2006}, "corrected_t": {nadeau2003},
	"bayes_correlated_t": {corani2015, benavoli2017}, "bayes_signed_rank": {benavoli2017}, "bayes_sign": {benavoli2017},
	"bayes_hierarchical": {corani2017, benavoli2017}, "mcnemar": {mcnemar1947}, "mcnemar_exact": {mcnemar1947},
	"skillings_mack": {skillings1981}, "skillings_mack_permutation": {skillings1981}, "bradley_terry": {wainer2023},
	"five_by_two": {dietterich1998}, "five_by_two_f": {alpaydin1999},
}

// Sources returns the publications of a test, by the name that its outcomes have in
// comparisons.csv; nil for what is not a test, such as means.
func Sources(test string) []contract.Source { return sources[test] }
