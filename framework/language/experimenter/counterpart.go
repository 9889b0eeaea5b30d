package experimenter

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/data/notation"
)

// counterpart is what an experiment file has for a classifier of WEKA.
type counterpart struct {
	learner    string // type
	attributes []string
	encoder    string // name, one of encoders
	reduction  string // name, one of reductions
	remarks    []string
	// withCategories is what datasets with categorical columns need instead, nil if they need nothing else.
	withCategories *counterpart
}

// encoders are the blocks of encoders, by their names.
var encoders = map[string]string{
	"standard": `encoder "one_hot" "standard" {} # mean 0 and deviation 1, an indicator for each value of a text`,
	"range": `encoder "one_hot" "range" {
  numeric = "minmax" # numbers from 0 to 1, as WEKA normalises them
}`,
	"plain": `encoder "one_hot" "plain" {
  numeric = "none" # numbers as they are
}`,
	"factors": `encoder "ordinal" "factors" {
  numeric = "none" # learners see numbers and categories as they are
}`,
}

// reductions are the blocks of reductions, by their names.
var reductions = map[string]string{
	"direct": `reduction "direct" "direct" {} # the learner's own way with many classes`,
	"ova":    `reduction "one_vs_rest" "ova" {} # MultiClassClassifier -M 0`,
	"ovo":    `reduction "one_vs_one" "ovo" {} # MultiClassClassifier -M 3, and SMO by itself`,
	"coupled": `reduction "one_vs_one" "coupled" {
  decoding = "coupling" # MultiClassClassifier -M 3 -P
  method   = "hastie_tibshirani"
  weighted = true
}`,
	"random": `reduction "ecoc" "random" {
  code     = "dense_random" # MultiClassClassifier -M 1
  decoding = "loss_based"
  loss     = "logistic"
}`,
	"exhaustive": `reduction "ecoc" "exhaustive" {
  code     = "exhaustive" # MultiClassClassifier -M 2
  decoding = "loss_based"
  loss     = "logistic"
}`,
}

// ignored are options that change how WEKA computes or prints, and not what.
var ignored = []string{"num-decimal-places", "batch-size", "output-debug-info", "do-not-check-capabilities", "D",
	"num-slots", "num-threads"}

// translators make the counterpart of a class. Flags that remain are unknown to them. Without a counterpart under
// these options they say why.
var translators = map[string]func(o options) (*counterpart, string){
	"weka.classifiers.functions.Logistic": logistic,
	"weka.classifiers.functions.SMO":      smo,
	"weka.classifiers.trees.J48":          j48,
	"weka.classifiers.bayes.NaiveBayes":   naiveBayes,
	"weka.classifiers.lazy.IBk":           ibk,
	"weka.classifiers.rules.ZeroR":        zeroR,
}

// translate is the counterpart of a classifier, or nil and why there is none.
func translate(c Classifier) (*counterpart, string) {
	if c.Class == "weka.classifiers.meta.MultiClassClassifier" {
		return reduced(c.Options)
	}
	make, known := translators[c.Class]
	if !known {
		return nil, "bench has no learner of its own like " + short(c.Class)
	}
	o := optionsOf(c.Options)
	for _, flag := range ignored {
		if c.Class != "weka.classifiers.bayes.NaiveBayes" || flag != "D" {
			delete(o, flag)
		}
	}
	p, why := make(o)
	if p == nil {
		return nil, why
	}
	if len(o) > 0 {
		rest := slices.Sorted(maps.Keys(o))
		return nil, fmt.Sprintf("bench's learner %q has nothing like the options -%s", p.learner, strings.Join(rest, ", -"))
	}
	if p.encoder == "" {
		p.encoder = "standard"
	}
	if p.reduction == "" {
		p.reduction = "direct"
	}
	p.settle()
	return p, ""
}

// usualBase is the classifier of MultiClassClassifier without -W.
const usualBase = "weka.classifiers.functions.Logistic"

// reduced is the counterpart of MultiClassClassifier: that of its classifier, with a reduction.
func reduced(words []string) (*counterpart, string) {
	own, inner := parted(words)
	o := optionsOf(own)
	p, why := translate(Classifier{o.text("W", usualBase), inner})
	if p == nil {
		return nil, why
	}
	if p.learner == "logreg" {
		p.remarks = nil // they are on many classes
	}
	switch method, width, coupled := o.text("M", "0"), o.number("R", 2), o.has("P"); method {
	case "0":
		p.reduction = "ova"
	case "1":
		p.reduction = "random"
		p.remark("WEKA draws %s times as many columns as there are classes, bench a good code of about 10·log2 K "+
			"(columns in the reduction). WEKA adds up probabilities, bench losses.", notation.Shortest(width))
	case "2":
		p.reduction = "exhaustive"
		p.remark("WEKA adds up the probabilities of the columns, bench their losses.")
	case "3":
		p.reduction = "ovo"
		if coupled {
			p.reduction = "coupled"
		}
	default:
		return nil, "there is no method -M " + method
	}
	p.settle()
	return p, ""
}

// settle gives what datasets with categories need the same reduction, and margins a calibration where the
// reduction needs probabilities.
func (p *counterpart) settle() {
	if p.reduction == "coupled" && p.learner == "kernel_svm" {
		p.set("calibrate = \"sigmoid\" # as SMO -M")
	}
	if p.withCategories != nil {
		p.withCategories.reduction = p.reduction
	}
}

func (p *counterpart) set(format string, args ...any) {
	p.attributes = append(p.attributes, fmt.Sprintf(format, args...))
}

func (p *counterpart) remark(format string, args ...any) {
	p.remarks = append(p.remarks, fmt.Sprintf(format, args...))
}

func zeroR(options) (*counterpart, string) { return &counterpart{learner: "majority"}, "" }

// logistic: WEKA minimises Σ log(1 + exp(−y f)) + R·‖w‖², bench ½‖w‖² + C·Σ log(1 + exp(−y f)), so that C = 1/(2R).
func logistic(o options) (*counterpart, string) {
	p := &counterpart{learner: "logreg"}
	switch ridge := o.number("R", 1e-8); {
	case ridge < 0 || math.IsNaN(ridge) || math.IsInf(ridge, 0):
		return nil, "the ridge is not a number"
	case ridge == 0:
		p.set("penalty = \"none\"")
	default:
		p.set("C = %s # 1/(2·ridge), ridge %s", notation.Shortest(1/(2*ridge)), notation.Shortest(ridge))
	}
	if most := o.number("M", -1); most >= 1 {
		p.set("max_iter = %d", int(min(most, 1e9)))
	}
	o.has("S") // conjugate gradients, another way to the same minimum
	o.has("C")
	p.remark("With more than two classes WEKA's Logistic has coefficients for all classes but the last, and bench " +
		"for all: with a large ridge the models differ. With two classes one_vs_rest has WEKA's model.")
	return p, ""
}

// smo: pairs of classes that vote, with the kernel and the scaling of the options.
func smo(o options) (*counterpart, string) {
	p := &counterpart{learner: "kernel_svm", reduction: "ovo"}
	kernel, k := used(o.text("K", "weka.classifiers.functions.supportVector.PolyKernel"))
	for _, flag := range []string{"C", "output-debug-info", "no-checks", "D"} {
		delete(k, flag)
	}
	switch degree := k.number("E", 1); short(kernel) {
	case "PolyKernel":
		lower := k.has("L")
		switch {
		case degree != math.Trunc(degree) || degree < 1 || degree > 1e6:
			return nil, "the exponent of the kernel is not a whole number from 1"
		case degree == 1:
			p.set("kernel = \"linear\"")
		default:
			p.set("kernel = \"poly\"\ndegree = %d\ngamma = 1", int(degree))
			if lower {
				p.set("coef0 = 1")
			}
		}
	case "RBFKernel":
		gamma := k.number("G", 0.01)
		if !(gamma > 0) {
			return nil, "the gamma of the kernel is not above 0"
		}
		p.set("kernel = \"rbf\"\ngamma = %s", notation.Shortest(gamma))
	default:
		return nil, "kernel_svm does not have the kernel " + short(kernel)
	}
	if len(k) > 0 {
		return nil, "kernel_svm does not have all options of the kernel"
	}
	if !p.machine(o) {
		return nil, "C and the tolerance are not above 0"
	}
	return p, ""
}

// machine sets what does not depend on the kernel.
func (p *counterpart) machine(o options) bool {
	c, tol := o.number("C", 1), o.number("L", 1e-3)
	p.set("C = %s\ntol = %s", notation.Shortest(c), notation.Shortest(tol))
	switch o.text("N", "0") {
	case "0":
		p.encoder = "range"
	case "1":
		p.encoder = "standard"
	default:
		p.encoder = "plain"
	}
	for _, flag := range []string{"P", "V", "W", "calibrator"} {
		delete(o, flag)
	}
	if o.has("M") {
		p.remark("SMO -M fits probabilities; calibrate = \"sigmoid\" in the learner does, too.")
	}
	return c > 0 && tol > 0 && !math.IsInf(c, 0) && !math.IsInf(tol, 0)
}

func j48(o options) (*counterpart, string) {
	p := &counterpart{learner: "tree", encoder: "standard"}
	least := o.number("M", 2)
	if least < 1 || least != math.Trunc(least) || least > 1e9 {
		return nil, "-M is not a whole number of rows"
	}
	confidence := o.text("C", "0.25")
	unpruned := o.has("U")
	p.set("criterion = \"entropy\"\nmin_samples_leaf = %d", int(least))
	for _, flag := range []string{"S", "L", "A", "J", "doNotMakeSplitPointActualValue"} {
		delete(o, flag)
	}
	pruned := "is not pruned"
	if !unpruned {
		pruned = "is pruned by the confidence " + confidence
	}
	p.remark("J48 is C4.5: it splits by the gain ratio, gives a nominal attribute a branch for each value, and %s. "+
		"tree is CART, with two branches and without pruning (ccp_alpha prunes). Expect other numbers.", pruned)
	return p, ""
}

func naiveBayes(o options) (*counterpart, string) {
	p := &counterpart{learner: "naive_bayes", encoder: "plain"}
	if o.has("K") || o.has("D") {
		return nil, "naive_bayes has neither kernel estimators (-K) nor discretization (-D)"
	}
	o.has("O")
	p.remark("WEKA rounds numbers to the precision that it finds in a column, and the deviation is at least a " +
		"sixth of it.")
	p.withCategories = &counterpart{learner: "naive_bayes", encoder: "factors", attributes: []string{"kind = \"mixed\""},
		remarks: p.remarks}
	return p, ""
}

func ibk(o options) (*counterpart, string) {
	p := &counterpart{learner: "knn", encoder: "range"}
	k := o.number("K", 1)
	switch {
	case k < 1 || k != math.Trunc(k) || k > 1e9:
		return nil, "-K is not a whole number of neighbours"
	case o.number("W", 0) != 0, o.has("X"), o.has("F"), o.has("E"):
		return nil, "knn has no window (-W), no choice of k (-X) and no weights 1 - distance (-F)"
	}
	p.set("k = %d", int(k))
	if o.has("I") {
		p.set("weights = \"distance\"")
	}
	if why := p.distance(o.text("A", "")); why != "" {
		return nil, why
	}
	p.remark("IBk takes all rows at the distance of the last neighbour, knn the first ones. Values of nominal " +
		"attributes that differ are 1 apart in IBk, and √2 with indicators.")
	return p, ""
}

// distance sets the distance that a search of WEKA uses; it returns why that cannot be.
func (p *counterpart) distance(search string) string {
	_, o := used(search)
	distance, own := used(o.text("A", "weka.core.EuclideanDistance"))
	switch short(distance) {
	case "EuclideanDistance":
	case "ManhattanDistance":
		p.set("metric = \"manhattan\"")
	default:
		return "knn does not have the distance " + short(distance)
	}
	if own.has("D") {
		p.encoder = "plain"
	}
	return ""
}

// used is a class that another one uses, and its options, as one text.
func used(text string) (class string, o options) {
	list := words(text)
	if len(list) == 0 {
		return "", options{}
	}
	return list[0], optionsOf(list[1:])
}
