package table

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/showing/columns"
)

// confidence.json was made in R by confidence.R beside it.
func TestIntervalsOfMeans(t *testing.T) {
	b, err := os.ReadFile("../../evaluation/stats/testdata/confidence.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Rows, Wrong     []int
		Wald, Corrected [2]float64
		Within          [2]float64 `json:"wald_within"`
	}
	if err := json.Unmarshal(b, &cases); err != nil || len(cases) != 3 {
		t.Fatal(len(cases), err)
	}
	for n, c := range cases {
		values := make([]float64, len(c.Rows))
		for i := range values {
			values[i] = float64(c.Wrong[i]) / float64(c.Rows[i])
		}
		p, rows := scored("error", [][][]float64{{values}})
		for i := range rows {
			rows[i].TestRows, rows[i].TrainRows = c.Rows[i], 0
			for j := range c.Rows {
				if i != j {
					rows[i].TrainRows += c.Rows[j]
				}
			}
		}
		for kind, want := range map[string][2]float64{"wald": c.Wald, "wald_within": c.Within, "corrected": c.Corrected} {
			e := Build(plan.Table{Metric: "error", Print: plan.Print{Confidence: kind}}, rows, p).Entries[0][0]
			if math.Abs(e.Low-want[0]) > 1e-12 || math.Abs(e.High-want[1]) > 1e-12 {
				t.Errorf("case %d, %s: [%v, %v], want %v", n, kind, e.Low, e.High, want)
			}
		}
	}
}

// An interval is in place of the deviation, and several repeats have the corrected one only.
func TestIntervalsAreShown(t *testing.T) {
	p, rows := scored("accuracy", [][][]float64{{{0.5, 0.6, 0.9}}})
	table := plan.Table{Name: "t", Metric: "accuracy", Print: plan.Print{Confidence: "corrected", Digits: "2"}}
	g := Build(table, rows, p)
	var text strings.Builder
	if err := g.Sheet().Text(&text, 0); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"0.67 [0.07, 1.26]", "mean [95 % interval of the corrected resampled t-test] over folds"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in %s", want, text.String())
		}
	}
	var file strings.Builder
	if err := g.CSV(&file); err != nil {
		t.Fatal(err)
	}
	head, line, _ := strings.Cut(file.String(), "\n")
	if head != "dataset,l0/r,l0/r sd,l0/r n,l0/r low,l0/r high" || strings.Count(line, ",") != 5 ||
		len(columns.Names(g.Fields())) != 6 {
		t.Errorf("%s\n%s", head, line)
	}
	for i := range rows {
		c := *rows[i].Cell
		c.Repeat = i
		rows[i].Cell, p.Cells[i] = &c, c
	}
	for kind, want := range map[string]bool{"corrected": true, "wald": false, "": false} {
		table.Confidence = kind
		if e := Build(table, rows, p).Entries[0][0]; math.IsNaN(e.Low) == want {
			t.Errorf("%q of several repeats: %+v", kind, e)
		}
	}
}
