package table

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/test/scoretest"
)

// confused has the 3×3 table whose per-class precision is (0.625, 0.75, 0.8036)
// and recall (0.75, 0.5, 0.9); a table of 26 classes, one of which is never
// predicted; and one with long labels and missing cells.
func confused() Confusions {
	lettered := score.Confusion{Combination: plan.Combination{Dataset: "letter", Encoder: "e", Learner: "lr",
		Reduction: "ovo"}, Metric: "confusion", Cells: 10}
	long := score.Confusion{Combination: plan.Combination{Dataset: "soy|bean", Encoder: "e", Learner: "lr",
		Reduction: "<b>"}, Metric: "confusion", Cells: 9, Missing: 1}
	for i := range 26 {
		lettered.Classes = append(lettered.Classes, string(rune('A'+i)))
		lettered.Counts = append(lettered.Counts, make([]float64, 26))
		lettered.Counts[i][i] = float64(700 + i)
		lettered.Counts[i][(i*7)%25] += float64(i)
	}
	lettered.Counts[25][25] = 0
	for i := range 5 {
		long.Classes = append(long.Classes, fmt.Sprintf("disease_%d & | [long label]", i))
		long.Counts = append(long.Counts, make([]float64, 5))
		long.Counts[i][i] = float64(i)
	}
	return Confusions{Metric: "confusion", Tables: []score.Confusion{
		{Combination: plan.Combination{Dataset: "lecture", Encoder: "e", Learner: "lr", Reduction: "ova"},
			Metric: "confusion", Classes: []string{"1", "2", "3"},
			Counts: [][]float64{{15, 2, 3}, {7, 15, 8}, {2, 3, 45}}, Cells: 10},
		lettered, long,
	}}
}

func TestConfusionFormats(t *testing.T) {
	c := confused()
	scoretest.Golden(t, "confusion.md", scoretest.Render(t, c.Sheet().Markdown))
	scoretest.Golden(t, "confusion.tex", scoretest.Render(t, c.Sheet().LaTeX))
	scoretest.Golden(t, "confusion.html", scoretest.Render(t, c.Sheet().HTML))
	scoretest.Golden(t, "confusion.txt", scoretest.Render(t, text100(c)))
	c.Tables = c.Tables[:1]
	scoretest.Golden(t, "confusion.csv", scoretest.Render(t, c.CSV))
}

func TestConfusionTable(t *testing.T) {
	text := string(scoretest.Render(t, confused().Sheet().Markdown))
	for _, want := range []string{
		"| true class | 1      | 2      | 3      | precision | recall | F1    | support |",
		"| 1          | **15** | 2      | 3      | 0.625     | 0.750  | 0.682 | 20      |",
		"| 2          | 7      | **15** | 8      | 0.750     | 0.500  | 0.600 | 30      |",
		"| 3          | 2      | 3      | **45** | 0.804     | 0.900  | 0.849 | 50      |",
		"| predicted  | 24     | 20     | 56     |           |        |       | 100     |",
		"1 of 10 cells have no predictions",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no line %s in\n%s", want, text)
		}
	}
}

func TestConfusionTextFits(t *testing.T) {
	for _, line := range strings.Split(string(scoretest.Render(t, text100(confused()))), "\n") {
		if wording.Width(line) > 100 {
			t.Errorf("%d characters: %s", wording.Width(line), line)
		}
	}
}

// The CSV holds every count, so that the tables follow from it.
func TestConfusionCSVIsReadAgain(t *testing.T) {
	c := confused()
	records, err := csv.NewReader(bytes.NewReader(scoretest.Render(t, c.CSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + 9 + 26*26 + 25; len(records) != want {
		t.Errorf("%d lines, want %d", len(records), want)
	}
	if got := strings.Join(records[8], ","); got != "lecture,e,lr,ova,3,2,3" {
		t.Errorf("line 9 is %s", got)
	}
	if got := records[len(records)-1]; got[4] != "disease_4 & | [long label]" || got[6] != "4" {
		t.Errorf("the last line is %q", got)
	}
}

func TestNoConfusions(t *testing.T) {
	if text := string(scoretest.Render(t, Confusions{Metric: "confusion"}.Sheet().Markdown)); !strings.Contains(text,
		"No cell has predictions.") {
		t.Errorf("of nothing:\n%s", text)
	}
}

// Sums of weights are said to be such, and have decimals where they need some.
func TestWeightedConfusion(t *testing.T) {
	for first, want := range map[float64][]string{
		2.5: {"Sums of the weights of rows over 1 cells", "**2.500**", "0.714", "3.500"},
		2:   {"Sums of the weights of rows over 1 cells", "**2**", "0.667", "| 3 "},
	} {
		c := Confusions{Metric: "c", Tables: []score.Confusion{{Classes: []string{"a", "b"}, Weighted: true, Cells: 1,
			Counts: [][]float64{{first, 1}, {0, 4}}}}}
		got := string(scoretest.Render(t, c.Sheet().Markdown))
		for _, text := range want {
			if !strings.Contains(got, text) {
				t.Errorf("no %q in\n%s", text, got)
			}
		}
	}
}
