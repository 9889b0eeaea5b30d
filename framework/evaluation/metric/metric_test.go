package metric

import (
	"encoding/json"
	"math"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
)

type reference struct {
	Origin string
	Cases  []struct {
		Name             string
		Truth, Predicted []int
		Classes          int
		Macro            map[string]float64
		Micro            map[string]float64
		Weighted         map[string]float64
		None             map[string][]float64
		Accuracy         float64
		Balanced         float64 `json:"balanced_accuracy"`
		MCC              float64
		Kappa            map[string]*float64
		Confusion        [][]float64
	}
	LogLoss []struct {
		Name          string
		Truth         []int
		Probabilities [][]float64
		Value         float64
	} `json:"log_loss"`
	Binary struct {
		Y       []int
		Score   []float64
		AUC     float64 `json:"auc_half_ties"`
		Brier   float64
		LogLoss float64 `json:"log_loss"`
		ECE     float64
	}
	Averages struct {
		OVR, Weights    []float64
		Macro, Weighted float64
	} `json:"auc_averages"`
	Clipping struct {
		Y     []int
		P     []float64
		Value float64
	}
}

func load(t *testing.T) reference {
	t.Helper()
	b, err := os.ReadFile("testdata/metrics.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref reference
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

func named(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = "c" + strconv.Itoa(i)
	}
	return names
}

// spec is a metric with an average, the default one if it is "".
func spec(kind, average string) Spec {
	s := with(kind, nil)
	if average != "" {
		s = with(kind, map[string]any{"average": average})
		s.Name += "(average=" + average + ")"
	}
	return s
}

// with is a metric with options, named like its type.
func with(kind string, options map[string]any) Spec {
	return Spec{Name: kind, Type: kind, Config: contract.NewConfig(options)}
}

func near(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-12*math.Max(1, math.Abs(b))
}

// number is a reference value: nil stands for NaN.
func number(p *float64) float64 {
	if p == nil {
		return math.NaN()
	}
	return *p
}

func TestReferences(t *testing.T) {
	for _, c := range load(t).Cases {
		in := Input{Target: target.Target{Names: named(c.Classes)}, Truth: target.Rows{Class: c.Truth},
			Predicted: target.Rows{Class: c.Predicted}}
		check := func(s Spec, want ...float64) {
			t.Helper()
			got := s.Compute(in)
			if len(got) != len(want) {
				t.Fatalf("%s: %s: %d values, want %d", c.Name, s.Name, len(got), len(want))
			}
			for i := range got {
				if !near(got[i].Value, want[i]) {
					t.Errorf("%s: %s = %v, want %v", c.Name, got[i].Name, got[i].Value, want[i])
				}
			}
		}
		check(spec("accuracy", ""), c.Accuracy)
		check(spec("error", ""), 1-c.Accuracy)
		check(spec("balanced_accuracy", ""), c.Balanced)
		check(spec("mcc", ""), c.MCC)
		for _, weights := range []string{none, linear, quadratic} {
			check(with("kappa", map[string]any{"weights": weights}), number(c.Kappa[weights]))
		}
		for _, m := range []struct {
			key, kind string
			beta      float64
		}{{"precision", "precision", 1}, {"recall", "recall", 1}, {"f1", "f1", 1}, {"f1", "fbeta", 1},
			{"f2", "fbeta", 2}, {"f05", "fbeta", 0.5}, {"jaccard", "jaccard", 1}} {
			averaged := func(average string) Spec {
				return with(m.kind, map[string]any{"average": average, "beta": m.beta})
			}
			check(with(m.kind, map[string]any{"beta": m.beta}), c.Macro[m.key])
			check(averaged(macro), c.Macro[m.key])
			check(averaged(micro), c.Micro[m.key])
			check(averaged(weighted), c.Weighted[m.key])
			check(averaged(none), c.None[m.key]...)
		}
		if got := Confusion(in); !reflect.DeepEqual(got, c.Confusion) {
			t.Errorf("%s: confusion %v, want %v", c.Name, got, c.Confusion)
		}
	}
}

func TestLogLoss(t *testing.T) {
	for _, c := range load(t).LogLoss {
		in := Input{Target: target.Target{Names: named(len(c.Probabilities[0]))}, Truth: target.Rows{Class: c.Truth},
			Predicted: target.Rows{Class: make([]int, len(c.Truth))}}
		for _, row := range c.Probabilities {
			in.Probabilities = append(in.Probabilities, row...)
		}
		if got := spec("log_loss", "").Compute(in)[0].Value; !near(got, c.Value) {
			t.Errorf("%s: %v, want %v", c.Name, got, c.Value)
		}
	}
}

// The worked table of the specification: accuracy 0.75, precision (0.625, 0.75,
// 0.8036), recall (0.75, 0.5, 0.9), weighted precision 0.7518.
func TestWorkedTable(t *testing.T) {
	table := [][]int{{15, 2, 3}, {7, 15, 8}, {2, 3, 45}}
	in := Input{Target: target.Target{Names: named(3)}}
	for truth, row := range table {
		for predicted, n := range row {
			in.Truth.Class = append(in.Truth.Class, slices.Repeat([]int{truth}, n)...)
			in.Predicted.Class = append(in.Predicted.Class, slices.Repeat([]int{predicted}, n)...)
		}
	}
	for _, c := range []struct {
		spec Spec
		want []float64
	}{
		{spec("accuracy", ""), []float64{0.75}},
		{spec("precision", "none"), []float64{0.625, 0.75, 45.0 / 56}},
		{spec("recall", "none"), []float64{0.75, 0.5, 0.9}},
		{spec("precision", "weighted"), []float64{0.7517857142857143}},
		{spec("recall", "weighted"), []float64{0.75}},
	} {
		for i, v := range c.spec.Compute(in) {
			if !near(v.Value, c.want[i]) {
				t.Errorf("%s: %v, want %v", v.Name, v.Value, c.want[i])
			}
		}
	}
}

func TestUndefined(t *testing.T) {
	for _, c := range Components() {
		for _, v := range spec(c.Name, "").Compute(Input{Target: target.Target{Names: named(2)}}) {
			if v.Defined() {
				t.Errorf("%s of no rows is %v", v.Name, v.Value)
			}
		}
	}
	in := Input{Target: target.Target{Names: named(2)}, Truth: target.Rows{Class: []int{0}},
		Predicted: target.Rows{Class: []int{0}}}
	if v := spec("log_loss", "").Compute(in)[0]; v.Defined() {
		t.Errorf("log_loss without probabilities is %v", v.Value)
	}
}

// perClassF1 is an f1 for each class, of those given.
func perClassF1(name string, classes ...string) Spec {
	options := map[string]any{"average": none}
	if classes != nil {
		options["classes"] = classes
	}
	return Spec{Name: name, Type: "f1", Config: contract.NewConfig(options)}
}

func TestNames(t *testing.T) {
	classes := []string{"setosa", "virginica"}
	for _, c := range []struct {
		spec Spec
		want string
	}{
		{spec("f1", ""), "f1"},
		{spec("f1", "macro"), "f1(average=macro)"},
		{spec("precision", "none"), "precision[setosa] precision[virginica]"},
		{Spec{Name: "p", Type: "precision", Config: contract.NewConfig(map[string]any{"average": "none"})},
			"p[setosa] p[virginica]"},
		{Spec{Name: "my(average=none)", Type: "f1", Config: contract.NewConfig(map[string]any{"average": "none"})},
			"my(average=none)[setosa] my(average=none)[virginica]"},
		{perClassF1("f1(average=none,beta=2)"), "f1(beta=2)[setosa] f1(beta=2)[virginica]"},
		{perClassF1("train:f1(average=none)"), "train:f1[setosa] train:f1[virginica]"},
		{perClassF1(`f1(classes=["a,average=none,b",c],average=none)`),
			`f1(classes=["a,average=none,b",c])[setosa] f1(classes=["a,average=none,b",c])[virginica]`},
		{perClassF1(`f1(classes=["\",average=none,",c],average=none)`),
			`f1(classes=["\",average=none,",c])[setosa] f1(classes=["\",average=none,",c])[virginica]`},
		{perClassF1("f1(classes=[a,average=none,b],average=none)"),
			"f1(classes=[a,average=none,b])[setosa] f1(classes=[a,average=none,b])[virginica]"},
		{perClassF1("f1(classes=[a,b],average=none)", "virginica", "setosa"),
			"f1(classes=[a,b])[setosa] f1(classes=[a,b])[virginica]"},
		{perClassF1("f1(average=none)", "virginica", "versicolor"), "f1[virginica] f1[versicolor]"},
		{spec("confusion", ""), ""},
	} {
		if got := strings.Join(c.spec.Names(classes), " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.spec.Name, got, c.want)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		says string
	}{
		{spec("f1", "macro"), ""},
		{spec("area", ""), `unknown type "area"`},
		{spec("f1", "odd"), `unknown value of average in`},
		{with("kappa", map[string]any{"weights": "cubic"}), "unknown value of weights"},
		{with("auc", map[string]any{"mode": "ova"}), "unknown value of mode"},
		{with("auc", map[string]any{"mode": "ovo", "average": "micro"}), "Pairs of classes have no such average"},
		{with("auc", map[string]any{"mode": "ovo", "average": "weighted"}), ""},
		{with("auc", map[string]any{"mode": "ovo", "average": "samples"}), "Pairs of classes have no such average"},
		{with("f1", map[string]any{"zero_division": "2"}), "unknown value of zero_division"},
		{with("f1", map[string]any{"zero_division": "nan", "average": "samples"}), ""},
		{with("fbeta", map[string]any{"beta": 0}), "unknown value of beta"},
		{with("ece", map[string]any{"bins": 0}), "unknown value of bins"},
		{with("ece", map[string]any{"bins": 1e9}), "unknown value of bins"},
		{with("top_k", map[string]any{"k": 0}), "unknown value of k"},
		{with("top_k", map[string]any{"k": 1.5}), "decoding"},
		{with("accuracy", map[string]any{"on": "both"}), "unknown value of on"},
		{with("accuracy", map[string]any{"classes": []string{"a"}}), "two classes or more"},
		{with("accuracy", map[string]any{"classes": []string{}}), "two classes or more"},
		{with("accuracy", map[string]any{"classes": []string{"a", "b", "a"}}), `names "a" twice`},
		{with("accuracy", map[string]any{"classes": []string{"a", "b"}}), ""},
		{Spec{Name: "f1", Type: "f1", Config: contract.Config("{")}, "decoding"},
	} {
		err := c.spec.Check()
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s: %v", c.spec.Type, c.spec.Config, err)
		}
	}
}

func TestDirectionAndNeeds(t *testing.T) {
	smaller := []string{"error", "cost", "log_loss", "brier", "ece", "aurc", "abstain_cost", "set_size",
		"brier_miscalibration", "brier_uncertainty",
		"log_loss_miscalibration", "log_loss_uncertainty", "hamming_loss", "ranking_loss", "one_error", "coverage",
		"lca_distance"}
	needing := []string{"log_loss", "brier", "ece", "brier_miscalibration", "brier_discrimination", "brier_uncertainty",
		"log_loss_miscalibration", "log_loss_discrimination", "log_loss_uncertainty", "abstain_cost",
		"set_size", "set_coverage", "set_utility"}
	for _, c := range Components() {
		s := spec(c.Name, "")
		if got, want := s.SmallerIsBetter(), slices.Contains(smaller, c.Name); got != want {
			t.Errorf("%s: smaller is better: %v", c.Name, got)
		}
		if got, want := s.NeedsProbabilities(), slices.Contains(needing, c.Name); got != want {
			t.Errorf("%s: needs probabilities: %v", c.Name, got)
		}
		if got, want := s.IsTable(), c.Name == "confusion"; got != want {
			t.Errorf("%s: is a table: %v", c.Name, got)
		}
	}
	if with("accuracy", nil).OnTrain() || !with("accuracy", map[string]any{"on": "train"}).OnTrain() {
		t.Error("the rows that are scored are not those asked for")
	}
}

// Default configurations of the schema mean what absent options mean.
func TestDefaults(t *testing.T) {
	absent, _ := decode(nil)
	for _, c := range Components() {
		values := map[string]any{}
		for _, p := range c.Params {
			if p.Default != nil {
				values[p.Name] = p.Default
			}
		}
		config, absent := contract.NewConfig(values), absent
		if k, given := values["k"].(float64); given {
			absent.K = int(k) // a default of the type alone
		}
		if o, err := decode(config); err != nil || !reflect.DeepEqual(o, absent) {
			t.Errorf("%s: %+v, %v", c.Name, o, err)
		}
		if diags := c.Validate(config); len(diags) > 0 {
			t.Errorf("%s: %v", c.Name, diags)
		}
	}
}

func TestCountsHits(t *testing.T) {
	for _, c := range []struct {
		kind, on string
		want     bool
	}{{"accuracy", "test", true}, {"error", "test", true}, {"subset_accuracy", "test", true}, {"accuracy", "train", false},
		{"f1", "test", false}, {"hamming_loss", "test", false}, {"top_k", "test", false}} {
		spec := Spec{Name: "m", Type: c.kind, Config: contract.NewConfig(map[string]any{"on": c.on})}
		if spec.CountsHits() != c.want {
			t.Errorf("%s on %s rows: %v", c.kind, c.on, !c.want)
		}
	}
}
