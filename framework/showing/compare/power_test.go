package compare

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/power"
)

// The power of a pair is that of its differences, at the level of the first step of Holm's procedure.
func TestPower(t *testing.T) {
	in := read(t, "five.csv")
	r := done(t, in, significance.Options{Power: 0.02})
	d := r.Differences(0, 1)
	now, needed := r.row(t, "power_wilcoxon", "A", "B"), r.row(t, "power_wilcoxon_datasets", "A", "B")
	if now.Statistic != power.Datasets(d, 0.02, 0.005, 12) || now.N != 12 || now.Effect != 0.02 ||
		needed.N != power.DatasetsNeeded(d, 0.02, 0.005) || needed.Statistic != power.Enough {
		t.Errorf("%+v, %+v", now, needed)
	}
	if control := done(t, in, significance.Options{Power: 0.02, Control: "A"}); len(control.Of("power_wilcoxon")) != 4 ||
		control.row(t, "power_wilcoxon", "A", "B").Statistic != power.Datasets(d, 0.02, 0.0125, 12) {
		t.Errorf("with a control: %+v", control.Of("power_wilcoxon"))
	}
	var text strings.Builder
	if err := r.PowerText(&text, 0); err != nil || !strings.Contains(strings.Join(strings.Fields(text.String()), " "), "A power of 0.8 needs 10 to 27 datasets.") ||
		!strings.Contains(text.String(), "A vs B  12        0.265  27\n") || strings.Contains(text.String(), "Friedman") {
		t.Errorf("%s, %v", &text, err)
	}
	if len(done(t, in, significance.Options{}).Of("power_wilcoxon")) != 0 {
		t.Error("power that nobody asked for")
	}
}

// On datasets with folds it is about repeats, for the median pair.
func TestPowerOfRepeats(t *testing.T) {
	in := read(t, "folds.csv")
	r := done(t, in, significance.Options{Power: 0.1})
	spreads := lists.Map([][2]int{{0, 1}, {0, 2}, {1, 2}}, func(p [2]int) float64 {
		return stats.SD(stats.Differences(in.Parts[0].Values[p[0]], in.Parts[0].Values[p[1]]))
	})
	median := max(min(spreads[0], spreads[1]), min(max(spreads[0], spreads[1]), spreads[2]))
	_, folds, _ := in.Parts[0].Division()
	test, train := in.Parts[0].Shares()
	now, needed := r.Of("power_corrected_t")[0], r.Of("power_corrected_t_repeats")[0]
	if now.Statistic != power.Repeats(median, 0.1, 0.05/3, test, train, folds, now.N) || now.Dataset != "iris" ||
		needed.N != power.RepeatsNeeded(median, 0.1, 0.05/3, test, train, folds) {
		t.Errorf("%+v, %+v", now, needed)
	}
	none := done(t, table(t, "dataset,a,b\nd1,1,2\nd2,2,3\n"), significance.Options{Power: 0.1})
	if !strings.Contains(strings.Join(none.Remarks, " "), "Power is not computed: a pilot study needs 3 datasets") {
		t.Error(none.Remarks)
	}
	if err := (significance.Options{Level: 0.05, Power: -1}).Check(nil); err == nil {
		t.Error("a negative difference")
	}
}
