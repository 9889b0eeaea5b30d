package compare

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/showing/compare/measured"
	"github.com/manyclass/bench/framework/showing/picture"
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
		m := done(t, table, significance.Options{}).everyPair()
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
	m := done(t, table(t, "dataset,a,b,c\nd1,1,2,4\nd2,1,2,4\n"), significance.Options{SmallerIsBetter: true}).everyPair()
	if !slices.Equal(m.Labels, []string{"a", "b", "c"}) || m.Differences[0][2] != 3 || m.Won[0][2] != 2 {
		t.Errorf("%+v", m)
	}
}

// Distances are worked out by hand: of a 0, 0, 0.4; of b 0.2, 0.1, 0; of c 0.1, 0, 0.2.
func TestProfiles(t *testing.T) {
	r := done(t, table(t, "dataset,a,b,c\nd1,0.9,0.7,0.8\nd2,0.5,0.4,0.5\nd3,0.3,0.7,0.5\n"), significance.Options{})
	curves := r.profiles()
	at := func(label string, step int) float64 {
		i := slices.IndexFunc(curves.Lines, func(l picture.Curve) bool { return l.Label == label })
		return 3 * curves.Lines[i].Y[step]
	}
	if x := curves.Lines[0].X[20]; !near(x, 0.4) {
		t.Errorf("the largest distance is %v", x)
	}
	for label, want := range map[string][4]float64{"a": {2, 2, 2, 3}, "b": {1, 2, 3, 3}, "c": {1, 2, 3, 3}} {
		if got := [4]float64{at(label, 0), at(label, 5), at(label, 10), at(label, 20)}; !near(got[0], want[0]) ||
			!near(got[1], want[1]) || !near(got[2], want[2]) || !near(got[3], want[3]) {
			t.Errorf("%s: %v, want %v", label, got, want)
		}
	}
	same := done(t, table(t, "dataset,a,b,c\nd1,1,1,1\nd2,2,2,2\n"), significance.Options{}).profiles()
	if len(same.Lines) != 0 || same.Reason == "" {
		t.Errorf("equal methods: %+v", same)
	}
}
