package run

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// Rows whose target is 0 are left out, with their weights, and the rest of the
// problem is as if they were not there; without any row a model abstains.
func TestRowsAreLeftOutOfTargets(t *testing.T) {
	w := &witness{}
	r := &scripted{multiLabel: true, tasks: []contract.Task{contract.Binary}}
	r.first = func(contract.Reduction) contract.Stage {
		return contract.Stage{Outputs: contract.ClassesOnly, Later: 2}
	}
	r.next = func(_ string, t contract.Training) (contract.Stage, bool, error) {
		values := contract.Matrix{Rows: len(t.Labels) / 2, Cols: 2}
		for i := range values.Rows { // a against b, where one of them holds; and nothing
			values.Data = append(values.Data, float64(t.Labels[2*i])-float64(t.Labels[2*i+1]), 0)
		}
		return contract.Stage{Problems: contract.Targeted{Task: contract.Binary, Values: values}}, false, nil
	}
	text := must.Replace(labelText(t, `["a", "b"]`, `calibrate = "sigmoid"`, `reduction "pairs" "pairs" {}`), "drop = [\"rare\"]", "drop = [\"rare\"]\nweights = \"c\"")
	s := openComponent(t, withWeights(t, text), learnerOf(w, contract.Margin), r.component("pairs"))
	s.mustRun(t, 1, nil)
	trained := 0
	for _, p := range w.tasks {
		for i, y := range p.Y {
			id := rowOf(s, p.X.Row(i))
			a, b := truthOf(s, []int{id})[0], truthOf(s, []int{id})[1]
			if y != float64(a)-float64(b) || p.Weights[i] != s.ready.Datasets[0].Table.Weights[id] {
				t.Fatalf("row %d has the target %v and the weight %v", id, y, p.Weights[i])
			}
			trained++
		}
	}
	if trained == 0 || len(w.tasks) != 4*(1+3) {
		t.Errorf("%d rows of %d problems", trained, len(w.tasks))
	}
	for _, scores := range r.decoded {
		if scores.Row(0)[0] == 0 || scores.Row(0)[1] != 0 {
			t.Errorf("scores %v", scores.Row(0))
		}
	}
}

// withWeights puts weights above 0 into the column c of the invented rows.
func withWeights(t *testing.T, text string) string {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(readText(t, fileOf(text))), "\n")
	for i := 1; i < len(lines); i++ {
		fields := strings.Split(lines[i], ",")
		fields[4] = fmt.Sprint(1 + i%3)
		lines[i] = strings.Join(fields, ",")
	}
	return must.Replace(text, fileOf(text), writeText(t, "weighed.csv", strings.Join(lines, "\n")+"\n"))
}

// fileOf is the file of a dataset block.
func fileOf(text string) string {
	_, rest, _ := strings.Cut(text, `file   = "`)
	path, _, _ := strings.Cut(rest, `"`)
	return path
}

// rowOf finds a row by its features.
func rowOf(s *setting, x []float64) int {
	for id := range s.ready.Datasets[0].Table.Rows {
		if slices.Equal(features(s, []int{id}).Row(0), x) {
			return id
		}
	}
	return -1
}

// halves is a learner in batches whose models say for each target whether it is the
// larger half, so that targets in batches are seen to arrive.
type halves struct{ summer }

func (h *halves) TrainBatch(_ context.Context, b contract.Batch, done func(int, contract.Model, error)) error {
	f := b.Features
	form := "dense"
	if f.CSR != nil {
		form = "sparse"
	}
	h.mu.Lock()
	h.forms = append(h.forms, fmt.Sprintf("%s %d × %d", form, f.Rows, f.Cols))
	h.mu.Unlock()
	for i, p := range b.Problems {
		w, at := make(direction, f.Cols), 0
		for _, g := range b.RowSets[p.RowSet].Ranges {
			for row := g.Start; row < g.End; row++ {
				w.add(f, row, p.Target[at])
				at++
			}
		}
		done(i, sparseDirection{w}, nil)
	}
	return nil
}

// Appended columns leave sparse features sparse, and change nothing of the numbers.
func TestSparseFeaturesStaySparseBesideTargets(t *testing.T) {
	var text strings.Builder
	for i := range 48 {
		labels := []string{"", "1", "2", "1,2", "2,3", "3"}[i%6]
		fmt.Fprintf(&text, "%s %d:%d %d:1.5 40:%d\n", labels, 1+i%6, 1+i%4, 10+i%7, 1+i%2)
	}
	path := writeText(t, "rows.svm", text.String())
	outputs := map[bool]map[string]store.Output{}
	for _, sparse := range []bool{true, false} {
		h := &halves{}
		c := learnerOf(h, contract.Margin)
		c.Capabilities.Properties |= contract.TrainsBatches | contract.TakesSparse.If(sparse)
		s := openComponent(t, fmt.Sprintf(`
experiment "sparse" { seed = 3 }
dataset "rows" { file = %q }
encoder "one_hot" "plain" { numeric = "none" }
learner "spy" "spy" {}
reduction "chain" "chain" {}
validation {
  method = "kfold"
  folds  = 3
}
metric "hamming_loss" {}
metric "hamming_loss" { on = "train" }
`, path), c, chain(1, 2, 0).component("chain"))
		s.mustRun(t, 1, nil)
		form := map[bool]string{true: "sparse", false: "dense"}[sparse]
		want := []string{form + " 48 × 40", form + " 48 × 41", form + " 48 × 42"}
		if !slices.Equal(h.forms, slices.Repeat(want, 3)) {
			t.Errorf("trained on %v", h.forms)
		}
		outputs[sparse] = s.memory.outputs
	}
	if len(outputs[true]) != 3 || !reflect.DeepEqual(outputs[true], outputs[false]) {
		t.Error("sparse and dense features give other predictions")
	}
}
