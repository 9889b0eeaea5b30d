package encode

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// estimates is the source of woe and james_stein: each variable has a feature for each
// class, computed from how many rows of those counted over have the value and the
// class.
type estimates struct {
	counted
	feature int
	setting string // what the estimate depends on beside the counts
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
func (b *builder) addEstimates(s *estimates, v variable, e *encoder, held *heldOut) {
	s.counted, s.feature = b.count(v, e, held), len(b.Columns)
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
		m.values, m.sum, m.squares = m.values+1, m.sum+share, m.squares+share*share
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
	return shrinkage{values: m.values, squares: m.squares - 2*p*m.sum + m.values*p*p}
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
				list[k].squares += from * from
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

// inFold returns the tally of a group in a fold.
func (s *counted) inFold(group, fold int32) tally {
	if s.held.folds > 0 {
		cells := s.cells[s.start[group]:s.start[group+1]]
		if at := slices.Index(cells, fold); at >= 0 {
			return s.parts.of(s.start[group]+int32(at), s.held.classes)
		}
	}
	return s.held.nothing
}

// woe is the weight of evidence of a value that n rows have, S of N rows being of the
// class:
//
//	ln ((s + r) / (S + 2r)) − ln ((n − s + r) / (N − S + 2r)),
//
// and 0 of one that at most one row has.
func woe(regularization float64) func(share) float64 {
	r := regularization
	return func(c share) float64 {
		if c.rows <= 1 {
			return 0
		}
		return math.Log((c.successes + r) / (c.allSuccess + 2*r) /
			((c.rows - c.successes + r) / (c.all - c.allSuccess + 2*r)))
	}
}

// jamesStein returns the share of a class among the rows with a value, pulled to its
// share p in all rows by a part B of the distance.
func jamesStein(model string) func(share) float64 {
	if model == oddsModel {
		return steinOdds
	}
	return func(c share) float64 {
		if c.all == 0 {
			return 0
		}
		p := c.allSuccess / c.all
		if c.rows == 0 || c.shrinkage.values >= c.all {
			return p
		}
		own := c.successes / c.rows
		part := shrunk(model, c, variance(p, c.all), variance(own, c.rows))
		if math.IsNaN(part) {
			return own // all rows counted over are of one class, or have one value
		}
		return own + min(max(part, 0), 1)*(p-own)
	}
}

// shrunk returns B, which may be outside of 0 to 1, or no number.
func shrunk(model string, c share, all, own float64) float64 {
	values := c.shrinkage.values
	switch model {
	case "pooled":
		return (values - 3) * all * values / c.all / c.shrinkage.squares
	case "beta":
		return c.all / (c.rows + c.all)
	}
	return own / (all + own) * (values - 3) / (values - 1)
}

// variance returns the unbiased variance of n numbers of which a share are 1 and the
// others 0, and 0 for a single one.
func variance(share, n float64) float64 {
	if n < 2 {
		return 0
	}
	return share * (1 - share) * n / (n - 1)
}

// estimate is a type of encoder that counts over folds and has a feature a class.
func estimate(name, doc, unseen string, make func(e *encoder) *estimates, shrinks bool, own contract.Param) kind {
	return kind{
		Component: contract.Component{
			Name: name,
			Doc: doc + " There is a feature `col~k` for each class, against all others, and of multi-label data for each " +
				"label. A " +
				"missing category is a value of its own. Training rows are counted over the other folds, as by target. Features " +
				"are not scaled.",
			Params: scaled(own, foldsParam, leaveOneOutParam, inSampleParam, sampleWeightParam, pairsParam, rareBelowParam,
				unseenParam("What becomes of a value that no training row has: it joins the rare ones if there are any (rare, "+
					"the default with rare_below), has "+unseen+" (ignore), or is an error.", "ignore", "error", "rare")),
		},
		fit: eachHolding(func(b *builder, v variable, e *encoder, held *heldOut) {
			s := make(e)
			b.addEstimates(s, v, e, held)
			if shrinks {
				s.shrink()
			}
			if shrinks && held.alone != nil {
				s.leaveOneOut()
			}
		}),
		most: func(_ *encoder, _ variable, outcomes int) (int, int) { return outcomes, outcomes },
	}
}

func weightOfEvidence() kind {
	return estimate("woe",
		"Weight of evidence: how much a value u speaks for class k, ln ((s + r) / (S + 2r)) − ln ((n − s + r) / (N − "+
			"S + 2r)), "+
			"with n the rows that have u and s of these of class k, N all rows and S of these of class k. A value that at most "+
			"one row has gets 0. As category_encoders' WOEEncoder. (Good, Probability and the Weighing of Evidence, 1950.)",
		"0", func(e *encoder) *estimates {
			return &estimates{of: woe(e.Regularization), setting: fmt.Sprint(e.Regularization)}
		}, false,
		contract.Param{Name: "regularization", Type: "number", Default: 1., Above: contract.Bound(0),
			Doc: "r, which is added to the numbers of rows."})
}

func steins() kind {
	return estimate("james_stein",
		"James–Stein estimates: the share m of class k among the rows with a value, pulled to its share p in all rows: "+
			"m + B·(p − m), with B cut to 0 … 1. It is p if every row has another value, and of a value that no row has. "+
			"With model = \"binary\" m is the log-odds ratio of class and value, and p the mean of those of all values, or 0 for "+
			"such values. As category_encoders' JamesSteinEncoder; its model binary counts in single precision, which makes "+
			"differences of some 1e-7, and looks for the variance between values by a search that often ends early (2.11.2: by up "+
			"to 5 on the columns of soybean), where bench solves the equation. (Efron and Morris, Stein's paradox in statistics, "+
			"Scientific American 236(5), 1977; Morris, Parametric empirical Bayes inference, JASA 78, 1983.)",
		"the share p, or 0", func(e *encoder) *estimates {
			return &estimates{of: jamesStein(e.Model), setting: e.Model, odds: e.Model == oddsModel}
		}, true,
		contract.Param{Name: "model", Type: "string", Default: "independent",
			OneOf: []string{"independent", "pooled", "beta", oddsModel},
			Doc: "B, for K values in N rows, of which n have the value, v being the variance (divisor rows − 1) of the " +
				"class as 0 and 1 in " +
				"all rows and w in those with the value (0 of a single one): independent has w / (v + w) · (K − 3) / (K − 1), " +
				"pooled (K − 3) · v · (K / N) / Σ(m − p)², the sum over all values, and beta N / (n + N). binary has " +
				"w / (t + w) · (K − 3) / (K − 1), with w the variance of the log-odds ratio (the sum of 1 over the four counts, " +
				"each and a half), and t that between values (Paule and Mandel, 1982)."})
}

// oddsModel is the model of james_stein that pulls log-odds ratios.
const oddsModel = "binary"
