// Package cost is what wrong predictions cost: matrices of costs as blocks of an
// experiment file write them, the class of least expected cost, and the weights that
// costs give to rows.
package cost

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
)

// Matrix holds for K classes what predictions cost: Matrix[i][j] is the cost of
// predicting class j for a row of class i. Rows are true classes, columns predicted ones,
// both in class order. All are finite; those of right predictions, Matrix[i][i], are as
// a rule 0. It is what Target.Costs of package target holds.
type Matrix [][]float64

// At is the cost of a prediction for a row of a class. Without a matrix, nil, every mistake costs 1.
func (m Matrix) At(class, predicted int) float64 {
	switch {
	case m != nil:
		return m[class][predicted]
	case class == predicted:
		return 0
	}
	return 1
}

// Fits reports whether a matrix is nil or of some number of classes.
func (m Matrix) Fits(classes int) bool {
	other := func(row []float64) bool { return len(row) != classes }
	return m == nil || len(m) == classes && !slices.ContainsFunc(m, other)
}

// equal is the share of its terms by which an expected cost may be less than another and
// still count as equal: probabilities that solve equations are not more accurate.
const equal = 1e-9

// Least returns the class of least expected cost, argmin_j Σ_i p_i c_ij, given the K
// probabilities of a row, of ones that are equal except for rounding errors the first (Elkan,
// "The foundations of cost-sensitive learning", IJCAI 2001; WEKA's minimizeExpectedCost).
func (m Matrix) Least(p []float64) int {
	best, least := 0, math.Inf(1)
	for j := range m {
		expected, size := 0.0, 0.0
		for i, row := range m {
			expected += float64(p[i] * row[j])
			size += float64(p[i] * math.Abs(row[j]))
		}
		if expected < least-float64(equal*size) {
			best, least = j, expected
		}
	}
	return best
}

// Weights returns for each class what a row of it weighs in the binary problem of a code
// column: the mean cost of predicting a class of the other side, less the cost of being
// right,
//
//	w_i = mean_{j: m_j = −m_i} c_ij − c_ii,
//
// and 0 for classes that the column leaves out. Of a pair of classes that is the weight
// |c_i − c_j| of Lin ("Reduction from cost-sensitive multiclass classification to
// one-versus-one binary classification", ACML 2014) on the rows of the two classes. For
// the problem of all classes, a nil column, the other side is every other class, which is
// the weight of Breiman et al. (Classification and Regression Trees, 1984, §4.4).
func (m Matrix) Weights(column []int8) []float64 {
	weights := make([]float64, len(m))
	for i, row := range m {
		sum, others := 0.0, 0
		for j, c := range row {
			if column == nil && i != j || column != nil && column[i] != 0 && column[j] == -column[i] {
				sum, others = sum+c, others+1
			}
		}
		if others > 0 {
			weights[i] = sum/float64(others) - row[i]
		}
	}
	return weights
}

// Weighs reports whether every mistake costs more than being right, which Weights need
// to be positive.
func (m Matrix) Weighs() bool {
	for i, row := range m {
		for j, c := range row {
			if i != j && c <= row[i] {
				return false
			}
		}
	}
	return true
}

// Digest identifies a matrix by its content; it is "" for none.
func (m Matrix) Digest() string {
	if m == nil {
		return ""
	}
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, uint64(len(m)))
	for _, row := range m {
		_ = binary.Write(h, binary.LittleEndian, row)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
