package linear

import (
	"math/bits"

	"github.com/manyclass/bench/framework/contract"
)

// Support is a set of columns of a sparse matrix, numbered anew in their order: those in which some rows have values.
// It takes an eighth of a byte for each column, and half as much again for the numbers.
type Support struct {
	bits   []uint64
	before []int32 // columns of the set before each word of bits
	count  int
}

// SupportOf is the set of the columns in which some rows of a matrix of d columns have values.
func SupportOf(x contract.CSR, ranges []contract.Range, d int) *Support {
	words := (d + 63) / 64
	s := &Support{bits: make([]uint64, words), before: make([]int32, words)}
	for _, r := range ranges {
		for _, j := range x.Indices[x.Indptr[r.Start]:x.Indptr[r.End]] {
			s.bits[j>>6] |= 1 << (j & 63)
		}
	}
	for at, word := range s.bits {
		s.before[at] = int32(s.count)
		s.count += bits.OnesCount64(word)
	}
	return s
}

// Count is the number of columns of the set.
func (s *Support) Count() int { return s.count }

// place returns the new number of a column, and whether it is one of the set.
func (s *Support) place(column int32) (int32, bool) {
	word, bit := s.bits[column>>6], uint64(1)<<(column&63)
	return s.before[column>>6] + int32(bits.OnesCount64(word&(bit-1))), word&bit != 0
}

// columns lists those of the set, ascending.
func (s *Support) columns() []int {
	list := make([]int, 0, s.count)
	for at, word := range s.bits {
		for ; word != 0; word &= word - 1 {
			list = append(list, at*64+bits.TrailingZeros64(word))
		}
	}
	return list
}

// Narrow copies the rows of ranges, one after the other, with the columns of the set alone. Scale, if it is not nil,
// has for each column of x what its values are divided by.
func (s *Support) Narrow(x contract.CSR, ranges []contract.Range, scale []float64) contract.CSR {
	rows, values := 0, int64(0)
	for _, r := range ranges {
		rows, values = rows+r.End-r.Start, values+x.Indptr[r.End]-x.Indptr[r.Start]
	}
	out := contract.CSR{Data: make([]float64, 0, values), Indices: make([]int32, 0, values),
		Indptr: make([]int64, 1, rows+1)}
	for _, r := range ranges {
		for i := r.Start; i < r.End; i++ {
			indices, data := x.Row(i)
			for at, j := range indices {
				place, has := s.place(j)
				if !has {
					continue
				}
				v := data[at]
				if scale != nil {
					v /= scale[j]
				}
				out.Data, out.Indices = append(out.Data, v), append(out.Indices, place)
			}
			out.Indptr = append(out.Indptr, int64(len(out.Data)))
		}
	}
	return out
}
