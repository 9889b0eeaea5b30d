package prepare

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
)

// planner is a plugin that plans the reductions of kindly.
type planner struct{ service.Plugin }

func (planner) Plan(_ context.Context, c service.ComponentRef, r contract.Reduction) (contract.Stage, []contract.Diagnostic, error) {
	switch c.Name {
	case "binary_relevance":
		if r.Classes[0] != "a" || len(r.Counts) != 2 || r.Counts[0] != 4 {
			return contract.Stage{}, nil, fmt.Errorf("asked for %v", r)
		}
		return contract.Stage{Problems: contract.Labelled{0, 1}}, nil, nil
	case "one_vs_rest":
		return contract.Stage{Problems: contract.Coded{Code: contract.Dense{{1}, {-1}}}}, nil, nil
	}
	if c.Name == "tree" {
		return contract.Stage{Outputs: contract.ClassesOnly, Later: 2}, nil, nil
	}
	return contract.Stage{Problems: contract.Whole{}}, nil, nil
}

type planners struct{}

func (planners) Plugin(context.Context, int, contract.Kind, string) (service.Plugin, error) {
	return planner{}, nil
}

func (planners) Origin(kind contract.Kind, _ string) service.Origin {
	if kind != contract.KindLearner && kind != contract.KindReducer {
		return service.Origin{}
	}
	return service.Origin{SHA256: "none"}
}

// kindly prepares an experiment on rows of two labels and rows of two classes.
func kindly(t *testing.T, text string, offered ...string) (*Prepared, []string) {
	t.Helper()
	return kindlyBy(t, text, " method = \"kfold\"\n folds = 2\n", offered...)
}

// kindlyBy is kindly with a validation block of its own.
func kindlyBy(t *testing.T, text, validation string, offered ...string) (*Prepared, []string) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("labels.csv", "x,a,b\n1,0,1\n2,1,1\n3,1,0\n4,0,0\n5,1,0\n6,0,1\n7,1,1\n8,0,0\n")
	write("classes.csv", "x,y\n1,u\n2,v\n3,u\n4,v\n5,u\n6,v\n7,u\n8,v\n")
	write("classes.arff", "@relation r\n@attribute x numeric\n@attribute y {u,v}\n@data\n1,u\n2,v\n3,u\n4,v\n")
	path := write("e.hcl", text+"\nvalidation {\n"+validation+"}\n")
	all := map[string]contract.Component{
		"direct":      {Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Multiclass}}},
		"one_vs_rest": {Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}}},
		"binary_relevance": {Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary},
			Properties: contract.MultiLabel}},
		"tree": {Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary},
			Properties: contract.AnyTarget}},
	}
	components := []contract.Component{
		{Kind: contract.KindDataset, Name: "dataset", Params: loader.Params()},
		{Kind: contract.KindLearner, Name: "l", Params: []contract.Param{{Name: "C", Type: "number", Default: 1.0}}, Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}}},
	}
	for _, name := range offered {
		c := all[name]
		c.Kind, c.Name = contract.KindReducer, name
		components = append(components, c)
	}
	components = append(append(append(components, encode.Components()...), fold.Components()...), metric.Components()...)
	file, diags := experiment.Parse(path, nil)
	bound, more := file.Bind(experiment.Catalog{Components: components})
	diags = append(diags, more...)
	var p *Prepared
	if !diags.HasErrors() {
		var err error
		var found diagnostic.List
		if p, found, err = Load(t.Context(), bound, planners{}); err != nil {
			t.Fatal(err)
		}
		diags = append(diags, found...)
	}
	var said []string
	for _, d := range diags {
		if d.Severity == contract.Error {
			line := 0
			if d.Range != nil {
				line = d.Range.Start.Line
			}
			said = append(said, fmt.Sprintf("%d: %s: %s", line, d.Summary, d.Detail))
		}
	}
	return p, said
}

const (
	labelled = "dataset \"labels\" {\n file = \"labels.csv\"\n target = [\"a\", \"b\"]\n}\n"
	classed  = "dataset \"classes\" {\n file = \"classes.csv\"\n target = \"y\"\n}\n"
	learner  = "learner \"l\" \"l\" {}\n"
	relevant = "reduction \"binary_relevance\" \"br\" {}\n"
	rest     = "reduction \"one_vs_rest\" \"ova\" {}\n"
	hamming  = "metric \"hamming_loss\" {}\n"
)

// What is for the other kind of target is a mistake with a place and advice, unless
// it is to be skipped.
func TestKindsOfTargetMustFit(t *testing.T) {
	every := []string{"direct", "one_vs_rest", "binary_relevance"}
	const skip = "experiment \"e\" { on_incompatible = \"skip\" }\n"
	for name, test := range map[string]struct {
		text    string
		offered []string
		want    []string // beginnings and parts, joined by "…"
		skipped int
	}{
		"fitting":               {labelled + learner + relevant + hamming, every, nil, 0},
		"classes on labels":     {labelled + learner + rest + hamming, every, []string{"6: Reduction \"ova\" is for classes, and dataset \"labels\" has labels…binary_relevance"}, 0},
		"labels on classes":     {classed + learner + relevant, every, []string{"6: Reduction \"br\" is for labels, and dataset \"classes\" has classes…one_vs_rest"}, 0},
		"both":                  {labelled + classed + learner + relevant + hamming + "metric \"accuracy\" {}\n", every, []string{"11: Metric \"hamming_loss\" has no value where rows have classes…classes", "12: Metric \"accuracy\" has no value where rows have labels…hamming_loss", "10: Reduction \"br\""}, 0},
		"one for both":          {labelled + classed + learner + "reduction \"tree\" \"t\" {}\n" + skip, append(every, "tree"), nil, 0},
		"both, skipped":         {skip + labelled + classed + learner + relevant + hamming, every, nil, 2},
		"default metric":        {labelled + learner + relevant, every, []string{"0: Metric \"accuracy\" has no value where rows have labels"}, 0},
		"tuned by classes":      {labelled + "learner \"l\" \"l\" {\n tune { C = [1, 2] }\n}\n" + relevant + hamming, every, []string{"5: Learner \"l\" is tuned by metric \"accuracy\"…hamming_loss"}, 0},
		"tuned, skipped":        {skip + labelled + "learner \"l\" \"l\" {\n tune { C = [1, 2] }\n}\n" + relevant + hamming, every, nil, 2},
		"no block":              {labelled + learner + hamming, every, nil, 0},
		"no block, none stands": {labelled + learner + hamming, []string{"one_vs_rest", "direct"}, []string{"5: Learner \"l\" cannot do multiclass"}, 0},
		"no block, either":      {"dataset \"d\" { file = \"classes.arff\" }\n" + learner, every, []string{"2: Learner \"l\" cannot do multiclass…one_vs_rest"}, 0},
		"no block, classes":     {classed + learner, every, []string{"5: Learner \"l\" cannot do multiclass"}, 0},
	} {
		p, said := kindly(t, test.text, test.offered...)
		good := len(said) == len(test.want)
		for _, want := range test.want {
			begin, part, _ := strings.Cut(want, "…")
			good = good && slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, begin) && strings.Contains(s, part) })
		}
		if !good {
			t.Errorf("%s: %q, want %q", name, said, test.want)
		}
		if p == nil || len(test.want) > 0 {
			continue
		}
		skipped := 0
		for _, c := range p.Plan.Cells {
			if c.Skipped != "" {
				skipped++
			}
		}
		if skipped != test.skipped {
			t.Errorf("%s: %d cells are skipped, want %d", name, skipped, test.skipped)
		}
	}
}

// Without a reduction block, binary_relevance stands in where rows have labels, and
// only there; the manifest says what ran.
func TestWhatStandsInDependsOnTheData(t *testing.T) {
	every := []string{"direct", "one_vs_rest", "binary_relevance"}
	p, said := kindly(t, labelled+learner+hamming, every...)
	if said != nil {
		t.Fatal(said)
	}
	resolved := p.Resolved()
	if len(p.Plan.Cells) != 2 || p.Plan.Cells[0].Reduction != "binary_relevance" || p.Plan.Cells[0].Problems != 2 || p.Plan.FitsDistinct != 4 ||
		len(resolved.Reductions) != 1 || resolved.Reductions[0].Name != "binary_relevance" || len(resolved.Codes) != 0 {
		t.Errorf("%+v, reductions %+v", p.Plan.Cells, resolved.Reductions)
	}
	d := p.Plan.Datasets[0]
	if !slices.Equal(d.Target.Names, []string{"a", "b"}) || !slices.Equal(d.Target.Counts, []int{4, 4}) || !d.Target.MultiLabel {
		t.Errorf("%+v", d)
	}
	p, said = kindly(t, "experiment \"e\" { on_incompatible = \"skip\" }\n"+labelled+classed+learner+hamming, every...)
	if said != nil {
		t.Fatal(said)
	}
	var ran []string
	for _, c := range p.Plan.Cells {
		ran = append(ran, c.Dataset+" "+c.Reduction)
	}
	if want := []string{"labels binary_relevance", "labels binary_relevance", "classes direct", "classes direct"}; !slices.Equal(ran, want) {
		t.Errorf("%q, want %q", ran, want)
	}
}
