package explain

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/plugins/shipped"
)

func book(t *testing.T) *Book {
	t.Helper()
	b, err := New(Sources{Pages: os.DirFS("../../../docs"), Components: slices.Concat(shipped.Components(contract.KindLearner),
		shipped.Components(contract.KindReducer))})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func everything() experiment.Catalog {
	return experiment.Catalog{Unfetched: true, Components: slices.Concat(
		shipped.Components(contract.KindLearner), shipped.Components(contract.KindReducer), encode.Components(),
		fold.Components(), metric.Components(),
		[]contract.Component{{Kind: contract.KindDataset, Name: "dataset", Params: loader.Params()}})}
}

// remarks are the codes of what is said of an experiment before its data are read.
func remarks(t *testing.T, text string) (codes []string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "example.hcl")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	file, diags := experiment.Parse(path, nil)
	if file != nil {
		_, more := file.Bind(everything())
		diags = append(diags, more...)
	}
	for _, d := range diags {
		if !slices.Contains(codes, string(d.Code)) {
			codes = append(codes, string(d.Code))
		}
	}
	return codes
}

// later are the codes whose examples need data or the plugins themselves; bench validate is asked
// for these in test/e2e.
var later = []string{"C005", "C006", "C007", "C008", "C010", "C015", "D002", "D003", "D005", "D006", "D007", "P002", "P003"}

// The wrong example of each code gives that code and no other, the mended one none.
func TestCodesOfExamples(t *testing.T) {
	for _, r := range mistake.Table() {
		want := []string{string(r.Code)}
		if r.Wrong == "" || slices.Contains(later, want[0]) {
			want = nil
		}
		if got := remarks(t, Completed(r.Wrong)); r.Wrong != "" && !slices.Equal(got, want) {
			t.Errorf("%s %s: the wrong example gives %v", r.Code, r.Name, got)
		}
		if got := remarks(t, Completed(r.Mended)); r.Wrong != "" && len(got) > 0 {
			t.Errorf("%s %s: the mended example gives %v", r.Code, r.Name, got)
		}
	}
}

// Every example is an experiment in which nothing is wrong, and holds the word that it explains.
func TestExamplesAreValid(t *testing.T) {
	catalog := everything()
	path := filepath.Join(t.TempDir(), "example.hcl")
	for name, text := range map[string]string{"code.csv": "1,1,0\n-1,0,1\n0,-1,-1\n", "site.txt": "#$ -N {{name}}\n",
		"job.yaml": "name: {{label}}\ncompletions: {{slots}}\n"} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for _, e := range book(t).Entries() {
		if e.Example == "" {
			if slices.Contains([]string{"block", "attribute", "learner", "reduction", "encoder", "metric", "validation", "test"}, e.Kind) {
				t.Errorf("%s %s %v has no example", e.Kind, e.Name, e.Parents)
			}
			continue
		}
		n++
		if err := os.WriteFile(path, []byte(e.Example), 0o644); err != nil {
			t.Fatal(err)
		}
		file, diags := experiment.Parse(path, nil)
		if file != nil && !diags.HasErrors() {
			_, more := file.Bind(catalog)
			diags = append(diags, more...)
		}
		for _, d := range diags {
			t.Errorf("%s %s %v: %s", e.Kind, e.Name, e.Parents, d)
		}
		if e.Kind != "code" && !strings.Contains(e.Example, e.Name) {
			t.Errorf("the example of %s %s does not have it:\n%s", e.Kind, e.Name, e.Example)
		}
	}
	if n < 300 {
		t.Errorf("%d examples", n)
	}
}

// kinds are what is found for a word, "kind of place" each.
func kinds(b *Book, word string) string {
	var list []string
	for _, e := range b.Find(word) {
		list = append(list, e.heading())
	}
	return strings.Join(list, "; ")
}

func TestFind(t *testing.T) {
	b := book(t)
	for word, want := range map[string]string{
		"f1":                   "metric",
		"metric.f1":            "metric",
		"learner.f1":           "",
		"ova":                  "reduction",
		"OVA":                  "",
		"One_vs_rest":          "reduction",
		"C":                    "attribute of learner logreg, learner svm, learner kernel_svm",
		"logreg.C":             "attribute of learner logreg, learner svm, learner kernel_svm",
		"learner.svm.C":        "attribute of learner logreg, learner svm, learner kernel_svm",
		"lda.C":                "",
		"status.failed":        "status",
		"scores.csv.value":     "column of scores.csv",
		"tune":                 "block of learner, encoder, reduction; term",
		"grid.learners":        "attribute of grid",
		"nemenyi":              "value of post_hoc",
		"friedman":             "test",
		"critical difference":  "term",
		"symmetric":            "property",
		"svmlight":             "format",
		"no such word":         "",
		"":                     "",
		".":                    "",
		"halving.factor":       "attribute of tune halving",
		"bench.plugin_mirror":  "attribute of bench",
		"variable.description": "attribute of variable",
	} {
		if got := kinds(b, word); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if got := b.Meant("learner.onevsrest"); got != `Did you mean "one_vs_rest"?` {
		t.Error(got)
	}
	if got := b.Meant("zzzzzzzz"); !strings.Contains(got, "lists") {
		t.Error(got)
	}
}

// What editors show of an attribute is Markdown, without links that lead nowhere from there.
func TestLookup(t *testing.T) {
	b := book(t)
	got := b.Lookup("attribute", "learner.logreg", "C")
	for _, want := range []string{"**C**: attribute of learner logreg", "- Type: number > 0\n- Default: `1`\n", "```hcl\ndataset"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := b.Lookup("attribute", "learner.lda", "C"); got != "" {
		t.Errorf("lda has C:\n%s", got)
	}
	for _, e := range b.Entries() {
		if text := e.Markdown(); strings.Contains(text, "](") || e.Doc == "" {
			t.Errorf("%s %s:\n%s", e.Kind, e.Name, text)
		}
	}
}

// A line of a terminal is no longer than the terminal is wide, except in examples.
func TestWrite(t *testing.T) {
	var b strings.Builder
	if err := book(t).Find("ecoc")[0].Write(&b, 60); err != nil {
		t.Fatal(err)
	}
	head, example, _ := strings.Cut(b.String(), "For example:")
	for line := range strings.Lines(head) {
		if len([]rune(line)) > 61 {
			t.Errorf("a long line: %s", line)
		}
	}
	if !strings.HasPrefix(head, "ecoc: reduction\n\n  ") || !strings.Contains(head, "\n  Attributes: matrix, file,") ||
		!strings.Contains(example, "\n    reduction \"ecoc\" \"example\" {\n      code = ") || strings.Contains(example, " \n") ||
		!strings.HasSuffix(example, "\n\n  More: docs/experiment-file/reduction.md\n") {
		t.Errorf("%s", b.String())
	}
}

// Pages without their tables are an error, not a book that lacks words.
func TestMissingPages(t *testing.T) {
	for _, files := range []fstest.MapFS{{}, {"glossary.md": {}, "significance.md": {}, "experiment-file/README.md": {},
		"experiment-file/bench.md": {}}} {
		if _, err := New(Sources{Pages: files}); err == nil {
			t.Errorf("no error of %d empty pages", len(files))
		}
	}
}
