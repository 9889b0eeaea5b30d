package export

import (
	"bytes"
	"encoding/csv"
	"io"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/test/scoretest"
)

// Cells have columns of the parameters in which variants differ, which are empty
// where a combination has none; variants.csv lists the same by name.
func TestParametersOfVariants(t *testing.T) {
	in := scoretest.Experiment()
	configs := map[string]string{"lr[C=0.1,tol=1]": `{"C":0.1,"tol":1}`, "lr[C=1,tol=1]": `{"C":1,"tol":1}`,
		"svm": `{"loss":"hinge"}`}
	reductions := map[string]string{"ova": `{"decoding":"vote"}`, "ovo": `{"matrix":[[1],[-1]]}`}
	for i := range in.Plan.Cells {
		c := &in.Plan.Cells[i]
		if c.Dataset == "glass" && c.Learner != "svm" {
			c.Learner = "lr[C=1,tol=1]"
		}
		c.Identity = in.Plan.Add(plan.Identity{
			Learner: in.Plan.AddPart(plan.Part{Kind: contract.KindLearner, Type: "l",
				Config: contract.Config(configs[c.Learner])}),
			Reduction: in.Plan.AddPart(plan.Part{Kind: contract.KindReducer, Type: "r",
				Config: contract.Config(reductions[c.Reduction])}),
		})
		in.Cells[i].Cell = *c
	}
	lines, err := csv.NewReader(bytes.NewReader(scoretest.Render(t,
		func(w io.Writer) error { return Write(w, Cells(in), CSV) }))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	last := len(lines[0]) - 1
	if lines[0][last] != "param:learner.C" || lines[0][last-1] != "uncalibrated" {
		t.Errorf("columns %v", lines[0])
	}
	want := map[string]string{"lr[C=0.1,tol=1]": "0.1", "lr[C=1,tol=1]": "1", "svm": ""}
	for _, line := range lines[1:] {
		if line[last] != want[line[2]] {
			t.Errorf("%v, want %q at its end", line, want[line[2]])
		}
	}
	got := string(scoretest.Render(t, func(w io.Writer) error { return Write(w, Variants(in.Plan), CSV) }))
	if want := "kind,name,parameter,value\nlearner,\"lr[C=0.1,tol=1]\",C,0.1\nlearner,\"lr[C=1,tol=1]\",C,1\n"; got != want {
		t.Errorf("variants:\n%s", got)
	}
}
