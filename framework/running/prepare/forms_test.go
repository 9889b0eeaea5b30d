package prepare

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/language/experiment"
)

// Learners with a limit of features are refused for sparse datasets with more, and those of
// columns of a reduction like the cell's own; where they take dense features only, the rows
// must fit into memory too. Features of plugins are dense.
func TestLearnersForSparseDatasets(t *testing.T) {
	dataset := func(name string, table data.Table) *Dataset {
		return &Dataset{Instance: &experiment.Instance{Name: name}, Table: &table}
	}
	sparse := func(rows, cols int) data.Table { return data.Table{Rows: rows, Sparse: &data.Sparse{Cols: cols}} }
	all := []*Dataset{
		dataset("few", sparse(4, 10)), dataset("many", sparse(4, 11)), dataset("huge", sparse(1e7, 1e6)),
		dataset("dense", data.Table{Rows: 4, Columns: make([]data.Column, 11)}),
	}
	learner := func(name string, can contract.Capabilities) *experiment.Instance {
		return &experiment.Instance{Name: name, Capabilities: can}
	}
	ten := learner("ten", contract.Capabilities{Properties: contract.TakesSparse, MostFeatures: 10})
	unlimited, made := learner("unlimited", contract.Capabilities{
		Properties: contract.TakesSparse}), learner("made dense", contract.Capabilities{})
	ours, plain := &experiment.Instance{Component: contract.Component{BuiltIn: true}}, &experiment.Instance{Name: "plain"}
	inner := experiment.Inner{Columns: map[string]*experiment.Instance{"a": ten}}
	p := &Prepared{Datasets: all, Experiment: &experiment.Experiment{}}
	for _, d := range all {
		for _, r := range []*experiment.Instance{plain, {Name: "columns", Inner: inner}} {
			for _, l := range []*experiment.Instance{unlimited, made} {
				p.Experiment.Combinations = append(p.Experiment.Combinations,
					experiment.Combination{Dataset: d.Instance, Encoder: ours, Learner: l, Reduction: r})
			}
		}
		p.Experiment.Combinations = append(p.Experiment.Combinations, experiment.Combination{Dataset: d.Instance,
			Encoder: &experiment.Instance{}, Learner: learner("of a plugin's features", contract.Capabilities{}), Reduction: plain})
	}
	var got []string
	for _, d := range checkForms(p) {
		got = append(got, d.Summary)
		if d.Severity != contract.Error || strings.Contains(d.Summary, "at most") && !strings.Contains(d.Detail, "without such a limit") {
			t.Errorf("%+v", d)
		}
	}
	slices.Sort(got)
	want := []string{
		`Learner "made dense" takes no sparse features, which dataset "huge" has`,
		`Learner "ten" takes at most 10 features, and dataset "huge" has 1000000`,
		`Learner "ten" takes at most 10 features, and dataset "many" has 11`,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
