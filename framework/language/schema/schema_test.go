package schema

import (
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/outline"
)

// What is written here of blocks that no component describes is what the reader takes.
func TestAttributesAreTaken(t *testing.T) {
	for block, params := range map[string][]contract.Param{`bench`: benchParams, `variable "v"`: variableParams,
		`suite "s"`: suiteParams, `grid "g"`: gridParams} {
		text := block + " {\n"
		for _, p := range params {
			text += "  " + p.Name + " = \"x\"\n"
		}
		file, diags := experiment.ParseText("test.hcl", []byte(text+"  none = 1\n}\n"), nil)
		_, more := file.Bind(experiment.Catalog{Incomplete: true})
		unknown := 0
		for _, d := range append(diags, more...) {
			if strings.HasPrefix(d.Summary, "Unknown attribute") {
				unknown++
				if !strings.Contains(d.Summary, `"none"`) {
					t.Errorf("%s: %s", block, d.Summary)
				}
				for _, p := range params {
					if !strings.Contains(d.Detail, p.Name) {
						t.Errorf("%s has no %s: %s", block, p.Name, d.Detail)
					}
				}
				if listed := strings.Count(d.Detail, ",") + 1; listed != len(params) {
					t.Errorf("%s: %d attributes, here %d: %s", block, listed, len(params), d.Detail)
				}
			}
		}
		if unknown != 1 {
			t.Errorf("%s: %d unknown attributes", block, unknown)
		}
	}
}

func TestEveryBlockHasWords(t *testing.T) {
	for _, name := range experiment.BlockNames() {
		if Docs[name] == "" {
			t.Errorf("%s has no words", name)
		}
	}
}

func TestOf(t *testing.T) {
	components := append(fold.Components(), contract.Component{Kind: contract.KindLearner, Name: "svm",
		Params: []contract.Param{{Name: "C"}, {Name: "folds"}}},
		contract.Component{Kind: contract.KindReducer, Name: "one_vs_rest", Params: []contract.Param{{Name: "decoding"}}})
	for _, test := range []struct {
		text         string
		has, hasNot  string
		within, find string // the block to look at, from the outside in
	}{
		{`learner "svm" "s" { tune { halving {} } }`, "C folds timeout calibrate label grid", "decoding metric", "tune", "learner"},
		{`learner "svm" "s" { tune { halving {} } }`, "C folds metric draws grid", "timeout label", "halving", "learner tune"},
		{`reduction "ova" "r" {}`, "decoding predict label", "C", "tune", "reduction"},
		{`validation { method = "holdout" }`, "method test", "folds", "", "validation"},
		{`validation {}`, "method folds repeats", "test", "", "validation"},
		{`dataset "d" { validation {} }`, "label", "method tree", "validation classes", "dataset"},
		{`dataset "d" { classes {} }`, "tree", "label", "", "dataset classes"},
		{`dataset "d" { validation {} }`, "method folds", "label", "", "dataset validation"},
		{`executor "slurm" {}`, "shared_dir", "", "class", "executor"}, {`executor "local" {}`, "", "shared_dir", "", "executor"},
		{`learner "unheard" "s" {}`, "timeout", "C", "tune", "learner"}, {`unheard "s" {}`, "", "label", "", "unheard"},
	} {
		f := outline.Of(test.text)
		b := f.Root
		for _, name := range strings.Fields(test.find) {
			b = b.Blocks[slices.IndexFunc(b.Blocks, func(b *outline.Block) bool { return b.Type.Text == name })]
		}
		got := Of(f, b, components)
		has := func(name string) bool {
			return slices.ContainsFunc(got.Params, func(p contract.Param) bool { return p.Name == name })
		}
		for _, name := range strings.Fields(test.has) {
			if !has(name) {
				t.Errorf("%s: %s has no %s", test.text, test.find, name)
			}
		}
		for _, name := range strings.Fields(test.hasNot) {
			if has(name) {
				t.Errorf("%s: %s has %s", test.text, test.find, name)
			}
		}
		if strings.Join(got.Blocks, " ") != test.within {
			t.Errorf("%s: blocks within %s: %v", test.text, test.find, got.Blocks)
		}
	}
}
