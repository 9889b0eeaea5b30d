// Package labels holds the arithmetic of multi-label reductions: thresholds,
// projections of the label matrix, label sets, rankings by pairs and averages of
// chains. It knows nothing of stages. Matrices of labels are n × K, row-major, 1
// where a row has a label and else 0.
package labels

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// Decide predicts the labels whose scores (n × K) are above their thresholds. If
// the scores are log-odds, their sigmoids are the probabilities. It is an error if
// a score is not finite. A threshold may be infinite.
func Decide(scores contract.Matrix, thresholds []float64, kind contract.ScoreKind) (contract.Decoded, error) {
	if err := decode.CheckFinite(scores); err != nil {
		return contract.Decoded{}, err
	}
	d := contract.Decoded{Scores: scores, Predictions: make([]int, len(scores.Data))}
	for i, s := range scores.Data {
		if s > thresholds[i%scores.Cols] {
			d.Predictions[i] = 1
		}
	}
	if kind == contract.LogOdds {
		p := newMatrix(scores.Rows, scores.Cols)
		for i, s := range scores.Data {
			p.Data[i] = decode.Sigmoid(s)
		}
		d.Probabilities = &p
	}
	return d, nil
}

func newMatrix(rows, cols int) contract.Matrix {
	return contract.Matrix{Rows: rows, Cols: cols, Data: make([]float64, rows*cols)}
}
