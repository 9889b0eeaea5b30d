package metric

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

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
	}
	LogLoss []struct {
		Name          string
		Truth         []int
		Probabilities [][]float64
		Value         float64
	} `json:"log_loss"`
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

func spec(kind, average string) Spec {
	s := Spec{Name: kind, Type: kind, Config: contract.NewConfig(nil)}
	if average != "" {
		s.Name += "(average=" + average + ")"
		s.Config = contract.NewConfig(map[string]any{"average": average})
	}
	return s
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Max(1, math.Abs(b)) }

func TestReferences(t *testing.T) {
	for _, c := range load(t).Cases {
		in := Input{Classes: named(c.Classes), Truth: c.Truth, Predicted: c.Predicted}
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
		for _, kind := range []string{"precision", "recall", "f1"} {
			check(spec(kind, ""), c.Macro[kind])
			check(spec(kind, "macro"), c.Macro[kind])
			check(spec(kind, "micro"), c.Micro[kind])
			check(spec(kind, "weighted"), c.Weighted[kind])
			check(spec(kind, "none"), c.None[kind]...)
		}
	}
}

func TestLogLoss(t *testing.T) {
	for _, c := range load(t).LogLoss {
		in := Input{Classes: named(len(c.Probabilities[0])), Truth: c.Truth, Predicted: make([]int, len(c.Truth))}
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
	in := Input{Classes: named(3)}
	for truth, row := range table {
		for predicted, n := range row {
			in.Truth = append(in.Truth, slices.Repeat([]int{truth}, n)...)
			in.Predicted = append(in.Predicted, slices.Repeat([]int{predicted}, n)...)
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
		for _, v := range spec(c.Name, "").Compute(Input{Classes: named(2)}) {
			if v.Defined() {
				t.Errorf("%s of no rows is %v", v.Name, v.Value)
			}
		}
	}
	in := Input{Classes: named(2), Truth: []int{0}, Predicted: []int{0}}
	if v := spec("log_loss", "").Compute(in)[0]; v.Defined() {
		t.Errorf("log_loss without probabilities is %v", v.Value)
	}
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
		{Spec{Name: "p", Type: "precision", Config: contract.NewConfig(map[string]any{"average": "none"})}, "p[setosa] p[virginica]"},
		{Spec{Name: "my(average=none)", Type: "f1", Config: contract.NewConfig(map[string]any{"average": "none"})}, "my(average=none)[setosa] my(average=none)[virginica]"},
		{Spec{Name: "f1(average=none,beta=2)", Type: "f1", Config: contract.NewConfig(map[string]any{"average": "none"})}, "f1(beta=2)[setosa] f1(beta=2)[virginica]"},
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
		{spec("f1", "odd"), `unknown average "odd"`},
		{Spec{Name: "f1", Type: "f1", Config: contract.Config("{")}, "decoding"},
	} {
		err := c.spec.Check()
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s: %v", c.spec.Type, c.spec.Config, err)
		}
	}
}

func TestDirectionAndNeeds(t *testing.T) {
	for _, c := range Components() {
		s := spec(c.Name, "")
		if got, want := s.SmallerIsBetter(), c.Name == "error" || c.Name == "log_loss"; got != want {
			t.Errorf("%s: smaller is better: %v", c.Name, got)
		}
		if got, want := s.NeedsProbabilities(), c.Name == "log_loss"; got != want {
			t.Errorf("%s: needs probabilities: %v", c.Name, got)
		}
	}
}
