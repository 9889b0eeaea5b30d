package moments

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// sample returns 3 columns of n rows around a large offset, the last column
// constant.
func sample(n int) contract.Features {
	rng := rand.New(rand.NewPCG(3, 4))
	f := contract.Features{Rows: n, Cols: 3}
	for range n {
		u := rng.NormFloat64()
		f.Dense = append(f.Dense, 1e6+u, -5e3+u+0.1*rng.NormFloat64(), 0.1)
	}
	return f
}

// direct computes mean and scatter of rows from the definition, on values less
// the offsets, which is exact enough to compare with.
func direct(f contract.Features, index []int) (mean, scatter []float64) {
	mean, scatter = make([]float64, 3), make([]float64, 9)
	offset := []float64{1e6, -5e3, 0.1}
	for _, i := range index {
		for j := range 3 {
			mean[j] += (f.Dense[3*i+j] - offset[j]) / float64(len(index))
		}
	}
	for _, i := range index {
		for j := range 3 {
			for k := range 3 {
				scatter[3*j+k] += (f.Dense[3*i+j] - offset[j] - mean[j]) * (f.Dense[3*i+k] - offset[k] - mean[k])
			}
		}
	}
	for j := range mean {
		mean[j] += offset[j]
	}
	return mean, scatter
}

func span(from, to int) []int {
	var index []int
	for i := from; i < to; i++ {
		index = append(index, i)
	}
	return index
}

func TestPoolAgainstDefinition(t *testing.T) {
	f := sample(200)
	s := contract.RowSet{Ranges: []contract.Range{
		{Start: 0, End: 20, Class: 0}, {Start: 30, End: 70, Class: 0}, {Start: 80, End: 120, Class: 1},
		{Start: 120, End: 121, Class: 3}, {Start: 121, End: 200, Class: 4}}}
	set, err := FromRowSet(t.Context(), f, s, 2)
	if err != nil {
		t.Fatal(err)
	}
	// Classes 0 and 3 against 1; 2 has no rows, 4 is left out.
	group, groups := set.Groups(contract.BatchProblem{Column: []int8{1, -1, 1, 1, 0}})
	p := set.Pool(group, groups)
	plus := append(append(span(0, 20), span(30, 70)...), 120)
	meanPlus, a := direct(f, plus)
	meanMinus, b := direct(f, span(80, 120))
	if p.N != 101 || p.Counts[0] != 61 || p.Counts[1] != 40 {
		t.Errorf("counts %v %v", p.N, p.Counts)
	}
	for j := range 3 {
		if math.Abs(p.Means[0][j]-meanPlus[j]) > 1e-14*math.Abs(meanPlus[j]) ||
			math.Abs(p.Means[1][j]-meanMinus[j]) > 1e-14*math.Abs(meanMinus[j]) {
			t.Errorf("column %d: means %v and %v, want %v and %v", j, p.Means[0][j], p.Means[1][j], meanPlus[j], meanMinus[j])
		}
		for k := range 3 {
			if got, want := p.Within.At(j, k), a[3*j+k]+b[3*j+k]; math.Abs(got-want) > 1e-7 {
				t.Errorf("scatter (%d,%d) is %v, want %v", j, k, got, want)
			}
		}
	}
	if p.Within.At(2, 2) != 0 || p.Means[0][2] != 0.1 {
		t.Errorf("constant column: scatter %v, mean %v", p.Within.At(2, 2), p.Means[0][2])
	}
}

func TestStandardisedRows(t *testing.T) {
	f := sample(50)
	s := contract.RowSet{Ranges: []contract.Range{{Start: 0, End: 50, Class: 0}}, Shift: []float64{1e6, -5e3, 0.1},
		Scale: []float64{2, 4, 1}}
	set, err := FromRowSet(t.Context(), f, s, 2)
	if err != nil {
		t.Fatal(err)
	}
	_, want := direct(f, span(0, 50))
	p := set.Pool([]int{0}, 1)
	if got := p.Within.At(0, 1); math.Abs(got-want[1]/8) > 1e-9 {
		t.Errorf("scaled scatter %v, want %v", got, want[1]/8)
	}
	if p.Means[0][2] != 0 || p.Within.At(2, 2) != 0 {
		t.Errorf("constant column: mean %v, scatter %v", p.Means[0][2], p.Within.At(2, 2))
	}
}

// TestFourthAgainstDefinition adds up the rows of two of three classes.
func TestFourthAgainstDefinition(t *testing.T) {
	f := sample(150)
	s := contract.RowSet{Ranges: []contract.Range{{Start: 0, End: 70, Class: 0}, {Start: 70, End: 80, Class: 1},
		{Start: 80, End: 150, Class: 2}}}
	set, err := FromRowSet(t.Context(), f, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	mean, inverse := []float64{1e6, -5e3, 0.1}, []float64{1, 0.5, 1}
	want := 0.0
	for i := range 150 {
		square := 0.0
		for j := range 3 {
			z := (f.Dense[3*i+j] - mean[j]) * inverse[j]
			square += z * z
		}
		if i < 70 || i >= 80 {
			want += square * square
		}
	}
	if got := set.Fourth([]int{0, -1, 0}, 0, mean, inverse); math.Abs(got-want) > 1e-9*want {
		t.Errorf("sum %v, want %v", got, want)
	}
}

// TestTotal decomposes the scatter of all rows, with and without a ridge.
func TestTotal(t *testing.T) {
	f := sample(60)
	s := contract.RowSet{Ranges: []contract.Range{{Start: 0, End: 25, Class: 0}, {Start: 25, End: 40, Class: 1},
		{Start: 40, End: 60, Class: 3}}}
	_, want := direct(f, span(0, 60))
	for _, ridge := range []float64{0, 7} {
		set, err := FromRowSet(t.Context(), f, s, 2)
		if err != nil {
			t.Fatal(err)
		}
		p, factor, err := set.Total(ridge, 1e-8)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Within.At(1, 1); math.Abs(got-want[4]-ridge) > 1e-6 {
			t.Errorf("ridge %v: %v, want %v", ridge, got, want[4]+ridge)
		}
		if set.Present() != 3 || p.Present() != 1 || !factor.Definite() || factor.Rank() != 2+int(ridge/7) {
			t.Errorf("ridge %v: %d classes, %d groups, rank %d", ridge, set.Present(), p.Present(), factor.Rank())
		}
	}
}

func TestMeansThatOverflow(t *testing.T) {
	f := contract.Features{Rows: 3, Cols: 1, Dense: []float64{-1.7e308, 1.7e308, 1.7e308}}
	s := contract.RowSet{Ranges: []contract.Range{{Start: 0, End: 3}}}
	if _, err := FromRowSet(t.Context(), f, s, 1); err == nil || !strings.Contains(err.Error(), "overflow") {
		t.Errorf("error %v", err)
	}
}

func TestRefusals(t *testing.T) {
	f := sample(4)
	one := contract.RowSet{Ranges: []contract.Range{{Start: 0, End: 4}}}
	weighted := one
	weighted.Weights = []float64{1, 1, 0, 1}
	for want, c := range map[string]struct {
		f contract.Features
		s contract.RowSet
	}{"weight 0": {f, weighted}, "no feature columns": {contract.Features{Rows: 4}, one}} {
		if _, err := FromRowSet(t.Context(), c.f, c.s, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}

// The time of measuring is shared by rows among the problems over classes.
func TestTimeOfMeasuring(t *testing.T) {
	r := &rows{index: [][]int{make([]int, 10), make([]int, 30), make([]int, 60)}}
	all := []contract.BatchProblem{{Column: []int8{1, -1, -1}}, {}, {Target: []float64{1}}, {Column: []int8{0, 1, -1}},
		{Column: []int8{1, -1, 0}}}
	if got, want := r.shares(33, all, []int{4, 2, 3, 0, 1}), []float64{4, 0, 9, 10, 10}; !slices.Equal(got, want) {
		t.Errorf("shares %v, want %v", got, want)
	}
}
