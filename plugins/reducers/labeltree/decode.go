package labeltree

import (
	"errors"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// middle is the threshold of labels if none is written.
const middle = 0.5

// Decode searches for the most probable labels of each row. Their scores are ln of their
// probabilities.
func (c config) Decode(s state, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	if s.Trees == nil {
		return contract.Decoded{}, errors.New("the state of the reduction holds no trees")
	}
	columns := s.columns()
	if err := step.CheckScores(scores, columns.count); err != nil {
		return contract.Decoded{}, err
	}
	beam := c.Beam
	if c.Search == exactly {
		beam = 0
	}
	in := newSearcher(s.Trees, columns, s.Labels, beam, c.Top)
	top := &target.Top{Others: others, Probabilities: []float64{}}
	for i := range scores.Rows {
		labels := in.find(scores.Row(i))
		p := lists.Map(labels, func(label found) float64 { return elementary.Exp(label.logP) })
		predicted := 1
		if s.Many {
			predicted = c.predicted(p)
		} else {
			shared(p, labels, s.Labels)
		}
		top.Add(lists.Map(labels, func(label found) int32 { return int32(label.number) })...)
		top.Scores = append(top.Scores, lists.Map(labels, func(label found) float64 { return label.logP })...)
		top.Probabilities = append(top.Probabilities, p...)
		top.Predicted = append(top.Predicted, int32(predicted))
	}
	return contract.Decoded{Top: top}, nil
}

// predicted is how many of some labels, the most probable first, have a probability above the threshold.
func (c config) predicted(p []float64) int {
	threshold := middle
	if c.Threshold != nil {
		threshold = *c.Threshold
	}
	return lists.Count(p, func(p float64) bool { return p > threshold })
}

// shared makes the probabilities of the classes that were found those of k classes that sum to 1: the others have
// the rest in equal shares, none more than the last of the found ones, and then all are divided by their sum.
// That is not 1 where the others could have more, or where the models of a node with more than two children say
// that the found ones have more than 1 together.
func shared(p []float64, labels []found, k int) {
	sum, left := lists.Sum(p), float64(k-len(p))
	first, last := labels[0].logP, labels[len(labels)-1].logP
	share := 0.0 // as all below in proportion to the most probable, which may be too small for a number
	if sum < 1 && left > 0 {
		share = min((1-sum)/left/elementary.Exp(first), elementary.Exp(last-first))
	}
	sum = float64(share * left)
	for n, label := range labels {
		p[n] = elementary.Exp(label.logP - first)
		sum += p[n]
	}
	for n := range p {
		p[n] /= sum
	}
}
