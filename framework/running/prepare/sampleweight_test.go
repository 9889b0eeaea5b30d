package prepare

import (
	"fmt"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/results/plan"
)

// A metric that counts rows by their weights is refused where no dataset has any; where
// some have, one warning names the others and the metrics.
func TestSampleWeightsNeedWeights(t *testing.T) {
	p := weighted(t, `learner "heavy" "h" {}
metric "accuracy" {}
metric "f1" {
  sample_weight = true
}
metric "f1" "plain" {
  sample_weight = false
}
metric "mcc" "weighted_mcc" {
  sample_weight = true
}
`)
	say := func(list diagnostic.List) (said []string) {
		for _, d := range list {
			said = append(said, fmt.Sprintf("%d:%d %s %s: %s", d.Range.Start.Line, d.Range.Start.Column, d.Severity, d.Summary, d.Detail))
		}
		return said
	}
	got, want := say(checkSampleWeights(p)), []string{`16:19 warning Not all datasets have row weights: Rows count alike, ` +
		`whatever sample_weight says, in: plain. The metrics with it are: f1(sample_weight=true), weighted_mcc.`}
	if !slices.Equal(got, want) {
		t.Errorf("some weights: %q", got)
	}
	p.Plan = &plan.Plan{}
	p.weigh()
	if w := p.Plan.Weights; len(w) != 1 || !slices.Equal(w["heavy"], []float64{2, 1, 0.5, 1}) {
		t.Errorf("the plan has the weights %v", w)
	}
	heavy, plain := p.Datasets[:1], p.Datasets[1:]
	p.Datasets = plain
	const detail = `Name their column in the dataset block, weights = "…", or leave sample_weight out. Datasets without weights: plain.`
	want = []string{`16:19 error Metric "f1(sample_weight=true)" has no weights to count rows by: ` + detail,
		`22:19 error Metric "weighted_mcc" has no weights to count rows by: ` + detail}
	if got := say(checkSampleWeights(p)); !slices.Equal(got, want) {
		t.Errorf("no weights: %q", got)
	}
	if p.Datasets = heavy; checkSampleWeights(p) != nil {
		t.Errorf("weights everywhere: %q", say(checkSampleWeights(p)))
	}
}
