package labels

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"strings"
)

// How a pair of labels is treated, by the training rows that have one of the two.
const (
	Trained = '?' // both occur alone: a model decides
	First   = '+' // only the first does: it always wins
	Second  = '-' // only the second does
	Neither = '0' // none does: half a vote for each
)

// Pairs says for every pair of K labels in the order (0, 1), (0, 2), …, (1, 2), …
// how it is treated, a character each.
func Pairs(y []int8, k int) string {
	alone := make([]bool, k*k) // a*k+b: a row has a and not b
	for i := 0; i < len(y); i += k {
		row := y[i : i+k]
		for a, hasA := range row {
			if hasA == 0 {
				continue
			}
			for b, hasB := range row {
				if hasB == 0 {
					alone[a*k+b] = true
				}
			}
		}
	}
	pairs := make([]byte, 0, k*(k-1)/2)
	for a := range k {
		for b := a + 1; b < k; b++ {
			pairs = append(pairs, fate(alone[a*k+b], alone[b*k+a]))
		}
	}
	return string(pairs)
}

func fate(first, second bool) byte {
	switch {
	case first && second:
		return Trained
	case first:
		return First
	case second:
		return Second
	}
	return Neither
}

// Preferences returns the problems of the pairs that are trained, n × their number:
// 1 where a row has the first label alone, −1 where the second, else 0.
func Preferences(y []int8, k int, pairs string) contract.Matrix {
	out := newMatrix(len(y)/k, strings.Count(pairs, string(Trained)))
	for i := range out.Rows {
		row, next := y[i*k:(i+1)*k], 0
		for at, a := 0, 0; a < k; a++ {
			for b := a + 1; b < k; b, at = b+1, at+1 {
				if pairs[at] == Trained {
					out.Row(i)[next] = float64(row[a] - row[b])
					next++
				}
			}
		}
	}
	return out
}

// Rank decides by calibrated label ranking (Fürnkranz, Hüllermeier, Loza Mencía &
// Brinker, "Multilabel classification via calibrated label ranking", Machine
// Learning 73, 2008). The first K columns of scores are those of each label against
// the virtual one, that is whether a row has it; then come those of the pairs that
// were trained. The winner of a pair gets a vote, at score 0 each a half. The score
// of a label is its votes minus those of the virtual label. It is predicted if that
// is above 0, or if it is 0 and the label's own model fires. It is an error if a
// score is not finite.
func Rank(scores contract.Matrix, k int, pairs string) (contract.Decoded, error) {
	if err := decode.CheckFinite(scores); err != nil {
		return contract.Decoded{}, err
	}
	d := contract.Decoded{Scores: newMatrix(scores.Rows, k), Predictions: make([]int, scores.Rows*k)}
	for i := range scores.Rows {
		own, votes := scores.Row(i)[:k], d.Scores.Row(i)
		virtual := 0.0
		for l, s := range own {
			votes[l] = vote(s)
			virtual += 1 - votes[l]
		}
		contest(pairs, scores.Row(i)[k:], votes)
		for l := range votes {
			votes[l] -= virtual
			if votes[l] > 0 || votes[l] == 0 && own[l] > 0 {
				d.Predictions[i*k+l] = 1
			}
		}
	}
	return d, nil
}

// contest adds the votes of all pairs of labels.
func contest(pairs string, trained, votes []float64) {
	at, next := 0, 0
	for a := range votes {
		for b := a + 1; b < len(votes); b++ {
			first := 0.5
			switch pairs[at] {
			case Trained:
				first = vote(trained[next])
				next++
			case First:
				first = 1
			case Second:
				first = 0
			}
			votes[a] += first
			votes[b] += 1 - first
			at++
		}
	}
}

// vote is what the positive side of a pair gets.
func vote(s float64) float64 {
	switch {
	case s > 0:
		return 1
	case s < 0:
		return 0
	}
	return 0.5
}
