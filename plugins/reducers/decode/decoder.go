package decode

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// decoder decodes one row at a time; it may keep scratch space of its own.
type decoder struct {
	score func(s, out []float64)             // L scores to K class scores
	equal slack                              // nil where equal class scores are the same number
	pick  func(s, classScores []float64) int // the predicted class; nil for the first that counts as largest
	// probabilities turns class scores into probabilities; nil if there are none.
	probabilities func(classScores, p []float64)
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
