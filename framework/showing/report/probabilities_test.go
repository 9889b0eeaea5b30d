package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/test/scoretest"
)

// wrote writes the report of the invented experiment with some metrics and returns the page
// and the pictures of a kind.
func wrote(t *testing.T, kind string, metrics ...metric.Spec) (page string, pictures []string) {
	t.Helper()
	in := Input{Input: scoretest.Experiment()}
	in.Plan.Metrics = metrics
	dir := t.TempDir()
	if _, err := WriteAll(dir, in); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, PageFile))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, plotsFolder, kind+"-*.svg"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b), files
}

func specOf(kind string, config map[string]any) metric.Spec {
	return metric.Spec{Name: kind, Type: kind, Config: contract.NewConfig(config)}
}

// Reliability diagrams are drawn of combinations with probabilities where a metric asks for
// them, with the bins of ece; of the others the page says what would keep probabilities.
func TestReliabilityDiagrams(t *testing.T) {
	page, files := wrote(t, "reliability", specOf("accuracy", nil), specOf("ece", map[string]any{"bins": 7.0}))
	if len(files) != 3 {
		t.Errorf("pictures %v", files)
	}
	for _, words := range []string{"Reliability of probabilities: 2 diagrams", "7 bins of equal width",
		"isotonic regression without bins", "No reliability diagram, because there are no probabilities",
		"To have them, use a decoding that gives probabilities"} {
		if !strings.Contains(page, words) {
			t.Errorf("the page does not say %q", words)
		}
	}
	if page, files := wrote(t, "reliability", specOf("accuracy", nil)); len(files) != 0 || strings.Contains(page, "eliability") {
		t.Errorf("nothing asks for probabilities: %v", files)
	}
}

// ROC curves are drawn where the experiment has auc, by class scores where there are no
// probabilities.
func TestROCCurves(t *testing.T) {
	page, files := wrote(t, "roc", specOf("auc", nil))
	if len(files) != 6 || !strings.Contains(page, "by class scores of all folds together") ||
		!strings.Contains(page, "each class against all others, by probabilities") {
		t.Errorf("pictures %v", files)
	}
	if _, files := wrote(t, "roc", specOf("log_loss", nil)); len(files) != 0 {
		t.Errorf("nothing asks for curves: %v", files)
	}
}
