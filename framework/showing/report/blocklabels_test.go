package report

import (
	"bytes"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/test/scoretest"
)

// labelled is the experiment whose blocks have labels, with a baseline and a comparison.
func labelled(labels bool) Input {
	in := Input{Input: scoretest.Experiment()}
	in.Plan.Tables = []plan.Table{{Name: "accuracy", Metric: "accuracy", Rows: []string{"dataset"},
		Columns: []string{"learner", "reduction"}, Baseline: "svm/ova"}}
	in.Plan.Comparisons = []plan.Comparison{{Name: "pairs", Metric: "accuracy", Control: "svm/ova", Level: 0.05,
		Tests: []string{"corrected_t"}}}
	in.Plan.Metrics = append(in.Plan.Metrics, metric.Spec{Name: "confusion", Type: "confusion", Config: contract.NewConfig(nil)})
	if labels {
		in.Plan.Labels = map[contract.Kind]map[string]string{
			contract.KindDataset: {"iris": "Iris (Fisher)"}, contract.KindLearner: {"svm": "Linear SVM"},
			contract.KindReducer: {"ova": "one-vs-rest, loss-based"}}
	}
	return in
}

func filesOf(t *testing.T, in Input) map[string]string {
	t.Helper()
	dir := t.TempDir()
	if _, err := WriteAll(dir, in); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, pattern := range []string{"*.csv", "*.gz", PageFile, "tables/*", "plots/*"} {
		paths, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, path := range paths {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.ToSlash(strings.TrimPrefix(path, dir+"/"))] = string(b)
		}
	}
	return files
}

func sortedPlots(files map[string]string) []string {
	return lists.Filter(slices.Sorted(maps.Keys(files)), func(name string) bool { return strings.HasPrefix(name, "plots/") })
}

// Tables, pictures and the answer have labels; what programs read has names, byte for byte
// as without labels.
func TestBlockLabels(t *testing.T) {
	before, after := filesOf(t, labelled(false)), filesOf(t, labelled(true))
	if files := sortedPlots(after); !slices.Equal(files, sortedPlots(before)) {
		t.Errorf("pictures %q, without labels %q", files, sortedPlots(before))
	}
	compared := 0
	for name, text := range before {
		if strings.HasSuffix(name, ".csv") || strings.HasSuffix(name, ".gz") {
			compared++
			if after[name] != text {
				t.Errorf("%s is not the same with labels:\n%.2000s", name, after[name])
			}
		}
	}
	if compared < 8 {
		t.Errorf("%d files compared", compared)
	}
	for name, want := range map[string][]string{
		"tables/accuracy.md":  {"Linear SVM/one-vs-rest, loss-based", "Iris (Fisher)", "worse than Linear SVM/one-vs-rest, loss-based"},
		"tables/accuracy.tex": {"one-vs-rest, loss-based"},
		"tables/pairs.md":     {"Linear SVM/one-vs-rest, loss-based"},
		"tables/confusion.md": {"Iris (Fisher)/one_hot/lr[C=0.1,tol=1]/one-vs-rest, loss-based"},
		PageFile:              {"Linear SVM/one-vs-rest, loss-based", "<h3>Iris (Fisher)</h3>", "<title>Iris (Fisher): accuracy"},
	} {
		text := strings.Join(strings.Split(after[name], "<wbr>"), "")
		for _, words := range want {
			if !strings.Contains(text, words) {
				t.Errorf("%s has not %q:\n%.300s", name, words, text)
			}
		}
		if name != PageFile && (strings.Contains(text, "svm/ova") || strings.Contains(text, "iris")) {
			t.Errorf("%s has names:\n%s", name, text)
		}
	}
}

// Cells without a result are looked for in files, so the page has their names.
func TestMissingByName(t *testing.T) {
	in := labelled(true)
	var b bytes.Buffer
	p, _, err := writeLabelled(emptyFolder(func(_ string, write func(io.Writer) error) error { return write(io.Discard) }), in, mustCompute(t, in.Input))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.write(&b); err != nil || !strings.Contains(b.String(), "<li>glass/one_hot/svm/ova repeat 0 fold 0</li>") {
		t.Errorf("%v: %s", err, b.String()[strings.Index(b.String(), `id="missing"`):])
	}
}

func mustCompute(t *testing.T, in score.Input) []score.Row {
	t.Helper()
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
