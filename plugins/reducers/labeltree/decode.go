package labeltree

import (
	"errors"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// middle is the threshold of labels if none is written.
const middle = 0.5

// Decode searches for the most probable labels of each row. Their scores are ln of their
// probabilities; those of others are the least.
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
	out := contract.Decoded{Scores: filled(scores.Rows, s.Labels, least)}
	probabilities := filled(scores.Rows, s.Labels, 0)
	out.Probabilities = &probabilities
	for i := range scores.Rows {
		labels := in.find(scores.Row(i))
		for _, label := range labels {
			out.Scores.Row(i)[label.number] = label.logP
			probabilities.Row(i)[label.number] = elementary.Exp(label.logP)
		}
		if s.Many {
			out.Predictions = append(out.Predictions, c.predicted(probabilities.Row(i))...)
			continue
		}
		out.Predictions = append(out.Predictions, labels[0].number)
		complete(probabilities.Row(i), labels)
	}
	return out, nil
}

// predicted are 1 for the labels whose probability is above the threshold.
func (c config) predicted(p []float64) []int {
	threshold := middle
	if c.Threshold != nil {
		threshold = *c.Threshold
	}
	return lists.Map(p, func(p float64) int {
		if p > threshold {
			return 1
		}
		return 0
	})
}

// complete makes the probabilities of classes, those of the found ones and 0 for all others,
// sum to 1: the others have the rest in equal shares, none more than the last of the found ones,
// and then all are divided by their sum. That is not 1 where the others could have more, or where
// the models of a node with more than two children say that the found ones have more than 1
// together.
func complete(p []float64, labels []found) {
	sum := 0.0
	for _, label := range labels {
		sum += p[label.number]
	}
	first, last := labels[0].logP, labels[len(labels)-1].logP
	others := float64(len(p) - len(labels))
	share := 0.0 // as all below in proportion to the most probable, which may be too small for a number
	if sum < 1 && others > 0 {
		share = min((1-sum)/others/elementary.Exp(first), elementary.Exp(last-first))
	}
	for k := range p {
		p[k] = share
	}
	sum = float64(share * others)
	for _, label := range labels {
		p[label.number] = elementary.Exp(label.logP - first)
		sum += p[label.number]
	}
	for k := range p {
		p[k] /= sum
	}
}

func filled(rows, cols int, value float64) contract.Matrix {
	return contract.Matrix{Rows: rows, Cols: cols, Data: slices.Repeat([]float64{value}, rows*cols)}
}
