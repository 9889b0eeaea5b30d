package report

import (
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/scoretest"
)

func TestFilesOfLabels(t *testing.T) {
	dir := t.TempDir()
	if _, err := WriteAll(dir, Input{Input: scoretest.MultiLabel()}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"scores.csv", "summary.csv", "tables/hamming_loss.md", "tables/f1_average_none.md",
		"tables/balanced_accuracy.md", "tables/labels.md"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		scoretest.Golden(t, "labelled_"+strings.ReplaceAll(name, "/", "_"), b)
	}
	page, err := os.ReadFile(filepath.Join(dir, PageFile))
	if err != nil {
		t.Fatal(err)
	}
	section := regexp.MustCompile(`(?s)<section id="labels">.*?<section id="datasets">.*?</ul>`).Find(page)
	scoretest.Golden(t, "labelled.html", section)
	f, err := os.Open(filepath.Join(dir, "predictions.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(z).ReadAll()
	if err != nil || len(lines) != 1+4*40 || strings.Join(lines[0][6:], ",") != "row,label,truth,prediction,score,p" {
		t.Errorf("%d predictions, %v", len(lines), err)
	}
}

// Pages of both kinds of target show each dataset what is for it.
func TestPageOfBothKinds(t *testing.T) {
	dir := t.TempDir()
	if _, err := WriteAll(dir, Input{Input: scoretest.Mixed()}); err != nil {
		t.Fatal(err)
	}
	files := strings.Join(listFiles(t, dir), "\n")
	for name, want := range map[string]bool{"plots/distribution-scenes-hamming_loss.svg": true,
		"plots/distribution-iris-hamming_loss.svg": false,
		"plots/distribution-scenes-accuracy.svg":   false, "plots/distribution-iris-accuracy.svg": true, "tables/labels.tex": true} {
		if got := strings.Contains(files, name); got != want {
			t.Errorf("%s is there: %v", name, got)
		}
	}
}

// Without multi-label datasets nothing tells of labels.
func TestNoLabelsWithoutThem(t *testing.T) {
	dir := t.TempDir()
	if _, err := WriteAll(dir, everything()); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, PageFile))
	if err != nil || strings.Contains(string(page), `"#labels"`) || strings.Contains(string(page), `id="labels"`) {
		t.Errorf("the page tells of labels, %v", err)
	}
	if files := strings.Join(listFiles(t, dir), "\n"); strings.Contains(files, "tables/labels") {
		t.Errorf("files %s", files)
	}
}

// Long lists of labels stay in the files.
func TestManyLabels(t *testing.T) {
	in := scoretest.MultiLabel()
	many := make([]string, mostLabelRows-1)
	for i := range many {
		many[i] = fmt.Sprint("label ", i)
	}
	in.Plan.Datasets[0] = plan.Dataset{Name: "scenes", Target: target.Target{Names: many, MultiLabel: true}}
	for i, c := range in.Cells {
		if c.Predictions != nil {
			p, err := c.Predictions()
			if err != nil {
				t.Fatal(err)
			}
			p.K, p.Rows = len(many), p.Rows[:1]
			none := target.Listed(make([]int8, len(many)), len(many))
			p.Truth.Y, p.Predicted.Y, p.Scores, p.Probabilities = none, none, make([]float64, len(many)), nil
			in.Cells[i].Predictions = func() (store.Predictions, error) { return p, nil }
		}
	}
	html := pageOf(t, Input{Input: in})
	if !strings.Contains(html, "<summary>Precision, recall and F1 of each label: 1 table</summary>") ||
		!strings.Contains(html, "<p>1 more are in the files") {
		t.Error("the page shows other tables of labels")
	}
}
