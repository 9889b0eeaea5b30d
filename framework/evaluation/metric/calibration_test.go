package metric

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
)

// probabilities.json was made by probabilities.py beside it, with other programs.
func TestCalibrationAgainstOthers(t *testing.T) {
	b, err := os.ReadFile("testdata/probabilities.json")
	if err != nil {
		t.Fatal(err)
	}
	var raw []map[string]json.RawMessage
	if err := json.Unmarshal(b, &raw); err != nil || len(raw) != 4 {
		t.Fatal(len(raw), err)
	}
	compared := map[string]int{}
	for _, c := range raw {
		var k int
		in := Input{}
		read(t, c["classes"], &k)
		read(t, c["p"], &in.Probabilities)
		read(t, c["y"], &in.Truth.Class)
		in.Target = target.Target{Names: named(k)}
		in.Predicted = target.Rows{Class: make([]int, len(in.Truth.Class))}
		for i, top := range in.topClasses() {
			in.Predicted.Class[i] = top
		}
		for name, spec := range map[string]Spec{"confidence": with("ece", nil),
			"top_label": with("ece", map[string]any{"kind": "top_label"}), "class_wise": with("ece", map[string]any{"kind": "class_wise"}),
			"equal_mass": with("ece", map[string]any{"binning": "equal_mass", "bins": 5}),
			"debiased":   with("ece", map[string]any{"debiased": true, "bins": 5}), "aurc": with("aurc", nil)} {
			if c[name] == nil {
				continue
			}
			var want float64
			read(t, c[name], &want)
			tolerance := 1e-9
			if name == "confidence" {
				tolerance = 1e-6 // float32
			}
			compared[name]++
			if got := spec.Compute(in)[0].Value; math.Abs(got-want) > tolerance {
				t.Errorf("%s of %d classes: %v, want %v", name, k, got, want)
			}
		}
		for name, stem := range map[string]string{"brier": "brier", "brier_two": "brier", "log_loss": "log_loss", "log_loss_two": "log_loss"} {
			if c[name] == nil {
				continue
			}
			var want []float64
			read(t, c[name], &want)
			compared[name]++
			parts := []string{"_miscalibration", "_discrimination", "_uncertainty"}
			sum := 0.0
			for i, part := range parts {
				got := with(stem+part, nil).Compute(in)[0].Value
				if math.Abs(got-want[i]) > 1e-9 {
					t.Errorf("%s%s of %d classes: %v, want %v", name, part, k, got, want[i])
				}
				sum += []float64{1, -1, 1}[i] * got
			}
			if score := with(stem, nil).Compute(in)[0].Value; math.Abs(sum-score) > 1e-12 {
				t.Errorf("%s: the parts are %v, the score %v", name, sum, score)
			}
		}
	}
	for name, least := range map[string]int{"confidence": 2, "top_label": 4, "class_wise": 4, "equal_mass": 4, "debiased": 1,
		"aurc": 3, "brier": 4, "log_loss": 3, "brier_two": 1, "log_loss_two": 1} {
		if compared[name] < least {
			t.Errorf("%s is compared %d times", name, compared[name])
		}
	}
}

func read(t *testing.T, text json.RawMessage, to any) {
	t.Helper()
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatal(err)
	}
}

// Calibrated probabilities in bins have no debiased error on average, but a plain one.
func TestDebiased(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	plain, squares := 0.0, 0.0
	for range 300 {
		in := Input{Target: target.Target{Names: named(2)}}
		for range 60 {
			p := 0.5 + random.Float64()/2
			class := 0
			if random.Float64() > p {
				class = 1
			}
			in.Probabilities = append(in.Probabilities, p, 1-p)
			in.Truth.Class = append(in.Truth.Class, class)
			in.Predicted.Class = append(in.Predicted.Class, 0)
		}
		p, right := in.confidences()
		rows := make([]int, 60)
		for i := range rows {
			rows[i] = i
		}
		plain += in.calibrationError(p, right, rows, options{ofBins: ofBins{Bins: 10}}) / 300
		squares += in.calibrationError(p, right, rows, options{ofBins: ofBins{Bins: 10, Debiased: true}}) / 300
	}
	if plain < 0.05 || math.Abs(squares) > 0.004 {
		t.Errorf("plain %v, debiased square %v", plain, squares)
	}
}

// By hand: of three rows that are equally sure one is wrong, which is the first, second and third
// row of a third of the orders each: (11/6 + 5/6 + 1/3)/9.
func TestRiskOfTies(t *testing.T) {
	in := Input{Target: target.Target{Names: named(2)}, Truth: target.Rows{Class: []int{0, 0, 1}},
		Predicted: target.Rows{Class: []int{0, 0, 0}}, Scores: []float64{2, -2, 2, -2, 2, -2}}
	check(t, "ties", in, with("aurc", nil), 1.0/3)
	in.Scores[5], in.Scores[4] = -1, 1 // now the wrong row is the least sure
	check(t, "no ties", in, with("aurc", nil), 1.0/9)
}

// Many rows are summed in closed form, and huge weights end.
func TestRiskOfWeights(t *testing.T) {
	for _, weight := range []float64{3, 16, 17, 17.5, 40, 1000.25, 1e6} {
		for _, before := range []float64{0, 1, 2.5, 300} {
			want := 0.0
			for done := 0.0; done < weight; {
				step := min(1, weight-done)
				done += step
				want += step * (2 + done*0.3) / (before + done)
			}
			if got := risks(before, 2, weight, 0.3, 1); math.Abs(got-want) > 1e-11*want {
				t.Errorf("weight %v after %v: %v, want %v", weight, before, got, want)
			}
		}
	}
	if got := risks(1e300, 0, 1e300, 0.5, 2) / 1e300; math.Abs(got-0.5*(1-math.Ln2)) > 1e-12 {
		t.Errorf("huge weights: %v", got)
	}
}

// A word in place of the number of bins is that of binning.
func TestBinsByAWord(t *testing.T) {
	in := Input{Target: target.Target{Names: named(2)}}
	for i := range 30 {
		p := 0.5 + float64(i*i)/2000
		in.Probabilities = append(in.Probabilities, p, 1-p)
		in.Truth.Class = append(in.Truth.Class, i%2)
		in.Predicted.Class = append(in.Predicted.Class, 0)
	}
	value := func(options map[string]any) float64 { return with("ece", options).Compute(in)[0].Value }
	want := value(map[string]any{"binning": "equal_mass"})
	if got := value(map[string]any{"bins": "equal_mass"}); got != want || got == value(nil) {
		t.Errorf("by a word %v, by binning %v, of equal width %v", got, want, value(nil))
	}
	if wide := with("ece", map[string]any{"bins": "equal_width"}); wide.Compute(in)[0].Value != value(nil) || wide.Bins() != DefaultBins {
		t.Errorf("of equal width %v with %d bins", wide.Compute(in)[0].Value, wide.Bins())
	}
}
