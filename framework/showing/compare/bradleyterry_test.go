package compare

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/evaluation/stats/bayes/bradleyterry"
)

// Wins are counted by hand: a difference of 0.01 is a tie here.
func TestBradleyTerry(t *testing.T) {
	text := "dataset,a,b,c\nd1,.9,.8,.7\nd2,.8,.9,.6\nd3,.7,.71,.5\nd4,.9,.7,.6\nd5,.8,.8,.7\nd6,.8,.7,.6\n"
	wins := [][]float64{{0, 4, 6}, {2, 0, 6}, {0, 0, 0}}
	for _, smaller := range []bool{false, true} {
		if smaller {
			wins = [][]float64{{0, 2, 0}, {4, 0, 0}, {6, 6, 0}}
		}
		want, err := bradleyterry.Fit(wins, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		r := done(t, table(t, text), significance.Options{Tests: []string{"bradley_terry"}, Rope: 0.01 + 1e-9,
			SmallerIsBetter: smaller})
		row, elo := r.row(t, "bradley_terry", "a", "c"), r.row(t, "bradley_terry_elo", "b", "")
		if p := want.Pairs[0][2]; row.Statistic != p.Win || row.PLeft != p.Above || row.Effect != p.Elo.Mean || row.Low != p.Elo.Low ||
			!row.Found || row.Better != map[bool]string{false: "a", true: "c"}[smaller] || elo.Statistic != want.Elo[1].Mean {
			t.Errorf("smaller %v: %+v, %+v, want %+v", smaller, row, elo, p)
		}
		if !strings.Contains(r.Paragraph(), "is a tie, here 2 of 18, and half a win for both") {
			t.Error(r.Paragraph())
		}
	}
}

// With folds a difference is a tie up to 0.4 standard deviations of the differences.
func TestLocalRope(t *testing.T) {
	text := "dataset,method,fold,value\n" +
		"d1,a,1,.5\nd1,a,2,.6\nd1,a,3,.7\nd1,b,1,.45\nd1,b,2,.65\nd1,b,3,.67\n" + // mean .01, sd .053
		"d2,a,1,.5\nd2,a,2,.6\nd2,a,3,.7\nd2,b,1,.49\nd2,b,2,.59\nd2,b,3,.68\n" // mean .0133, sd .0058
	c := &comparison{table: table(t, text), Result: &Result{Methods: []string{"a", "b"}, Options: significance.Options{Rope: 9}}}
	wins, ties := c.winsOfAll()
	if ties != 1 || wins[0][1] != 1.5 || wins[1][0] != 0.5 {
		t.Errorf("%v, %d ties", wins, ties)
	}
}
