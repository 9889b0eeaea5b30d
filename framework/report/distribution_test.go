package report

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/score/scoretest"
)

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
		d := distribution(in.Plan, rows, "glass", metric)
		if !slices.Equal(d.Missing, want) || len(d.Values) != 4 || len(d.Values[3]) != 3 {
			t.Errorf("%s: %q, %v", metric, d.Missing, d.Values)
		}
	}
}
