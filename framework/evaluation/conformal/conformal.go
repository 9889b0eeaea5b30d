// Package conformal makes prediction sets: classes of a row such that the true one is among
// them with a probability of at least 1 − level, whatever the model, if the rows that
// calibrate it and the rows that are predicted are exchangeable (Vovk, Gammerman & Shafer,
// Algorithmic Learning in a Random World, Springer, 2005). It is pure: class probabilities in,
// thresholds and sets out.
package conformal

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// The nonconformity scores: how little a class suits a row with probabilities p.
const (
	LAC  = "lac"   // 1 − p of the class (Sadinle, Lei & Wasserman 2019)
	APS  = "aps"   // the sum of p from the largest down to the class (Romano, Sesia & Candès 2020)
	RAPS = "raps"  // as APS, and a penalty for places behind k_reg (Angelopoulos et al. 2021)
	TopK = "top_k" // the place of the class when p is sorted, 1 for the largest
)

// What a threshold is for.
const (
	All   = "all"   // one for all classes
	Class = "class" // one for each class, from its own rows (Mondrian)
)

// Which rows calibrate.
const (
	Train = "train" // the training rows, by models of inner folds that were not trained on them
	Test  = "test"  // of the two halves of the test rows each calibrates the other
)

// Settings say which sets are made.
type Settings struct {
	Level float64 `json:"level"` // how many sets may miss the true class, above 0 and below 1
	Score string  `json:"score"`
	Per   string  `json:"per"`
	Rows  string  `json:"rows"` // that calibrate
	// Folds are the inner folds of training rows that calibrate, 0 where test rows do.
	Folds int `json:"folds,omitempty"`
	// Randomized says whether the scores of APS and RAPS count a random share of the class's
	// own probability, so that coverage is not above what is asked for; else all of it.
	Randomized bool    `json:"randomized"`
	KReg       int     `json:"k_reg"`  // how many places RAPS does not punish
	Lambda     float64 `json:"lambda"` // the penalty of RAPS for each further place
}

// Check reports settings that no sets can be made by.
func (s Settings) Check() error {
	switch {
	case !(s.Level > 0 && s.Level < 1):
		return fmt.Errorf("the level of prediction sets is %v, and not between 0 and 1", s.Level)
	case !slices.Contains([]string{LAC, APS, RAPS, TopK}, s.Score):
		return fmt.Errorf("prediction sets by an unknown score %q", s.Score)
	case s.Per != All && s.Per != Class || s.Rows != Train && s.Rows != Test:
		return fmt.Errorf("prediction sets per %q from rows %q", s.Per, s.Rows)
	case s.Rows == Train && s.Folds < 2 || s.Rows == Test && s.Folds != 0:
		return fmt.Errorf("prediction sets from rows %q by %d inner folds", s.Rows, s.Folds)
	case s.KReg < 0 || !(s.Lambda >= 0) || math.IsInf(s.Lambda, 1):
		return fmt.Errorf("prediction sets with k_reg %d and lambda %v", s.KReg, s.Lambda)
	}
	return nil
}

// Rows are n rows that are predicted.
type Rows struct {
	K             int       // classes
	Probabilities []float64 // row-major n × K
	// Uniform are independent random numbers from 0 to 1, one a row; they count for APS and
	// RAPS that are randomised alone.
	Uniform []float64
}

// n is the number of rows.
func (r Rows) n() int { return len(r.Probabilities) / max(1, r.K) }

// at returns the probabilities of a row.
func (r Rows) at(i int) []float64 { return r.Probabilities[i*r.K : (i+1)*r.K] }

// Scores returns the nonconformity scores of all classes of all rows, row-major n × K.
func (s Settings) Scores(r Rows) []float64 {
	out := make([]float64, len(r.Probabilities))
	for i := range r.n() {
		s.row(r, i, Order(r.at(i)), out[i*r.K:(i+1)*r.K])
	}
	return out
}

// row computes the scores of a row, given its classes in order.
func (s Settings) row(r Rows, i int, order []int, into []float64) {
	p, own := r.at(i), 1.0
	if s.Randomized {
		own = r.uniform(i)
	}
	before := 0.0
	for place, class := range order {
		switch s.Score {
		case LAC:
			into[class] = 1 - p[class]
		case TopK:
			into[class] = float64(1 + lists.Count(p, func(other float64) bool { return other > p[class] }))
		default:
			into[class] = before + float64(own*p[class])
			if s.Score == RAPS {
				into[class] += float64(s.Lambda * float64(max(0, place+1-s.KReg)))
			}
		}
		before += p[class]
	}
}

// uniform is the random number of a row, 1 where there are none.
func (r Rows) uniform(i int) float64 {
	if r.Uniform == nil {
		return 1
	}
	return r.Uniform[i]
}

// Order lists classes from the largest probability down; of equal ones the later comes first,
// as everywhere in metrics.
func Order(p []float64) []int {
	list := lists.Range(len(p))
	slices.SortFunc(list, func(a, b int) int { return cmp.Or(cmp.Compare(p[b], p[a]), b-a) })
	return list
}
