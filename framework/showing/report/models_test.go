package report

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/diagnose"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/scoretest"
)

// The section of the invented experiment, and the files beside it.
func TestModelsOfTheFixture(t *testing.T) {
	dir := t.TempDir()
	s, err := WriteAll(dir, Input{Input: scoretest.Experiment()})
	if err != nil {
		t.Fatal(err)
	}
	html, err := os.ReadFile(s.Page)
	if err != nil {
		t.Fatal(err)
	}
	scoretest.Golden(t, "models.html", regexp.MustCompile(`(?s)<section id="models">.*?\n</section>\n</details>\n\n`).Find(html))
	for _, name := range []string{binaryFile, decodingFile} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		scoretest.Golden(t, name, b)
	}
}

// section is what the page has of the binary models of some cells.
func section(t *testing.T, cells ...score.Cell) string {
	t.Helper()
	html := pageOf(t, Input{Input: score.Input{Plan: &plan.Plan{Datasets: []plan.Dataset{{Name: "d",
		Target: target.Target{Names: []string{"a", "b"}}}}}, Cells: cells}})
	return regexp.MustCompile(`(?s)<section id="models">.*?\n</section>\n</details>\n\n`).FindString(html)
}

func cellWith(encoder string, b diagnose.Binary) score.Cell {
	return score.Cell{
		Cell:        plan.Cell{Combination: plan.Combination{Dataset: "d", Encoder: encoder, Learner: "l", Reduction: "r"}},
		Result:      &store.Result{Status: store.OK},
		Predictions: func() (store.Predictions, error) { return store.Predictions{K: 2}, nil },
		Binary:      func() (diagnose.Binary, error) { return b, nil },
	}
}

func TestModelsSection(t *testing.T) {
	none, more := 0, 5
	plain := diagnose.Binary{Rows: 8, Wrong: 8, Corrected: 3,
		Columns: []diagnose.Column{{Column: "+-", Rows: 8, Errors: 8, Corrected: 3}}}
	firing := plain
	firing.Silent, firing.Several = &none, &more
	html := section(t, cellWith("one", plain))
	for _, want := range []string{
		`<tr><th scope="row">l</th><td class="word">r</td><td data-value="1">1</td><td data-value="1">1</td><td data-value="1">100.00 %</td><td data-value="1">100.00 %</td>` +
			`<td data-value="0.375">37.50 %</td><td data-value="" class="hole">–</td></tr>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("lacks %s:\n%s", want, html)
		}
	}
	if strings.Contains(html, "several") || strings.Contains(html, "encoder") {
		t.Error("there are columns without a value")
	}
	html = section(t, cellWith("one", plain), cellWith("two", firing),
		cellWith("two", diagnose.Binary{Columns: make([]diagnose.Column, 2000)}))
	for _, want := range []string{
		`<td class="word">two</td>`, `<td data-value="0">0.00 %</td><td data-value="0.625">62.50 %</td></tr>`,
		`<td data-value="" class="hole">–</td><td data-value="" class="hole">–</td></tr>`,
		`<td data-value="1000.5">1000.5</td>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("lacks %s:\n%s", want, html)
		}
	}
	if html := section(t); html != "" {
		t.Errorf("without counts there is\n%s", html)
	}
}

// The files are written if there is something to say, and go if there is not.
func TestOptionalFiles(t *testing.T) {
	dir := t.TempDir()
	f, err := newFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	with := cellWith("e", diagnose.Binary{})
	with.Result.Tuned = map[string]any{"C": 1.0}
	with.Result.Search = &store.Search{}
	for _, cells := range [][]score.Cell{{with}, {{Cell: with.Cell, Result: &store.Result{Status: store.OK}}}, nil} {
		if err := writeOptional(f, cells); err != nil {
			t.Fatal(err)
		}
		for _, file := range optionalFiles {
			_, err := os.Stat(filepath.Join(dir, file.name))
			if there := !errors.Is(err, fs.ErrNotExist); there != (len(cells) == 1 && cells[0].Binary != nil) {
				t.Errorf("%s of %d cells: %v", file.name, len(cells), err)
			}
		}
	}
}

func TestModelsThatCannotBeRead(t *testing.T) {
	in := scoretest.Experiment()
	in.Cells[0].Binary = func() (diagnose.Binary, error) { return diagnose.Binary{}, errors.New("disk on fire") }
	if _, err := WriteAll(t.TempDir(), Input{Input: in}); err == nil || !strings.Contains(err.Error(), "disk on fire") {
		t.Error(err)
	}
}
