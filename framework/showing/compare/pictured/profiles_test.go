package pictured

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/showing/picture"
)

// Distances are worked out by hand: of a 0, 0, 0.4; of b 0.2, 0.1, 0; of c 0.1, 0, 0.2.
func TestProfiles(t *testing.T) {
	r := done(t, table(t, "dataset,a,b,c\nd1,0.9,0.7,0.8\nd2,0.5,0.4,0.5\nd3,0.3,0.7,0.5\n"), significance.Options{})
	curves := shown{r}.profiles()
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
	costs := shown{done(t, table(t, "dataset,a,b,c\nd1,1,2,4\nd2,1,2,3\n"), significance.Options{SmallerIsBetter: true})}.profiles()
	if first, last := costs.Lines[0], costs.Lines[2]; first.Label != "a" || first.Y[0] != 1 || last.Y[14] != 0.5 || !near(last.X[20], 3) {
		t.Errorf("costs: %+v", costs)
	}
	same := shown{done(t, table(t, "dataset,a,b,c\nd1,1,1,1\nd2,2,2,2\n"), significance.Options{})}.profiles()
	if len(same.Lines) != 0 || same.Reason == "" {
		t.Errorf("equal methods: %+v", same)
	}
}
