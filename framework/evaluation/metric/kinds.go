package metric

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
)

// kind is one type of metric.
type kind struct {
	name          string
	doc           string
	params        []contract.Param // those that not every metric has
	probabilities bool             // needs probabilities
	ranks         bool             // needs class scores or probabilities
	smaller       bool             // smaller values are better
	table         bool             // is a table, not a number
	rows          bool             // is a mean over rows, so that the mean over folds is that of their rows
	by            relation         // what between classes it counts by
	best          fewest           // nil where it needs the scores of all
	hits          bool             // is the share of rows that are predicted right, or wrong
	// compute returns one value, or one per class if the average is none, and
	// labels the same for multi-label data. The input has a row at least. Nil for
	// tables and where the metric is not for such data.
	compute, labels func(in Input, o options) []float64
}

// relation is what a metric knows of classes beside which they are.
type relation int

// The relations.
const (
	byCosts relation = iota + 1 // costs, those of the metric or of the dataset
	byTree                      // the tree of the classes of the dataset
)

// kinds lists the metrics.
var kinds = []kind{
	{name: "accuracy", rows: true, hits: true, doc: "Share of rows predicted correctly.", compute: single(accuracy)},
	{name: "error", rows: true, hits: true, doc: "Share of rows predicted wrongly, 1 − accuracy.", smaller: true,
		compute: single(func(in Input) float64 { return 1 - accuracy(in) })},
	{name: "cost", rows: true, by: byCosts, smaller: true,
		doc: "Mean cost of a prediction, by costs = [[…]] of the dataset or of the metric: WEKA's average cost, " +
			"classif.costs of mlr3. With costs of 1 for every mistake it is error.",
		params: params(costsParam, normalize), compute: costOf},
	{name: "hierarchical_precision", by: byTree, params: params(treeAverage), compute: hierarchically(precision),
		doc: "Share of the nodes above predicted classes, these included and the root not, that are above the true " +
			"classes too (Kiritchenko et al. 2006), in the tree of the classes of the dataset."},
	{name: "hierarchical_recall", by: byTree, params: params(treeAverage), compute: hierarchically(recall),
		doc: "Share of the nodes above true classes, these included and the root not, that are above the predicted " +
			"classes too."},
	{name: "hierarchical_f1", by: byTree, params: params(treeAverage), compute: hierarchically(f1),
		doc: "Harmonic mean of hierarchical_precision and hierarchical_recall. Without nodes between the root and the " +
			"classes all three are accuracy."},
	{name: "lca_distance", by: byTree, rows: true, smaller: true,
		params: params(rowsParam, edgesParam), compute: lcaDistance,
		doc: "Mean number of edges from the true class up to the lowest common ancestor of the true and the predicted " +
			"class, in the tree of the classes of the dataset: 0 for a right prediction, and the more the worse a mistake."},
	{name: "balanced_accuracy", doc: "Mean recall over the classes present in truth.", compute: single(balancedAccuracy)},
	{name: "precision", doc: "TP/(TP+FP), 0 for a class that is never predicted.", params: params(average, zeroDivision),
		compute: perClass(precision), labels: perLabel(precision)},
	{name: "recall", doc: "TP/(TP+FN), 0 for a class without rows.", params: params(average, zeroDivision),
		compute: perClass(recall), labels: perLabel(recall)},
	{name: "f1", doc: "2TP/(2TP+FP+FN), 0 for a class neither present nor predicted.",
		params:  params(average, zeroDivision),
		compute: perClass(f1), labels: perLabel(f1)},
	{name: "fbeta", doc: "(1+β²)TP/((1+β²)TP+β²FN+FP): recall counts β times as much as precision; 0 for a class " +
		"neither present nor predicted.",
		params: params(beta, average, zeroDivision), compute: perClass(fbeta), labels: perLabel(fbeta)},
	{name: "jaccard", doc: "TP/(TP+FP+FN), 0 for a class neither present nor predicted.",
		params:  params(average, zeroDivision),
		compute: perClass(jaccard), labels: perLabel(jaccard)},
	{name: "mcc", doc: "Matthews correlation for K classes (Gorodkin 2004), 0 when truth or predictions are constant.",
		compute: single(mcc)},
	{name: "kappa", doc: "Cohen's kappa: agreement beyond chance; NaN when truth and predictions are one and the same " +
		"class.", params: params(weights), compute: kappa},
	{name: "log_loss", rows: true, best: anyBest,
		doc: "Mean of −ln p(true class), of multi-label data over rows and labels; needs probabilities.", probabilities: true,
		smaller: true,
		compute: single(logLoss), labels: single(labelLogLoss)},
	{name: "brier", rows: true, best: anyBest,
		doc: "Squared distance of probabilities and truth, summed over classes, mean over rows: " +
			"0 to 2, for two classes twice the score of one; of multi-label data the mean over rows and labels; needs " +
			"probabilities.", probabilities: true, smaller: true,
		compute: single(brier), labels: single(labelBrier)},
	{name: "ece", best: anyBest, params: params(ofProbabilities, bins, binning, debiased), probabilities: true,
		smaller: true,
		compute: ece, doc: "Expected calibration error: difference of mean probability and share of rows that are " +
			"right, in bins, weighted by rows: of the largest probability of each row, the same for each predicted " +
			"class, or of each class; needs probabilities."},
	{name: "brier_miscalibration", probabilities: true, smaller: true,
		compute: decomposed(brier, func(p parts) float64 { return p.miscalibration }),
		doc: "Brier score minus that of probabilities which an isotonic map of those of each class recalibrates: " +
			"what calibration could gain. brier is miscalibration − discrimination + uncertainty (CORP; " +
			"Dimitriadis, Gneiting & Jordan 2021); needs probabilities."},
	{name: "brier_discrimination", probabilities: true,
		compute: decomposed(brier, func(p parts) float64 { return p.discrimination }),
		doc: "Brier score of the shares of the classes minus that of recalibrated probabilities: how well they " +
			"distinguish rows; needs probabilities."},
	{name: "brier_uncertainty", probabilities: true, smaller: true,
		compute: decomposed(brier, func(p parts) float64 { return p.uncertainty }),
		doc: "Brier score of the shares of the classes in the test rows: how hard the data are, the same for all " +
			"methods; needs probabilities."},
	{name: "log_loss_miscalibration", probabilities: true, smaller: true,
		compute: decomposed(logLoss, func(p parts) float64 { return p.miscalibration }),
		doc: "As brier_miscalibration, of the logarithmic loss; recalibrated probabilities of three or more " +
			"classes are divided by their sum, so that it may be a little below 0."},
	{name: "log_loss_discrimination", probabilities: true,
		compute: decomposed(logLoss, func(p parts) float64 { return p.discrimination }),
		doc:     "As brier_discrimination, of the logarithmic loss."},
	{name: "log_loss_uncertainty", probabilities: true, smaller: true,
		compute: decomposed(logLoss, func(p parts) float64 { return p.uncertainty }),
		doc:     "As brier_uncertainty, of the logarithmic loss: the entropy of the shares of the classes, in nats."},
	{name: "aurc", best: anyBest, ranks: true, smaller: true, compute: single(aurc),
		doc: "Area under the risk–coverage curve (Geifman & El-Yaniv 2017): the mean over rows of the error of " +
			"the rows that are at least as sure, by their largest probability or else class score; equally sure " +
			"rows count as all their orders on average."},
	{name: "abstain_cost", rows: true, best: anyBest, probabilities: true, smaller: true, params: params(abstainCost),
		compute: abstaining, doc: "Mean cost of a row by Chow's rule (1970): a row whose largest probability is below " +
			"1 − cost gets no prediction and costs `cost`; other rows cost 1 if they are predicted wrong, else 0. " +
			"With a cost of 1 it is error; needs probabilities."},
	{name: ofSizes, probabilities: true, smaller: true, params: params(sizeAverage), compute: setSize,
		doc: "Mean number of classes in the prediction sets of the conformal block of the experiment; needs " +
			"probabilities."},
	{name: ofCoverage, probabilities: true, params: params(coverageAverage), compute: setCoverage,
		doc: "Share of rows whose prediction set, of the conformal block of the experiment, has the true class; " +
			"needs probabilities."},
	{name: "set_utility", rows: true, probabilities: true, params: params(utility, utilityBeta), compute: setUtility,
		doc: "Mean utility of the set of classes with the largest expected utility under the probabilities of a row " +
			"(Mortier et al. 2021): of a set of s classes g(s) if the true one is among them, else 0. A set of one " +
			"class has utility 1, so that predicting single classes has the accuracy as utility; needs probabilities."},
	{name: "top_k", rows: true, doc: "Share of rows whose class is among the k with the largest class scores; of equal " +
		"scores the later class counts as larger.",
		params: params(topK), best: firstBest(defaultTopK), ranks: true, compute: topKAccuracy},
	{name: "auc", doc: "Area under the ROC curve, by probabilities if there are any, else by class scores; equal ones " +
		"count half. NaN without rows of the class or of others.",
		params: params(mode, aucAverage), ranks: true, compute: auc, labels: labelAUC},
	{name: "hand_till", doc: "Hand and Till's M (2001): mean over pairs of classes present in truth of the AUCs between " +
		"the two, by probabilities if there are any, else by class scores.", ranks: true, compute: single(handTill)},
	{name: "average_precision", doc: "Area under the curve of precision over recall by steps, Σ (Rₜ − Rₜ₋₁) Pₜ over the " +
		"distinct values t from the largest down, of each class against the others or of each label; by probabilities if " +
		"there are any, else by scores. 0 without rows of the class or label.",
		params: params(curveAverage), ranks: true, compute: averagePrecisions, labels: averagePrecisions},
	{name: "hamming_loss", rows: true,
		doc: "Multi-label: share of all entries, a row and a label each, that are predicted wrong.", smaller: true,
		labels: single(hammingLoss)},
	{name: "subset_accuracy", rows: true, hits: true, doc: "Multi-label: share of rows of which every label is " +
		"predicted right.",
		labels: single(subsetAccuracy)},
	{name: "example_accuracy", rows: true,
		doc:    "Multi-label: labels true and predicted over labels true or predicted, mean over rows.",
		params: params(zeroDivision), labels: perExample(jaccard)},
	{name: "example_precision", rows: true,
		doc:    "Multi-label: labels true and predicted over labels predicted, mean over rows.",
		params: params(zeroDivision), labels: perExample(precision)},
	{name: "example_recall", rows: true, doc: "Multi-label: labels true and predicted over labels true, mean over rows.",
		params: params(zeroDivision), labels: perExample(recall)},
	{name: "example_f1", rows: true,
		doc:    "Multi-label: twice the labels true and predicted over labels true plus labels predicted, mean over rows.",
		params: params(zeroDivision), labels: perExample(f1)},
	{name: "ranking_loss", rows: true,
		doc: "Multi-label: share of pairs of a label that a row has and one that it does not have in which the first does " +
			"not have the larger score, mean over rows; 0 for a row without such " +
			"pairs.", ranks: true, smaller: true, labels: perRanking(rankingLoss)},
	{name: "one_error", rows: true, best: anyBest,
		doc:   "Multi-label: share of rows that lack the label of the largest score, or one of several such labels.",
		ranks: true, smaller: true, labels: perRanking(oneError)},
	{name: "coverage", rows: true,
		doc: "Multi-label: how many labels must be taken, the largest scores first, to have all of a row, mean over rows; " +
			"0 for a row without labels.",
		ranks: true, smaller: true, labels: perRanking(coverage)},
	{name: "lrap", rows: true, doc: "Multi-label: label ranking average precision: for each label of a row the share, " +
		"of the labels with a score at least as large, " +
		"of those that the row has; mean over its labels, then over rows; 1 for a row without labels.", ranks: true,
		labels: perRanking(averagePrecision)},
	{name: "precision_at_k", rows: true, doc: "Multi-label: share of the k labels with the largest scores that the row " +
		"has, mean over rows; equal scores count as all their orders on average.",
		params: params(firstK), best: firstBest(1), ranks: true, labels: precisionAtK},
	{name: "ndcg", rows: true, doc: "Multi-label: normalised discounted cumulative gain (Järvelin & Kekäläinen 2002), Σ " +
		"1/log₂(i + 1) over the places i up to k whose label the row has, over the largest that it can be, mean over rows; " +
		"0 for a row without labels; equal scores count as all their orders on average.",
		params: params(upToK), best: firstBest(0), ranks: true, labels: ndcg},
	{name: "psp_at_k", doc: "Multi-label: propensity scored precision (Jain, Prabhu & Varma 2016), Σ 1/pₗ over the " +
		"labels of rows among their k first, over the largest that this sum can be; pₗ = 1/(1 + C(Nₗ + B)^−A) with C = (ln " +
		"N − 1)(B + 1)^A for a label of Nₗ of the N rows of the dataset. Equal scores count as all their orders on average.",
		params: params(firstK, steepness, offset), best: firstBest(1), ranks: true, labels: propensityScored},
	{name: "confusion", doc: "A table, not a number: rows by true class (down) and predicted class (across), summed " +
		"over folds. Multi-label data have the table labels without it.", table: true},
}

// Components describes the metrics for the experiment file. The attribute name
// is common to all and not among the parameters.
func Components() []contract.Component {
	var list []contract.Component
	for _, k := range kinds {
		list = append(list, contract.Component{
			Kind: contract.KindMetric, Name: k.name, Doc: k.doc, Params: slices.Concat(k.params,
				params(restriction, part, over, sampleWeight)),
			Capabilities: contract.Capabilities{Properties: contract.Deterministic},
			Validate: func(c contract.Config) []contract.Diagnostic {
				o, err := decode(c)
				if wrong := cost.Diagnostics(err); wrong != nil {
					return wrong
				}
				if err != nil {
					return []contract.Diagnostic{contract.Errorf(nil, "The options of the metric cannot be read", "%v.", err)}
				}
				return o.faults()
			},
		})
	}
	return list
}

// single makes compute of a function without options.
func single(value func(in Input) float64) func(Input, options) []float64 {
	return func(in Input, _ options) []float64 { return []float64{value(in)} }
}

// find returns the type of a name, one without a name if there is none.
func find(name string) kind {
	if i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name }); i >= 0 {
		return kinds[i]
	}
	return kind{}
}
