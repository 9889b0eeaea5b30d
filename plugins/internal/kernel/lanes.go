// Package kernel holds the few inner loops on which the linear learners spend
// their time, in vector instructions where the processor has them.
//
// Every function is defined operation by operation (see portable.go): sums run
// over ascending indices with fused multiply–add, one lane an element, so that
// the result of an element depends neither on the instruction set nor on what is
// computed beside it. All ways of computing give the same bits.
//
// Matrices are row-major slices with a stride between rows. The number of
// columns n is a multiple of Lanes; callers pad with zeros.
package kernel

const (
	// Lanes is the number of columns that are computed side by side.
	Lanes = 8
	// NarrowLanes is the number of columns of float32 that are computed side by side.
	NarrowLanes = 16
)

// Padded is the next multiple of Lanes.
func Padded(n int) int { return (n + Lanes - 1) &^ (Lanes - 1) }

// NarrowPadded is the next multiple of NarrowLanes.
func NarrowPadded(n int) int { return (n + NarrowLanes - 1) &^ (NarrowLanes - 1) }

// The bytes of a float64 and of a float32.
const width, narrowWidth = 8, 4
