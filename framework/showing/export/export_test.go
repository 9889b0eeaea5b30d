package export

import (
	"bytes"
	"encoding/csv"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/test/scoretest"
)

func TestPredictions(t *testing.T) {
	in := scoretest.Experiment()
	one := func(c plan.Cell) bool { return c.Fold == 0 && c.Learner != "svm" }
	b := scoretest.Render(t, func(w io.Writer) error { return Write(w, Predictions(in, one), CSV) })
	scoretest.Golden(t, "predictions.csv", b)
	lines, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(lines[0][6:],
		";"); got != "row;truth;prediction;score:1;score:7;score:a|b, c;score:setosa;score:versicolor;p:1;p:7;p:a|b, "+
		"c;p:setosa;p:versicolor" {
		t.Errorf("columns %s", got)
	}
	if len(lines) != 1+4*20 {
		t.Errorf("%d lines", len(lines))
	}
	glass := func(c plan.Cell) bool { return c.Dataset == "glass" && one(c) }
	b = scoretest.Render(t, func(w io.Writer) error { return Write(w, Predictions(in, glass), CSV) })
	if header, _, _ := strings.Cut(string(b), "\n"); !strings.HasSuffix(header, "prediction,score:1,score:7,p:1,p:7") {
		t.Errorf("columns of glass alone: %s", header)
	}
}

func TestNumbers(t *testing.T) {
	for v, want := range map[float64]string{0.1: "0.1", math.Copysign(0, -1): "0", 1e-5: "1e-05",
		2.0 / 3:     "0.6666666666666666",
		math.Inf(1): "+Inf", 3: "3"} {
		if got := shortest(v); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
	if got := shortest(math.NaN()); got != "NaN" {
		t.Errorf("NaN is written %s", got)
	}
}

func BenchmarkPredictions(b *testing.B) {
	in := scoretest.Experiment()
	for b.Loop() {
		if err := Write(io.Discard, Predictions(in, nil), CSV); err != nil {
			b.Fatal(err)
		}
	}
}

// TestFormulas writes no text that a spreadsheet computes, and numbers as they
// are.
func TestFormulas(t *testing.T) {
	table := Table{
		Columns: []Column{{Name: "=a", Kind: Text}, {Name: "b", Kind: Number}},
		Rows: func(yield func([]Value, error) bool) {
			_ = yield([]Value{{Text: `=HYPERLINK("http://x")`}, {Number: -1.5}}, nil) &&
				yield([]Value{{Text: "-1"}, {Number: 2}}, nil)
		},
	}
	const want = "'=a,b\n\"'=HYPERLINK(\"\"http://x\"\")\",-1.5\n-1,2\n"
	if got := scoretest.Render(t, func(w io.Writer) error { return writeCSV(w, table) }); string(got) != want {
		t.Errorf("%s", got)
	}
}

func TestAFolderThatKeepsNoScores(t *testing.T) {
	dir := t.TempDir()
	if _, err := KeptScores(dir, scoretest.Experiment()); err == nil || !strings.Contains(err.Error(), "keep_scores = true") ||
		!strings.Contains(err.Error(), dir) {
		t.Error(err)
	}
}
