package multilabel

import (
	"fmt"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/labels"
)

// A label powerset with a base predicts what that reduction predicts of the sets as
// classes, by as many problems.
func TestPowersetWithABase(t *testing.T) {
	_, s := readVectors(t)
	sets, of := labels.Sets(slices.Concat(s.y...), 4)
	predicted := map[string][]int{}
	for _, base := range []string{"one_vs_rest", "one_vs_one"} {
		plain := build(t, base, `{}`)
		first := mustPlan(t, plain, contract.Reduction{Classes: sets, Counts: make([]int, len(sets))})
		targets := contract.Matrix{Rows: len(of), Cols: first.Count()}
		for _, class := range of {
			for l := range targets.Cols {
				targets.Data = append(targets.Data, float64(first.Code().Column(l)[class]))
			}
		}
		models := s.train(contract.Stage{Problems: contract.Targeted{Task: contract.Binary, Values: targets}}, nil)
		scores := besideEach(models, len(s.test), func(c trained) []float64 { return c.test })
		want, err := plain.Decode(first.State, scores, contract.Margin)
		if err != nil {
			t.Fatal(err)
		}
		got, nested := s.run(t, build(t, "label_powerset", fmt.Sprintf(`{"base":%q}`, base)))
		last := nested[len(nested)-1]
		if last.Task() != contract.Binary || last.Count() != first.Count() {
			t.Errorf("%s: %d %s problems, want %d", base, last.Count(), last.Task(), first.Count())
		}
		for i, class := range want.Predictions {
			for l, has := range []byte(sets[class]) {
				if got.Predictions[4*i+l] != int(has-'0') {
					t.Errorf("%s: row %d has %v, want the set %s", base, i, got.Predictions[4*i:4*i+4], sets[class])
					break
				}
			}
		}
		predicted[base] = want.Predictions
	}
	if slices.Equal(predicted["one_vs_rest"], predicted["one_vs_one"]) {
		t.Error("both predict the same, and could be mistaken for each other")
	}
	direct, _ := s.run(t, build(t, "label_powerset", `{"base":"direct"}`))
	if bare, _ := s.run(t, build(t, "label_powerset", `{}`)); !slices.Equal(direct.Predictions, bare.Predictions) {
		t.Error("direct is not what there is without a base")
	}
}

// By hand: probabilities are the sigmoids of the sets' scores divided by their sum, and
// of labels the sums over sets. Votes give none.
func TestPowersetOverRestByHand(t *testing.T) {
	rows := contract.Training{Labels: []int8{1, 0, 1, 1, 0, 0, 1, 1}, Counts: []int{3, 2}}
	for base, want := range map[string]struct {
		targets []float64
		scores  []float64 // of one row
		labels  []float64
		kind    bool // whether there are probabilities
	}{
		"one_vs_rest": {[]float64{1, -1, -1, -1, 1, -1, -1, -1, 1, -1, 1, -1}, []float64{0, -50, 0}, []float64{0.5, 0}, true},
		"one_vs_one":  {[]float64{1, 1, 0, -1, 0, 1, 0, -1, -1, -1, 0, 1}, []float64{1, 1, 1}, []float64{2, -1}, false},
	} {
		r := build(t, "label_powerset", fmt.Sprintf(`{"base":%q}`, base))
		next, _, err := r.(contract.Stager).Next(mustPlan(t, r, reduction("a", "b")).State, rows)
		if err != nil || !slices.Equal(next.Targets().Values.Data, want.targets) {
			t.Fatalf("%s: %+v, %v", base, next.Targets().Values, err)
		}
		d, err := r.Decode(next.State, contract.Matrix{Rows: 1, Cols: 3, Data: want.scores}, contract.LogOdds)
		if err != nil || (d.Probabilities != nil) != want.kind || !slices.Equal(d.Predictions, []int{1, 0}) {
			t.Fatalf("%s: %+v, %v", base, d, err)
		}
		for l, score := range want.labels {
			if off := d.Scores.Data[l] - score; off > 1e-12 || off < -1e-12 {
				t.Errorf("%s: label %d has %v, want %v", base, l, d.Scores.Data[l], score)
			}
		}
	}
}

// Rows that all have the same labels are a problem without a negative row.
func TestASingleLabelSetWithABase(t *testing.T) {
	for _, base := range []string{"one_vs_rest", "one_vs_one"} {
		r := build(t, "label_powerset", fmt.Sprintf(`{"base":%q}`, base))
		next, _, err := r.(contract.Stager).Next(mustPlan(t, r, reduction("a", "b")).State,
			contract.Training{Labels: []int8{0, 1, 0, 1}, Counts: []int{0, 2}})
		if err != nil || !slices.Equal(next.Targets().Values.Data, []float64{1, 1}) {
			t.Fatalf("%s: %+v, %v", base, next, err)
		}
		d, err := r.Decode(next.State, contract.Matrix{Rows: 1, Cols: 1, Data: []float64{-3}}, contract.Margin)
		if err != nil || !slices.Equal(d.Predictions, []int{0, 1}) {
			t.Errorf("%s: %+v, %v", base, d, err)
		}
	}
}

// What later stages train at most is announced: by the sets that the labels can have,
// and those that there may be.
func TestProblemsOfABase(t *testing.T) {
	names := make([]string, 20)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	for config, want := range map[string][2]int{
		`{}`: {1, 1}, `{"base":"one_vs_rest"}`: {8, maxSets}, `{"base":"one_vs_one"}`: {28, contract.MostLater},
	} {
		r := build(t, "label_powerset", config)
		few, many := mustPlan(t, r, reduction("a", "b", "c")), mustPlan(t, r, reduction(names...))
		if few.Later != want[0] || many.Later != want[1] {
			t.Errorf("%s: %d and %d later problems, want %v", config, few.Later, many.Later, want)
		}
	}
	of := make([]int, maxSets)
	if _, err := nestedOneVsOne.stage(of, maxSets); err == nil {
		t.Error("more pairs than there may be are accepted")
	}
}
