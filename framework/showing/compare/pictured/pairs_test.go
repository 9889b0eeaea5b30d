package pictured

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// pairs.json was made with aeon by pairs.py beside it. A method that leaves changes nothing.
func TestPairsAgainstAeon(t *testing.T) {
	b, err := os.ReadFile("testdata/pairs.json")
	if err != nil {
		t.Fatal(err)
	}
	var want []struct {
		A, B           string
		Win, Tie, Loss int
		PValue, Mean   float64
	}
	if err := json.Unmarshal(b, &want); err != nil || len(want) != 20 {
		t.Fatal(len(want), err)
	}
	in := read(t, "five.csv")
	less := *in
	less.Methods = in.Methods[1:]
	less.Parts = slices.Clone(in.Parts)
	for i, parts := range in.Parts {
		less.Parts[i] = measured.Parts{Units: parts.Units, Values: parts.Values[1:]}
	}
	for _, table := range []*measured.Table{in, &less} {
		m := shown{done(t, table, significance.Options{})}.everyPair()
		compared := 0
		for _, w := range want {
			i, j := slices.Index(m.Labels, w.A), slices.Index(m.Labels, w.B)
			if i < 0 || j < 0 {
				continue
			}
			compared++
			if m.Won[i][j] != w.Win || m.Tied[i][j] != w.Tie || m.Won[j][i] != w.Loss ||
				!near(m.Differences[i][j], w.Mean) || !near(m.Values[i][j], w.PValue) || m.Found[i][j] != (w.PValue < 0.05) {
				t.Errorf("%+v: %v, %v", w, m.Differences[i][j], m.Values[i][j])
			}
		}
		if k := len(table.Methods); compared != k*(k-1) {
			t.Errorf("%d pairs compared", compared)
		}
	}
}

// Larger values of a cost are worse: the sign of the difference and the order of the methods.
func TestPairsOfCosts(t *testing.T) {
	m := shown{done(t, table(t, "dataset,a,b,c\nd1,1,2,4\nd2,1,2,4\n"),
		significance.Options{SmallerIsBetter: true})}.everyPair()
	if !slices.Equal(m.Labels, []string{"a", "b", "c"}) || m.Differences[0][2] != 3 || m.Won[0][2] != 2 {
		t.Errorf("%+v", m)
	}
}
