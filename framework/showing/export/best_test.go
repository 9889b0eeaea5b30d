package export

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/scoretest"
)

// manyClasses are predictions of the best of some rows of k classes or labels.
func manyClasses(k, rows, entries int, multiLabel bool) *store.Predictions {
	rng := rand.New(rand.NewPCG(7, uint64(k)))
	p := &store.Predictions{K: k, MultiLabel: multiLabel, Rows: lists.Range(rows), Top: &target.Top{Others: -1}}
	for range rows {
		for place := range entries {
			p.Top.Of = append(p.Top.Of, int32(place*k/entries+rng.IntN(k/entries)))
			p.Top.Scores = append(p.Top.Scores, 1/float64(place+1))
			p.Top.Probabilities = append(p.Top.Probabilities, 0.5/float64(place+1)/float64(place+1))
		}
		best := p.Top.Of[len(p.Top.Of)-entries:]
		p.Top.Ends, p.Top.Predicted = append(p.Top.Ends, len(p.Top.Of)), append(p.Top.Predicted, 1)
		if multiLabel {
			p.Truth.Y.Add(best[1], best[1]+1)
		} else {
			p.Truth.Class = append(p.Truth.Class, int(best[rng.IntN(2)]))
		}
	}
	p.Predicted = p.Top.Chosen(multiLabel)
	return p
}

// TestManyClasses takes rows of 100,000 classes, and of as many labels, through journal, metrics and
// export, in the room of the best of each row.
func TestManyClasses(t *testing.T) {
	const k, rows = 100_000, 400 // 320 MB of scores
	names := lists.Map(lists.Range(k), func(i int) string { return fmt.Sprint("c", i) })
	for _, multiLabel := range []bool{false, true} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		dir, p := t.TempDir(), manyClasses(k, rows, 5, multiLabel)
		in, blob := journalled(t, dir, p, names)
		if blob.Size() > 200*rows {
			t.Errorf("%d bytes", blob.Size())
		}
		all, err := score.Compute(in)
		if err != nil {
			t.Fatal(err)
		}
		defined := map[string]float64{}
		for _, r := range all {
			if !math.IsNaN(r.Value) {
				defined[r.Metric] = r.Value
			}
		}
		want := "accuracy f1(average=macro) log_loss mcc kappa top_k"
		if multiLabel {
			want = "f1(average=macro) log_loss hamming_loss precision_at_k"
			if defined["precision_at_k"] != 1./3 || defined["hamming_loss"] != 3./k {
				t.Errorf("%v", defined)
			}
		}
		for name := range strings.FieldsSeq(want) {
			if _, has := defined[name]; !has {
				t.Errorf("%s is not defined", name)
			}
		}
		if _, has := defined["auc"]; has {
			t.Error("auc is defined")
		}
		text := scoretest.Render(t, func(w io.Writer) error { return Write(w, Predictions(in, nil), CSV) })
		lines := strings.Count(string(text), "\n") - 1
		if multiLabel && lines != rows*6 || !multiLabel && (lines != rows || len(text) > 100*rows) {
			t.Errorf("%d lines, %d bytes", lines, len(text))
		}
		tables, err := score.Confusions(in, metric.Spec{Name: "confusion", Type: "confusion", Config: contract.NewConfig(nil)})
		if err != nil || len(tables) > 0 {
			t.Errorf("%d tables, %v", len(tables), err)
		}
		runtime.ReadMemStats(&after)
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 120 {
			t.Errorf("%d MB of labels %v", mb, multiLabel)
		}
	}
}

// journalled stores predictions as those of the only cell of an experiment, and returns it as it is read
// again, and what is stored.
func journalled(t *testing.T, dir string, p *store.Predictions, names []string) (score.Input, os.FileInfo) {
	t.Helper()
	j, err := store.OpenJournal(dir, "0", nil)
	if err != nil {
		t.Fatal(err)
	}
	r := store.Result{Key: "k", Status: store.OK, Sizes: store.Sizes{TestRows: len(p.Rows)}}
	if err := j.Result(r, store.Output{Test: p}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	results, err := store.ReadResults(dir)
	if err != nil {
		t.Fatal(err)
	}
	result := results.ByKey["k"]
	cell := plan.Cell{Combination: plan.Combination{Dataset: "many", Encoder: "e", Learner: "l", Reduction: "r"}}
	in := score.Input{Plan: &plan.Plan{Experiment: "many", Cells: []plan.Cell{cell}, Datasets: []plan.Dataset{{Name: "many",
		Rows: len(p.Rows), Target: target.Target{Names: names, MultiLabel: p.MultiLabel}}}}}
	for _, m := range []string{"accuracy", "f1(average=macro)", "log_loss", "mcc", "kappa", "top_k", "auc", "hamming_loss",
		"precision_at_k"} {
		kind, _, options := strings.Cut(m, "(")
		config := map[string]any{}
		if options {
			config["average"] = "macro"
		}
		if kind == "top_k" || kind == "precision_at_k" {
			config["k"] = 3
		}
		in.Plan.Metrics = append(in.Plan.Metrics, metric.Spec{Name: m, Type: kind, Config: contract.NewConfig(config)})
	}
	in.Cells = []score.Cell{{Cell: cell, Result: &result, Predictions: func() (store.Predictions, error) {
		return store.ReadPredictions(dir, *result.Predictions)
	}}}
	files, err := filepath.Glob(filepath.Join(dir, store.JournalDir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	var largest os.FileInfo
	for _, f := range files {
		if info, err := os.Stat(f); err == nil && (largest == nil || info.Size() > largest.Size()) {
			largest = info
		}
	}
	return in, largest
}
