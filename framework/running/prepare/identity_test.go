package prepare

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/test/must"
)

// keysOf lists the keys of a plan by the names of its cells.
func keysOf(p *plan.Plan) map[string]string {
	keys := map[string]string{}
	for _, c := range p.Cells {
		keys[c.Name()] = c.Key
	}
	return keys
}

// Models that learned other classes are others: rate, kind and seed of label noise are parts of
// a key, and a dataset without noise has the keys it always had.
func TestLabelNoiseIsPartOfAKey(t *testing.T) {
	different := map[string]string{}
	for _, noise := range []string{"", "{ rate = 0.2 }", "{ rate = 0.3 }", "{ rate = 0.2, kind = \"pairs\" }",
		"{ rate = 0.2, seed = 1 }", "{ rate = 0.2, seed = 2 }"} {
		text := "experiment \"e\" {}\n" + classed + learner + rest
		if noise != "" {
			text = must.Replace(text, "target = \"y\"\n", "target = \"y\"\n label_noise = "+noise+"\n")
		}
		p, said := kindlyBy(t, text, " method = \"kfold\"\n folds = 2\n", "one_vs_rest")
		if said != nil {
			t.Fatal(said)
		}
		for _, key := range keysOf(p.Plan) {
			if before, known := different[key]; known {
				t.Errorf("%q and %q share a key", before, noise)
			}
			different[key] = noise
		}
	}
}

// More repeats leave the cells of the first ones as they are: repeats = 3 after
// repeats = 1 computes two thirds.
func TestRepeatsAreNoPartOfAKey(t *testing.T) {
	const text = "experiment \"e\" {}\n" + classed + learner + rest
	prepared := func(validation string) map[string]string {
		p, said := kindlyBy(t, text, validation, "one_vs_rest")
		if said != nil {
			t.Fatal(said)
		}
		return keysOf(p.Plan)
	}
	for _, method := range []string{"kfold", "stratified_kfold", "iterative_stratification", "holdout", "bootstrap"} {
		folds := " folds = 2\n"
		if method == "holdout" || method == "bootstrap" {
			folds = ""
		}
		one := prepared(" method = \"" + method + "\"\n" + folds + " repeats = 1\n")
		three := prepared(" method = \"" + method + "\"\n" + folds + " repeats = 3\n")
		if len(three) != 3*len(one) {
			t.Errorf("%s: %d cells, and %d of three repeats", method, len(one), len(three))
		}
		different := map[string]bool{}
		for name, key := range three {
			different[key] = true
			if before, known := one[name]; known && before != key {
				t.Errorf("%s: %s has another key if there are more repeats", method, name)
			}
		}
		if len(different) != len(three) {
			t.Errorf("%s: cells share keys", method)
		}
	}
	for name, key := range prepared(" method = \"kfold\"\n folds = 4\n") {
		if prepared(" method = \"kfold\"\n folds = 2\n")[name] == key {
			t.Errorf("%s has one key for 2 and 4 folds", name)
		}
	}
}

// origins are plugins whose library can be replaced.
type origins struct {
	planners
	release string // of the library
}

func (o origins) Origin(kind contract.Kind, name string) service.Origin {
	if kind != contract.KindLearner {
		return o.planners.Origin(kind, name)
	}
	return service.Origin{Name: "python", SHA256: "p", Runtimes: map[string]string{"library": o.release}}
}

// A library with another version makes other cells, which say what they are made of.
func TestRuntimesArePartOfAKey(t *testing.T) {
	p, said := kindly(t, "experiment \"e\" {}\n"+classed+learner+rest, "one_vs_rest")
	if said != nil {
		t.Fatal(said)
	}
	relisted := func(release string) *Prepared {
		again := &Prepared{Experiment: p.Experiment, Datasets: p.Datasets}
		again.list(origins{release: release})
		return again
	}
	old, now := relisted("1.4"), relisted("1.5")
	for i := range old.Plan.Cells {
		if old.Plan.Cells[i].Key == now.Plan.Cells[i].Key {
			t.Errorf("%s has the same key", old.Plan.Cells[i].Name())
		}
	}
	cell := now.Blocks[0].Items[0].Cells[0]
	if plugins := now.Plan.Origins(cell.Identity); len(plugins) != 2 || plugins[0].Runtimes["library"] != "1.5" {
		t.Errorf("plugins of a cell: %+v", plugins)
	}
	o := plan.FindOutdated(old.Plan, now.Plan, func(key string) bool { return key == old.Plan.Cells[0].Key })
	if len(o.Causes) != 1 || o.Causes[0].Text != "plugin python: library 1.4 → 1.5" {
		t.Errorf("%+v", o)
	}
}

// A version that one configuration reports makes other cells of its learner alone; the
// list of plugins has it beside their own.
func TestRuntimesOfAConfigurationArePartOfAKey(t *testing.T) {
	p, said := kindly(t, "experiment \"e\" {}\n"+classed+learner+rest, "one_vs_rest")
	if said != nil {
		t.Fatal(said)
	}
	relisted := func(runtimes map[string]string) *Prepared {
		again := &Prepared{Experiment: p.Experiment, Datasets: p.Datasets}
		p.Experiment.Learners[0].Runtimes = runtimes
		again.list(origins{release: "1.4"})
		return again
	}
	none, empty := relisted(nil), relisted(map[string]string{})
	old, now := relisted(map[string]string{"forest": "2.0"}), relisted(map[string]string{"forest": "2.1"})
	for i := range old.Plan.Cells {
		keys := []string{none.Plan.Cells[i].Key, old.Plan.Cells[i].Key, now.Plan.Cells[i].Key}
		slices.Sort(keys)
		if len(slices.Compact(keys)) != 3 || none.Plan.Cells[i].Key != empty.Plan.Cells[i].Key {
			t.Errorf("%s: keys %s", old.Plan.Cells[i].Name(), keys)
		}
	}
	if on := now.Plan.Origins(now.Blocks[0].Items[0].Cells[0].Identity)[0].On(); on != "forest 2.1, library 1.4" {
		t.Errorf("a cell's learner ran on %s", on)
	}
	if plugins := now.Plan.Plugins(); len(plugins) != 2 || plugins[1].On() != "forest 2.1, library 1.4" && plugins[0].On() != "forest 2.1, library 1.4" {
		t.Errorf("plugins %+v", plugins)
	}
	o := plan.FindOutdated(old.Plan, now.Plan, func(key string) bool { return key == old.Plan.Cells[0].Key })
	if len(o.Causes) != 1 || o.Causes[0].Text != "plugin python: forest 2.0 → 2.1" {
		t.Errorf("%+v", o)
	}
}

// Nothing that is stored of a dataset names a folder: parts that were made in two
// folders are parts of one experiment.
func TestNoFolderIsStored(t *testing.T) {
	dir := t.TempDir()
	config := map[string]any{}
	for _, p := range loader.Params() {
		if p.Type == contract.PathType {
			config[p.Name] = filepath.Join(dir, p.Name+".x")
		}
	}
	if len(config) < 3 {
		t.Fatalf("paths of datasets: %v", config)
	}
	i := &experiment.Instance{Component: contract.Component{Kind: contract.KindDataset, Params: loader.Params()}, Config: contract.NewConfig(config)}
	for _, stored := range []any{withoutFolders(i), resolve([]experiment.Instance{*i})} {
		b, err := json.Marshal(stored)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsRune(string(b), os.PathSeparator) || !strings.Contains(string(b), `"labels_xml":"labels_xml.x"`) {
			t.Errorf("stored: %s", b)
		}
	}
}

// Rows without a class, which no fold uses, are counted as left out.
func TestRowsLeftOut(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "gaps.csv")
	if err := os.WriteFile(path, []byte("x,y\n1,u\n2,v\n3,u\n4,v\n5,?\n6,?\n7,u\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, said := kindly(t, "experiment \"e\" {}\ndataset \"gaps\" {\n file = \""+path+"\"\n target = \"y\"\n}\n"+classed+learner+rest, "one_vs_rest")
	if said != nil {
		t.Fatal(said)
	}
	if gaps, classes := p.Plan.Datasets[0], p.Plan.Datasets[1]; gaps.Rows != 7 || gaps.LeftOut != 2 || classes.LeftOut != 0 {
		t.Errorf("%+v, %+v", gaps, classes)
	}
}
