package progress

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
)

// On a dataset the best is that of the best mean among the methods with most values; over datasets that of the best mean
// rank, of those that are complete.
func TestBest(t *testing.T) {
	p := &plan.Plan{}
	cell := func(dataset, learner string, fold int) plan.Cell {
		return plan.Cell{Key: fmt.Sprint(dataset, learner, fold), Fold: fold,
			Combination: plan.Combination{Dataset: dataset, Encoder: "e", Learner: learner, Reduction: "ova"}}
	}
	for _, dataset := range []string{"d1", "d2", "d3"} {
		for _, learner := range []string{"a", "b"} {
			for fold := range 2 {
				p.Cells = append(p.Cells, cell(dataset, learner, fold))
			}
		}
	}
	for by, want := range map[string][]string{
		"accuracy": {"", "best so far on d1: a/ova, accuracy 0.500, mean of 1 cell",
			"best so far on d1: a/ova, accuracy 0.600, mean of 2 cells", "best so far on d1: b/ova, accuracy 0.900, mean of 2 cells",
			"best so far on d2: b/ova, accuracy 0.900, mean of 2 cells; best over 2 datasets: b/ova, mean rank 1.00 by accuracy",
			"best so far on d3: a/ova, accuracy 1.000, mean of 1 cell; best over 2 datasets: b/ova, mean rank 1.00 by accuracy"},
		"error": {"", "best so far on d1: a/ova, error 0.500, mean of 1 cell",
			"best so far on d1: a/ova, error 0.600, mean of 2 cells", "best so far on d1: a/ova, error 0.600, mean of 2 cells",
			"best so far on d2: a/ova, error 0.600, mean of 2 cells; best over 2 datasets: a/ova, mean rank 1.00 by error",
			"best so far on d3: a/ova, error 1.000, mean of 1 cell; best over 2 datasets: a/ova, mean rank 1.00 by error"},
	} {
		b := newBest(p, metric.Spec{Name: by, Type: by})
		var got []string
		says := func() {
			text := ""
			for i, line := range b.lines() {
				if i > 0 {
					text += "; "
				}
				text += line
			}
			got = append(got, text)
		}
		says()
		b.add(cell("d1", "a", 0), 0.5)
		says()
		b.add(cell("d1", "a", 1), 0.7)
		b.add(cell("d1", "b", 0), 0.9)
		says()
		b.add(cell("d1", "b", 1), 0.9)
		says()
		for fold := range 2 {
			b.add(cell("d2", "a", fold), 0.6)
			b.add(cell("d2", "b", fold), 0.9)
		}
		says()
		b.add(cell("d3", "b", 0), math.NaN())
		b.add(cell("d3", "a", 0), 1)
		says()
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q\nwant %q", by, got, want)
		}
	}
}

// A cell is slow from a second on.
func TestSlowest(t *testing.T) {
	var s slowest
	s.took("a", 0.9)
	if got := s.text(); got != "" {
		t.Errorf("got %q", got)
	}
	s.took("b", 65)
	s.took("c", 3)
	if got := s.text(); got != "slowest cell: b, 1m5s" {
		t.Errorf("got %q", got)
	}
}
