package decode

import (
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// OneVsRestProbabilities turns the scores of one-vs-rest models (n × K) into
// n × K probabilities: the sigmoids of each row, divided by their sum. It is
// what scikit-learn's OneVsRestClassifier does, and no more than a convention:
// the models are fitted apart, so their sigmoids need not sum to 1, and those of
// margins are not calibrated. A row whose
// sigmoids all underflow to 0 is uniform. One column (n × 1, two classes) gives
// (σ(s), 1 − σ(s)). Scores must be finite.
func OneVsRestProbabilities(scores contract.Matrix) contract.Matrix {
	if scores.Cols == 1 {
		return twoClasses(scores)
	}
	p := contract.Matrix{Rows: scores.Rows, Cols: scores.Cols, Data: make([]float64, len(scores.Data))}
	for i := range scores.Rows {
		row, sum := p.Row(i), 0.0
		for k, s := range scores.Row(i) {
			row[k] = sigmoid(s)
			sum += row[k]
		}
		for k := range row {
			if sum > 0 {
				row[k] /= sum
			} else {
				row[k] = 1 / float64(len(row))
			}
		}
	}
	return p
}

// twoClasses uses 1 − σ(s) = σ(−s), which keeps small probabilities exact.
func twoClasses(scores contract.Matrix) contract.Matrix {
	p := contract.Matrix{Rows: scores.Rows, Cols: 2, Data: make([]float64, 0, 2*scores.Rows)}
	for _, s := range scores.Data {
		p.Data = append(p.Data, sigmoid(s), sigmoid(-s))
	}
	return p
}

// sigmoid returns σ(s) = 1/(1 + e^−s) without overflow.
func sigmoid(s float64) float64 {
	if s >= 0 {
		return 1 / (1 + math.Exp(-s))
	}
	e := math.Exp(s)
	return e / (1 + e)
}

// Direct passes the scores of a multiclass model (n × K) through: predictions
// are the first largest score, and probabilities the softmax of the row where
// the scores are log-odds, else nil. It is an error if a score is NaN or
// infinite.
func Direct(scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if err := checkFinite(scores); err != nil {
		return contract.Decoded{}, err
	}
	d := contract.Decoded{Scores: scores, Predictions: make([]int, scores.Rows)}
	for i := range d.Predictions {
		d.Predictions[i] = Argmax(scores.Row(i))
	}
	if kind == contract.LogOdds {
		p := softmax(scores)
		d.Probabilities = &p
	}
	return d, nil
}

// softmax returns e^s_k / Σ_j e^s_j for every row, shifted by its largest score.
func softmax(scores contract.Matrix) contract.Matrix {
	p := contract.Matrix{Rows: scores.Rows, Cols: scores.Cols, Data: make([]float64, len(scores.Data))}
	for i := range scores.Rows {
		in, row := scores.Row(i), p.Row(i)
		largest, sum := in[Argmax(in)], 0.0
		for k, s := range in {
			row[k] = math.Exp(s - largest)
			sum += row[k]
		}
		for k := range row {
			row[k] /= sum
		}
	}
	return p
}
