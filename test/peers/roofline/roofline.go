// Package roofline says how far a piece of work is from what the machine could do: the
// bytes and floating point operations that it needs at least, against the bandwidth of
// memory and the multiply–adds that were measured just before (Williams, Waterman and
// Patterson, "Roofline", Communications of the ACM 52, 2009).
//
// The formulas count what the method needs, not what a program does: values of 8 bytes,
// a multiply–add as two operations, whatever fits a cache as read once. Loading,
// encoding, decoding and everything that is smaller by a factor of d or K is left out.
package roofline

// Work is what a piece of work needs: bytes read from memory or written to it, and
// floating point operations.
type Work struct{ Bytes, Flops float64 }

// Plus adds two works.
func (w Work) Plus(v Work) Work { return Work{w.Bytes + v.Bytes, w.Flops + v.Flops} }

// Times is the work done n times.
func (w Work) Times(n float64) Work { return Work{w.Bytes * n, w.Flops * n} }

const value = 8 // bytes of a number

// Passes trains problems side by side over all rows of a dense matrix: a pass reads the
// matrix once, and each problem needs X·w and Xᵀ·g.
func Passes(rows, columns, problems, passes float64) Work {
	return Work{value * rows * columns, 4 * rows * columns * problems}.Times(passes)
}

// SparsePasses is Passes of a sparse matrix, whose nonzeros have an index of 4 bytes.
func SparsePasses(nonzeros, problems, passes float64) Work {
	return Work{(value + 4) * nonzeros, 4 * nonzeros * problems}.Times(passes)
}

// Pairs trains the problems of one-vs-one on a dense matrix: it is read once, a pair
// stays in cache, and each row is in classes − 1 problems.
func Pairs(rows, columns, classes, passes float64) Work {
	return Work{value * rows * columns, 4 * rows * columns * (classes - 1) * passes}
}

// SparsePairs is Pairs of a sparse matrix.
func SparsePairs(nonzeros, classes, passes float64) Work {
	return Work{(value + 4) * nonzeros, 4 * nonzeros * (classes - 1) * passes}
}

// Scores multiplies test rows with the models of problems.
func Scores(rows, columns, problems float64) Work {
	return Work{value * rows * columns, 2 * rows * columns * problems}
}

// SparseScores is Scores of a sparse matrix.
func SparseScores(nonzeros, problems float64) Work {
	return Work{(value + 4) * nonzeros, 2 * nonzeros * problems}
}

// Scatter is one pass that makes the scatter matrices of the classes, of which half is
// computed.
func Scatter(rows, columns float64) Work {
	return Work{value * rows * columns, rows * columns * (columns + 1)}
}

// Factorisations are Cholesky's, d³/3 operations each; the matrices stay in cache.
func Factorisations(columns, count float64) Work {
	return Work{0, columns * columns * columns / 3 * count}
}

// Kernel is the matrix of squared distances or products among rows, of which half is
// computed and kept.
func Kernel(rows, columns float64) Work {
	return Work{value * rows * columns, rows * rows * columns}
}

// Text is a file that is read, with what its numbers take afterwards.
func Text(bytes, numbers float64) Work { return Work{bytes + value*numbers, 0} }

// Machine is what was measured: bytes a second that are read from memory, and floating
// point operations a second of multiply–adds of 8 bytes, on one core and on all that
// the work may use.
type Machine struct {
	ReadOne  float64 `json:"read_one"`
	Read     float64 `json:"read"`
	FlopsOne float64 `json:"flops_one"`
	Flops    float64 `json:"flops"`
}

// Limit is how long the work takes at least on all cores, in seconds, and what binds it:
// "memory" or "compute"; 0 and "" for a work that needs nothing, or is not known.
func (m Machine) Limit(w Work) (seconds float64, bound string) {
	if w == (Work{}) {
		return 0, ""
	}
	memory, compute := w.Bytes/m.Read, w.Flops/m.Flops
	if memory > compute {
		return memory, "memory"
	}
	return compute, "compute"
}
