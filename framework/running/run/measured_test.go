package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// hits is the accuracy as a plugin computes it. Its rows have a group each, which says
// of which class they are; with another metric to be tuned by it refuses every row.
type hits struct{ refuses bool }

func (h hits) Compute(o contract.Outcome) (float64, error) {
	if h.refuses {
		return 0, errors.New("not with me")
	}
	n := 0.0
	for i, truth := range o.Truth {
		if o.Groups == nil || truth != o.Groups[i]%3 {
			return 0, fmt.Errorf("row %d is of class %d, and its group is not", i, truth)
		}
		if truth == o.Predicted[i] {
			n++
		}
	}
	return n / float64(o.Rows()), nil
}

// tallying counts the calls of a plugin's metric.
type tallying struct {
	service.Plugin
	calls *atomic.Int64
}

func (c tallying) Compute(ctx context.Context, call service.ComputeCall) ([]service.Computed, error) {
	c.calls.Add(1)
	return c.Plugin.Compute(ctx, call)
}

// openHits prepares rows in groups with the learner leaving, tuned by a metric.
func openHits(t *testing.T, tune string, refuses bool) (*setting, *atomic.Int64) {
	t.Helper()
	var rows strings.Builder
	rows.WriteString("x,row,class\n")
	for i := range 42 {
		fmt.Fprintf(&rows, "%d,r%03d,k%d\n", i%3*3+i*i%5, i, i%3)
	}
	path := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(path, []byte(rows.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	text := must.Replace(raw("tune {\n weight = [0, 0.2, 0.6, 1, 1.4]\n"+tune+"}"), `  generate = "blobs"
  classes  = 4
  rows     = 120
  seed     = 1`, fmt.Sprintf("  file = %q\n target = \"class\"\n group = \"row\"", path))
	text = must.Replace(text, `reduction "ecoc" "mine" {
  matrix = [
    [ 1, -1,  1],
    [-1,  1,  1],
    [-1, -1, -1],
    [-1, -1,  0],
  ]
}`, `metric "hits" "hits" {}`)
	var made atomic.Int64
	s := openComponent(t, text, contract.Component{
		Kind: contract.KindLearner, Name: "spy",
		Params: []contract.Param{{Name: "weight", Type: "number", Default: 1.0, Min: contract.Bound(0)}},
		NewLearner: func(c contract.Config) (contract.Learner, error) {
			var o struct{ Weight float64 }
			err := c.Decode(&o)
			return leaving{o.Weight, &made}, err
		},
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.TrainsBatches | contract.Deterministic | contract.LeavesOneOut},
	}, contract.Component{
		Kind: contract.KindMetric, Name: "hits",
		NewMetric: func(contract.Config) (contract.Metric, error) { return hits{refuses}, nil },
	})
	calls := &atomic.Int64{}
	s.plugins["metric/hits"] = tallying{s.plugins["metric/hits"], calls}
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	return s, calls
}

// A learner is tuned by a plugin's accuracy as by bench's, on inner folds and on single
// rows, of which one call asks for all.
func TestTuningByAPluginsMetric(t *testing.T) {
	chosen := func(s *setting) map[string]any {
		list := map[string]any{}
		for _, c := range s.ready.Plan.Cells {
			r := s.memory.results[c.Key]
			if r.Status != store.OK {
				t.Errorf("%s: %s", c.Name(), r.Error)
			}
			list[c.Name()] = r.Tuned["weight"]
		}
		return list
	}
	const candidates, cells = 5, 4 * 3 // folds × reductions
	for tune, want := range map[string]int64{"folds = 3": 3 * candidates * cells, "folds = 1000": candidates * cells} {
		ours, none := openHits(t, tune+"\n metric = metric.accuracy\n", false)
		theirs, calls := openHits(t, tune+"\n metric = metric.hits\n", false)
		if a, b := chosen(ours), chosen(theirs); !reflect.DeepEqual(a, b) || len(a) != cells {
			t.Errorf("%s: by accuracy %v, by the plugin %v", tune, a, b)
		}
		if none.Load() != 0 || calls.Load() != want {
			t.Errorf("%s: %d and %d calls, want 0 and %d", tune, none.Load(), calls.Load(), want)
		}
	}
	refused, _ := openHits(t, "metric = metric.hits\n", true)
	for _, r := range refused.memory.results {
		if r.Status != store.Failed || !strings.Contains(r.Error, "computing hits: not with me") {
			t.Errorf("%s: %s", r.Status, r.Error)
		}
	}
}
