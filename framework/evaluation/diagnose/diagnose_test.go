package diagnose

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
)

func matrix(cols int, data ...float64) contract.Matrix {
	return contract.Matrix{Rows: len(data) / cols, Cols: cols, Data: data}
}

func number(n int) *int { return &n }

// Counted by hand, row by row.
func TestByHand(t *testing.T) {
	for name, test := range map[string]struct {
		code             contract.Dense
		scores           contract.Matrix
		truth, predicted []int
		want             Binary
	}{
		"one-vs-rest": {
			code: contract.Dense{{1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}},
			scores: matrix(3,
				2, -1, -1, // all right, predicted right
				-1, -1, -1, // the first wrong, corrected, silent
				3, 1, -1, // the second wrong, corrected, several
				-1, 1, 0, // all of class 1 except the 0 of the third, predicted wrong
				-1, 1, -1, // all right, spoiled
				-1, 1, 2, // the second wrong, predicted wrong, several
			),
			truth: []int{0, 0, 0, 1, 1, 2}, predicted: []int{0, 0, 0, 0, 2, 1},
			want: Binary{Rows: 6, Wrong: 4, Corrected: 2, Spoiled: 1, Silent: number(1), Several: number(2), Columns: []Column{
				{"+--", 6, 1, 1, 3}, {"-+-", 6, 2, 1, 2}, {"--+", 6, 1, 0, 2},
			}},
		},
		"one-vs-one": {
			code: contract.Dense{{1, 1, 0}, {-1, 0, 1}, {0, -1, -1}},
			scores: matrix(3,
				1, -1, 9, // the second wrong, corrected; the third takes no part
				1, 5, 1, // the first wrong, not corrected
				7, -1, -1, // all right
				0, -1, -1, // all right: 0 is of a model that takes no part; spoiled
			),
			truth: []int{0, 1, 2, 2}, predicted: []int{0, 0, 2, 1},
			want: Binary{Rows: 4, Wrong: 2, Corrected: 1, Spoiled: 1, Columns: []Column{
				{"+-0", 2, 1, 0, 0}, {"+0-", 3, 1, 1, 1}, {"0+-", 3, 0, 0, 2},
			}},
		},
		"an abstention of either sign": {
			code: contract.Dense{{1}, {-1}}, scores: matrix(1, 0, 0), truth: []int{0, 1}, predicted: []int{0, 0},
			want: Binary{Rows: 2, Wrong: 2, Corrected: 1, Columns: []Column{{"+-", 2, 2, 1, 0}}},
		},
		"no rows": {
			code: contract.Dense{{1, -1}, {-1, 1}}, scores: contract.Matrix{Cols: 2},
			want: Binary{Silent: number(0), Several: number(0), Columns: []Column{{Column: "+-"}, {Column: "-+"}}},
		},
	} {
		if got := tallied(test.code, test.scores, test.truth, test.predicted); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", name, text(got), text(test.want))
		}
	}
}

// tallied tallies all rows.
func tallied(c contract.Dense, scores contract.Matrix, truth, predicted []int) Binary {
	t := NewTally(c)
	for i, k := range truth {
		t.Add(k, scores.Row(i), predicted[i] == k)
	}
	return t.Binary()
}

func text(b Binary) string {
	firing := ""
	if b.Silent != nil {
		firing = fmt.Sprintf(" silent %d several %d", *b.Silent, *b.Several)
	}
	return fmt.Sprintf("%+v%s", b.Columns, firing) + fmt.Sprint(" ", b.Rows, b.Wrong, b.Corrected, b.Spoiled)
}

// plain counts in the words of the definitions, one thing at a time.
func plain(c contract.Dense, scores contract.Matrix, truth, predicted []int) Binary {
	b := Binary{Rows: len(truth)}
	wrongModel := make([]bool, len(truth))
	for l := range c.Columns() {
		column := Column{Column: string(code.SignsOf(c.Column(l)))}
		for i, k := range truth {
			if c[k][l] == 0 {
				continue
			}
			column.Rows++
			right := predicted[i] == k
			if agrees := float64(c[k][l])*scores.Row(i)[l] > 0; !agrees {
				wrongModel[i] = true
				column.Errors++
				if right {
					column.Corrected++
				}
			} else if !right {
				column.Spoiled++
			}
		}
		b.Columns = append(b.Columns, column)
	}
	silent, several := 0, 0
	for i, k := range truth {
		switch right := predicted[i] == k; {
		case wrongModel[i] && right:
			b.Wrong++
			b.Corrected++
		case wrongModel[i]:
			b.Wrong++
		case !right:
			b.Spoiled++
		}
		fire := 0
		for _, s := range scores.Row(i) {
			if s > 0 {
				fire++
			}
		}
		if fire == 0 {
			silent++
		} else if fire > 1 {
			several++
		}
	}
	if code.OneEach(c) {
		b.Silent, b.Several = &silent, &several
	}
	return b
}

// random draws a problem; every third code is one-vs-rest.
func random(rng *rand.Rand) (contract.Dense, contract.Matrix, []int, []int) {
	k := 2 + rng.IntN(6)
	columns := 1 + rng.IntN(9)
	kind := rng.IntN(3)
	if kind == 0 {
		columns = k
	}
	c := make(contract.Dense, k)
	for class := range c {
		c[class] = make([]int8, columns)
		for l := range c[class] {
			c[class][l] = int8(rng.IntN(3) - 1)
			if kind == 0 {
				c[class][l] = -1
			}
		}
		if kind == 0 {
			c[class][class] = 1
		}
	}
	n := rng.IntN(60)
	scores := contract.Matrix{Rows: n, Cols: columns, Data: make([]float64, n*columns)}
	for i := range scores.Data {
		scores.Data[i] = float64(rng.IntN(5) - 2)
	}
	truth, predicted := make([]int, n), make([]int, n)
	for i := range truth {
		truth[i], predicted[i] = rng.IntN(k), rng.IntN(k)
	}
	return c, scores, truth, predicted
}

// Whatever the scores: the counts are those of the definitions, and they add up.
func TestDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 5))
	oneEach := 0
	for range 500 {
		c, scores, truth, predicted := random(rng)
		got := tallied(c, scores, truth, predicted)
		if want := plain(c, scores, truth, predicted); !reflect.DeepEqual(got, want) {
			t.Fatalf("code %v:\ngot  %s\nwant %s", c, text(got), text(want))
		}
		missed := 0
		for i, k := range truth {
			if predicted[i] != k {
				missed++
			}
		}
		if got.Wrong-got.Corrected+got.Spoiled != missed {
			t.Fatalf("%d wrong, %d corrected, %d spoiled of %d missed rows", got.Wrong, got.Corrected, got.Spoiled, missed)
		}
		for l, column := range got.Columns {
			here := 0
			for i, k := range truth {
				if predicted[i] != k && c[k][l] != 0 {
					here++
				}
			}
			if column.Errors-column.Corrected+column.Spoiled != here || column.Errors > column.Rows {
				t.Fatalf("column %+v of %d missed rows", column, here)
			}
		}
		if got.Silent != nil {
			oneEach++
		}
	}
	if oneEach < 100 {
		t.Errorf("%d codes give each class a column", oneEach)
	}
}

func TestOtherNumberOfScores(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("two scores are taken for three columns")
		}
	}()
	NewTally(contract.Dense{{1, -1, 0}, {-1, 1, 1}}).Add(0, []float64{1, 2}, true)
}

// Memory is that of the code, however many rows there are.
func TestNothingIsAllocatedPerRow(t *testing.T) {
	c := contract.Dense{{1, -1, 0}, {-1, 1, 1}, {0, 1, -1}}
	allocations := func(n int) float64 {
		scores, truth := contract.Matrix{Rows: n, Cols: 3, Data: make([]float64, 3*n)}, make([]int, n)
		return testing.AllocsPerRun(3, func() { tallied(c, scores, truth, truth) })
	}
	if few, many := allocations(10), allocations(10_000); few != many {
		t.Errorf("%v allocations for 10 rows, %v for 10,000", few, many)
	}
}

// One-vs-one of 100 classes.
func BenchmarkTally(b *testing.B) {
	const k, n = 100, 1000
	rng := rand.New(rand.NewPCG(1, 1))
	c := make(contract.Dense, k)
	for i := range k {
		for j := i + 1; j < k; j++ {
			for class := range c {
				c[class] = append(c[class], map[bool]int8{true: 1}[class == i]-map[bool]int8{true: 1}[class == j])
			}
		}
	}
	scores := contract.Matrix{Rows: n, Cols: c.Columns(), Data: make([]float64, n*c.Columns())}
	for i := range scores.Data {
		scores.Data[i] = rng.NormFloat64()
	}
	truth := make([]int, n)
	for i := range truth {
		truth[i] = i % k
	}
	for b.Loop() {
		tallied(c, scores, truth, truth)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(scores.Data)), "ns/score")
}
