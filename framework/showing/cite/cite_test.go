package cite

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
)

func TestBibTeX(t *testing.T) {
	s := contract.Article("k", "A and B", "Of {X}", "J", "12(3)", "4--5", "1996")
	s.Fields["note"], s.Fields["abstract"] = "one } too many", "last"
	const want = "@article{k,\n  author = {A and B},\n  title = {Of {X}},\n  journal = {J},\n  volume = {12},\n" +
		"  number = {3},\n  pages = {4--5},\n  year = {1996},\n  abstract = {last},\n}\n"
	if got := BibTeX(s); got != want {
		t.Errorf("%s", got)
	}
	if _, changed := s.Fields["number"]; changed {
		t.Error("the source is changed")
	}
}

// Each publication comes once, with all that it is cited for; data are named, not invented.
func TestList(t *testing.T) {
	shared := contract.Book("both", "A", "T", "P", "1984")
	p := &plan.Plan{}
	for _, part := range []plan.Part{
		{Kind: contract.KindReducer, Type: "ecoc", Config: contract.Config(`{}`), Sources: []contract.Source{shared}},
		{Kind: contract.KindLearner, Type: "svm", Config: contract.Config(`{"C":1}`), Sources: []contract.Source{shared}},
		{Kind: contract.KindLearner, Type: "svm", Config: contract.Config(`{"C":2}`), Sources: []contract.Source{shared}},
		{Kind: contract.KindLearner, Type: "swan", Config: contract.Config(`{}`)},
	} {
		p.AddPart(part)
	}
	for name, config := range map[string]string{"a_b": `{"file":"a_b%.csv","target":"y"}`, "made": `{"generate":"blobs"}`} {
		hash := p.AddPart(plan.Part{Kind: contract.KindDataset, Config: contract.Config(config), Content: "c-" + name})
		p.Cells = append(p.Cells, plan.Cell{Identity: p.Add(plan.Identity{Dataset: hash}),
			Combination: plan.Combination{Dataset: name}})
	}
	p.Datasets = []plan.Dataset{{Name: "a_b"}, {Name: "made"}}
	var b strings.Builder
	if err := Of(p, "9.8", []string{"sign", "mean"}).Write(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{"% bench\n@misc{bench,", "version 9.8", "% learner svm; reduction ecoc\n@book{both,",
		"% test sign\n@article{demsar2006,", "% dataset a_b\n@misc{data:a-b,\n  title = {Data set a\\_b},\n" +
			"  howpublished = {File a\\_b\\%.csv},\n  note = {SHA-256 of the table c-a_b},\n}",
		"% no source is known for: learner swan; dataset made\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("without %q:\n%s", want, text)
		}
	}
	if strings.Count(text, "@") != 4 || strings.Contains(text, "mean") {
		t.Errorf("other entries:\n%s", text)
	}
}

func TestTests(t *testing.T) {
	dir, p := t.TempDir(), &plan.Plan{Outputs: plan.Outputs{Tables: []plan.Table{{}}}}
	if tests, err := Tests(dir, p); tests != nil || err != nil {
		t.Errorf("of none: %v, %v", tests, err)
	}
	file := filepath.Join(dir, "comparisons.csv")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("comparison,test\nc,friedman\nc,nemenyi\nd,friedman\n")
	p.Tables[0].Baseline = "svm/ova"
	if tests, err := Tests(dir, p); err != nil || !slices.Equal(tests, []string{"friedman", "nemenyi", "corrected_t"}) {
		t.Errorf("%v, %v", tests, err)
	}
	write("a,b\n\"c")
	if _, err := Tests(dir, p); err == nil || !strings.Contains(err.Error(), "bench report "+dir) {
		t.Errorf("of a damaged file: %v", err)
	}
}

// The entry of bench says what CITATION.cff says.
func TestCitationFile(t *testing.T) {
	b, err := os.ReadFile("../../../CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	s := Bench("1")
	title := strings.TrimSuffix(strings.TrimPrefix(s.Fields["title"], "bench: "), ".")
	for _, want := range []string{"title: bench\n", "abstract: " + title, "name: The bench authors", "https://github.com/manyclass/bench"} {
		if !strings.Contains(string(b), want) {
			t.Errorf("CITATION.cff has no %q", want)
		}
	}
}
