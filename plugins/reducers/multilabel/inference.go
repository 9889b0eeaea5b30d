package multilabel

import (
	"cmp"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/labels"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// The values of the attribute inference.
const (
	greedily     = "greedy"
	byBeam       = "beam"
	exhaustively = "exhaustive"
	byEpsilon    = "epsilon"
	byDraws      = "monte_carlo"
)

var inferences = []string{greedily, byBeam, exhaustively, byEpsilon, byDraws}

// The values of the attribute loss.
const (
	subsetLoss  = "subset_zero_one"
	hammingLoss = "hamming"
)

// What hypotheses may cost.
const (
	maxExhaustive = 15 // labels
	maxHypotheses = contract.MostHypotheses
	maxScores     = 1 << 20 // of a row
)

// inference says how the labels of a row are decided: by the signs of scores, or among
// hypotheses, which are label sets, of the row.
type inference struct {
	Inference string  `json:"inference"` // "" if not written: greedy
	Loss      string  `json:"loss"`      // "" if not written: of the subset
	Width     int     `json:"width"`     // 0 if not written
	Epsilon   float64 `json:"epsilon"`   // 0 if not written
	Samples   int     `json:"samples"`   // 0 if not written
}

// inferenceParams describe the attributes.
func inferenceParams() []contract.Param {
	params := []contract.Param{
		{Name: "inference", Type: "string", OneOf: inferences},
		{Name: "loss", Type: "string", OneOf: []string{subsetLoss, hammingLoss}},
		step.Whole("width", 1, maxHypotheses),
		{Name: "epsilon", Type: "number", Min: contract.Bound(0.0001), Max: contract.Bound(0.5)},
		step.Whole("samples", 1, maxHypotheses),
	}
	for i := range params {
		params[i].Decoding = true
	}
	return params
}

// searches reports whether models score a row after hypotheses, not after signs.
func (i inference) searches() bool { return i.Inference != "" && i.Inference != greedily }

// estimates reports whether probabilities of labels are found.
func (i inference) estimates() bool { return i.Inference == exhaustively || i.Inference == byDraws }

// search is how hypotheses are made along a chain of k labels.
func (i inference) search(k int, seed uint64, chain int) contract.Search {
	switch i.Inference {
	case exhaustively:
		return contract.Search{Beam: 1 << k}
	case byEpsilon:
		return contract.Search{Least: cmp.Or(i.Epsilon, 0.25)}
	case byDraws:
		return contract.Search{Samples: cmp.Or(i.Samples, 100), Seed: seed + uint64(chain)<<48}
	}
	return contract.Search{Beam: cmp.Or(i.Width, 10)}
}

// check refuses options that contradict each other, and warns of those that are not used.
func (i inference) check(ds *step.Diagnostics, t thresholding) {
	for _, option := range []struct {
		name, of string
		written  bool
	}{{"width", byBeam, i.Width != 0}, {"epsilon", byEpsilon, i.Epsilon != 0}, {"samples", byDraws, i.Samples != 0}} {
		if option.written && i.Inference != option.of {
			ds.NoEffect(option.name, "It belongs to inference = %q: write that, or remove it.", option.of)
		}
	}
	v, number := t.Threshold.(float64)
	switch {
	case i.Loss == hammingLoss && !i.estimates():
		ds.At("loss").Errorf("no probabilities of single labels",
			"The Hamming loss needs the probability of each label by itself: write inference = %q or %q, or choose "+
				"binary_relevance, whose models give it.", exhaustively, byDraws)
	case i.Loss != "" && !i.searches():
		ds.NoEffect("loss", "It says what inference looks for, and without inference each label is decided by itself: write "+
			"inference, or remove it.")
	case i.Loss == hammingLoss && number && (v < 0 || v > 1):
		ds.At("threshold").Errorf(fmt.Sprintf("threshold is %v", v), "With inference it is a probability, from 0 to 1.")
	case i.searches() && i.Loss != hammingLoss && t.Threshold != nil:
		i.unused(ds, "threshold")
	case i.searches() && i.Loss != hammingLoss && t.Top > 0:
		i.unused(ds, "top")
	}
}

func (i inference) unused(ds *step.Diagnostics, name string) {
	ds.NoEffect(name, "The labels are those of the most probable set that is found. Remove it, or write loss = %q.",
		hammingLoss)
}

// checkSize refuses searches among too many label sets.
func (i inference) checkSize(ds *step.Diagnostics, k, chains int) {
	if !i.searches() {
		return
	}
	if i.Inference == exhaustively && k > maxExhaustive {
		ds.At("inference").Errorf("too many labels for exhaustive inference",
			"%d labels have 2^%d sets, and it looks at every one of them; the limit is %d labels. "+
				"Write inference = %q with a width, or %q.",
			k, k, maxExhaustive, byBeam, byDraws)
		return
	}
	if n := labels.Columns(i.search(k, 0, 0), k); n > maxScores/chains {
		ds.At("inference").Errorf("too many hypotheses",
			"%d chains of %d labels score each row %d times, and the limit is %d. Keep fewer label sets, or fewer chains.",
			chains, k, chains*n, maxScores)
	}
}
