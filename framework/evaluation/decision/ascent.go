package decision

import (
	"cmp"

	"github.com/manyclass/bench/framework/base/lists"
)

// Measure is what predictions of all rows together are chosen for: the mean over classes, or labels,
// of a measure of one against the rest.
type Measure string

// The measures.
const (
	MacroF1        Measure = "macro_f1"
	MacroPrecision Measure = "macro_precision"
	MacroRecall    Measure = "macro_recall"
)

// Measures are all of them.
var Measures = []string{string(MacroF1), string(MacroPrecision), string(MacroRecall)}

// of is the measure of a class from its expected numbers; 0 where its denominator is.
func (m Measure) of(both, predicted, present float64) float64 {
	top, bottom := both, predicted
	switch m {
	case MacroF1:
		top, bottom = 2*both, predicted+present
	case MacroRecall:
		bottom = present
	}
	if bottom <= 0 {
		return 0
	}
	return top / bottom
}

// mostSweeps limits Ascend, which usually ends after some ten sweeps.
const mostSweeps = 100

// Ascend changes the predictions of rows, in place, so that the expected measure of all of them grows,
// given the probability of each class or label of a row: y has a 1 for a prediction and else 0, n × K,
// and each row keeps its number of ones. The expected numbers of right predictions, of predictions and
// of rows with a class take the place of those in the measure. The rows take the best of
// their classes in turn, given the predictions of the others, until none changes: block coordinate ascent
// (Schultheis, Wydmuch, Kotłowski, Babbar and Dembczyński, "Generalized test utilities for long-tail
// performance in extreme multi-label classification", NeurIPS 36, 2023). The result is a local
// maximum, which may depend on the order of the rows.
func Ascend(m Measure, p []float64, y []int8, k int, order []int, weights []float64) {
	a := ascent{m, p, y, k, weights, expect(p, y, k, weights), make([]float64, k), lists.Range(k)}
	for range mostSweeps {
		changed := false
		for _, i := range order {
			changed = a.improve(i) || changed
		}
		if !changed {
			return
		}
	}
}

// ascent is the state of Ascend, with room for the gains and the classes of a row.
type ascent struct {
	measure Measure
	p       []float64
	y       []int8
	k       int
	weights []float64
	expected
	gains []float64
	best  []int
}

// expected are the expected numbers of each class.
type expected struct{ both, predicted, present []float64 }

func expect(p []float64, y []int8, k int, weights []float64) expected {
	e := expected{make([]float64, k), make([]float64, k), make([]float64, k)}
	for at, probability := range p {
		class, w := at%k, weight(weights, at/k)
		e.present[class] += float64(w * probability)
		if y[at] != 0 {
			e.predicted[class] += w
			e.both[class] += float64(w * probability)
		}
	}
	return e
}

// improve gives a row the best classes given the other rows, as many as it has, and reports whether
// they are others.
func (a *ascent) improve(i int) (changed bool) {
	p, y, w := a.p[i*a.k:(i+1)*a.k], a.y[i*a.k:(i+1)*a.k], weight(a.weights, i)
	count := 0
	for c, has := range y {
		both, predicted := a.both[c], a.predicted[c]
		if has != 0 {
			count++
			both, predicted = both-float64(w*p[c]), predicted-w
		}
		a.gains[c] = a.measure.of(both+float64(w*p[c]), predicted+w, a.present[c]) -
			a.measure.of(both, predicted, a.present[c])
	}
	for n, c := range a.chosen(y, count) {
		if has := y[c] != 0; has == (n < count) {
			continue
		} else if changed = true; has {
			y[c] = 0
			a.both[c] -= float64(w * p[c])
			a.predicted[c] -= w
		} else {
			y[c] = 1
			a.both[c] += float64(w * p[c])
			a.predicted[c] += w
		}
	}
	return changed
}

// chosen lists the classes so that the first ones, count of them, have the largest gains. Of equal ones
// those that the row has come first, then those of lower numbers.
func (a *ascent) chosen(y []int8, count int) []int {
	for c := range a.best {
		a.best[c] = c
	}
	better := func(b, c int) bool { // whether b is before c
		has := func(c int) int { return int(y[c]) }
		return cmp.Or(cmp.Compare(a.gains[c], a.gains[b]), has(c)-has(b), b-c) < 0
	}
	for n := range count {
		first := n
		for at := n + 1; at < len(a.best); at++ {
			if better(a.best[at], a.best[first]) {
				first = at
			}
		}
		a.best[n], a.best[first] = a.best[first], a.best[n]
	}
	return a.best
}
