package metric

import "github.com/manyclass/bench/framework/contract"

// The values of average: how a number per class becomes one.
const (
	macro    = "macro"    // the plain mean over the classes present in truth or predictions
	micro    = "micro"    // counts are pooled over classes first
	weighted = "weighted" // the mean over classes, weighted by their rows in truth
	samples  = "samples"  // of multi-label data: the mean over rows
	none     = "none"     // no average: one value per class; of weights: all alike
)

// The values of weights, besides none: what a confusion costs.
const (
	linear    = "linear"    // the distance of the classes in class order
	quadratic = "quadratic" // its square
)

// The values of zero_division.
const (
	zero       = "0"
	one        = "1"
	notANumber = "nan"
)

// The values of mode.
const (
	ovr = "ovr" // each class against the rest
	ovo = "ovo" // pairs of classes
)

// The values of on.
const (
	testRows  = "test"
	trainRows = "train"
)

// The values of over.
const (
	folds  = "folds"  // a value a fold
	pooled = "pooled" // one of the predictions of all folds of a repeat
)

// The parameters of single metrics.
var (
	average = contract.Param{Name: "average", Type: "string", Default: macro,
		OneOf: []string{macro, micro, weighted, samples, none},
		Doc: "How values per class become one: their mean, from pooled counts, their mean weighted by rows; none gives one " +
			"value per class. " +
			"Of multi-label data likewise per label; samples is the mean of the values of rows."}
	zeroDivision = contract.Param{Name: "zero_division", Type: "string", OneOf: []string{zero, one, notANumber},
		Doc: "The value of a ratio 0/0, 0 if it is not written; means leave nan out."}
	beta = contract.Param{Name: "beta", Type: "number", Default: 1.0, Above: contract.Bound(0),
		Doc: "How many times as much recall counts as precision."}
	weights = contract.Param{Name: "weights", Type: "string", Default: none, OneOf: []string{none, linear, quadratic},
		Doc: "What a confusion of two classes costs: the same for all, or by how far they are apart in class order."}
	bins = contract.Param{Name: "bins", Type: "number", Default: 10.0, Integer: true, Min: contract.Bound(1),
		Max: contract.Bound(10_000),
		Doc: "Number of bins; an edge belongs to the bin above it."}
	topK = contract.Param{Name: "k", Type: "number", Default: 2.0, Integer: true, Min: contract.Bound(1),
		Doc: "How many classes may be named."}
	mode = contract.Param{Name: "mode", Type: "string", Default: ovr, OneOf: []string{ovr, ovo},
		Doc: "Each class against the rest, or the mean over pairs of classes present in truth."}
	aucAverage = contract.Param{Name: "average", Type: "string", Default: macro,
		OneOf: []string{macro, micro, weighted, samples, none},
		Doc: "macro: the mean, NaN if that of a class is; weighted: by rows of class or pair; with ovr also micro: over " +
			"all classes' scores pooled, and none: one value per class; " +
			"samples, of multi-label data: the mean of the AUCs of rows over their labels."}
)

// The parameters of all metrics, besides the name.
var (
	restriction = contract.Param{Name: "classes", Type: "list(string)",
		Doc: "Two or more class labels: only rows of these classes with predictions among them count; probabilities are " +
			"divided by their sum over them. " +
			"Of multi-label data: the labels that count."}
	part = contract.Param{Name: "on", Type: "string", Default: testRows, OneOf: []string{testRows, trainRows},
		Doc: "Which rows of each fold are scored; files call a metric on training rows train:accuracy."}
	over = contract.Param{Name: "over", Type: "string", OneOf: []string{folds, pooled},
		Doc: "folds: a value for each fold, of which tables give the mean; pooled: one value for each repeat, from the " +
			"predictions of all its folds together. " +
			"By default folds, but pooled for what is no mean over rows where leave_one_out tests a row at a time."}
)

func params(list ...contract.Param) []contract.Param { return list }
