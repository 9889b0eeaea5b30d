package codes

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
)

// must returns the code of a design that has no reason to fail.
func must(t *testing.T) func(contract.Dense, error) contract.Dense {
	return func(c contract.Dense, err error) contract.Dense {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
}

// checkSound checks what every designed code has: rows that tell the classes
// apart, columns that are questions, no question twice.
func checkSound(t *testing.T, c contract.Dense) {
	t.Helper()
	for _, issue := range code.Lint(c) {
		if issue.Kind != code.LowDistance {
			t.Error(issue.Text(nil))
		}
	}
	for k, row := range c {
		if len(row) != c.Columns() {
			t.Fatalf("row %d has %d entries of %d", k, len(row), c.Columns())
		}
	}
}

// designs are the named designs that take nothing but K.
func designs(t *testing.T) map[string]func(k int) contract.Dense {
	return map[string]func(k int) contract.Dense{
		"one_vs_rest":           rest,
		"one_vs_one":            func(k int) contract.Dense { return must(t)(code.WrittenOut(contract.Pairs(k))) },
		"one_vs_one_asymmetric": OneVsOneAsymmetric,
		"ordered_one_vs_rest":   func(k int) contract.Dense { return OrderedOneVsRest(lists.Range(k)) },
		"exhaustive":            Exhaustive,
		"ternary_exhaustive":    func(k int) contract.Dense { return must(t)(TernaryExhaustive(k)) },
		"minimal":               Minimal,
		"hadamard":              func(k int) contract.Dense { return must(t)(Hadamard(k)) },
		"bch":                   func(k int) contract.Dense { return must(t)(BCH(k, 0)) },
		"dense_random":          func(k int) contract.Dense { return must(t)(DenseRandom(k, Dense{}, 1)) },
		"sparse_random":         func(k int) contract.Dense { return must(t)(SparseRandom(k, Sparse{}, 1)) },
		"nested_dichotomies":    func(k int) contract.Dense { return RandomTree(k, 1).Code(k) },
	}
}

func TestAgainstReference(t *testing.T) {
	var file struct {
		Codes []struct {
			Design  string
			Classes int
			Matrix  contract.Dense
			MinRow  float64 `json:"min_row"`
			Columns int
		}
	}
	text, err := os.ReadFile("testdata/designs.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	byName := designs(t)
	for _, want := range file.Codes {
		got := byName[want.Design](want.Classes)
		if want.Matrix != nil && !reflect.DeepEqual(got, want.Matrix) {
			t.Errorf("%s %d: got %v, want %v", want.Design, want.Classes, got, want.Matrix)
		}
		if want.MinRow != 0 && code.MinRow(got) != want.MinRow {
			t.Errorf("%s %d: minimum row distance %v, want %v", want.Design, want.Classes, code.MinRow(got), want.MinRow)
		}
		if want.Columns != 0 && got.Columns() != want.Columns {
			t.Errorf("%s %d: %d columns, want %d", want.Design, want.Classes, got.Columns(), want.Columns)
		}
	}
}

func TestEveryDesignIsSound(t *testing.T) {
	for name, design := range designs(t) {
		t.Run(name, func(t *testing.T) {
			for k := 2; k <= 10; k++ {
				c := design(k)
				if len(c) != k {
					t.Fatalf("%d rows for %d classes", len(c), k)
				}
				if name != "one_vs_one_asymmetric" {
					checkSound(t, c)
				}
				if !reflect.DeepEqual(c, design(k)) {
					t.Errorf("%d classes: not the same code again", k)
				}
				if k == 2 && name != "one_vs_one_asymmetric" && !reflect.DeepEqual(c, contract.Dense{{1}, {-1}}) {
					t.Errorf("2 classes: %v, want one column", c)
				}
			}
		})
	}
}

func TestOneVsOneAsymmetric(t *testing.T) {
	if got, want := OneVsOneAsymmetric(2), (contract.Dense{{1, -1}, {-1, 1}}); !reflect.DeepEqual(got, want) {
		t.Errorf("2 classes: %v, want %v", got, want)
	}
	for k := 2; k < 9; k++ {
		c, once := OneVsOneAsymmetric(k), contract.Pairs(k)
		if c.Columns() != 2*once.Columns() {
			t.Fatalf("%d classes: %d columns", k, c.Columns())
		}
		for l := range once.Columns() {
			column, mirrored := c.Column(2*l), c.Column(2*l+1)
			if !reflect.DeepEqual(column, once.Column(l)) {
				t.Errorf("%d classes: column %d is not that of one-vs-one", k, 2*l)
			}
			for i := range column {
				if column[i] != -mirrored[i] {
					t.Errorf("%d classes: column %d is not column %d mirrored", k, 2*l+1, 2*l)
				}
			}
		}
	}
}

func TestOrderedOneVsRest(t *testing.T) {
	got := OrderedOneVsRest([]int{2, 0, 3, 1})
	want := contract.Dense{{-1, 1, 0}, {-1, -1, -1}, {1, 0, 0}, {-1, -1, 1}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, order := range [][]int{{0}, {0, 0, 1}, {0, 3, 1}, {-1, 0}} {
		if !panics(func() { OrderedOneVsRest(order) }) {
			t.Errorf("order %v does not panic", order)
		}
	}
}

func panics(f func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	f()
	return
}

func TestMinimal(t *testing.T) {
	want := contract.Dense{{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1}, {-1, 1, 1}}
	if got := Minimal(5); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for k, want := range map[int]int{2: 1, 3: 2, 4: 2, 5: 3, 8: 3, 9: 4, 64: 6, 65: 7} {
		c := Minimal(k)
		if c.Columns() != want {
			t.Errorf("%d classes: %d columns, want %d", k, c.Columns(), want)
		}
		checkSound(t, c)
	}
}

// TestCounts compares the numbers of columns with those of a plain enumeration.
func TestCounts(t *testing.T) {
	for k := 2; k <= 8; k++ {
		binary, ternary := map[string]bool{}, map[string]bool{}
		column := make([]int8, k)
		for number, all := 0, power(3, k); number < all; number++ {
			for i, rest := 0, number; i < k; i, rest = i+1, rest/3 {
				column[i] = int8(rest%3 - 1)
			}
			if key := canonicalKey(column); slices.Contains(column, 1) && slices.Contains(column, -1) {
				ternary[key] = true
				if !strings.Contains(key, "0") {
					binary[key] = true
				}
			}
		}
		if DenseCap(k) != len(binary) || SparseCap(k) != len(ternary) {
			t.Errorf("%d classes: caps %d and %d, want %d and %d", k, DenseCap(k), SparseCap(k), len(binary), len(ternary))
		}
		checkHolds(t, fmt.Sprintf("exhaustive %d", k), Exhaustive(k), binary)
		checkHolds(t, fmt.Sprintf("ternary exhaustive %d", k), must(t)(TernaryExhaustive(k)), ternary)
	}
}

func power(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}

// checkHolds checks that the code's columns are the canonical ones of a set.
func checkHolds(t *testing.T, name string, c contract.Dense, want map[string]bool) {
	t.Helper()
	got := map[string]bool{}
	for l := range c.Columns() {
		key := string(code.SignsOf(c.Column(l)))
		if !want[key] {
			t.Errorf("%s: column %s", name, key)
		}
		got[key] = true
	}
	if len(got) != len(want) || c.Columns() != len(want) {
		t.Errorf("%s: %d columns, %d different, want %d", name, c.Columns(), len(got), len(want))
	}
}

func TestTernaryExhaustive(t *testing.T) {
	var columns []string
	for c, l := must(t)(TernaryExhaustive(3)), 0; l < c.Columns(); l++ {
		columns = append(columns, string(code.SignsOf(c.Column(l))))
	}
	if got, want := strings.Join(columns, " "), "++- +-+ +-- +-0 +0- 0+-"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := must(t)(TernaryExhaustive(TernaryLimit)).Columns(); got != 28501 {
		t.Errorf("%d columns for %d classes", got, TernaryLimit)
	}
	if _, err := TernaryExhaustive(11); err == nil || !strings.Contains(err.Error(), "limited to 10 classes") {
		t.Errorf("11 classes: error %v", err)
	}
	if got := Exhaustive(ExhaustiveLimit).Columns(); got != 2047 {
		t.Errorf("%d columns for %d classes", got, ExhaustiveLimit)
	}
}
