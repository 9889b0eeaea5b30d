package decode

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// Direct passes the scores of a multiclass model (n × K) through: predictions
// are the first largest score, and probabilities the softmax of the row where
// the scores are log-odds, else nil. It is an error if a score is NaN or
// infinite.
func Direct(scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if err := CheckFinite(scores); err != nil {
		return contract.Decoded{}, err
	}
	d := contract.Decoded{Scores: scores, Predictions: make([]int, scores.Rows)}
	for i := range d.Predictions {
		d.Predictions[i] = Argmax(scores.Row(i))
	}
	if kind == contract.LogOdds {
		p := newMatrix(scores.Rows, scores.Cols)
		for i := range scores.Rows {
			softmax(scores.Row(i), p.Row(i))
		}
		d.Probabilities = &p
	}
	return d, nil
}

// pairs says which columns of a code of pairs ask which pair of classes. The
// pairs i < j are numbered in lexical order.
type pairs struct {
	classes int
	pair    []int     // of each column
	sign    []float64 // of each column: +1 if i has +1, −1 if j has, over the number of columns of the pair
	plain   bool      // columns are pairs in order with +1 for i: scores of columns are those of pairs
	rounds  bool      // some pair has more than two columns, whose mean depends on their order by rounding
}

// count returns the number of pairs.
func (p *pairs) count() int { return p.classes * (p.classes - 1) / 2 }

// number returns the number of the pair i < j.
func (p *pairs) number(i, j int) int { return i*(2*p.classes-i-1)/2 + j - i - 1 }

// newPairs returns an error, in the name of a method, unless every column holds
// one +1 and one −1 and every pair of classes has a column.
func newPairs(code contract.Code, method Method) (*pairs, error) {
	p := &pairs{classes: code.Classes()}
	c := newColumns(code)
	asked := make([]int, p.count())
	for l := range c.split {
		if len(c.positive(l)) != 1 || len(c.negative(l)) != 1 {
			return nil, fmt.Errorf("%s needs a code of pairs, with one +1 and one -1 in every column; column %d has %d and %d",
				method, l, len(c.positive(l)), len(c.negative(l)))
		}
		i, j, sign := int(c.positive(l)[0]), int(c.negative(l)[0]), 1.0
		if i > j {
			i, j, sign = j, i, -1
		}
		p.pair, p.sign = append(p.pair, p.number(i, j)), append(p.sign, sign)
		asked[p.number(i, j)]++
	}
	for i := range p.classes {
		for j := i + 1; j < p.classes; j++ {
			if asked[p.number(i, j)] == 0 {
				return nil, fmt.Errorf("%s needs a column for every pair of classes; classes %d and %d have none", method, i, j)
			}
		}
	}
	p.plain = len(p.pair) == p.count()
	for l, pair := range p.pair {
		p.plain = p.plain && pair == l && p.sign[l] == 1
		p.rounds = p.rounds || asked[pair] > 2
		p.sign[l] /= float64(asked[pair])
	}
	return p, nil
}

// scores returns the score of every pair, above 0 speaking for the first of its
// classes: the mean over its columns, 0 where only rounding is left of it. It may use
// space for it.
func (p *pairs) scores(s, space []float64) []float64 {
	if p.plain {
		return s
	}
	clear(space)
	mean := space[:p.count()]
	for l, x := range s {
		mean[p.pair[l]] += float64(p.sign[l] * x)
	}
	if !p.rounds {
		return mean
	}
	size := space[p.count():]
	for l, x := range s {
		size[p.pair[l]] += math.Abs(p.sign[l] * x)
	}
	for i, x := range mean {
		if math.Abs(x) <= rounding*size[i] {
			mean[i] = 0
		}
	}
	return mean
}

// space is what scores uses.
func (p *pairs) space() []float64 {
	if p.rounds {
		return make([]float64, 2*p.count())
	}
	return make([]float64, p.count())
}

// DDAG keeps the classes in class order and tests the first against the
// last; the loser leaves, until one is left (Platt, Cristianini &
// Shawe-Taylor, NIPS 12, 2000). A margin above 0 is a win for the first, so
// an abstention is a win for the last. The class score is the number of
// tests done before the class left, K−1 for the winner. The code must be of
// pairs; columns of one pair are tested together, by their mean margin.
const DDAG Method = "ddag"

func prepareDDAG(_ Rule, code contract.Code) (func() decoder, error) {
	p, err := newPairs(code, DDAG)
	if err != nil {
		return nil, err
	}
	return func() decoder {
		space := p.space()
		return decoder{score: func(s, out []float64) {
			margins := p.scores(s, space)
			first, last := 0, p.classes-1
			for test := 0; first < last; test++ {
				if margins[p.number(first, last)] > 0 {
					out[last] = float64(test)
					last--
				} else {
					out[first] = float64(test)
					first++
				}
			}
			out[first] = float64(p.classes - 1)
		}}
	}, nil
}
