package contract

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
)

// Search says that the models of a stage see more than the signs of earlier scores when
// they score a row: they score it once for each of several hypotheses of its targets, as
// probabilistic classifier chains are decided (Dembczyński, Cheng & Hüllermeier 2010).
// Hypotheses are extended from link to link: of a stage that sees the columns Of = a, b, c, a
// is that of a stage without a Search, b one whose Of is a, and c one whose Of is a, b. The
// scores have to be log-odds. One of Beam, Samples and Least is set.
type Search struct {
	Beam    int     // the number of hypotheses of the largest probabilities (Kumar, Vembu, Menon & Elkan 2013)
	Samples int     // how many hypotheses are drawn from their distribution
	Least   float64 // hypotheses of at least this probability, or if there is none the most probable
	Seed    uint64  // of Samples
}

// MostHypotheses bounds the hypotheses of the targets of a row.
const MostHypotheses = 1 << 15

// Hypothesis is the values that the first targets of a chain may have in a row.
type Hypothesis struct {
	Targets []int8  // 1 or 0
	LogP    float64 // the logarithm of its probability
	Draws   int     // of Samples: how often it was drawn
	Parent  int     // which hypothesis of one target less it extends
}

// Begin returns the hypotheses of no target: there is one.
func (s Search) Begin() []Hypothesis { return []Hypothesis{{Draws: s.Samples}} }

// Width is the most hypotheses that there are of some number of targets, and the number of
// columns that Decode gets of a stage that sees so many: the scores after each hypothesis, in
// their order, then 0.
func (s Search) Width(targets int) int {
	most := max(s.Beam, s.Samples)
	if s.Least > 0 {
		most = max(1, int(math.Floor(1/s.Least)))
	}
	if targets < 31 {
		most = min(most, 1<<targets)
	}
	return most
}

// Extend returns the hypotheses of one target more, given its log-odds after each hypothesis so
// far. They extend the hypotheses in their order, with the likelier value first; where not
// all are kept, by probability, and of equal ones the first.
func (s Search) Extend(of []Hypothesis, logOdds []float64) []Hypothesis {
	all := make([]longer, 0, 2*len(of))
	for i, g := range of {
		likely, sure := int8(0), -logOdds[i]
		draws := g.Draws - s.ones(g, i, logOdds[i])
		if logOdds[i] > 0 {
			likely, sure, draws = 1, logOdds[i], g.Draws-draws
		}
		all = append(all, longer{likely, Hypothesis{LogP: g.LogP + logSigmoid(sure), Draws: draws, Parent: i}},
			longer{1 - likely, Hypothesis{LogP: g.LogP + logSigmoid(-sure), Draws: g.Draws - draws, Parent: i}})
	}
	all = s.kept(all, len(of[0].Targets)+1)
	next := make([]Hypothesis, len(all))
	for i, l := range all {
		before := of[l.Parent].Targets
		next[i] = l.Hypothesis
		next[i].Targets = append(append(make([]int8, 0, len(before)+1), before...), l.target)
	}
	return next
}

// longer is a hypothesis of one target more, before its targets are written out.
type longer struct {
	target int8
	Hypothesis
}

// ones is how many of the draws of a hypothesis go on with 1. They depend on the hypothesis, its
// number and its score, whatever other rows there are.
func (s Search) ones(g Hypothesis, number int, logOdds float64) (ones int) {
	if g.Draws == 0 {
		return 0
	}
	place := uint64(len(g.Targets))<<32 | uint64(number)
	random := rand.New(rand.NewPCG(s.Seed^place, math.Float64bits(logOdds)))
	p := elementary.Exp(logSigmoid(logOdds))
	for range g.Draws {
		if random.Float64() < p {
			ones++
		}
	}
	return ones
}

// kept returns those of all hypotheses of some number of targets that are extended.
func (s Search) kept(all []longer, targets int) []longer {
	if s.Samples > 0 {
		return slices.DeleteFunc(all, func(l longer) bool { return l.Draws == 0 })
	}
	most := s.Width(targets)
	if s.Beam > 0 && len(all) <= most {
		return all
	}
	slices.SortStableFunc(all, func(a, b longer) int { return cmp.Compare(b.LogP, a.LogP) })
	n := min(most, len(all))
	for s.Least > 0 && n > 1 && all[n-1].LogP < elementary.Log(s.Least) {
		n--
	}
	return all[:n]
}

// check returns what is wrong with a search.
func (s Search) check() error {
	set := 0
	for _, is := range []bool{s.Beam != 0, s.Samples != 0, s.Least != 0} {
		if is {
			set++
		}
	}
	switch {
	case set != 1:
		return fmt.Errorf("its search has %d of a beam, samples and a least probability", set)
	case s.Beam < 0 || s.Samples < 0 || !(s.Least >= 0 && s.Least <= 1):
		return fmt.Errorf("its search has a beam of %d, %d samples and the least probability %v", s.Beam, s.Samples, s.Least)
	case max(s.Beam, s.Samples) > MostHypotheses || s.Least > 0 && 1/s.Least > MostHypotheses:
		return fmt.Errorf("its search keeps more than %d hypotheses of a row", MostHypotheses)
	}
	return nil
}

// logSigmoid returns ln σ(s) without overflow.
func logSigmoid(s float64) float64 { return min(s, 0) - elementary.Log1p(elementary.Exp(-math.Abs(s))) }
