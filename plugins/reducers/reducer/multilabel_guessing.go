package reducer

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/labels"
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

const inferenceDoc = "How the labels of a row are decided: greedy (if not written), each model after the signs of the scores " +
	"before it; beam, after so many label sets of the largest probabilities as width says (Kumar, Vembu, Menon & Elkan 2013); " +
	"exhaustive, after all of them, for at most 15 labels; epsilon, after those whose probability is so large or larger, or if " +
	"there are none after the most probable (Dembczyński, Waegeman & Hüllermeier 2012, who go on from all); monte_carlo, after so " +
	"many as samples says that are drawn (Read, Martino & Luengo 2013). All but greedy need log-odds. Scores and probabilities of " +
	"labels are what exhaustive and monte_carlo find; else what the models say along the label set that is found."

// The values of the attribute loss.
const (
	subsetLoss  = "subset_zero_one"
	hammingLoss = "hamming"
)

// What guesses may cost.
const (
	maxExhaustive = 15 // labels
	maxGuesses    = contract.MostGuesses
	maxScores     = 1 << 20 // of a row
)

// guessing says how labels are decided.
type guessing struct {
	Inference string  `json:"inference"` // "" if not written: greedy
	Loss      string  `json:"loss"`      // "" if not written: of the subset
	Width     int     `json:"width"`     // 0 if not written
	Epsilon   float64 `json:"epsilon"`   // 0 if not written
	Samples   int     `json:"samples"`   // 0 if not written
}

// guesses reports whether models score rows after guesses, not signs.
func (g guessing) guesses() bool { return g.Inference != "" && g.Inference != greedily }

// estimates reports whether probabilities of labels are found.
func (g guessing) estimates() bool { return g.Inference == exhaustively || g.Inference == byDraws }

// search is how guesses are made along a chain of k labels.
func (g guessing) search(k int, seed uint64, chain int) contract.Search {
	switch g.Inference {
	case exhaustively:
		return contract.Search{Beam: 1 << k}
	case byEpsilon:
		return contract.Search{Least: cmp.Or(g.Epsilon, 0.25)}
	case byDraws:
		return contract.Search{Samples: cmp.Or(g.Samples, 100), Seed: seed + uint64(chain)<<48}
	}
	return contract.Search{Beam: cmp.Or(g.Width, 10)}
}

// check refuses what does not go together, and warns of what nothing reads.
func (g guessing) check(t thresholding) (ds []contract.Diagnostic) {
	for _, option := range []struct {
		name, of string
		written  bool
	}{{"width", byBeam, g.Width != 0}, {"epsilon", byEpsilon, g.Epsilon != 0}, {"samples", byDraws, g.Samples != 0}} {
		if option.written && g.Inference != option.of {
			ds = append(ds, contract.Warningf([]any{option.name}, option.name+" has no effect",
				"It belongs to inference = %q: write that, or remove it.", option.of))
		}
	}
	v, number := t.Threshold.(float64)
	switch {
	case g.Loss == hammingLoss && !g.estimates():
		ds = append(ds, contract.Errorf([]any{"loss"}, "no probabilities of labels to go by",
			"For the Hamming loss they have to be known of each label by itself: write inference = %q or %q, or binary_relevance, "+
				"whose models say just that.", exhaustively, byDraws))
	case g.Loss != "" && !g.guesses():
		ds = append(ds, contract.Warningf([]any{"loss"}, "loss has no effect",
			"It says what inference looks for, and without one labels are decided one by one: write inference, or remove it."))
	case g.Loss == hammingLoss && number && (v < 0 || v > 1):
		ds = append(ds, contract.Errorf([]any{"threshold"}, fmt.Sprintf("threshold is %v", v),
			"With inference it is a probability, from 0 to 1."))
	case g.guesses() && g.Loss != hammingLoss && t.Threshold != nil:
		ds = append(ds, g.unread("threshold"))
	case g.guesses() && g.Loss != hammingLoss && t.Top > 0:
		ds = append(ds, g.unread("top"))
	}
	return ds
}

func (g guessing) unread(name string) contract.Diagnostic {
	return contract.Warningf([]any{name}, name+" has no effect",
		"The labels are those of the most probable set that is found. Remove it, or write loss = %q.", hammingLoss)
}

// checkSize refuses searches among too many label sets.
func (g guessing) checkSize(k, chains int) []contract.Diagnostic {
	if !g.guesses() {
		return nil
	}
	if g.Inference == exhaustively && k > maxExhaustive {
		return []contract.Diagnostic{contract.Errorf([]any{"inference"}, "too many labels for exhaustive inference",
			"%d labels have 2^%d sets, all of which it looks at; %d labels are the most. Write inference = %q with a width, or %q.",
			k, k, maxExhaustive, byBeam, byDraws)}
	}
	if n := labels.Columns(g.search(k, 0, 0), k); n > maxScores/chains {
		return []contract.Diagnostic{contract.Errorf([]any{"inference"}, "too many guesses",
			"%d chains of %d labels score each row %d times, and %d are the most. Keep fewer label sets, or fewer chains.",
			chains, k, chains*n, maxScores)}
	}
	return nil
}

// searched decodes what the links say after each guess.
func (c chained) searched(s chainState, scores contract.Matrix) (contract.Decoded, error) {
	k, searches, columns := len(s.Chains[0]), make([]contract.Search, len(s.Chains)), 0
	for e := range searches {
		searches[e] = c.search(k, s.Seed, e)
		columns += labels.Columns(searches[e], k)
	}
	err := contract.FirstError(c.checkSize(k, len(s.Chains)))
	if err == nil {
		scores, err = last(scores, columns, columns)
	}
	if err != nil {
		return contract.Decoded{}, err
	}
	found := labels.Search(scores, s.Chains, searches)
	if !c.estimates() {
		d, err := labels.Decide(labels.Chained(found.Along, s.Chains, contract.LogOdds), make([]float64, k), contract.LogOdds)
		d.Predictions = found.Modes
		return d, err
	}
	d := contract.Decoded{Scores: found.Marginals, Predictions: found.Modes}
	if c.Loss == hammingLoss {
		threshold := 0.5
		if v, written := c.Threshold.(float64); written {
			threshold = v
		}
		if d, err = c.cut(labels.Decide(found.Marginals, slices.Repeat([]float64{threshold}, k), contract.Margin)); err != nil {
			return d, err
		}
	}
	d.Probabilities = &found.Marginals
	return d, nil
}
