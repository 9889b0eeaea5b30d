package labels

import (
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// Sets numbers the distinct label sets among rows (n × K) by their first row. A set
// is a text of K characters, 1 for a label that is in it and else 0.
func Sets(y []int8, k int) (sets []string, of []int) {
	numbers := map[string]int{}
	text := make([]byte, k)
	for i := 0; i < len(y); i += k {
		for l, has := range y[i : i+k] {
			text[l] = '0' + byte(has)
		}
		number, known := numbers[string(text)]
		if !known {
			number = len(sets)
			numbers[string(text)] = number
			sets = append(sets, string(text))
		}
		of = append(of, number)
	}
	return sets, of
}

// DecideSets predicts the labels of the set with the largest score (n × at least
// the number of sets; what comes after them does not count), the first of equals.
// If the scores are log-odds, the probability of a label is the sum of those of the
// sets that it is in, and also its score. Else its score is how much the best set
// with it is better than the best without it; where there is no such set, than the
// worst. All sets are of K labels. It is an error if a score is not finite.
func DecideSets(sets []string, k int, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if err := decode.CheckFinite(scores); err != nil {
		return contract.Decoded{}, err
	}
	own := newMatrix(scores.Rows, len(sets))
	for i := range scores.Rows {
		copy(own.Row(i), scores.Row(i))
	}
	best, err := decode.Direct(own, kind)
	if err != nil {
		return contract.Decoded{}, err
	}
	return Labelled(sets, k, best), nil
}

// Labelled makes labels of what was decoded of sets of k labels: those of the set that is
// predicted, with scores and probabilities as DecideSets has them of the sets' own.
func Labelled(sets []string, k int, best contract.Decoded) contract.Decoded {
	d := contract.Decoded{Scores: newMatrix(best.Scores.Rows, k), Predictions: make([]int, 0, best.Scores.Rows*k)}
	for i, class := range best.Predictions {
		for _, has := range []byte(sets[class]) {
			d.Predictions = append(d.Predictions, int(has-'0'))
		}
		if best.Probabilities == nil {
			compareSets(sets, best.Scores.Row(i), d.Scores.Row(i))
		} else {
			sumSets(sets, best.Probabilities.Row(i), d.Scores.Row(i))
		}
	}
	if best.Probabilities != nil {
		d.Probabilities = &d.Scores
	}
	return d
}

// compareSets stores max over sets with a label − max over sets without.
func compareSets(sets []string, s, out []float64) {
	worst := slices.Min(s)
	for l := range out {
		best := [2]float64{worst, worst} // without, with
		for c, set := range sets {
			has := set[l] - '0'
			best[has] = max(best[has], s[c])
		}
		out[l] = best[1] - best[0]
	}
}

// sumSets stores the sums of the probabilities of the sets with a label. A sum may
// exceed 1 by rounding.
func sumSets(sets []string, p, out []float64) {
	for l := range out {
		for c, set := range sets {
			if set[l] == '1' {
				out[l] += p[c]
			}
		}
		out[l] = min(1, out[l])
	}
}

// Chained joins the scores of chains to those of labels, n × K. The columns of
// scores (n × E·K) follow the labels of the first chain, in its order, then those
// of the second, and so on. One chain's are passed on. Of several chains, log-odds
// become those of the average probability, margins the average sign: the votes for
// a label minus those against it, divided by E (Read, Pfahringer, Holmes & Frank,
// "Classifier chains for multi-label classification", Machine Learning 85, 2011,
// count votes).
func Chained(scores contract.Matrix, chains [][]int, kind contract.ScoreKind) contract.Matrix {
	k := len(chains[0])
	columns := make([][]int, k) // of each label, one a chain
	for e, chain := range chains {
		for j, l := range chain {
			columns[l] = append(columns[l], e*k+j)
		}
	}
	out := newMatrix(scores.Rows, k)
	own := make([]float64, len(chains))
	for i := range scores.Rows {
		for l := range k {
			for e, c := range columns[l] {
				own[e] = scores.Row(i)[c]
			}
			out.Row(i)[l] = joined(own, kind)
		}
	}
	return out
}

func joined(s []float64, kind contract.ScoreKind) float64 {
	switch {
	case len(s) == 1:
		return s[0]
	case kind == contract.LogOdds:
		return averageLogOdds(s)
	}
	sum := 0.0
	for _, x := range s {
		switch {
		case x > 0:
			sum++
		case x < 0:
			sum--
		}
	}
	return sum / float64(len(s))
}

// averageLogOdds returns ln Σ σ(s) − ln Σ σ(−s), by logarithms so that nothing
// underflows.
func averageLogOdds(s []float64) float64 {
	yes, no := make([]float64, len(s)), make([]float64, len(s))
	for e, x := range s {
		yes[e], no[e] = -softplus(-x), -softplus(x)
	}
	return logSum(yes) - logSum(no)
}

// logSum returns ln Σ e^v without overflow.
func logSum(x []float64) float64 {
	most, sum := slices.Max(x), 0.0
	for _, v := range x {
		sum += elementary.Exp(v - most)
	}
	return most + elementary.Log(sum)
}

// softplus returns ln(1 + e^x) without overflow.
func softplus(x float64) float64 { return max(0, x) + elementary.Log1p(elementary.Exp(-math.Abs(x))) }
