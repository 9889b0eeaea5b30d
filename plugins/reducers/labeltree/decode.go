package labeltree

import (
	"errors"
	"fmt"
	"slices"

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
	in, err := c.searcher(s)
	if err != nil {
		return contract.Decoded{}, err
	}
	if err := step.CheckScores(scores, in.count); err != nil {
		return contract.Decoded{}, err
	}
	top := &target.Top{Others: others, Probabilities: []float64{}}
	for i := range scores.Rows {
		c.add(top, in.find(&known{scores: scores.Row(i)}), s)
	}
	return contract.Decoded{Top: top}, nil
}

// Seek is Decode by the scores that the searches look for.
func (c config) Seek(
	s state, some contract.Known, _ contract.ScoreKind,
) (lacks target.Labels, d contract.Decoded, err error) {
	in, err := c.searcher(s)
	if err != nil {
		return lacks, d, err
	}
	if err := some.Columns.Check(in.count); err != nil {
		return lacks, d, fmt.Errorf("columns in place of labels: %w", err)
	}
	row := known{scores: make([]float64, in.count), has: make([]bool, in.count)}
	top := &target.Top{Others: others, Probabilities: []float64{}}
	for i := range some.Columns.Rows() {
		start, _ := some.Columns.Bounds(i)
		for at, column := range some.Columns.Row(i) {
			row.scores[column], row.has[column] = some.Scores[start+at], true
		}
		row.lacks = nil
		if labels := in.find(&row); row.lacks == nil {
			c.add(top, labels, s)
		}
		slices.Sort(row.lacks)
		lacks.Add(slices.Compact(row.lacks)...)
		for _, column := range some.Columns.Row(i) {
			row.has[column] = false
		}
	}
	return lacks, contract.Decoded{Top: top}, nil
}

// searcher prepares the search in the trees of a state.
func (c config) searcher(s state) (searcher, error) {
	if s.Trees == nil {
		return searcher{}, errors.New("the state of the reduction holds no trees")
	}
	beam := c.Beam
	if c.Search == exactly {
		beam = 0
	}
	return newSearcher(s.Trees, s.columns(), s.Labels, beam, c.Top), nil
}

// add adds a row for which labels were found.
func (c config) add(top *target.Top, labels []found, s state) {
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
