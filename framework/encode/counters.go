package encode

import (
	"fmt"
	"math"

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

// addCounters appends the counters of a variable.
func (b *builder) addCounters(v variable, e *encoder, held *heldOut) {
	s := &counters{
		counted: b.count(v, e, held), feature: len(b.Columns),
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
			n = math.Log1p(n)
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

// counting is the type target.
func counting() kind {
	zero := contract.Bound(0)
	return kind{
		Component: contract.Component{
			Name: "target",
			Doc: "Counters (target statistics): for each class k a feature `col~k`, the smoothed share of the class among " +
				"the training rows with the same value u, (successes_k(u) + c_k) / (count(u) + Σc), and numbers scaled. A " +
				"missing category is a value of its own. Of multi-label data k counts the labels, each of which is there or " +
				"not: (successes_k(u) + c_k) / (count(u) + 2c_k). " +
				"A training row's counters are counted over the other folds of the training rows, so that its own label is not " +
				"in them; test rows get those of all training rows. " +
				"Metrics with on = \"train\" hence score training rows as the model saw them. Counters are not scaled. " +
				"(Micci-Barreca, A preprocessing scheme for high-cardinality categorical attributes, SIGKDD Explorations 3(1), " +
				"2001.)",
			Params: scaled(
				foldsParam,
				leaveOneOutParam,
				inSampleParam, sampleWeightParam,
				contract.Param{Name: "prior", Type: "any", Doc: "c_k: a number for every class or label, or an object with a " +
					"number for each; 1 by default. With 0, a value that no row has gets the shares of the classes in the rows " +
					"counted over."},
				contract.Param{Name: "prior_weight", Type: "number", Min: zero,
					Doc: "In place of prior: c_k is this times the share of class k in the rows counted over (the m-estimate)."},
				contract.Param{Name: "priors", Type: "list(any)", Doc: "Several values of prior, and so several counters, " +
					"called `col~k[prior=0.1]`, or `col~k[prior #2]` for the second if it is an object."},
				contract.Param{Name: "counts", Type: "bool", Doc: "Also count(u), called `#col`, and successes_k(u), called " +
					"`#col~k`. false by default."},
				contract.Param{Name: "log1p", Type: "bool", Doc: "Takes ln(1 + x) of the counts. false by default."},
				contract.Param{Name: "thresholds", Type: "list(number)", Doc: "Counts rows above these numbers, in place of " +
					"classes, " +
					"where classes were made of numbers by discretize: `col>t` is the smoothed share of rows above t, " +
					"(above_t(u) + c) / " +
					"(count(u) + 2c). Each is above or not, as a label of multi-label data is there or not; folds are then not " +
					"stratified."},
				pairsParam,
				contract.Param{Name: "buckets", Type: "number", Integer: true, Min: contract.Bound(1),
					Max: contract.Bound(mostBuckets), Doc: "Counts over hashed values: those of a column whose hashes agree modulo " +
						"buckets share their counters. The hash is that of hashing. None by default."},
				rareBelowParam,
				unseenParam("What becomes of a value that no training row has: it joins the rare ones if there are any (rare, "+
					"the default with rare_below), has counters of nothing but c (ignore), or is an error.", "ignore", "error",
					"rare"),
			),
		},
		fit: func(b *builder, e *encoder) (func(v variable), func()) {
			classes, counted := b.table, b.table
			if e.Thresholds != nil {
				counted = above(b.table, e.Thresholds)
			}
			take, end := eachHolding((*builder).addCounters)(b, e)
			return func(v variable) {
				b.table = counted
				take(v)
				b.table = classes
			}, end
		},
		most: func(e *encoder, _ variable, outcomes int) (int, int) {
			if e.Thresholds != nil {
				outcomes = len(e.Thresholds)
			}
			width := outcomes * max(1, len(e.Priors))
			if e.Counts {
				width += 1 + outcomes
			}
			return width, width
		},
		takes: func(e *encoder, t *data.Table, _ []int) error {
			if e.Thresholds != nil {
				return checkQuantity(t, "thresholds")
			}
			return checkClasses(e, t)
		},
	}
}
