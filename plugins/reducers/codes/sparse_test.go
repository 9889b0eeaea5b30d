package codes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
)

func TestSparseWidth(t *testing.T) {
	for k, want := range map[int]int{2: 1, 3: 6, 4: 25, 5: 35, 6: 39, 8: 45, 10: 50, 26: 71, 100: 100} {
		if got := SparseWidth(k); got != want {
			t.Errorf("SparseWidth(%d) = %d, want %d", k, got, want)
		}
	}
	if SparseCap(40) != 6078831630016836625 || SparseCap(41) != math.MaxInt {
		t.Errorf("SparseCap: %d, %d", SparseCap(40), SparseCap(41))
	}
}

func TestSparseRandomIsSound(t *testing.T) {
	for _, k := range []int{2, 3, 4, 5, 6, 7, 8, 11, 26, 63, 64, 65, 100, 129} {
		for seed := range uint64(2) {
			c := must(t)(SparseRandom(k, Sparse{Candidates: 20}, seed))
			if len(c) != k || c.Columns() != SparseWidth(k) {
				t.Fatalf("%d × %d, want %d × %d", len(c), c.Columns(), k, SparseWidth(k))
			}
			checkSound(t, c)
			for l := range c.Columns() {
				if _, mirrored := code.Canonical(c.Column(l)); mirrored {
					t.Errorf("%d classes: column %d does not begin with +1", k, l)
				}
			}
		}
	}
}

func TestSparseRandomDraws(t *testing.T) {
	draw := func(k int, s Sparse, seed uint64) contract.Dense { return must(t)(SparseRandom(k, s, seed)) }
	if !reflect.DeepEqual(draw(10, Sparse{}, 1), draw(10, Sparse{}, 1)) {
		t.Error("the same seed gives different codes")
	}
	if reflect.DeepEqual(draw(10, Sparse{}, 1), draw(10, Sparse{}, 2)) {
		t.Error("different seeds give the same code")
	}
	for _, k := range []int{2, 3, 4} {
		if !reflect.DeepEqual(draw(k, Sparse{}, 1), must(t)(TernaryExhaustive(k))) {
			t.Errorf("%d classes: not the exhaustive code at full width", k)
		}
	}
	if !reflect.DeepEqual(draw(6, Sparse{Columns: 301}, 1), must(t)(TernaryExhaustive(6))) {
		t.Error("301 columns for 6 classes: not the exhaustive code")
	}
	checkSound(t, draw(6, Sparse{Columns: 300, Candidates: 2}, 1))
	checkSound(t, draw(8, Sparse{Columns: 2, Candidates: 1_000_000}, 1)) // all rows but (0, 0)
	few, many := code.MinRow(draw(10, Sparse{Candidates: 1}, 1)), code.MinRow(draw(10, Sparse{}, 1))
	if few > many || many < 19 {
		t.Errorf("minimum row distance %v from one draw, %v from the default", few, many)
	}
}

// TestSparseChoice compares the distances that guide the choice with those of
// framework/evaluation/code, and the code with the best of the same draws.
func TestSparseChoice(t *testing.T) {
	const k, width, candidates, seed = 7, 5, 300, 5
	random := rand.NewPCG(seed, 0)
	d := newSparseDraw(k, width)
	var best contract.Dense
	refused := 0
	for range candidates {
		d.next(random)
		c := d.code()
		want := 2 * code.MinRow(c)
		for _, issue := range code.Lint(c) {
			if issue.Kind == code.EmptyRow || issue.Kind == code.EqualRows {
				want = 0
			}
		}
		if want == 0 {
			refused++
		}
		if got := d.minTwice(0); float64(got) != want {
			t.Fatalf("twice the distance %d, want %v: %v", got, want, c)
		}
		if want > 0 && (best == nil || code.MinRow(c) > code.MinRow(best)) {
			best = c
		}
	}
	if got := must(t)(SparseRandom(k, Sparse{width, candidates}, seed)); !reflect.DeepEqual(got, best) {
		t.Errorf("got %v, want the best draw %v", got, best)
	}
	if refused == 0 {
		t.Error("no draw was refused: choose fewer columns")
	}
}

// TestSparseDistribution counts the entries of one-draw codes. Columns without
// both signs are rare with so many classes.
func TestSparseDistribution(t *testing.T) {
	const k, width = 40, 5000
	c := must(t)(SparseRandom(k, Sparse{width, 1}, 3))
	count := map[int8]int{}
	for _, row := range c[10:] { // the first nonzero entry is always +1
		for _, m := range row {
			count[m]++
		}
	}
	n := float64((k - 10) * width)
	for m, share := range map[int8]float64{0: 0.5, 1: 0.25, -1: 0.25} {
		sd := math.Sqrt(n * share * (1 - share))
		if z := (float64(count[m]) - n*share) / sd; math.Abs(z) > 4.5 {
			t.Errorf("entry %d: %d of %v, %.1f standard deviations off", m, count[m], n, z)
		}
	}
}

func TestSparseRandomIsPinned(t *testing.T) {
	c := must(t)(SparseRandom(6, Sparse{Columns: 8, Candidates: 100}, 42))
	var rows []string
	for _, row := range c {
		rows = append(rows, string(code.SignsOf(row)))
	}
	want := "00++0+0+ ++0++000 0+0-+-++ --+0--0- 00-00000 +-00+0--"
	if got := strings.Join(rows, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestSparseRandomErrors(t *testing.T) {
	tests := []struct {
		k    int
		s    Sparse
		want string
	}{
		{4, Sparse{Columns: 26}, "at most (3^4 - 2^5 + 1)/2 = 25 distinct columns, not 26"},
		{2, Sparse{Columns: 2}, "= 1 distinct columns"},
		{9, Sparse{Columns: 2}, "at least 3 columns"},
		{27, Sparse{Columns: 3}, "at least 4 columns"},
		{26, Sparse{Columns: 3, Candidates: 20}, "none of 20 sparse random codes of 3 columns has distinct rows for all 26 classes"},
		{11, Sparse{Columns: 86526}, "limited to 10 classes"},
	}
	for _, test := range tests {
		c, err := SparseRandom(test.k, test.s, 1)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d classes, %+v: got %v and error %v, want error %q", test.k, test.s, c, err, test.want)
		}
	}
}

func BenchmarkSparseRandom(b *testing.B) {
	for _, k := range []int{5, 10, 26, 100, 1000} {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			for b.Loop() {
				d := newSparseDraw(k, SparseWidth(k))
				c, drawn := bestSparse(d, 0, 1)
				b.ReportMetric(code.MinRow(c), "distance")
				b.ReportMetric(float64(drawn), "draws")
			}
		})
	}
}
