package prepare

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/experiment"
)

// weighted loads an experiment with a dataset that has weights and one that has
// none. Of the learner types heavy takes weights, light does not, and either does
// unless light is true.
func weighted(t *testing.T, more string) *Prepared {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("rows.csv", "x,w,y\n1,2,a\n3,1,b\n4,0.5,a\n2,1,b\n")
	path := write("e.hcl", `
dataset "heavy" {
  file    = "rows.csv"
  target  = "y"
  weights = "w"
}
dataset "plain" {
  file   = "rows.csv"
  target = "y"
}
reduction "direct" "r" {}
validation { folds = 2 }
`+more)
	tasks := []contract.Task{contract.Multiclass}
	learner := func(name string, weights bool) contract.Component {
		return contract.Component{Kind: contract.KindLearner, Name: name, Capabilities: contract.Capabilities{Tasks: tasks,
			Properties: contract.TakesWeights.If(weights)}}
	}
	either := learner("either", true)
	either.Params = []contract.Param{{Name: "light", Type: "bool", Default: false}}
	either.Narrow = func(c contract.Config) contract.Capabilities {
		var o struct{ Light bool }
		if err := c.Decode(&o); err != nil {
			t.Fatal(err)
		}
		return contract.Capabilities{Tasks: tasks, Properties: contract.TakesWeights.If(!o.Light)}
	}
	components := []contract.Component{
		learner("heavy", true), learner("light", false), either,
		{Kind: contract.KindDataset, Name: "dataset", Params: loader.Params()},
		{Kind: contract.KindReducer, Name: "direct", Capabilities: contract.Capabilities{Tasks: tasks}},
	}
	components = append(append(append(components, encode.Components()...), fold.Components()...), metric.Components()...)
	file, diags := experiment.Parse(path, nil)
	exp, found := file.Bind(experiment.Catalog{Components: components})
	if all := append(diags, found...); all.HasErrors() {
		t.Fatal(all)
	}
	p := &Prepared{Experiment: exp}
	for i := range exp.Datasets {
		d, found := (*Ahead)(nil).loadDataset(&exp.Datasets[i], exp)
		if found.HasErrors() {
			t.Fatal(found)
		}
		p.Datasets = append(p.Datasets, d)
	}
	return p
}

// A learner that takes no weights is refused for the dataset that has some,
// tuned or not, and nothing else is.
func TestLearnersThatTakeNoWeights(t *testing.T) {
	p := weighted(t, `
learner "heavy" "h" {}
learner "light" "l" {}
learner "either" "e" {
  light = grid(false, true)
}
learner "either" "t" {
  tune {
    light = [false, true]
  }
}`)
	var said []string
	for _, d := range checkWeights(p) {
		said = append(said, fmt.Sprintf("%d %s", d.Range.Start.Line, d.Summary))
	}
	want := `[15 Learner "l" takes no row weights, which dataset "heavy" has 16 Learner "e[light=true]" takes no row weights, which dataset "heavy" has 19 Learner "t" takes no row weights, which dataset "heavy" has]`
	if fmt.Sprint(said) != want {
		t.Errorf("got  %v\nwant %v", said, want)
	}
}

func TestLearnersThatTakeNoWeightsAreSkippedOnRequest(t *testing.T) {
	p := weighted(t, "learner \"light\" \"l\" {}\nlearner \"heavy\" \"h\" {}\nexperiment \"e\" { on_incompatible = \"skip\" }\n")
	if found := checkWeights(p); found != nil {
		t.Errorf("got %v", found)
	}
	for _, c := range p.Experiment.Combinations {
		reason := p.Incompatible(c)
		if skipped := c.Learner.Name == "l" && c.Dataset.Name == "heavy"; skipped != (reason != "") || skipped && !strings.Contains(reason, `learner "l" takes no row weights, which dataset "heavy" has`) {
			t.Errorf("%s on %s: %q", c.Learner.Name, c.Dataset.Name, reason)
		}
	}
}
