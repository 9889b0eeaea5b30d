package prepare

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/test/must"
)

const withSets = `experiment "e" {
  conformal {}
}
dataset "d" { generate = "blobs" }
learner "l" "l" {}
reduction "later" "several" {}
reduction "first" "one" {}
metric "set_size" {}
`

// A reduction of several stages is refused where training rows calibrate prediction sets, on its
// block, unless test rows do, or what does not fit is skipped.
func TestReductionsWithoutSets(t *testing.T) {
	const refused = `Training rows cannot calibrate prediction sets of reduction "several"`
	for text, want := range map[string][]string{
		withSets: {refused},
		must.Replace(withSets, "conformal {}", "conformal { rows = \"test\" }"):             nil,
		must.Replace(withSets, "conformal {}", "on_incompatible = \"skip\"\n conformal {}"): nil,
	} {
		binary := contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.LogOdds,
			Probabilities: []contract.ScoreKind{contract.LogOdds}}
		file, diags := experiment.ParseText("e.hcl", []byte(text), nil)
		exp, more := file.Bind(experiment.Catalog{Components: slices.Concat([]contract.Component{
			{Kind: contract.KindDataset, Name: "dataset", Params: loader.Params()},
			{Kind: contract.KindLearner, Name: "l", Capabilities: binary},
			{Kind: contract.KindReducer, Name: "later", Capabilities: binary},
			{Kind: contract.KindReducer, Name: "first", Capabilities: binary},
		}, encode.Components(), fold.Components(), metric.Components())})
		if diags = append(diags, more...); diags.HasErrors() {
			t.Fatal(diags)
		}
		p := &Prepared{Experiment: exp, Datasets: []*Dataset{{Instance: &exp.Datasets[0],
			Table: &data.Table{Design: data.Design{Target: target.Target{Names: []string{"a", "b"}}}},
			Stages: map[*experiment.Instance]contract.Stage{
				&exp.Reductions[0]: {Outputs: contract.OutOfFold}, &exp.Reductions[1]: {},
			}}}}
		if len(exp.Combinations) != 2 {
			t.Fatalf("%d combinations", len(exp.Combinations))
		}
		unknown := exp.Combinations[0] // as of a file with mistakes
		unknown.Learner = nil
		exp.Combinations = append([]experiment.Combination{unknown}, exp.Combinations...)
		var said []string
		for _, d := range checkSets(p) {
			said = append(said, d.Summary)
			if d.Range == nil || d.Range.Start.Line != 6 {
				t.Errorf("said at %v", d.Range)
			}
		}
		if !slices.Equal(said, want) {
			t.Errorf("%s\nsaid %q, want %q", text, said, want)
		}
	}
}
