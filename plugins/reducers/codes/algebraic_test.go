package codes

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
)

func TestHadamard(t *testing.T) {
	for _, k := range []int{2, 3, 4, 5, 8, 9, 11, 16, 17, 100} {
		c := must(t)(Hadamard(k))
		order := c.Columns() + 1
		if order < k || order >= 2*k {
			t.Errorf("%d classes: %d columns", k, c.Columns())
		}
		for i := range c {
			for j := range i {
				if got := code.RowDistance(c, i, j); got != float64(order/2) {
					t.Errorf("%d classes: rows %d and %d have distance %v, want %d", k, i, j, got, order/2)
				}
			}
		}
		checkSound(t, c)
	}
	if _, err := Hadamard(AlgebraicLimit + 1); err == nil ||
		!strings.Contains(err.Error(), "Hadamard code is limited to 4096 classes") {
		t.Errorf("error %v", err)
	}
}

// TestBCHDesigns compares with the table of Lin & Costello, Error Control Coding
// (2nd ed. 2004), Table 6.1: n, dimension, and 2t + 1.
func TestBCHDesigns(t *testing.T) {
	tests := []struct{ n, dimension, distance int }{
		{7, 4, 3}, {7, 1, 7}, {15, 11, 3}, {15, 7, 5}, {15, 5, 7}, {15, 1, 15},
		{31, 11, 11}, {31, 6, 15}, {63, 10, 27}, {63, 7, 31}, {127, 8, 63}, {255, 9, 127}, {255, 13, 119},
	}
	for _, test := range tests {
		k := min(1<<test.dimension, AlgebraicLimit)
		b, err := newBCH(k, test.n)
		if err != nil {
			t.Fatal(err)
		}
		if want := (bchDesign{test.n, test.dimension, test.distance}); test.dimension <= 12 && b.bchDesign != want {
			t.Errorf("%d words of %d columns: got %+v, want %+v", k, test.n, b.bchDesign, want)
		}
	}
}

func TestBCHGenerator(t *testing.T) {
	// Lin & Costello, §6.1: the codes of length 15 from α⁴ = α + 1.
	for k, want := range map[int]string{
		1 << 11: "11001", // 1 + x + x⁴
		1 << 7:  "100010111",
		1 << 5:  "11101100101",
		2:       "111111111111111",
	} {
		b, err := newBCH(k, 15)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Trim(strings.ReplaceAll(fmt.Sprint(b.generator()), " ", ""), "[]"); got != want {
			t.Errorf("%d words: generator %s, want %s", k, got, want)
		}
	}
}

func TestBCHKeepsItsDistance(t *testing.T) {
	type test struct{ k, columns int }
	tests := []test{{10, 15}, {26, 31}, {26, 63}, {128, 15}, {300, 127}, {60, 63}, {11, 7}, {16, 15}, {17, 0}, {100, 0},
		{256, 0}}
	for k := 3; k <= 33; k++ {
		tests = append(tests, test{k, 0})
	}
	for _, test := range tests {
		c := must(t)(BCH(test.k, test.columns))
		design, err := newBCH(test.k, test.columns)
		if err != nil {
			t.Fatal(err)
		}
		checkSound(t, c)
		if test.k > design.Dimension && design.Dimension > 1 { // see BCH
			if c.Columns() != design.Columns || code.MinRow(c) < float64(design.Distance) {
				t.Errorf("%d classes, %d columns: %d columns of distance %v, want %+v",
					test.k, test.columns, c.Columns(), code.MinRow(c), design.bchDesign)
			}
		} else if test.columns == 0 && test.k > 4 {
			t.Errorf("%d classes: the default does not keep its distance: %+v", test.k, design.bchDesign)
		}
	}
	// Ten digits in 15 bits, as Dietterich & Bakiri 1995.
	if c := must(t)(BCH(10, 15)); code.MinRow(c) != 7 || code.Corrects(c) != 3 {
		t.Errorf("10 classes: distance %v, corrects %d, want 7 and 3", code.MinRow(c), code.Corrects(c))
	}
}

func TestBCHRowsAreWords(t *testing.T) {
	c := must(t)(BCH(32, 15)) // the whole code
	words := map[string]bool{}
	for _, row := range c {
		words[string(code.SignsOf(row))] = true
	}
	for _, row := range c {
		shifted := append(append([]int8(nil), row[14]), row[:14]...)
		if !words[string(code.SignsOf(shifted))] {
			t.Errorf("%s is not a word: the code is not cyclic", string(code.SignsOf(shifted)))
		}
		for _, other := range c {
			sum := make([]int8, 15)
			for l := range sum {
				sum[l] = row[l] * other[l]
			}
			if !words[string(code.SignsOf(sum))] {
				t.Errorf("%s is not a word: the code is not linear", string(code.SignsOf(sum)))
			}
		}
	}
}

func TestBCHForFewClasses(t *testing.T) {
	for _, test := range []struct{ k, columns, want int }{{2, 0, 1}, {2, 3, 1}, {2, 4095, 1}, {3, 0, 3}, {3, 1023, 3},
		{4, 31, 7}, {4, 0, 6}} {
		c := must(t)(BCH(test.k, test.columns))
		checkSound(t, c)
		if c.Columns() != test.want {
			t.Errorf("%d classes: %d of %d columns kept, want %d", test.k, c.Columns(), test.columns, test.want)
		}
	}
}

func TestBCHErrors(t *testing.T) {
	for _, test := range []struct {
		k, columns int
		want       string
	}{
		{10, 20, "one of 3, 7, 15, 31, ... 4095, not 20"},
		{10, 1, "2^m - 1 columns"},
		{10, 8191, "not 8191"},
		{10, -1, "not -1"},
		{17, 7, "no BCH code of 7 columns that corrects an error has words for 17 classes (at most 2^4): " +
			"ask for 15 columns or more"},
		{3, 3, "at most 2^1"},
		{4097, 0, "BCH code is limited to 4096 classes"},
	} {
		if c, err := BCH(test.k, test.columns); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d classes, %d columns: got %v and error %v, want %q", test.k, test.columns, c, err, test.want)
		}
	}
}

func TestDistinctColumns(t *testing.T) {
	got := distinctColumns(contract.Dense{{1, 1, -1, 1, 1}, {1, -1, 1, -1, 1}, {1, 1, -1, 1, -1}})
	if want := (contract.Dense{{1, 1}, {-1, 1}, {1, -1}}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
