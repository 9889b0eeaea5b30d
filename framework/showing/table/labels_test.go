package table

import (
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/test/scoretest"
)

func scenes(t *testing.T) Labels {
	t.Helper()
	list, err := score.LabelTables(scoretest.MultiLabel())
	if err != nil {
		t.Fatal(err)
	}
	return Labels{Name: "labels", Tables: list}
}

func TestLabelFormats(t *testing.T) {
	l := scenes(t)
	scoretest.Golden(t, "labels.md", scoretest.Render(t, l.Sheet().Markdown))
	scoretest.Golden(t, "labels.tex", scoretest.Render(t, l.Sheet().LaTeX))
	scoretest.Golden(t, "labels.html", scoretest.Render(t, l.Sheet().HTML))
	scoretest.Golden(t, "labels.csv", scoretest.Render(t, l.CSV))
	text := string(scoretest.Render(t, text100(l)))
	scoretest.Golden(t, "labels.txt", []byte(text))
	for _, line := range strings.Split(text, "\n") {
		if wording.Width(line) > 100 {
			t.Errorf("%d characters: %s", wording.Width(line), line)
		}
	}
}

func TestNoLabels(t *testing.T) {
	if text := string(scoretest.Render(t, Labels{Name: "labels"}.Sheet().Markdown)); !strings.Contains(text,
		"No cell has predictions of labels.") {
		t.Errorf("of nothing:\n%s", text)
	}
}

// scoresOf returns an experiment with its scores.
func scoresOf(t *testing.T, in score.Input) ([]score.Row, *plan.Plan) {
	t.Helper()
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	return rows, in.Plan
}

// Tables leave out the datasets whose kind of target the metric is not for, and say
// so.
func TestMetricsOfAnotherKind(t *testing.T) {
	rows, p := scoresOf(t, scoretest.Mixed())
	for name, want := range map[string][3]string{
		"hamming_loss":      {"scenes", "lr/relevance lr/powerset", "iris, glass"},
		"balanced_accuracy": {"iris glass", "lr[C=0.1,tol=1]/ova lr[C=0.1,tol=1]/ovo svm/ova svm/ovo", "scenes"},
	} {
		g := Build(plan.Table{Name: name, Metric: name}, rows, p)
		remark := "The metric does not apply to the kind of target of: " + want[2] + "."
		if strings.Join(g.Rows, " ") != want[0] || strings.Join(g.Columns, " ") != want[1] ||
			!slices.Contains(g.Remarks, remark) {
			t.Errorf("%s has rows %q, columns %q, remarks %q", name, g.Rows, g.Columns, g.Remarks)
		}
	}
	g := Build(plan.Table{Name: "f1", Metric: "f1(average=none)", Rows: []string{"dataset"}}, rows, p)
	if !strings.Contains(strings.Join(g.Rows, ";"), "iris/setosa") ||
		!strings.Contains(strings.Join(g.Rows, ";"), "scenes/beach;scenes/a|b, c;scenes/urban;scenes/micro") {
		t.Errorf("rows %q", g.Rows)
	}
}

// If there are no other datasets their entries are holes, and the notes say why.
func TestMetricForNoDataset(t *testing.T) {
	rows, p := scoresOf(t, scoretest.MultiLabel())
	g := Build(plan.Table{Name: "b", Metric: "balanced_accuracy"}, rows, p)
	if notes := strings.Join(g.Notes, "\n"); !g.Entries[0][0].Hole() ||
		!strings.Contains(notes, "3 skipped (the metric is for another kind of target)") {
		t.Errorf("%+v, notes %s", g.Entries, notes)
	}
}
