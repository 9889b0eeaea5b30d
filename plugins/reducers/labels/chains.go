package labels

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/manyclass/bench/framework/contract"
)

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
	return floats.LogSumExp(yes) - floats.LogSumExp(no)
}

// softplus returns ln(1 + e^x) without overflow.
func softplus(x float64) float64 { return max(0, x) + math.Log1p(math.Exp(-math.Abs(x))) }
