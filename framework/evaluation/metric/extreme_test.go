package metric

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
)

// extremeCase are rows with references by k, and of average_precision by average.
type extremeCase struct {
	Name      string
	Y         [][]int8
	Truth     []int
	Values    [][]float64
	Counts    []int
	Rows      int
	Precision map[string]float64         `json:"precision_at_k"`
	NDCG      map[string]float64         `json:"ndcg"`
	PSP       map[string]float64         `json:"psp_at_k"`
	OtherPSP  map[string]float64         `json:"psp_at_k a=0.6 b=2.6"`
	AP        map[string]json.RawMessage `json:"average_precision"`
}

func loadExtreme(t *testing.T) (ref struct{ Cases, Single []extremeCase }) {
	t.Helper()
	b, err := os.ReadFile("testdata/extreme.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

func (c extremeCase) input() Input {
	k := len(c.Values[0])
	in := Input{Target: target.Target{Names: named(k)}, Truth: target.Rows{Class: c.Truth},
		Predicted: target.Rows{Class: c.Truth}, Scores: slices.Concat(c.Values...)}
	if c.Y != nil {
		in.Target = target.Target{Names: named(k), MultiLabel: true, Counts: c.Counts, Rows: c.Rows}
		in.Truth, in.Predicted = rowsOf(k, slices.Concat(c.Y...)...), rowsOf(k, make([]int8, len(in.Scores))...)
	}
	return in
}

// averagePrecisions compares with the references of each average.
func (c extremeCase) averagePrecisions(t *testing.T, in Input) {
	t.Helper()
	if len(c.AP) < 4 {
		t.Fatalf("%s has the averages %v", c.Name, slices.Collect(maps.Keys(c.AP)))
	}
	for average, raw := range c.AP {
		var want []float64
		if err := json.Unmarshal([]byte("["+strings.Trim(string(raw), "[]")+"]"), &want); err != nil {
			t.Fatal(err)
		}
		check(t, c.Name+" "+average, in, with("average_precision", map[string]any{"average": average}), want...)
	}
}

func TestFirstLabelReferences(t *testing.T) {
	ref := loadExtreme(t)
	for _, c := range ref.Cases {
		in := c.input()
		for text := range c.NDCG {
			k, _ := strconv.Atoi(text)
			options := map[string]any{"k": k}
			check(t, c.Name, in, with("precision_at_k", options), c.Precision[text])
			check(t, c.Name, in, with("ndcg", options), c.NDCG[text])
			check(t, c.Name, in, with("psp_at_k", options), c.PSP[text])
			check(t, c.Name, in, with("psp_at_k", map[string]any{"k": k, "a": 0.6, "b": 2.6}), c.OtherPSP[text])
		}
		check(t, c.Name, in, with("ndcg", nil), c.NDCG[strconv.Itoa(len(c.Values[0]))])
		c.averagePrecisions(t, in)
	}
	for _, c := range ref.Single {
		c.averagePrecisions(t, c.input())
	}
}

// Two rows by hand. Propensities with A = B = 1: C = 2(ln 20 − 1); labels of 1, 3 and 7
// rows have 1/p = 1 + C/2, 1 + C/4 and 1 + C/8.
func TestFirstLabelsByHand(t *testing.T) {
	in := Input{Target: target.Target{Names: named(3), MultiLabel: true, Counts: []int{1, 3, 7}, Rows: 20},
		Truth:     rowsOf(3, 1, 0, 1, 0, 1, 0),
		Predicted: rowsOf(3, make([]int8, 6)...), Scores: []float64{1, 2, 3, 5, 5, 4}}
	check(t, "by hand", in, with("precision_at_k", map[string]any{"k": 1}), 0.75)
	check(t, "by hand", in, with("precision_at_k", map[string]any{"k": 2}), 0.5)
	check(t, "k above K", in, with("precision_at_k", map[string]any{"k": 6}), 0.25)
	half := 1 / math.Log2(3)
	check(t, "by hand", in, with("ndcg", map[string]any{"k": 2}), (1/(1+half)+(1+half)/2)/2)
	c := 2 * (math.Log(20) - 1)
	check(t, "by hand", in, with("psp_at_k", map[string]any{"k": 1, "a": 1, "b": 1}),
		(1+c/8+(1+c/4)/2)/(1+c/2+1+c/4))
	check(t, "all alike", in, with("psp_at_k", map[string]any{"k": 1, "a": 0}), 0.75)
	check(t, "restricted", in, with("psp_at_k", map[string]any{"k": 1, "a": 1, "b": 1, "classes": []string{"c2", "c1"}}), 1)
	in.Target.Rows = 2
	check(t, "too few rows", in, with("psp_at_k", map[string]any{"k": 1}), math.NaN())
	in.Target.Rows, in.Target.Counts = 20, nil
	check(t, "not counted", in, with("psp_at_k", map[string]any{"k": 1}), math.NaN())
}
