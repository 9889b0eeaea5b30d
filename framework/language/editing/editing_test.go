package editing

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/outline"
	"github.com/manyclass/bench/test/must"
)

// file is an experiment with a name of each kind.
const file = `experiment "e" {}
variable "folds" { default = 3 }
locals { strengths = [1, 2] }
dataset "d" {
  file   = "d.csv"
  target = "клас"
}
dataset "second" { file = "s.csv" }
encoder "one_hot" "plain" {}
learner "svm" "s v" { C = 1 }
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
metric "f1" { name = "macro" }
metric "accuracy" {}
`

// examples is what is known of it.
func examples(t *testing.T) Known {
	dir := t.TempDir()
	for _, name := range []string{"d.csv", "sub/e.csv"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	components := []contract.Component{
		{Kind: contract.KindDataset, Name: "dataset", Params: loader.Params()},
		{Kind: contract.KindLearner, Name: "svm", Doc: "Linear [machine](x.md). Second sentence.", Params: []contract.Param{
			{Name: "C", Type: "number", Above: contract.Bound(0), Default: 1.0, Doc: "Strength, see [there](x.md#y)."},
			{Name: "loss", Type: "string", OneOf: []string{"hinge", "squared_hinge"}},
			{Name: "intercept", Type: "bool", Default: true}}},
		{Kind: contract.KindLearner, Name: "lda", Doc: "Discriminant."},
		{Kind: contract.KindEncoder, Name: "one_hot", Params: []contract.Param{{Name: "columns", Type: "list(string)"}}},
		{Kind: contract.KindReducer, Name: "one_vs_rest", Params: []contract.Param{{Name: "learner", Type: contract.LearnerType},
			{Name: "classes", Type: "list(string)"}}},
		{Kind: contract.KindValidation, Name: "kfold", Params: []contract.Param{{Name: "folds", Type: "number"}}},
		{Kind: contract.KindValidation, Name: "stratified_kfold"},
	}
	return Known{
		Components: append(components, metric.Components()...), Dir: dir,
		Idle: []contract.Component{{Kind: contract.KindLearner, Name: "forest"}},
		Facts: map[string]Facts{"d": {Columns: []string{"a", "b c", "клас", `d"e`}, Classes: []string{"x", "y"}, Line: "4 rows"},
			"second": {Columns: []string{"z"}}},
	}
}

func TestComplete(t *testing.T) {
	known := examples(t)
	for _, test := range []struct{ text, has, hasNot string }{
		{"|", "learner metric executor", "tune C"}, {"lear|", "learner", ""}, {"learner \"|\" \"x\" {}", "svm lda forest", "kfold x"},
		{"learner \"svm\" \"|\" {}", "", "svm"}, {"executor \"|\" {}", "local slurm", ""}, {"reduction \"|\n", "one_vs_rest", ""},
		{"learner \"svm\" \"x\" {\n  C = 1\n  |\n}", "loss timeout tune grid", "C learner"},
		{"learner \"svm\" \"x\" {\n  |", "C loss", ""},
		{"learner \"svm\" \"x\" {\n  C| = 1\n  loss = \"hinge\"\n}", "C", "loss"},
		{"learner \"svm\" \"x\" {\n  loss = |\n}", `"hinge" "squared_hinge" var.folds local.strengths grid(`, "true learner.lda"},
		{"learner \"svm\" \"x\" {\n  loss = \"|\"\n}", "hinge squared_hinge", `"hinge" var.folds`},
		{"learner \"svm\" \"x\" {\n  loss = \"|\n}", "hinge", ""},
		{"learner \"svm\" \"x\" {\n  intercept = |\n}", "true false", ""},
		{"learner \"svm\" \"x\" {\n  tune {\n    |\n  }\n}", "C folds metric halving", "timeout"},
		{"learner \"svm\" \"x\" {\n  tune {\n    metric = |\n  }\n}", "metric.macro metric.accuracy", "metric.f1"},
		{"validation {\n  method = \"|\"\n}", "kfold stratified_kfold", ""}, {"validation {\n  method = \"kfold\"\n  |\n}", "folds", "method"},
		{"grid \"g\" {\n  learners = [|]\n}", `learner["s_v"]`, ""},
		{"grid \"g\" {\n  learners = [learner.|]\n}", "lda", "learner.lda ova var.folds"},
		{"grid \"g\" {\n  datasets = [dataset.d, |]\n}", "dataset.d dataset.second", "learner.lda"},
		{"reduction \"one_vs_rest\" \"r\" {\n  learner = |\n}", "learner.lda", "reduction.ova"},
		{"table \"t\" {\n  metric = |\n}", "metric.macro", ""}, {"table \"t\" {\n  rows = [\"|\"]\n}", "dataset learner", ""},
		{"table \"t\" {\n  baseline = \"|\"\n}", "lda/ova", "lda"}, {"x = var.|", "folds", "strengths"}, {"x = local.|", "strengths", "folds"},
		{"reduction \"one_vs_rest\" \"r\" {\n  classes = [\"|\"]\n}", "x y", "a"},
		{"encoder \"one_hot\" \"o\" {\n  columns = [\"|\"]\n}", "a b_c клас z", "x"},
		{"executor \"slurm\" {\n  class \"big\" {\n    match = { | }\n  }\n}", `"dataset" "learner"`, ""},
		{"executor \"slurm\" {\n  class \"big\" {\n    match = { learner = [\"|\"] }\n  }\n}", "lda", "d"},
		{"# |", "", "learner"}, {"unheard \"x\" {\n  y = |\n}", "var.folds", "true"}, {"unheard \"|\" {}", "", "svm"},
	} {
		offset := strings.Index(file+test.text, "|")
		f := outline.Of(must.Replace(file+test.text, "|", ""))
		items, _ := Complete(f, offset, known)
		check(t, test.text, items, test.has, test.hasNot)
	}
}

// check compares labels, in which _ stands for a blank.
func check(t *testing.T, text string, items []Item, has, hasNot string) {
	t.Helper()
	texts := map[string]bool{}
	for _, item := range items {
		texts[strings.ReplaceAll(item.Label, " ", "_")] = true
		texts[strings.ReplaceAll(strings.TrimSuffix(item.Text, " = "), " ", "_")] = true
	}
	for _, name := range strings.Fields(has) {
		if !texts[name] {
			t.Errorf("%q: %s is not among %v", text, name, items)
		}
	}
	for _, name := range strings.Fields(hasNot) {
		if texts[name] {
			t.Errorf("%q: %s is among %v", text, name, items)
		}
	}
}

func TestCompleteOfData(t *testing.T) {
	known := examples(t)
	for _, test := range []struct{ old, now, has, hasNot string }{
		{`"клас"`, `"|"`, `a b_c клас d\"e`, "z"}, {`"клас"`, `"кл|ас"`, "клас", ""}, {`"клас"`, `|`, `"клас"`, ""},
		{`"клас"`, "\"x\"\n  drop = [\"a\", \"|\"]", "клас", "x"}, {`"клас"`, "\"x\"\n  types = { | }", `"a"`, "categorical"},
		{`"клас"`, "\"x\"\n  types = { a = \"|\" }", "categorical", "a"}, {`"клас"`, "\"x\"\n  discretize = { target = \"|\" }", "a", ""},
		{`"d.csv"`, `"|"`, "d.csv sub/", ""}, {`"d.csv"`, `"sub/|"`, "sub/e.csv", "d.csv"}, {`"d.csv"`, `"../unheard/|"`, "", "d.csv"},
	} {
		text := must.Replace(file, test.old, test.now)
		items, _ := Complete(outline.Of(must.Replace(text, "|", "")), strings.Index(text, "|"), known)
		check(t, test.now, items, test.has, test.hasNot)
	}
}

func TestHover(t *testing.T) {
	known := examples(t)
	known.Explain = func(kind, parent, name string) string {
		return map[string]string{"decoder//hinge": "the hinge", "attribute/learner.svm/intercept": "of svm",
			"attribute/learner/timeout": "of learners"}[kind+"/"+parent+"/"+name]
	}
	for _, test := range []struct{ text, want string }{
		{"lear|ner \"svm\" \"x\" {}", "**learner** — The algorithm"}, {"learner \"sv|m\" \"x\" {}", "**svm** — Linear machine. Second"},
		{"learner \"svm\" \"x|\" {}", "```hcl\nlearner \"svm\" \"x\" {}\n```\n\nLinear machine."},
		{"learner \"svm\" \"x\" {\n  C| = 1\n}", "**C** — number; > 0; default 1\n\nStrength, see there."},
		{"learner \"svm\" \"x\" {\n  loss = \"hin|ge\"\n}", "the hinge"},
		{"learner \"svm\" \"x\" {\n  inter|cept = true\n}", "of svm"}, {"learner \"svm\" \"x\" {\n  time|out = 1\n}", "of learners"},
		{"learner \"svm\" \"x\" {\n  loss = \"squared_|hinge\"\n}", "**loss** — string; \"hinge\" | \"squared_hinge\""},
		{"grid \"g\" {\n  datasets = [dataset.|d]\n}", "```hcl\ndataset \"d\" {\n  file   = \"d.csv\"\n  target = \"клас\"\n}\n```\n\n4 rows"},
		{"grid \"g\" {\n  datasets = [datase|t.d]\n}", "```hcl\ndataset \"d\" {"}, {"x = var.fol|ds", "```hcl\nvariable \"folds\""},
		{"x = metric.f|1", "```hcl\nmetric \"f1\""}, {"x = learner.unhea|rd", ""}, {"# lear|ner", ""}, {"unh|eard \"x\" {}", ""},
	} {
		got, _ := Hover(outline.Of(must.Replace(file+test.text, "|", "")), strings.Index(file+test.text, "|"), known)
		if !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

func TestDefine(t *testing.T) {
	known := examples(t)
	for _, test := range []struct{ text, want string }{
		{"x = learner.ld|a", `lda" {}`}, {"x = learner[\"s| v\"]", `s v" { C`}, {"x = var.f|olds", `folds" {`},
		{"x = local.s|trengths", "strengths = "}, {"x = metric.mac|ro", `macro"`}, {"x = metric.f|1", `f1" {`},
		{"x = metric.accura|cy", `accuracy" {}`}, {"x = learner.unhea|rd", ""}, {"x = 1|", ""}, {"x = a.learner.ld|a", ""}, {"x = dataset.d.cla|sses", ""},
	} {
		text := must.Replace(file+test.text, "|", "")
		got, ok := Define(outline.Of(text), strings.Index(file+test.text, "|"), known)
		if ok != (test.want != "") || ok && !strings.HasPrefix(text[got.Word.Start:], test.want) {
			t.Errorf("%q: %+v, %v, want %q", test.text, got, ok, test.want)
		}
	}
	text := must.Replace(file, `"d.csv"`, `"d|.csv"`)
	got, ok := Define(outline.Of(file), strings.Index(text, "|"), known)
	if want := filepath.Join(known.Dir, "d.csv"); !ok || got.File != want {
		t.Errorf("the data: %+v, %v, want %s", got, ok, want)
	}
}

func TestRename(t *testing.T) {
	rest := `grid "g" {
  learners   = [learner.lda, learner["s v"]]
  reductions = [reduction.ova]
}
table "t" {
  metric   = metric.macro
  baseline = ["lda/ova", "lda[C=1]/ova", "xlda/ova"]
  where    = local.strengths == var.folds
  average  = metric.accuracy
}
`
	for _, test := range []struct {
		at, name string
		want     []string // what the lines are that change
	}{
		{`learner.l|da`, "new", []string{`learner "lda" "new" {}`, `  learners   = [learner.new, learner["s v"]]`,
			`  baseline = ["new/ova", "new[C=1]/ova", "xlda/ova"]`}},
		{`learner "lda" "ld|a"`, "два слова", []string{`learner "lda" "два слова" {}`,
			`  learners   = [learner["два слова"], learner["s v"]]`, `  baseline = ["два слова/ova", "два слова[C=1]/ova", "xlda/ova"]`}},
		{`"s |v" { C`, "sv", []string{`learner "svm" "sv" { C = 1 }`, `  learners   = [learner.lda, learner.sv]`}},
		{`metric.mac|ro`, "m", []string{`metric "f1" { name = "m" }`, `  metric   = metric.m`}},
		{`local.stre|ngths`, "s", []string{`locals { s = [1, 2] }`, `  where    = local.s == var.folds`}},
		{`variable "fo|lds"`, "n", []string{`variable "n" { default = 3 }`, `  where    = local.strengths == var.n`}},
		{`dataset "sec|ond"`, "d2", []string{`dataset "d2" { file = "s.csv" }`}}, {`grid "|g"`, "h", []string{`grid "h" {`}},
		{`learner.l|da`, "lda", nil},
	} {
		text := file + rest
		found := strings.Index(text, must.Replace(test.at, "|", "")) + strings.Index(test.at, "|")
		edits, err := Rename(outline.Of(text), found, test.name)
		if err != nil {
			t.Errorf("%s: %v", test.at, err)
		}
		now := text
		for _, e := range slices.Backward(edits) {
			now = now[:e.Start] + e.Text + now[e.End:]
		}
		was := strings.Split(text, "\n")
		var changed []string
		for i, line := range strings.Split(now, "\n") {
			if line != was[i] {
				changed = append(changed, line)
			}
		}
		if !slices.Equal(changed, test.want) {
			t.Errorf("%s as %s: %q, want %q", test.at, test.name, changed, test.want)
		}
	}
	for _, test := range [][2]string{{`learner.l|da`, "s v"}, {`learner.l|da`, "a/b"}, {`learner.l|da`, ""}, {`var.fol|ds`, "a b"},
		{`"accura|cy"`, "x"}, {`metric.accu|racy`, "x"}, {`learner "ld|a"`, "x"}, {`basel|ine`, "x"}, {`C = 1|`, "x"}} {
		text := file + rest
		found := strings.Index(text, must.Replace(test[0], "|", "")) + strings.Index(test[0], "|")
		if edits, err := Rename(outline.Of(text), found, test[1]); err == nil {
			t.Errorf("%s as %q: %v", test[0], test[1], edits)
		}
	}
}

// Where a learner and a reduction have one name, nobody knows which a text means.
func TestRenameLeavesTextsThatMeanTwoThings(t *testing.T) {
	text := "learner \"lda\" \"a\" {}\nreduction \"direct\" \"a\" {}\ntable \"t\" {\n  baseline = \"a/a\"\n}\n"
	edits, err := Rename(outline.Of(text), strings.Index(text, `"a"`)+1, "b")
	if err != nil || len(edits) != 1 {
		t.Errorf("%v, %v", edits, err)
	}
}

func TestFix(t *testing.T) {
	for _, test := range []struct{ text, stretch, message, want string }{
		{`learner "logrge" "l" {}`, `"logrge"`, `Did you mean "logreg"? The types are …`, `learner "logreg" "l" {}`},
		{`x = [learner.lrr]`, `learner.lrr`, `Did you mean "lr"?`, `x = [learner.lr]`},
		{`  titel = "x"`, `titel`, `Did you mean "title"?`, `  title = "x"`}, {`target = "a\"c"`, `"a\"c"`, `Did you mean "a\"b"?`, `target = "a\"b"`},
		{`target = "x"`, `target = "x"`, `Did you mean "title"?`, ""}, {`target = "x"`, `"x"`, `No question.`, ""},
		{`a = "far away"`, `"far away"`, `Did you mean "near"?`, ""},
	} {
		start := strings.Index(test.text, test.stretch)
		e, _, ok := Fix(test.text, test.message, start, start+len(test.stretch))
		got := ""
		if ok {
			got = test.text[:e.Start] + e.Text + test.text[e.End:]
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.text, got, test.want)
		}
	}
}

// FuzzAnswers checks that no text and no place make an answer fail.
func FuzzAnswers(f *testing.F) {
	f.Add(file, 100)
	f.Add("x = learner[\"", 12)
	known := Known{Components: metric.Components(), Explain: func(_, _, _ string) string { return "" }}
	f.Fuzz(func(t *testing.T, text string, offset int) {
		o := outline.Of(text)
		Complete(o, offset, known)
		Hover(o, offset, known)
		Define(o, offset, known)
		if edits, err := Rename(o, offset, "new"); err == nil {
			last := 0
			for _, e := range edits {
				if e.Start < last || e.End < e.Start || e.End > len(text) {
					t.Errorf("%q: edits %v", text, edits)
				}
				last = e.End
			}
		}
		Fix(text, `Did you mean "x"?`, offset, offset+3)
	})
}
