package sdktest

import (
	"math"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/service"
)

// sample is a small multiclass problem: rows sorted by class, of each class two
// ranges to train on and the rows between them to score.
type sample struct {
	x           contract.Matrix
	train, test []contract.Range
	classes     int
}

// draw draws classes that are apart in the first feature and in most others.
// Features differ in place and size.
func draw(classes, rowsEach, features int) sample {
	random := rand.New(rand.NewPCG(uint64(classes), uint64(features)))
	s := sample{classes: classes, x: contract.Matrix{Rows: classes * rowsEach, Cols: features}}
	for k := range classes {
		first := k * rowsEach
		for range rowsEach {
			for j := range features {
				centre := 4 * float64((k+j)%classes)
				s.x.Data = append(s.x.Data, (centre+random.NormFloat64())*math.Pow(10, float64(j%3-1))+float64(j))
			}
		}
		from, to := first+2*rowsEach/5, first+3*rowsEach/5
		s.train = append(s.train, contract.Range{Start: first, End: from, Class: k},
			contract.Range{Start: to, End: first + rowsEach, Class: k})
		s.test = append(s.test, contract.Range{Start: from, End: to, Class: k})
	}
	return s
}

// standard returns mean and standard deviation of each column over the training
// rows; the latter is 1 for constant columns.
func (s sample) standard() (shift, scale []float64) {
	shift, scale = make([]float64, s.x.Cols), make([]float64, s.x.Cols)
	rows := gathered(s.x, s.train)
	n := float64(rows.Rows)
	for j := range s.x.Cols {
		for i := range rows.Rows {
			shift[j] += rows.Row(i)[j]
		}
		shift[j] /= n
		for i := range rows.Rows {
			scale[j] += (rows.Row(i)[j] - shift[j]) * (rows.Row(i)[j] - shift[j])
		}
		if scale[j] = math.Sqrt(scale[j] / n); !(scale[j] > 0) {
			scale[j] = 1
		}
	}
	return shift, scale
}

// rowSet is the training rows, standardised.
func (s sample) rowSet() service.RowSet {
	shift, scale := s.standard()
	return service.RowSet{Ranges: s.train, Shift: shift, Scale: scale}
}

// gathered copies the rows of ranges.
func gathered(x contract.Matrix, ranges []contract.Range) contract.Matrix {
	out := contract.Matrix{Cols: x.Cols}
	for _, r := range ranges {
		out.Rows += r.End - r.Start
		out.Data = append(out.Data, x.Data[r.Start*x.Cols:r.End*x.Cols]...)
	}
	return out
}

// compact moves the training rows to the front, in their order, and the others
// after them, so that one range holds the training rows of a class.
func (s sample) compact() sample {
	train, test := gathered(s.x, s.train), gathered(s.x, s.test)
	out := sample{classes: s.classes, x: contract.Matrix{
		Rows: train.Rows + test.Rows, Cols: s.x.Cols, Data: append(train.Data, test.Data...),
	}}
	at := 0
	out.train, at = packed(s.train, at)
	out.test, _ = packed(s.test, at)
	return out
}

// packed lays ranges one after the other and joins those of a class.
func packed(ranges []contract.Range, at int) (out []contract.Range, end int) {
	for _, r := range ranges {
		next := contract.Range{Start: at, End: at + r.End - r.Start, Class: r.Class}
		at = next.End
		if last := len(out) - 1; last >= 0 && out[last].Class == r.Class {
			out[last].End = at
			continue
		}
		out = append(out, next)
	}
	return out, at
}
