package report

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/picture"
	"github.com/manyclass/bench/test/scoretest"
)

func distributionOf(p *plan.Plan, rows []score.Row, dataset, name string) picture.Distribution {
	spec := p.Metrics[slices.IndexFunc(p.Metrics, func(m metric.Spec) bool { return m.Name == name })]
	return distribution(score.Planned(p, spec, rows), dataset, name, labeller(p))
}

// Every combination of a dataset has its row and says why scores lack.
func TestDistributionSaysWhatLacks(t *testing.T) {
	in := scoretest.Experiment()
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	for metric, want := range map[string][]string{
		"accuracy": {"", "1 failed", "1 timed out, 1 out of memory, 1 not run", "3 skipped"},
		"log_loss": {"", "2 without probabilities, 1 failed", "1 timed out, 1 out of memory, 1 not run", "3 skipped"},
	} {
		d := distributionOf(in.Plan, rows, "glass", metric)
		if d.Title != "glass: "+metric+" over folds" {
			t.Errorf("title %q", d.Title)
		}
		if !slices.Equal(d.Missing, want) || len(d.Values) != 4 || len(d.Values[3]) != 3 {
			t.Errorf("%s: %q, %v", metric, d.Missing, d.Values)
		}
	}
}

// A pooled value counts once, and the picture says that it is one.
func TestDistributionOfPooledValues(t *testing.T) {
	in := scoretest.Experiment()
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		if rows[i].Dataset == "iris" && rows[i].Metric == "accuracy" {
			rows[i].Pooled, rows[i].Again = true, rows[i].Fold > 0
		}
	}
	d := distributionOf(in.Plan, rows, "iris", "accuracy")
	if len(d.Values[0]) != 1 || d.Missing[0] != "" || d.Title != "iris: accuracy, pooled over the folds of each repeat" {
		t.Errorf("%s: %v, %q", d.Title, d.Values, d.Missing)
	}
}
