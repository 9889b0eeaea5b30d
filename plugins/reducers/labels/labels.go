// Package labels holds the arithmetic of multi-label reductions: thresholds,
// projections of the label matrix, label sets, rankings by pairs and averages of
// chains. It knows nothing of stages. Matrices of labels are n × K, row-major, 1
// where a row has a label and else 0.
package labels

import (
	"cmp"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
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

// scored is a score with the truth, 0 or 1.
type scored struct {
	score float64
	has   int8
}

// Tuned returns for each label the threshold with the largest F1 of "score >
// threshold" on rows that are known (n × K each): Yang, "A study of thresholding
// strategies for text categorization", SIGIR 2001, SCut. It lies in the middle
// between two scores, or just below the least. Of thresholds that are equally good
// it is the highest; for a label that no row has, fallback.
func Tuned(scores contract.Matrix, truth []int8, fallback float64) []float64 {
	thresholds := make([]float64, scores.Cols)
	column := make([]scored, scores.Rows)
	for k := range thresholds {
		for i := range column {
			column[i] = scored{scores.Row(i)[k], truth[i*scores.Cols+k]}
		}
		thresholds[k] = bestF1(column, fallback)
	}
	return thresholds
}

// bestF1 sorts the column and looks at every cut.
func bestF1(column []scored, fallback float64) float64 {
	descending(column)
	positives := 0
	for _, c := range column {
		positives += int(c.has)
	}
	best, threshold, hits := 0.0, fallback, 0
	for i, c := range column {
		hits += int(c.has)
		if !cuts(column, i) {
			continue
		}
		// 2·precision·recall / (precision + recall)
		if f1 := 2 * float64(hits) / float64(i+1+positives); f1 > best {
			best, threshold = f1, below(column, i)
		}
	}
	return threshold
}

// Cardinality returns the one threshold for all labels with which the number of
// labels that are predicted is nearest to the number that rows have (scores and
// truth are n × K): Read, Pfahringer, Holmes & Frank, "Classifier chains for
// multi-label classification", Machine Learning 85, 2011, section 5. Of two that
// are equally near it is the higher. Without rows it is 0.
func Cardinality(scores contract.Matrix, truth []int8) float64 {
	all := make([]scored, len(scores.Data))
	want := 0
	for i, s := range scores.Data {
		all[i] = scored{s, truth[i]}
		want += int(truth[i])
	}
	if len(all) == 0 {
		return 0
	}
	descending(all)
	best, threshold := want, all[0].score // none
	for i := range all {
		if !cuts(all, i) {
			continue
		}
		if distance := max(i+1-want, want-i-1); distance < best {
			best, threshold = distance, below(all, i)
		}
	}
	return threshold
}

// Proportional returns for each label the threshold with which as many rows as have it
// are predicted to, or nearly as many (scores and truth are n × K): Yang, 2001, PCut.
func Proportional(scores contract.Matrix, truth []int8) []float64 {
	thresholds := make([]float64, scores.Cols)
	column := contract.Matrix{Rows: scores.Rows, Cols: 1, Data: make([]float64, scores.Rows)}
	has := make([]int8, scores.Rows)
	for k := range thresholds {
		for i := range column.Data {
			column.Data[i], has[i] = scores.Row(i)[k], truth[i*scores.Cols+k]
		}
		thresholds[k] = Cardinality(column, has)
	}
	return thresholds
}

// Top predicts for each row as many labels as number says of it, those of the largest
// scores (n × K) and of equal ones the first: Yang, 2001, RCut.
func Top(d contract.Decoded, number func(row int) int) contract.Decoded {
	k := d.Scores.Cols
	d.Predictions = make([]int, len(d.Scores.Data))
	order := make([]int, k)
	for i := range d.Scores.Rows {
		row := d.Scores.Row(i)
		for l := range order {
			order[l] = l
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(row[b], row[a]) })
		for _, l := range order[:number(i)] {
			d.Predictions[i*k+l] = 1
		}
	}
	return d
}

func descending(column []scored) {
	slices.SortFunc(column, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
}

// cuts reports whether a threshold can lie between entry i and the next.
func cuts(column []scored, i int) bool {
	return i+1 == len(column) || column[i+1].score < column[i].score
}

// below is a threshold that entry i exceeds and the next, if there is one, does
// not.
func below(column []scored, i int) float64 {
	high := column[i].score
	if i+1 == len(column) {
		return math.Nextafter(high, math.Inf(-1))
	}
	low := column[i+1].score
	if middle := float64(low/2) + float64(high/2); middle < high {
		return max(low, middle)
	}
	return low
}

// LogOdds returns ln(p / (1 − p)), the threshold of log-odds for a
// probability from 0 to 1; infinite at the ends.
func LogOdds(p float64) float64 { return elementary.Log(p) - elementary.Log1p(-p) }
