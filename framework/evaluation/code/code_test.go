package code

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func oneVsOne(k int) contract.Dense {
	c := make(contract.Dense, k)
	for i := range k {
		for j := i + 1; j < k; j++ {
			for r := range k {
				m := int8(0)
				switch r {
				case i:
					m = 1
				case j:
					m = -1
				}
				c[r] = append(c[r], m)
			}
		}
	}
	return c
}

func oneVsRest(k int) contract.Dense {
	c := make(contract.Dense, k)
	for i := range c {
		c[i] = make([]int8, k)
		for l := range c[i] {
			c[i][l] = -1
		}
		c[i][i] = 1
	}
	return c
}

// binary reads rows of 0 and 1 as −1 and +1.
func binary(rows ...string) contract.Dense {
	c := make(contract.Dense, len(rows))
	for k, row := range rows {
		for _, r := range row {
			c[k] = append(c[k], 2*int8(r-'0')-1)
		}
	}
	return c
}

func randomTernary(r *rand.Rand, k, l int) contract.Dense {
	c := make(contract.Dense, k)
	for i := range c {
		for range l {
			c[i] = append(c[i], int8(r.IntN(3)-1))
		}
	}
	return c
}

func TestDistancesAgainstReference(t *testing.T) {
	var file struct {
		Origin string
		Codes  []struct {
			Name         string
			Matrix       contract.Dense
			RowDistances [][]float64 `json:"row_distances"`
			MinRow       float64     `json:"min_row"`
			Duplicates   [][2]int
		}
	}
	text, err := os.ReadFile("testdata/codes.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Codes {
		t.Run(c.Name, func(t *testing.T) {
			for i, row := range c.RowDistances {
				for j, want := range row {
					if got := RowDistance(c.Matrix, i, j); got != want {
						t.Errorf("RowDistance(%d,%d) = %v, want %v", i, j, got, want)
					}
				}
			}
			if got := MinRow(c.Matrix); got != c.MinRow {
				t.Errorf("MinRow = %v, want %v", got, c.MinRow)
			}
			var pairs [][2]int
			for _, issue := range Lint(c.Matrix) {
				if issue.Kind == Duplicate || issue.Kind == Complementary {
					pairs = append(pairs, [2]int{issue.Other, issue.Index})
				}
			}
			if len(pairs) != len(c.Duplicates) || len(pairs) > 0 && pairs[0] != c.Duplicates[0] {
				t.Errorf("duplicate or complementary columns %v, want %v", pairs, c.Duplicates)
			}
		})
	}
}

func TestProperties(t *testing.T) {
	ova4 := oneVsRest(4)
	extended := contract.Dense{
		{1, -1, -1, -1, 1, 1, 1}, {-1, 1, -1, -1, 1, -1, -1},
		{-1, -1, 1, -1, -1, 1, -1}, {-1, -1, -1, 1, -1, -1, 1},
	}
	// The 15-bit BCH code for ten digits of Dietterich & Bakiri 1995.
	bch := binary("110000101001101", "001111010110010", "100100011110101", "001101110000101", "111010110010001",
		"010011011100001", "101110000101001", "000111101011001", "110101100100011", "011100001010011")
	tests := []struct {
		name                       string
		code                       contract.Dense
		minRow, meanRow, minColumn float64
		corrects                   int
	}{
		{"one column", contract.Dense{{1}, {-1}}, 1, 1, 0, 0},
		{"one-vs-rest 4", ova4, 2, 2, 2, 0},
		{"one-vs-rest 3", oneVsRest(3), 2, 2, 1, 0},
		{"extended 4", extended, 4, 4, 1, 1},
		{"one-vs-one 3", oneVsOne(3), 2, 2, 1, 0},
		{"one-vs-one 4", oneVsOne(4), 3.5, 3.5, 1.5, 0},
		{"one-vs-one 5", oneVsOne(5), 5.5, 5.5, 2, 0},
		{"bch 10", bch, 7, (7*24 + 8*20 + 15) / 45.0, 2, 3},
		{"empty", contract.Dense{}, 0, 0, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := MinRow(test.code); got != test.minRow {
				t.Errorf("MinRow = %v, want %v", got, test.minRow)
			}
			if got := MeanRow(test.code); got != test.meanRow {
				t.Errorf("MeanRow = %v, want %v", got, test.meanRow)
			}
			if got := MinColumn(test.code); got != test.minColumn {
				t.Errorf("MinColumn = %v, want %v", got, test.minColumn)
			}
			if got := Corrects(test.code); got != test.corrects {
				t.Errorf("Corrects = %v, want %v", got, test.corrects)
			}
		})
	}
}

func TestMinColumnAgainstDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for range 50 {
		k := 2 + r.IntN(100)
		c := randomTernary(r, k, 2+r.IntN(5))
		want := float64(k)
		for l := range c.Columns() {
			for m := range l {
				d := 0.0
				for _, row := range c {
					d += (1 - float64(row[l])*float64(row[m])) / 2
				}
				want = min(want, d, float64(k)-d)
			}
		}
		if got := MinColumn(c); got != want {
			t.Fatalf("MinColumn(%v) = %v, want %v", c, got, want)
		}
	}
}

func TestCorrectsWithoutZeros(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	for range 200 {
		c := randomTernary(r, 2+r.IntN(4), 1+r.IntN(20))
		for _, row := range c {
			for l := range row {
				row[l] = 2*int8(r.IntN(2)) - 1
			}
		}
		want := max(0, (int(MinRow(c))-1)/2)
		if got := Corrects(c); got != want {
			t.Fatalf("Corrects(%v) = %d, want ⌊(%g−1)/2⌋", c, got, MinRow(c))
		}
	}
	for k := 2; k < 9; k++ {
		if got := Corrects(oneVsOne(k)); got != 0 {
			t.Errorf("Corrects of one-vs-one for %d classes = %d, want 0", k, got)
		}
	}
}

func TestCanonical(t *testing.T) {
	tests := []struct {
		column, want []int8
		mirrored     bool
		key          string
	}{
		{[]int8{1, -1, 0}, []int8{1, -1, 0}, false, "+-0"},
		{[]int8{-1, 1, 0}, []int8{1, -1, 0}, true, "+-0"},
		{[]int8{0, -1, 1}, []int8{0, 1, -1}, true, "0+-"},
		{[]int8{0, 0}, []int8{0, 0}, false, "00"},
		{nil, nil, false, ""},
	}
	for _, test := range tests {
		before := string(SignsOf(test.column))
		got, mirrored := Canonical(test.column)
		if string(SignsOf(got)) != test.key || mirrored != test.mirrored {
			t.Errorf("Canonical(%v) = %v, %v, want %v, %v", test.column, got, mirrored, test.want, test.mirrored)
		}
		if string(SignsOf(test.column)) != before {
			t.Errorf("Canonical wrote to its argument: %v", test.column)
		}
	}
}

func TestLint(t *testing.T) {
	tests := []struct {
		name string
		code contract.Dense
		want []string
	}{
		{"good", contract.Dense{{1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, nil},
		{"two classes", contract.Dense{{1}, {-1}}, nil},
		{"empty row", contract.Dense{{1, 1, 1}, {-1, -1, 1}, {0, 0, 0}, {-1, 1, -1}}, []string{
			"error: row 3 has no entry other than 0", "warning: the minimum row distance is 1.5, between row 1 and row 3"}},
		{"equal rows", contract.Dense{{1, -1}, {-1, 1}, {1, -1}}, []string{
			"error: row 3 is equal to row 1", "warning: column 2 is column 1 with its signs swapped"}},
		{"columns", contract.Dense{{1, 0, -1, 1, 1, -1}, {-1, 0, -1, 1, -1, 1}, {1, 0, -1, 1, 1, -1}}, []string{
			"error: row 3 is equal to row 1",
			"error: column 2 has no entry other than 0", "error: column 3 has no +1", "error: column 4 has no -1",
			"warning: column 5 is equal to column 1", "warning: column 6 is column 1 with its signs swapped"}},
		{"small distance", contract.Dense{{1, 1}, {-1, 1}, {-1, -1}}, []string{
			"warning: the minimum row distance is 1, between row 1 and row 2"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, issue := range Lint(test.code) {
				got = append(got, string(issue.Severity)+": "+issue.Text(nil))
			}
			if len(got) != len(test.want) {
				t.Fatalf("got %q, want %q", got, test.want)
			}
			for i := range got {
				if got[i] != test.want[i] {
					t.Errorf("issue %d: got %q, want %q", i, got[i], test.want[i])
				}
			}
		})
	}
	issue := Issue{Kind: EqualRows, Index: 1, Other: 0}
	if got, want := issue.Text([]string{"a", "b"}), `row 2 (class "b") is equal to row 1 (class "a")`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
