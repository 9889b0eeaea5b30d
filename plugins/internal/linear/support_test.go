package linear

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// few returns a model with the weights of the columns alone that some have, and its equal with all.
func few(m *Model, s *Support) (short, long *Model) {
	short = &Model{B: m.B, Support: s}
	long = &Model{B: m.B, W: make([]float64, len(m.W))}
	for _, column := range s.columns() {
		short.W, long.W[column] = append(short.W, m.W[column]), m.W[column]
	}
	return short, long
}

// Columns that are left out count as weights of 0, whatever models are scored together and in
// whatever form rows are.
func TestSupport(t *testing.T) {
	x, models := fixture(9, 200, 40)
	csr := compressed(x)
	var short, long []contract.Model
	for l, m := range models {
		if l%20 >= 13 {
			short, long = append(short, m), append(long, m)
			continue
		}
		used := SupportOf(contract.CSR{Indices: []int32{0, 63, 64, 130, 199, 3, 64}, Indptr: []int64{0, 5, 7}},
			[]contract.Range{{Start: l % 20 / 9, End: 2}}, 200)
		a, b := few(m.(*Model), used)
		if l%20 > 0 && l%20 != 9 {
			before := short[len(short)-1].(*Model)
			a.Support = before.Support // that of a row set is shared
		}
		short, long = append(short, a), append(long, b)
	}
	for what, rows := range map[string]contract.Rows{"dense": {Matrix: x}, "sparse": contract.Compressed(csr)} {
		got, want := make([]float64, 9*40), make([]float64, 9*40)
		short[0].(*Model).ScoreAll(short, rows, 1, got)
		long[0].(*Model).ScoreAll(long, rows, 1, want)
		if !slices.Equal(got, want) {
			t.Errorf("%s rows have other scores", what)
		}
		one := make([]float64, 9)
		for l, m := range short {
			m.(*Model).ScoreAll([]contract.Model{m}, rows, 1, one)
			for i, v := range one {
				if v != want[i*40+l] {
					t.Fatalf("%s row %d, model %d: %v alone, want %v", what, i, l, v, want[i*40+l])
				}
			}
		}
	}
}

func TestNarrow(t *testing.T) {
	x := contract.CSR{Data: []float64{9, 1, 2, 3, 4, 5}, Indices: []int32{1, 70, 129, 2, 5, 129},
		Indptr: []int64{1, 3, 4, 6}}
	ranges := []contract.Range{{Start: 2, End: 3, Class: 1}, {Start: 0, End: 1}}
	s := SupportOf(x, ranges, 130)
	scale := slices.Repeat([]float64{2}, 130)
	got := s.Narrow(x, ranges, scale)
	if s.Count() != 3 || !slices.Equal(got.Data, []float64{2, 2.5, 0.5, 1}) ||
		!slices.Equal(got.Indices, []int32{0, 2, 1, 2}) || !slices.Equal(got.Indptr, []int64{0, 2, 4}) {
		t.Errorf("%d columns, rows %v", s.Count(), got)
	}
	if one := s.Narrow(x, []contract.Range{{Start: 1, End: 2}}, nil); len(one.Data) != 0 || len(one.Indptr) != 2 {
		t.Errorf("a row without columns of the set is %v", one)
	}
}
