package encode

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// counters is the source of target: each variable has, for each prior, a feature
// for each class, and perhaps the counts. With the rows counted over being those
// that are not held out,
//
//	g_k(u) = (successes_k(u) + c_k) / (count(u) + Σc).
//
// Of multi-label data k counts labels, and since each is there or not, both with
// the prior c_k, the denominator is count(u) + 2c_k.
type counters struct {
	counted
	feature int
	priors  []prior
	counts  bool
	log1p   bool
	mark    string // between the names of a column and a class
	labels  bool   // k counts labels
}

func (s *counters) each(v view, row int, yield func(int, float64)) error {
	total, rest, err := s.tallies(v, row)
	if err != nil {
		return err
	}
	all, allRest := s.held.everyone, s.held.rest(v, row)
	count := total[0] - rest[0]
	feature := s.feature
	put := func(x float64) {
		if x != 0 {
			yield(feature, x)
		}
		feature++
	}
	for _, p := range s.priors {
		for class := 1; class <= s.held.classes; class++ {
			successes := total[class] - rest[class]
			if sum := s.prior(&p, class-1); p.c != nil && count+sum > 0 {
				put((successes + p.c[class-1]) / (count + sum))
				continue
			}
			put(p.byShare(successes, count, s.share(all, allRest, class)))
		}
	}
	for i := 0; s.counts && i < len(total); i++ {
		n := total[i] - rest[i]
		if s.log1p {
			n = elementary.Log1p(n)
		}
		put(n)
	}
	return nil
}

// prior is what a prior adds to the number of rows in the counter of a class or
// label.
func (s *counters) prior(p *prior, class int) float64 {
	if s.labels && p.c != nil {
		return 2 * p.c[class]
	}
	return p.sum
}

// share is the share of a class in the rows counted over. All classes have the
// same if there are none, and a label a half.
func (s *counters) share(all, rest tally, class int) float64 {
	switch n := all[0] - rest[0]; {
	case n > 0:
		return (all[class] - rest[class]) / n
	case s.labels:
		return 0.5
	}
	return 1 / float64(len(all)-1)
}

func (s *counters) identify(d digest, t *data.Table) {
	s.counted.identify(d, t)
	d.text(fmt.Sprint(s.priors, s.counts, s.log1p, s.mark))
}

// counting is the type target: it counts classes by the values of a column.
type counting struct {
	attributes
	Prior       any       `json:"prior"`
	PriorWeight *float64  `json:"prior_weight"`
	Priors      []any     `json:"priors"`
	Counts      bool      `json:"counts"`
	Log1p       bool      `json:"log1p"`
	Thresholds  []float64 `json:"thresholds"` // of the number that classes were made from
}

func targetKind() kind {
	return kind{contract.Component{Name: "target", Params: scaled(
		foldsParam, leaveOneOutParam, inSampleParam, sampleWeightParam,
		contract.Param{Name: "prior", Type: "any", Doc: "c_k: a number for every class or label, or an object with a " +
			"number for each; 1 by default. With 0, a value that no row has gets the shares of the classes in the rows " +
			"counted over."},
		contract.Param{Name: "prior_weight", Type: "number", Min: contract.Bound(0),
			Doc: "In place of prior: c_k is this times the share of class k in the rows counted over (the m-estimate)."},
		contract.Param{Name: "priors", Type: "list(any)", Doc: "Several values of prior, and so several counters, " +
			"called `col~k[prior=0.1]`, or `col~k[prior #2]` for the second if it is an object."},
		contract.Param{Name: "counts", Type: "bool", Doc: "Also makes features of count(u), called `#col`, and " +
			"successes_k(u), called `#col~k`. false by default."},
		contract.Param{Name: "log1p", Type: "bool", Doc: "Takes ln(1 + x) of the counts. false by default."},
		contract.Param{Name: "thresholds", Type: "list(number)", Doc: "Counts rows above these numbers, in place of " +
			"classes, where discretize made classes from numbers: `col>t` is the smoothed share of rows above t, " +
			"(above_t(u) + c) / (count(u) + 2c). Each threshold is treated as a label of multi-label data; folds are then " +
			"not stratified."},
		pairsParam,
		contract.Param{Name: "buckets", Type: "number", Integer: true, Min: contract.Bound(1),
			Max: contract.Bound(mostBuckets), Doc: "Counts over hashed values: those of a column whose hashes agree modulo " +
				"buckets share their counters. The hash is that of hashing. None by default."},
		rareBelowParam, unseenCounted("has counters of nothing but c"),
	)}, func() settings { return &counting{} }}
}

func (e *counting) fit(b *builder) func(v variable) {
	classes, counted := b.table, b.table
	if e.Thresholds != nil {
		counted = above(b.table, e.Thresholds)
	}
	take := b.eachHolding(e.holding, func(v variable, held *heldOut) { e.add(b, v, held) })
	return func(v variable) {
		b.table = counted
		take(v)
		b.table = classes
	}
}

// add appends the counters of a variable.
func (e *counting) add(b *builder, v variable, held *heldOut) {
	s := &counters{
		counted: b.count(v, e.grouping, held), feature: len(b.Columns),
		priors: e.priorsOf(b.table.Target.Names), counts: e.Counts, log1p: e.Log1p, mark: "~",
		labels: b.table.Target.MultiLabel,
	}
	if e.Thresholds != nil {
		s.mark = ">"
	}
	for _, p := range s.priors {
		for _, class := range b.table.Target.Names {
			b.feature(s.name+s.mark+class+p.name, contract.NumericColumn)
		}
	}
	if s.counts {
		b.feature("#"+s.name, contract.NumericColumn)
		for _, class := range b.table.Target.Names {
			b.feature("#"+s.name+s.mark+class, contract.NumericColumn)
		}
	}
	b.source(s, len(b.Columns)-s.feature)
}

func (e *counting) most(_ variable, outcomes int) (width, nonzero int) {
	if e.Thresholds != nil {
		outcomes = len(e.Thresholds)
	}
	width = outcomes * max(1, len(e.Priors))
	if e.Counts {
		width += 1 + outcomes
	}
	return width, width
}

// takes checks that thresholds have numbers to divide, and that priors by class name the
// classes, or labels, of a table.
func (e *counting) takes(t *data.Table) error {
	if e.Thresholds != nil {
		return checkQuantity(t, "thresholds")
	}
	written := e.Priors
	if e.Prior != nil {
		written = []any{e.Prior}
	}
	for _, p := range written {
		if byClass, ok := p.(map[string]any); ok {
			if err := checkClasses(t, byClass); err != nil {
				return err
			}
		}
	}
	return nil
}

// priorsOf returns the priors for some classes.
func (e *counting) priorsOf(classes []string) []prior {
	if e.PriorWeight != nil {
		return []prior{{weight: *e.PriorWeight, sum: *e.PriorWeight}}
	}
	if e.Priors == nil {
		written := e.Prior
		if written == nil {
			written = 1.0
		}
		return []prior{constants("", written, classes)}
	}
	var list []prior
	for i, written := range e.Priors {
		name := fmt.Sprintf("[prior #%d]", i+1)
		if c, ok := written.(float64); ok {
			name = "[prior=" + strconv.FormatFloat(c, 'g', -1, 64) + "]"
		}
		list = append(list, constants(name, written, classes))
	}
	return list
}

// check checks what priors, counts and thresholds say together.
func (e *counting) check() []contract.Diagnostic {
	diags := exclusive("Give c in one way.", written{"prior", e.Prior != nil},
		written{"prior_weight", e.PriorWeight != nil}, written{"priors", e.Priors != nil})
	if e.Log1p && !e.Counts {
		diags = append(diags, contract.Warningf([]any{"log1p"}, "log1p is used with counts = true only",
			"Remove it, or write counts = true."))
	}
	if e.Priors != nil && len(e.Priors) == 0 {
		diags = append(diags, contract.Errorf([]any{"priors"}, "priors is empty", "Write for example priors = [0.1, 1, 10]."))
	}
	diags = append(diags, e.checkThresholds()...)
	if e.Prior != nil {
		if err := checkPrior(e.Prior); err != nil {
			diags = append(diags, contract.Errorf([]any{"prior"}, err.Error(), "Write for example prior = 1."))
		}
	}
	for i, p := range e.Priors {
		if err := checkPrior(p); err != nil {
			diags = append(diags, contract.Errorf([]any{"priors", i}, err.Error(), "Write for example priors = [0.1, 1, 10]."))
		}
		if slices.ContainsFunc(e.Priors[:i], func(other any) bool { return reflect.DeepEqual(other, p) }) {
			diags = append(diags, contract.Errorf([]any{"priors", i}, "this prior is a duplicate", "Remove one of them."))
		}
	}
	return diags
}

// checkThresholds checks that thresholds ascend, and that priors do not name classes.
func (e *counting) checkThresholds() []contract.Diagnostic {
	if e.Thresholds == nil {
		return nil
	}
	const example = "Write for example thresholds = [10, 20]."
	if len(e.Thresholds) == 0 {
		return []contract.Diagnostic{contract.Errorf([]any{"thresholds"}, "thresholds is empty", example)}
	}
	for i := 1; i < len(e.Thresholds); i++ {
		if e.Thresholds[i] <= e.Thresholds[i-1] {
			return []contract.Diagnostic{contract.Errorf([]any{"thresholds", i}, "a threshold is not larger than the one before",
				example)}
		}
	}
	for i, prior := range slices.Concat([]any{e.Prior}, e.Priors) {
		if _, named := prior.(map[string]any); !named {
			continue
		}
		path := []any{"prior"}
		if i > 0 {
			path = []any{"priors", i - 1}
		}
		return []contract.Diagnostic{contract.Errorf(path, "with thresholds there are no classes that a prior could name",
			"Write a number, for example prior = 1.")}
	}
	return nil
}
