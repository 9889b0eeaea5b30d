package labels

import "github.com/manyclass/bench/framework/contract"

// Votes joins what models of some labels each make of rows.
type Votes struct {
	known []int // K: models that know a label
	yes   []int // n × K: those that predict it
	alone contract.Decoded
}

// NewVotes is the votes on rows with K labels before there are any.
func NewVotes(rows, k int) *Votes {
	return &Votes{known: make([]int, k), yes: make([]int, rows*k),
		alone: contract.Decoded{Scores: newMatrix(rows, k), Predictions: make([]int, rows*k)}}
}

// Add counts what a model that knows some of the labels makes of the rows.
func (v *Votes) Add(some []int, d contract.Decoded) {
	k := len(v.known)
	if d.Probabilities != nil && v.alone.Probabilities == nil {
		p := newMatrix(len(v.yes)/k, k)
		v.alone.Probabilities = &p
	}
	for j, l := range some {
		v.known[l]++
		for i := range d.Scores.Rows {
			predicted := d.Predictions[i*len(some)+j]
			v.yes[i*k+l] += predicted
			v.alone.Predictions[i*k+l], v.alone.Scores.Row(i)[l] = predicted, d.Scores.Row(i)[j]
			if d.Probabilities != nil {
				v.alone.Probabilities.Row(i)[l] = d.Probabilities.Row(i)[j]
			}
		}
	}
}

// Alone returns what the models say of labels each of which one model knows.
func (v *Votes) Alone() contract.Decoded { return v.alone }

// Decide predicts the labels of which more than a share of the models that know them
// predicts them. The share is a label's score, 0 of a label that none knows.
func (v *Votes) Decide(threshold float64) (contract.Decoded, error) {
	k := len(v.known)
	scores := newMatrix(len(v.yes)/k, k)
	thresholds := make([]float64, k)
	for l := range thresholds {
		thresholds[l] = threshold
	}
	for at, yes := range v.yes {
		scores.Data[at] = float64(yes) / float64(max(1, v.known[at%k]))
	}
	return Decide(scores, thresholds, contract.Margin)
}
