package encode

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// estimates is the source of woe and james_stein: each variable has a feature for each
// class, computed from how many rows of those counted over have the value and the
// class.
type estimates struct {
	counted
	feature int
	setting string // what the estimate depends on besides the counts
	// of returns the estimate of a class.
	of func(c share) float64
	// shrinkage is what an estimate needs to know of all values, by fold that is held
	// out and behind them all for none, and in these by class; nil if nothing.
	shrinkage [][]shrinkage
	odds      bool      // shrinkage tells of log-odds ratios
	others    []moments // of all values but each, by group and class; nil unless rows are left out by themselves
}

// share is how often a class occurs in the rows counted over, by their number: among
// those with a value, and among all.
type share struct {
	rows, successes float64
	all, allSuccess float64
	shrinkage       shrinkage
}

// shrinkage tells of the values in the rows counted over how many there are, and how
// far the shares of a class are from its share in all rows: their squares' sum; of its
// log-odds ratios, for the model of these, the mean and the variance between values.
type shrinkage struct{ values, squares, mean, between float64 }

// addEstimates appends the estimates of a variable.
func (b *builder) addEstimates(s *estimates, v variable, g grouping, held *heldOut) {
	s.counted, s.feature = b.count(v, g, held), len(b.Columns)
	for _, class := range b.table.Target.Names {
		b.feature(s.name+"~"+class, contract.NumericColumn)
	}
	b.source(s, held.classes)
}

func (s *estimates) each(v view, row int, yield func(int, float64)) error {
	total, rest, err := s.tallies(v, row)
	if err != nil {
		return err
	}
	all, allRest := s.held.everyone, s.held.rest(v, row)
	fold := s.held.foldOf(v, row)
	alone := fold >= 0 && s.others != nil
	group := int32(-1)
	if alone {
		group, _ = s.groups.of(v.table, row)
	}
	for k := 1; k <= s.held.classes; k++ {
		c := share{rows: total[0] - rest[0], successes: total[k] - rest[k], all: all[0] - allRest[0],
			allSuccess: all[k] - allRest[k]}
		switch {
		case s.shrinkage == nil:
		case alone:
			c.shrinkage = s.shrinkageWithout(group, rest, k)
		default:
			c.shrinkage = s.shrinkageOf(fold)[k-1]
		}
		if x := s.of(c); x != 0 {
			yield(s.feature+k-1, x)
		}
	}
	return nil
}

func (s *estimates) shrinkageOf(fold int32) []shrinkage {
	if fold < 0 {
		fold = int32(s.held.folds)
	}
	return s.shrinkage[fold]
}

// moments tell of some values how many there are, and of the shares of a class among their
// rows the sum and that of the squares.
type moments struct{ values, sum, squares float64 }

// add counts a value by its tally.
func (m *moments) add(rows, successes float64) {
	if rows > 0 {
		share := successes / rows
		m.values, m.sum, m.squares = m.values+1, m.sum+share, m.squares+float64(share*share)
	}
}

// leaveOneOut finds out, for each value, what estimates need to know of all others: sums
// from both ends, so that no rounding tells of the value itself.
func (s *estimates) leaveOneOut() {
	k := s.held.classes
	s.others = make([]moments, s.total*k)
	for class := range k {
		var before, behind moments
		for group := range s.total {
			s.others[group*k+class] = before
			y := s.totals.of(int32(group), k)
			before.add(y[0], y[1+class])
		}
		for group := s.total - 1; group >= 0; group-- {
			m := &s.others[group*k+class]
			m.values, m.sum, m.squares = m.values+behind.values, m.sum+behind.sum, m.squares+behind.squares
			y := s.totals.of(int32(group), k)
			behind.add(y[0], y[1+class])
		}
	}
}

// shrinkageWithout is the shrinkage of a class in all training rows but one, which has a
// group and a tally of its own.
func (s *estimates) shrinkageWithout(group int32, own tally, class int) shrinkage {
	total, all := s.totals.of(group, s.held.classes), s.held.everyone
	m := s.others[int(group)*s.held.classes+class-1]
	m.add(total[0]-own[0], total[class]-own[class])
	if all[0] == own[0] {
		return shrinkage{}
	}
	p := (all[class] - own[class]) / (all[0] - own[0])
	return shrinkage{values: m.values, squares: m.squares - float64(2*p*m.sum) + float64(m.values*p*p)}
}

func (s *estimates) identify(d digest, t *data.Table) {
	s.counted.identify(d, t)
	d.text(s.setting)
}

// shrink finds out what estimates need to know of all values.
func (s *estimates) shrink() {
	h := s.held
	for fold := range h.folds + 1 {
		list := make([]shrinkage, h.classes)
		ratios, variances := make([][]float64, h.classes), make([][]float64, h.classes)
		for group := range s.total {
			total, rest := s.totals.of(int32(group), h.classes), s.inFold(int32(group), int32(fold))
			rows := total[0] - rest[0]
			if rows == 0 {
				continue
			}
			for k := range list {
				all, allRest := h.everyone, h.nothing
				if fold < h.folds {
					allRest = h.parts.of(int32(fold), h.classes)
				}
				from := (total[k+1]-rest[k+1])/rows - (all[k+1]-allRest[k+1])/(all[0]-allRest[0])
				list[k].values++
				list[k].squares += float64(from * from)
				if s.odds {
					ratio, variance := oddsRatio(rows, total[k+1]-rest[k+1], all[0]-allRest[0], all[k+1]-allRest[k+1])
					ratios[k], variances[k] = append(ratios[k], ratio), append(variances[k], variance)
				}
			}
		}
		for k := range list {
			list[k].mean, list[k].between = commonOdds(ratios[k], variances[k])
		}
		s.shrinkage = append(s.shrinkage, list)
	}
}

// estimateKind is a type of encoder that counts over folds and has a feature for each class.
func estimateKind(name, unseen string, own contract.Param, make func() settings) kind {
	return kind{contract.Component{Name: name, Params: scaled(own, foldsParam, leaveOneOutParam, inSampleParam,
		sampleWeightParam, pairsParam, rareBelowParam, unseenCounted(unseen))}, make}
}
