// Package decode turns the scores of binary models into classes: given n × L
// scores and a code of K rows and L columns it returns n × K class scores, the
// predicted classes and, where the method has them, n × K probabilities. It is
// pure and never breaks a tie by chance.
//
// Throughout, s_l is the score of model l, m_kl the entry of class k in column l
// of the code, z = s_l·m_kl the margin, σ(s) = 1/(1 + e^−s) and w_l the sign of
// s_l: a score above 0 is +1, below 0 is −1, and 0 is an abstention.
package decode

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/contract"
)

// Decode returns class scores (n × K, larger is better), predictions and, where
// the rule gives probabilities from scores of this kind, n × K probabilities
// whose rows sum to 1, for n rows of scores (n × L) under a code of K rows and L
// columns. Method says for every method what its class scores are.
//
// Predictions are the largest class score, ties broken as the Rule says, or what its
// Thresholds make of the probabilities. Class scores that differ by no more than rounding
// errors tie. Rows are decoded on all processors; the result does not depend on their number.
//
// It is an error if the rule, the code and the scores do not fit together, if a
// score is NaN or infinite, if the rule needs log-odds and gets margins, or if
// scores are so large that a distance overflows.
func (r Rule) Decode(code contract.Code, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	way, err := r.way()
	if err != nil {
		return contract.Decoded{}, err
	}
	if err := checkCode(code); err != nil {
		return contract.Decoded{}, err
	}
	if err := checkScores(scores, code.Columns()); err != nil {
		return contract.Decoded{}, err
	}
	if way.NeedsLogOdds() && kind == contract.Margin {
		return contract.Decoded{}, fmt.Errorf("%s needs log-odds or probabilities, but the scores are margins: calibrate "+
			"the learner or choose another decoding", r.Method)
	}
	worker, err := way.prepare(r, code)
	if err != nil {
		return contract.Decoded{}, err
	}
	d := contract.Decoded{
		Scores:      newMatrix(scores.Rows, code.Classes()),
		Predictions: make([]int, scores.Rows),
	}
	if has(way.Probabilities, kind) {
		p := newMatrix(scores.Rows, code.Classes())
		d.Probabilities = &p
	}
	err = inBlocks(scores, func(from, to int) error {
		return r.decodeRows(worker(), scores, d, from, to)
	})
	if err != nil {
		return d, err
	}
	return r.Thresholds.Applied(d)
}

// has reports whether kinds include kind, taking probabilities for the log-odds
// that the host makes of them.
func has(kinds []contract.ScoreKind, kind contract.ScoreKind) bool {
	if kind == contract.Probability {
		kind = contract.LogOdds
	}
	return slices.Contains(kinds, kind)
}

// decodeRows fills the rows from (inclusive) to (exclusive) of d.
func (r Rule) decodeRows(dec decoder, scores contract.Matrix, d contract.Decoded, from, to int) error {
	for i := from; i < to; i++ {
		s, out := scores.Row(i), d.Scores.Row(i)
		dec.score(s, out)
		if k := firstInfinite(out); k >= 0 {
			return fmt.Errorf("row %d: the %s score of class %d is %g: the scores of the models are too large", i, r.Method,
				k, out[k])
		}
		if dec.pick != nil {
			d.Predictions[i] = dec.pick(s, out)
		} else {
			d.Predictions[i] = dec.equal.choose(s, out)
		}
		if d.Probabilities != nil {
			dec.probabilities(out, d.Probabilities.Row(i))
		}
	}
	return nil
}

// blockScores is the least number of scores that is worth a goroutine.
const blockScores = 1 << 12

// inBlocks calls f for consecutive blocks of the rows of scores, one a processor, at once,
// and returns the error of the first block that has one.
func inBlocks(scores contract.Matrix, f func(from, to int) error) error {
	n := scores.Rows
	blocks := max(1, min(runtime.GOMAXPROCS(0), n, n*scores.Cols/blockScores))
	errs := make([]error, blocks)
	var wait sync.WaitGroup
	for b := range blocks {
		wait.Go(func() { errs[b] = f(n*b/blocks, n*(b+1)/blocks) })
	}
	wait.Wait()
	return cmp.Or(errs...)
}

func firstInfinite(v []float64) int {
	return slices.IndexFunc(v, func(x float64) bool { return x-x != 0 })
}
