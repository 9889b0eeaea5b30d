package codes

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
)

// rest is OneVsRest, written out.
func rest(k int) contract.Dense {
	written, err := code.WrittenOut(OneVsRest(k))
	if err != nil {
		panic(err)
	}
	return written
}

func TestDesigns(t *testing.T) {
	tests := []struct {
		name      string
		got, want contract.Dense
	}{
		{"one-vs-rest 2", rest(2), contract.Dense{{1}, {-1}}},
		{"one-vs-rest 3", rest(3), contract.Dense{{1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}},
		{"one-vs-rest 4", rest(4), contract.Dense{{1, -1, -1, -1}, {-1, 1, -1, -1}, {-1, -1, 1, -1}, {-1, -1, -1, 1}}},
		{"exhaustive 2", Exhaustive(2), contract.Dense{{1}, {-1}}},
		{"exhaustive 3", Exhaustive(3), contract.Dense{{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}}},
		{"exhaustive 4", Exhaustive(4), contract.Dense{
			{1, 1, 1, 1, 1, 1, 1}, {-1, -1, -1, -1, 1, 1, 1}, {-1, -1, 1, 1, -1, -1, 1}, {-1, 1, -1, 1, -1, 1, -1}}},
	}
	for _, test := range tests {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, test.got, test.want)
		}
	}
	if got := code.MinRow(Exhaustive(5)); got != 8 {
		t.Errorf("exhaustive 5: minimum row distance %v, want 8", got)
	}
	if got := code.MinRow(must(t)(code.WrittenOut(contract.Pairs(5)))); got != 5.5 {
		t.Errorf("one-vs-one 5: minimum row distance %v, want 5.5", got)
	}
	if got := code.MinRow(rest(4)); got != 2 {
		t.Errorf("one-vs-rest 4: minimum row distance %v, want 2", got)
	}
}

func TestDenseWidth(t *testing.T) {
	for k, want := range map[int]int{2: 1, 3: 3, 4: 7, 5: 15, 6: 26, 7: 29, 8: 30, 10: 34, 26: 48, 100: 67, 1000: 100} {
		if got := DenseWidth(k); got != want {
			t.Errorf("DenseWidth(%d) = %d, want %d", k, got, want)
		}
	}
	if DenseCap(64) != math.MaxInt || DenseCap(63) != 1<<62-1 || DenseCap(11) != 1023 {
		t.Errorf("DenseCap: %d, %d, %d", DenseCap(64), DenseCap(63), DenseCap(11))
	}
}

func TestDenseRandomIsClean(t *testing.T) {
	for _, k := range []int{2, 3, 4, 5, 6, 7, 8, 11, 26, 63, 64, 65, 66, 100, 129} {
		for seed := range uint64(3) {
			t.Run(fmt.Sprintf("%d/%d", k, seed), func(t *testing.T) {
				c, err := DenseRandom(k, Dense{Candidates: 50}, seed)
				if err != nil {
					t.Fatal(err)
				}
				if len(c) != k || c.Columns() != DenseWidth(k) {
					t.Fatalf("%d × %d, want %d × %d", len(c), c.Columns(), k, DenseWidth(k))
				}
				checkClean(t, c)
			})
		}
	}
}

func checkClean(t *testing.T, c contract.Dense) {
	t.Helper()
	for _, issue := range code.Lint(c) {
		t.Error(issue.Text(nil))
	}
	for l, m := range c[0] {
		if m != 1 {
			t.Errorf("column %d does not start with +1", l)
		}
	}
	for _, row := range c {
		for _, m := range row {
			if m != 1 && m != -1 {
				t.Fatalf("entry %d", m)
			}
		}
	}
}

func TestDenseRandomDraws(t *testing.T) {
	draw := func(k int, d Dense, seed uint64) contract.Dense {
		c, err := DenseRandom(k, d, seed)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if !reflect.DeepEqual(draw(10, Dense{}, 1), draw(10, Dense{}, 1)) {
		t.Error("the same seed gives different codes")
	}
	if reflect.DeepEqual(draw(10, Dense{}, 1), draw(10, Dense{}, 2)) {
		t.Error("different seeds give the same code")
	}
	for _, k := range []int{2, 3, 4, 5} {
		if !reflect.DeepEqual(draw(k, Dense{}, 1), Exhaustive(k)) {
			t.Errorf("%d classes: not the exhaustive code at full width", k)
		}
	}
	if !reflect.DeepEqual(draw(6, Dense{Columns: 31}, 1), Exhaustive(6)) {
		t.Error("31 columns for 6 classes: not the exhaustive code")
	}
	checkClean(t, draw(6, Dense{Columns: 30}, 1))
	checkClean(t, draw(9, Dense{Columns: 254, Candidates: 5}, 1))
	// More draws never make the code worse, and the default is a good one.
	few, many := code.MinRow(draw(10, Dense{Candidates: 1}, 1)), code.MinRow(draw(10, Dense{}, 1))
	if few > many || many < 12 {
		t.Errorf("minimum row distance %v from one draw, %v from the default", few, many)
	}
}

// TestDenseRandomIsPinned holds the codes of a seed fixed: results are only
// comparable between versions while these stay as they are.
func TestDenseRandomIsPinned(t *testing.T) {
	c, err := DenseRandom(6, Dense{Columns: 8, Candidates: 100}, 42)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, row := range c {
		rows = append(rows, string(code.SignsOf(row)))
	}
	want := "++++++++ ++++---+ ++--+-+- --+---+- -+-++--+ ---+----"
	if got := strings.Join(rows, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestDenseRandomErrors(t *testing.T) {
	tests := []struct {
		k    int
		d    Dense
		want string
	}{
		{4, Dense{Columns: 8}, "at most 2^3 - 1 = 7 distinct columns, not 8"},
		{2, Dense{Columns: 2}, "at most 2^1 - 1 = 1 distinct columns"},
		{9, Dense{Columns: 3}, "at least 4 columns"},
		{64, Dense{Columns: 6, Candidates: 20}, "none of 20 random codes of 6 columns has distinct rows for all 64 classes"},
	}
	for _, test := range tests {
		c, err := DenseRandom(test.k, test.d, 1)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d classes, %+v: got %v and error %v, want error %q", test.k, test.d, c, err, test.want)
		}
	}
}

func BenchmarkDenseRandom(b *testing.B) {
	for _, k := range []int{6, 10, 26, 100, 1000} {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			for b.Loop() {
				c, err := DenseRandom(k, Dense{}, 1)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(code.MinRow(c), "distance")
			}
		})
	}
}
