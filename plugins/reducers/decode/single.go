package decode

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// MaxScore takes the class whose own model scores highest; that score is the
// class score. The code must give every class a column in which it alone is
// +1, or have two rows and one column, whose score s then gives the
// class scores (s, −s). Its probabilities are the sigmoids of the class
// scores divided by their sum, as scikit-learn's OneVsRestClassifier has
// them: a convention, since each model is fitted by itself.
const MaxScore Method = "max_score"

func prepareMaxScore(_ Rule, code contract.Code) (func() decoder, error) {
	score, err := ownScores(MaxScore, code)
	if err != nil {
		return nil, err
	}
	return func() decoder { return decoder{score: score, probabilities: normalisedSigmoids} }, nil
}

// OneVsEach predicts as MaxScore does, and has its class scores f. Its probabilities are
// Π_{j≠k} σ(f_k − f_j) divided by their sum: the products are the lower bound of the softmax of
// f of Titsias (One-vs-Each Approximation to Softmax, NIPS 29, 2016). The one score s of two
// classes is their difference, so that they are σ(s) and σ(−s).
const OneVsEach Method = "one_vs_each"

func prepareOneVsEach(_ Rule, code contract.Code) (func() decoder, error) {
	score, err := ownScores(OneVsEach, code)
	if err != nil {
		return nil, err
	}
	scale := 1.0
	if code.Columns() == 1 {
		scale = 0.5
	}
	return func() decoder {
		logs := make([]float64, code.Classes())
		return decoder{score: score, probabilities: func(f, p []float64) { oneVsEach(f, logs, p, scale) }}
	}, nil
}

// oneVsEach stores the normalised products of σ(scale·(f_k − f_j)); logs is room for their
// logarithms.
func oneVsEach(f, logs, p []float64, scale float64) {
	for k, a := range f {
		logs[k] = 0
		for j, b := range f {
			if j != k {
				logs[k] -= softplus(float64(scale * (a - b)))
			}
		}
	}
	softmax(logs, p)
}

// ownScores are the scores of the columns of the classes, for a method.
func ownScores(m Method, code contract.Code) (func(s, out []float64), error) {
	if code.Classes() == 2 && code.Columns() == 1 {
		if column := code.Column(0); column[0]*column[1] == -1 {
			return func(s, out []float64) {
				out[0], out[1] = float64(column[0])*s[0], float64(column[1])*s[0]
			}, nil
		}
	}
	own, _, err := ownColumns(code)
	if err != nil {
		return nil, fmt.Errorf("%s needs a code with one column for each class, in which it alone is +1; %w", m, err)
	}
	for k, l := range own {
		if l < 0 {
			return nil, fmt.Errorf("%s needs a code with one column for each class, in which it alone is +1; class %d has none",
				m, k)
		}
	}
	return func(s, out []float64) {
		for k, l := range own {
			out[k] = s[l]
		}
	}, nil
}

// ownColumns returns for each class the column in which it alone is +1, or −1,
// and for each column that class. It is an error if a column has no such class
// or two columns have the same.
func ownColumns(code contract.Code) (own, classOf []int, err error) {
	own = slices.Repeat([]int{-1}, code.Classes())
	for l := range code.Columns() {
		positives, class := 0, 0
		for k, m := range code.Column(l) {
			if m > 0 {
				positives, class = positives+1, k
			}
		}
		if positives != 1 || own[class] >= 0 {
			return nil, nil, fmt.Errorf("column %d is none", l)
		}
		own[class] = l
		classOf = append(classOf, class)
	}
	return own, classOf, nil
}

// Ordered takes the first model that fires (s > 0), in column order, and the
// class left over if none does. The code must give every column a class of
// its own in which it alone is +1, leaving one class without. The class
// score is the least margin on the way to the class: min(s_k, −s_j for all
// columns j before its own), for the class left over min_j −s_j; only the
// predicted class can have one above 0.
const Ordered Method = "first"

func prepareOrdered(_ Rule, code contract.Code) (func() decoder, error) {
	own, order, err := ownColumns(code)
	if err == nil && code.Columns() != code.Classes()-1 {
		err = fmt.Errorf("%d columns leave no single class over", code.Columns())
	}
	if err != nil {
		return nil, fmt.Errorf("%s needs a code with one column for each class but one, in which it alone is +1; %w",
			Ordered, err)
	}
	for k, l := range own {
		if l < 0 {
			order = append(order, k)
		}
	}
	score := func(s, out []float64) {
		passed := math.Inf(1) // the least −s so far
		for l, x := range s {
			out[order[l]] = min(x, passed)
			passed = min(passed, 0-x)
		}
		out[order[len(s)]] = passed
	}
	pick := func(s, _ []float64) int {
		for l, x := range s {
			if x > 0 {
				return order[l]
			}
		}
		return order[len(s)]
	}
	return func() decoder { return decoder{score: score, pick: pick} }, nil
}

// Coverage adds up Rule.Counts_kl, the number of training rows of class k on
// which model l fires, over the models that fire (s > 0). The sums are the
// class scores.
const Coverage Method = "coverage"

func prepareCoverage(r Rule, code contract.Code) (func() decoder, error) {
	mirrored := code.Columns() == 1 && len(r.Counts) > 0 && len(r.Counts[0]) == 2
	columns := code.Columns()
	if mirrored {
		columns = 2
	}
	if err := checkTable("counts", r.Counts, code.Classes(), columns); err != nil {
		return nil, err
	}
	return func() decoder {
		var firing []int
		return decoder{score: func(s, out []float64) {
			firing = firing[:0]
			for l, x := range s {
				switch {
				case x > 0:
					firing = append(firing, l)
				case x < 0 && mirrored:
					firing = append(firing, 1)
				}
			}
			for k, counts := range r.Counts {
				sum := 0.0
				for _, l := range firing {
					sum += counts[l]
				}
				out[k] = sum
			}
		}}
	}, nil
}

// countFiring stores for each class and column the number of the class's training
// rows on which the model fires, whatever the code's entry. The one model of two
// classes counts as two: the second fires where the score is below 0.
func countFiring(r *Rule, code contract.Code, t contract.Training) {
	single := code.Classes() == 2 && code.Columns() == 1
	columns := code.Columns()
	if single {
		columns = 2
	}
	fires := lists.Table[float64](code.Classes(), columns)
	for i, k := range t.Classes {
		for l, s := range t.Outputs.Row(i) {
			switch {
			case s > 0:
				fires[k][l]++
			case s < 0 && single:
				fires[k][1]++
			}
		}
	}
	r.Counts = fires
}
