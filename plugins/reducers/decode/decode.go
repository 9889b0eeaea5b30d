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
	"fmt"
	"math"
	"runtime"
	"sync"

	"github.com/manyclass/bench/framework/contract"
)

// Decode returns class scores (n × K, larger is better), predictions and, where
// the rule gives probabilities from scores of this kind, n × K probabilities
// whose rows sum to 1, for n rows of scores (n × L) under a code of K rows and L
// columns. Method says for every method what its class scores are.
//
// Predictions are the largest class score, ties broken as the Rule says; two
// class scores tie only if they are the same number. Rows are decoded on all
// processors; the result does not depend on their number.
//
// It is an error if the rule, the code and the scores do not fit together, if a
// score is NaN or infinite, if the rule needs log-odds and gets margins, or if
// scores are so large that a distance overflows.
func (r Rule) Decode(code contract.Code, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if err := r.Check(); err != nil {
		return contract.Decoded{}, err
	}
	if err := checkCode(code); err != nil {
		return contract.Decoded{}, err
	}
	if err := checkScores(scores, code.Columns()); err != nil {
		return contract.Decoded{}, err
	}
	if r.needsLogOdds() && kind == contract.Margin {
		return contract.Decoded{}, fmt.Errorf("%s needs log-odds or probabilities, but the scores are margins: calibrate the learner or choose another decoding", r.Method)
	}
	worker, err := r.prepare(code)
	if err != nil {
		return contract.Decoded{}, err
	}
	d := contract.Decoded{
		Scores:      newMatrix(scores.Rows, len(code)),
		Predictions: make([]int, scores.Rows),
	}
	if has(r.Probabilities(), kind) {
		p := newMatrix(scores.Rows, len(code))
		d.Probabilities = &p
	}
	return d, inBlocks(scores.Rows, func(from, to int) error {
		return r.decodeRows(worker(), scores, d, from, to)
	})
}

// decoder decodes one row at a time; it may keep scratch space of its own.
type decoder struct {
	score func(s, out []float64)             // L scores to K class scores
	pick  func(s, classScores []float64) int // the predicted class; nil for the first largest
	// probabilities turns class scores into probabilities; nil if there are none.
	probabilities func(classScores, p []float64)
}

// decodeRows fills the rows from (inclusive) to (exclusive) of d.
func (r Rule) decodeRows(dec decoder, scores contract.Matrix, d contract.Decoded, from, to int) error {
	for i := from; i < to; i++ {
		s, out := scores.Row(i), d.Scores.Row(i)
		dec.score(s, out)
		if k := firstInfinite(out); k >= 0 {
			return fmt.Errorf("row %d: the %s score of class %d is %g: the scores of the models are too large", i, r.Method, k, out[k])
		}
		if dec.pick != nil {
			d.Predictions[i] = dec.pick(s, out)
		} else {
			d.Predictions[i] = Argmax(out)
		}
		if d.Probabilities != nil {
			dec.probabilities(out, d.Probabilities.Row(i))
		}
	}
	return nil
}

// blockRows is the least number of rows that is worth a goroutine.
const blockRows = 64

// inBlocks calls f for consecutive blocks of 0..n−1, one a processor, at once,
// and returns the error of the first block that has one.
func inBlocks(n int, f func(from, to int) error) error {
	blocks := max(1, min(runtime.GOMAXPROCS(0), n/blockRows))
	errs := make([]error, blocks)
	var wait sync.WaitGroup
	for b := range blocks {
		wait.Go(func() { errs[b] = f(n*b/blocks, n*(b+1)/blocks) })
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// prepare returns a function that makes decoders for a code, one a goroutine.
func (r Rule) prepare(code contract.Code) (func() decoder, error) {
	switch r.Method {
	case MaxScore:
		return prepareMaxScore(code)
	case Ordered:
		return prepareOrdered(code)
	case Coverage:
		return r.prepareCoverage(code)
	case Product:
		return r.prepareProduct(code)
	case DDAG:
		return prepareDDAG(code)
	case Coupling:
		return r.prepareCoupling(code)
	case BradleyTerry:
		return prepareBradleyTerry(code), nil
	case Euclidean, AttenuatedEuclidean:
		return r.prepareEuclidean(code), nil
	case LossBased:
		return r.prepareLoss(code), nil
	case LossWeighted:
		return r.prepareWeighted(code)
	}
	return r.prepareSigns(code), nil
}

// Argmax returns the index of the first largest number of a nonempty list.
func Argmax(v []float64) int {
	best := 0
	for k, x := range v {
		if x > v[best] {
			best = k
		}
	}
	return best
}

func newMatrix(rows, cols int) contract.Matrix {
	return contract.Matrix{Rows: rows, Cols: cols, Data: make([]float64, rows*cols)}
}

// checkCode refuses what is no code of at least two rows.
func checkCode(code contract.Code) error {
	if len(code) < 2 {
		return fmt.Errorf("a code of %d rows: it needs one for each of at least two classes", len(code))
	}
	for k, row := range code {
		if len(row) != len(code[0]) {
			return fmt.Errorf("row %d of the code has %d entries, row 0 has %d", k, len(row), len(code[0]))
		}
		for l, m := range row {
			if m < -1 || m > 1 {
				return fmt.Errorf("the entry of row %d, column %d of the code is %d, not -1, 0 or 1", k, l, m)
			}
		}
	}
	return nil
}

// checkScores refuses scores that are not rows × columns finite numbers.
func checkScores(scores contract.Matrix, columns int) error {
	if scores.Cols != columns {
		return fmt.Errorf("scores have %d columns, but there are %d binary problems", scores.Cols, columns)
	}
	return CheckFinite(scores)
}

// CheckFinite refuses a matrix of the wrong size or with NaN or infinities.
func CheckFinite(m contract.Matrix) error {
	if m.Rows < 0 || m.Cols <= 0 || len(m.Data) != m.Rows*m.Cols {
		return fmt.Errorf("%d scores do not make %d rows of %d", len(m.Data), m.Rows, m.Cols)
	}
	for i, s := range m.Data {
		if s-s != 0 { // NaN or infinite
			return fmt.Errorf("the score in row %d, column %d is %g", i/m.Cols, i%m.Cols, s)
		}
	}
	return nil
}

func firstInfinite(v []float64) int {
	for k, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return k
		}
	}
	return -1
}
