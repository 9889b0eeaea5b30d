package encode

import (
	"fmt"
	"math"
	"slices"

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
	groups
	held    *heldOut
	feature int
	priors  []prior
	counts  bool
	log1p   bool
	labels  bool    // k counts labels
	totals  tally   // of the training rows of each group
	start   []int32 // by group: its first cell; one more at the end
	cells   []int32 // fold of each cell, −1 if it is empty
	parts   tally   // of the training rows of each cell: of one group and fold
}

// addCounters appends the counters of a variable.
func (b *builder) addCounters(v variable, e *encoder) {
	s := &counters{
		groups: b.group(v, e, false), held: b.holdOut(e), feature: len(b.Columns),
		priors: e.priorsOf(b.table.Target.Names), counts: e.Counts, log1p: e.Log1p,
		labels: b.table.Target.MultiLabel,
	}
	s.tally(b)
	for _, p := range s.priors {
		for _, class := range b.table.Target.Names {
			b.feature(s.name+"~"+class+p.name, "numeric")
		}
	}
	if s.counts {
		b.feature("#"+s.name, "numeric")
		for _, class := range b.table.Target.Names {
			b.feature("#"+s.name+"~"+class, "numeric")
		}
	}
	b.source(s, len(b.Columns)-s.feature)
}

// tally counts the training rows of each group, and of each of its folds. A
// group of n rows has rows in at most n folds, so there is no need for a cell
// for every group and fold.
func (s *counters) tally(b *builder) {
	k := s.held.classes
	group := make([]int32, len(b.rows))
	s.totals = make(tally, s.total*(k+1))
	for i, row := range b.rows {
		group[i] = s.index.get(s.key(b.table, s.at(b.table, row)))
		s.totals.of(group[i], k).addRow(b.table, row)
	}
	if s.held.folds == 0 {
		return
	}
	s.start = make([]int32, s.total+1)
	for g := range s.total {
		s.start[g+1] = s.start[g] + min(s.totals.of(int32(g), k)[0], int32(s.held.folds))
	}
	s.cells = slices.Repeat([]int32{-1}, int(s.start[s.total]))
	s.parts = make(tally, len(s.cells)*(k+1))
	for i, row := range b.rows {
		cell := s.start[group[i]]
		for fold := s.held.fold[row]; s.cells[cell] != fold; cell++ {
			if s.cells[cell] < 0 {
				s.cells[cell] = fold
				break
			}
		}
		s.parts.of(cell, k).addRow(b.table, row)
	}
}

// rest returns what of a group is not counted for a row.
func (s *counters) rest(v view, row int, group int32) tally {
	fold := s.held.foldOf(v, row)
	if fold < 0 || s.held.folds == 0 {
		return s.held.rest(v, row)
	}
	cell := s.start[group]
	for s.cells[cell] != fold {
		cell++
	}
	return s.parts.of(cell, s.held.classes)
}

func (s *counters) each(v view, row int, yield func(int, float64)) error {
	group, err := s.of(v.table, row)
	if err != nil {
		return err
	}
	total, rest := s.held.nothing, s.held.nothing
	if group >= 0 {
		total, rest = s.totals.of(group, s.held.classes), s.rest(v, row, group)
	}
	all, allRest := s.held.everyone, s.held.rest(v, row)
	count := float64(total[0] - rest[0])
	feature := s.feature
	put := func(x float64) {
		if x != 0 {
			yield(feature, x)
		}
		feature++
	}
	for _, p := range s.priors {
		for class := 1; class <= s.held.classes; class++ {
			successes := float64(total[class] - rest[class])
			if sum := s.prior(&p, class-1); p.c != nil && count+sum > 0 {
				put((successes + p.c[class-1]) / (count + sum))
				continue
			}
			put(p.byShare(successes, count, s.share(all, allRest, class)))
		}
	}
	for i := 0; s.counts && i < len(total); i++ {
		n := float64(total[i] - rest[i])
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
		return float64(all[class]-rest[class]) / float64(n)
	case s.labels:
		return 0.5
	}
	return 1 / float64(len(all)-1)
}

// identify writes the rows and classes that were counted by their numbers: the
// rest is in the table.
func (s *counters) identify(d digest, t *data.Table) {
	s.groups.identify(d, t)
	d.text(fmt.Sprint(s.priors, s.counts, s.log1p, s.held.folds, s.held.alone != nil))
	d.text(s.held.digest)
	for _, n := range s.totals {
		d.number(uint64(n))
	}
}
