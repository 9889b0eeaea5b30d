package export

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/test/scoretest"
)

func predictionsOf(t *testing.T, in score.Input, keep func(plan.Cell) bool) [][]string {
	t.Helper()
	b := scoretest.Render(t, func(w io.Writer) error { return Write(w, Predictions(in, keep), CSV) })
	lines, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// A row of the dataset takes a line for each of its labels, in their order.
func TestPredictionsOfLabels(t *testing.T) {
	in := scoretest.MultiLabel()
	fold := func(c plan.Cell) bool { return c.Fold == 0 }
	scoretest.Golden(t, "predictions_of_labels.csv",
		scoretest.Render(t, func(w io.Writer) error { return Write(w, Predictions(in, fold), CSV) }))
	lines := predictionsOf(t, in, nil)
	if got := strings.Join(lines[0],
		","); got != "dataset,encoder,learner,reduction,repeat,fold,row,label,truth,prediction,score,p" {
		t.Errorf("columns %s", got)
	}
	if want := 1 + 4*10*4; len(lines) != want {
		t.Errorf("%d lines, want %d", len(lines), want)
	}
	p, err := in.Cells[0].Read(score.Targets(in.Plan)["scenes"])
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range lines[1:41] {
		want := fmt.Sprint(p.Rows[i/4], in.Plan.Datasets[0].Target.Names[i%4], p.Truth.Y.Table(4)[i], p.Predicted.Y.Table(4)[i], p.Scores[i],
			p.Probabilities[i])
		if got := fmt.Sprint(line[6], line[7], line[8], line[9], line[10], line[11]); strings.ReplaceAll(got, " ",
			"") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("line %d is %s, want %s", i+2, got, want)
		}
	}
}

// Cells of both kinds of target share a table: each has NaN where the other has
// its scores.
func TestPredictionsOfBothKinds(t *testing.T) {
	in := scoretest.Mixed()
	lines := predictionsOf(t, in, func(c plan.Cell) bool { return c.Dataset != "glass" })
	if got := strings.Join(lines[0][6:],
		";"); got != "row;label;truth;prediction;score:setosa;score:versicolor;score:a|b, c;p:setosa;p:versicolor;p:a|b, "+
		"c;score;p" {
		t.Errorf("columns %s", got)
	}
	kinds := map[string]int{}
	for _, line := range lines[1:] {
		labelled := line[0] == "scenes"
		if (line[7] == "") == labelled || (line[10] == "NaN") != labelled || (line[16] == "NaN") == labelled {
			t.Fatalf("line %v", line)
		}
		kinds[line[0]]++
	}
	if kinds["scenes"] != 160 || kinds["iris"] != 240 {
		t.Errorf("lines by dataset %v", kinds)
	}
	alone := predictionsOf(t, in, func(c plan.Cell) bool { return c.Dataset == "iris" })
	if got := strings.Join(alone[0][6:10], ";"); got != "row;truth;prediction;score:setosa" {
		t.Errorf("columns of classes alone %s", got)
	}
}
