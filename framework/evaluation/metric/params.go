package metric

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
)

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

// The values of kind: of which probabilities the calibration error is.
const (
	confidence = "confidence" // the largest of each row
	topLabel   = "top_label"  // the same, for each predicted class by itself
	classWise  = "class_wise" // those of each class, the mean over classes
)

// The values of binning.
const (
	equalWidth = "equal_width"
	equalMass  = "equal_mass"
)

// The metrics of prediction sets.
const (
	ofSizes    = "set_size"
	ofCoverage = "set_coverage"
)

// The values of their average, besides none.
const (
	overRows   = "rows"
	worstClass = "worst_class"
	worstSlab  = "worst_slab"
)

// The values of utility.
const (
	u65            = "u65"
	u80            = "u80"
	fBeta          = "f_beta"
	precisionOfSet = "precision"
)

// The parameters of single metrics.
var (
	average = contract.Param{Name: "average", Type: "string", Default: macro,
		OneOf: []string{macro, micro, weighted, samples, none},
		Doc: "How values per class become one: their mean, from pooled counts, their mean weighted by rows; none gives one " +
			"value per class. Of multi-label data likewise per label; samples is the mean of the values of rows."}
	zeroDivision = contract.Param{Name: "zero_division", Type: "string", OneOf: []string{zero, one, notANumber},
		Doc: "The value of a ratio 0/0, 0 if it is not written; means leave nan out."}
	beta = contract.Param{Name: "beta", Type: "number", Default: 1.0, Above: contract.Bound(0),
		Doc: "How many times as much recall counts as precision."}
	weights = contract.Param{Name: "weights", Type: "string", Default: none, OneOf: []string{none, linear, quadratic},
		Doc: "What a confusion of two classes costs: the same for all, or by how far they are apart in class order."}
	bins = contract.Param{Name: "bins", Type: "any", Default: float64(DefaultBins), Integer: true,
		Min: contract.Bound(1), Max: contract.Bound(10_000), OneOf: []string{equalWidth, equalMass},
		Doc: "Number of bins; an edge belongs to the bin above it. A word is that of binning, with the default number."}
	ofProbabilities = contract.Param{Name: "kind", Type: "string", Default: confidence,
		OneOf: []string{confidence, topLabel, classWise},
		Doc: "confidence: of the largest probability of each row (Guo et al. 2017); top_label: the same for each " +
			"predicted class, weighted by its rows (Gupta & Ramdas 2022); class_wise: of the probabilities of each " +
			"class, the mean over classes (Kull et al. 2019)."}
	binning = contract.Param{Name: "binning", Type: "string", Default: equalWidth,
		OneOf: []string{equalWidth, equalMass},
		Doc:   "Bins of equal width, or of as many rows each; equal probabilities are in one bin."}
	debiased = contract.Param{Name: "debiased", Type: "bool", Default: false,
		Doc: "The root of the mean squared difference without the bias of finite bins (Kumar, Liang & Ma 2019), in " +
			"place of the mean absolute difference."}
	abstainCost = contract.Param{Name: "cost", Type: "number", Default: defaultAbstainCost, Above: contract.Bound(0),
		Max: contract.Bound(1), Doc: "What a row without a prediction costs; a wrong prediction costs 1."}
	sizeAverage = contract.Param{Name: "average", Type: "string",
		OneOf: []string{overRows, worstClass, none},
		Doc: "rows: the mean over rows; worst_class: the largest of the means over the rows of each class; none: one " +
			"value per class. Default: rows."}
	coverageAverage = contract.Param{Name: "average", Type: "string",
		OneOf: []string{overRows, worstClass, worstSlab, none},
		Doc: "rows: the share of all rows; worst_class: the least of the shares of the rows of each class; worst_slab: " +
			"that of the rows between two parallel planes in the space of class probabilities, at least a tenth, that " +
			"are the worst in 100 random directions for a quarter of the rows, among the others (Romano, Sesia & " +
			"Candès 2020); none: one value per class. Default: rows."}
	utility = contract.Param{Name: "utility", Type: "string", Default: u65,
		OneOf: []string{u65, u80, fBeta, precisionOfSet},
		Doc: "g(s): u65 (1.6/s − 0.6/s²), u80 (2.2/s − 1.2/s²), f_beta ((1 + β²)/(s + β²)) or precision (1/s). u65 and " +
			"u80 give the right class among two 0.65 and 0.8."}
	utilityBeta = contract.Param{Name: "beta", Type: "number", Default: 1.0, Above: contract.Bound(0),
		Doc: "β of f_beta."}
	topK = contract.Param{Name: "k", Type: "number", Default: float64(defaultTopK), Integer: true, Min: contract.Bound(1),
		Doc: "How many classes may be named."}
	mode = contract.Param{Name: "mode", Type: "string", Default: ovr, OneOf: []string{ovr, ovo},
		Doc: "Each class against the rest, or the mean over pairs of classes present in truth."}
	curveAverage = contract.Param{Name: "average", Type: "string", Default: macro,
		OneOf: []string{macro, micro, weighted, samples, none},
		Doc: "macro: the mean over classes or labels; weighted: by their rows; micro: over all entries pooled; none: one " +
			"value per class or label; samples, of multi-label data: the mean over rows of what it is over their labels."}
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
			"divided by their sum over them. Of multi-label data: the labels that count."}
	part = contract.Param{Name: "on", Type: "string", Default: testRows, OneOf: []string{testRows, trainRows},
		Doc: "Which rows of each fold are scored; files call a metric on training rows train:accuracy."}
	over = contract.Param{Name: "over", Type: "string", OneOf: []string{folds, pooled},
		Doc: "folds: a value for each fold, of which tables give the mean; pooled: one value for each repeat, from the " +
			"predictions of all its folds together. " +
			"By default folds, but pooled for metrics that are not means over rows where leave_one_out tests one row at a time."}
	sampleWeight = contract.Param{Name: "sample_weight", Type: "bool",
		Doc: "Whether rows count by their weights, those of weights in the dataset block; false by default."}
)

// notWritten is the value of a k that is not in the configuration.
const notWritten = -1

// defaultTopK is the k of top_k where none is given.
const defaultTopK = 2

// defaultAbstainCost is the cost of abstain_cost where none is given.
const defaultAbstainCost = 0.1

// DefaultBins is the number of bins of ece where none is given.
const DefaultBins = 10

func params(list ...contract.Param) []contract.Param { return list }

// options are those of all types together; a type reads its own.
type options struct {
	Average      string  `json:"average"`
	Beta         float64 `json:"beta"`
	ZeroDivision string  `json:"zero_division"`
	Weights      string  `json:"weights"`
	K            int     `json:"k"` // notWritten, or at least 1
	Mode         string  `json:"mode"`
	ofPropensities
	ofBins
	ofRows
	ofCosts
	ofTree
	ofUtility
}

// ofCosts are the options of cost and abstain_cost.
type ofCosts struct {
	Costs     cost.Written `json:"costs,omitzero"`
	Normalize bool         `json:"normalize"`
	Abstain   float64      `json:"cost"`
}

// ofBins are the options of ece.
type ofBins struct {
	Written  json.RawMessage `json:"bins"` // a number or a word, nil if not written
	Bins     int             `json:"-"`
	Kind     string          `json:"kind"`
	Binning  string          `json:"binning"`
	Debiased bool            `json:"debiased"`
}

// read reads what bins says.
func (o *ofBins) read() error {
	written := o.Written
	if o.Written = nil; written == nil || json.Unmarshal(written, &o.Bins) == nil {
		return nil
	}
	return json.Unmarshal(written, &o.Binning)
}

// ofRows are the options of all types: which rows count, and how.
type ofRows struct {
	Classes      []string `json:"classes"`
	On           string   `json:"on"`
	Over         string   `json:"over"`
	SampleWeight bool     `json:"sample_weight"`
}

// decoded holds what decode has read, by the text of the configuration: metrics of a
// million cells have few. Nobody changes the options.
var decoded sync.Map

// decode reads a configuration; options that are not in it have their defaults.
func decode(c contract.Config) (options, error) {
	if known, ok := decoded.Load(string(c)); ok {
		return known.(options), nil
	}
	o := options{Average: macro, Beta: 1, ZeroDivision: zero, Weights: none, K: notWritten, Mode: ovr,
		ofBins: ofBins{Bins: DefaultBins, Kind: confidence, Binning: equalWidth},
		ofRows: ofRows{On: testRows}, ofPropensities: ofPropensities{A: propensityA, B: propensityB},
		ofCosts: ofCosts{Normalize: true, Abstain: defaultAbstainCost}, ofTree: ofTree{Rows: allRows, Edges: upEdges},
		ofUtility: ofUtility{Utility: u65}}
	err := c.Decode(&o)
	if err == nil {
		err = o.read()
	}
	if err == nil {
		decoded.Store(string(c), o)
	}
	return o, err
}

// faults returns what is wrong with options that fit the schema one by one.
func (o options) faults() []contract.Diagnostic {
	var list []contract.Diagnostic
	if o.Mode == ovo && (o.Average == micro || o.Average == samples || o.Average == none) {
		list = append(list, contract.Errorf([]any{"average"}, "Pairs of classes have no such average",
			`mode = "ovo" takes average = "macro" or "weighted"; average = %q goes with mode = "ovr".`, o.Average))
	}
	for i, label := range o.Classes {
		if slices.Contains(o.Classes[:i], label) {
			list = append(list, contract.Errorf([]any{"classes", i}, "The list of classes is wrong", "It names %q twice.",
				label))
		}
	}
	if o.Classes != nil && len(o.Classes) < 2 {
		list = append(list, contract.Errorf([]any{"classes"}, "The list of classes is wrong",
			"It must name two classes or more; leave it out to count all."))
	}
	return list
}

// first is k, or what it is if it is not written.
func (o options) first(otherwise int) int {
	if o.K == notWritten {
		return otherwise
	}
	return o.K
}

// outside names an option whose value the schema does not allow, or is empty.
func (o options) outside() string {
	switch {
	case !slices.Contains(average.OneOf, o.Average) && !slices.Contains(coverageAverage.OneOf, o.Average):
		return average.Name
	case !slices.Contains(zeroDivision.OneOf, o.ZeroDivision):
		return zeroDivision.Name
	case !slices.Contains(weights.OneOf, o.Weights):
		return weights.Name
	case !slices.Contains(mode.OneOf, o.Mode):
		return mode.Name
	case !slices.Contains(part.OneOf, o.On):
		return part.Name
	case o.Over != "" && !slices.Contains(over.OneOf, o.Over):
		return over.Name
	case !slices.Contains(rowsParam.OneOf, o.Rows):
		return rowsParam.Name
	case !slices.Contains(edgesParam.OneOf, o.Edges):
		return edgesParam.Name
	case !(o.Beta > 0):
		return beta.Name
	case o.Bins < 1 || o.Bins > int(*bins.Max):
		return bins.Name
	case !slices.Contains(ofProbabilities.OneOf, o.Kind):
		return ofProbabilities.Name
	case !slices.Contains(binning.OneOf, o.Binning):
		return binning.Name
	case !slices.Contains(utility.OneOf, o.Utility):
		return utility.Name
	case o.K < 1 && o.K != notWritten:
		return topK.Name
	case !(o.Abstain > 0 && o.Abstain <= 1):
		return abstainCost.Name
	case !(o.A >= 0):
		return steepness.Name
	case !(o.B >= 0):
		return offset.Name
	}
	return ""
}

// fits reports whether all restricting classes are among a dataset's.
func (o options) fits(classes []string) bool {
	return !slices.ContainsFunc(o.Classes, func(label string) bool { return !slices.Contains(classes, label) })
}

// of returns the classes that count in a dataset; see Spec.Of.
func (o options) of(classes []string) []string {
	switch {
	case o.Classes == nil:
		return classes
	case !o.fits(classes):
		return o.Classes
	}
	return slices.DeleteFunc(slices.Clone(classes), func(label string) bool { return !slices.Contains(o.Classes, label) })
}

// The defaults of the propensities, which Jain, Prabhu & Varma (2016) advise for data
// without estimates of their own.
const (
	propensityA = 0.55
	propensityB = 1.5
)

// The parameters of metrics of the labels that a row is given first.
var (
	firstK = contract.Param{Name: "k", Type: "number", Default: 1.0, Integer: true, Min: contract.Bound(1),
		Doc: "How many labels count, those of the largest scores; a row has K at most, and a missing one is not a hit."}
	upToK = contract.Param{Name: "k", Type: "number", Integer: true, Min: contract.Bound(1),
		Doc: "How many labels count: those with the largest scores. Default: all."}
	steepness = contract.Param{Name: "a", Type: "number", Default: propensityA, Min: contract.Bound(0),
		Doc: "A of the propensities: how steeply they fall for rare labels; with 0 they are all alike."}
	offset = contract.Param{Name: "b", Type: "number", Default: propensityB, Min: contract.Bound(0),
		Doc: "B of the propensities: how many rows are added to those of each label."}
)

// The values of rows and edges.
const (
	allRows   = "all"
	wrongRows = "wrong"
	upEdges   = "up"   // those up from the true class
	pathEdges = "path" // also those down to the predicted class
)

// The parameters of metrics by the tree of the classes.
var (
	treeAverage = contract.Param{Name: "average", Type: "string", OneOf: []string{micro, samples},
		Doc: "Whether nodes are counted over all rows together (micro), or of each row by itself, for the mean of the " +
			"values of rows (samples, which HiClass calls macro). Default: micro."}
	rowsParam = contract.Param{Name: "rows", Type: "string", Default: allRows, OneOf: []string{allRows, wrongRows},
		Doc: "Which rows count: all, or those that are predicted wrong, so that the value is the severity of a mistake, " +
			"NaN without any."}
	edgesParam = contract.Param{Name: "edges", Type: "string", Default: upEdges, OneOf: []string{upEdges, pathEdges},
		Doc: "Which edges count: those up from the true class to the common ancestor (up), or also those down to the " +
			"predicted class (path), the tree-induced error of Dekel, Keshet & Singer (2004)."}
)

// ofPropensities are the options of psp_at_k.
type ofPropensities struct {
	A float64 `json:"a"`
	B float64 `json:"b"`
}

// ofUtility are the options of set_utility.
type ofUtility struct {
	Utility string `json:"utility"`
}

// ofTree are the options of lca_distance.
type ofTree struct {
	Rows  string `json:"rows"`
	Edges string `json:"edges"`
}
