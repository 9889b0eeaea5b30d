package stages

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/training"
)

// last is the stage that the last column which a searching stage sees is of, with its
// training and use.
func (c *Cell) last(s contract.Stage) (*stage, *training.Training, plan.Use) {
	left := s.Of[len(s.Of)-1]
	for _, of := range c.stages {
		for t, u := range of.inOrder() {
			width := t.Fold.Width(t.Problems[u.Problem].Problem)
			if left < width {
				return of, t, u
			}
			left -= width
		}
	}
	return nil, nil, plan.Use{}
}

// checkSearch refuses a search that does not extend the hypotheses of an earlier stage, or
// extends hypotheses that another has extended.
func (c *Cell) checkSearch(s contract.Stage) error {
	before := s.Of[:len(s.Of)-1]
	of, _, _ := c.last(s)
	switch {
	case of.Task() != contract.Binary || searches(of) != (len(before) > 0) || !slices.Equal(of.Of, before) && searches(of):
		return fmt.Errorf("it searches, and sees the columns %v, of which the last is not of a model that sees the others",
			s.Of)
	case of.kind() == contract.Margin:
		return errors.New("it searches, and the scores that it uses are margins, not log-odds")
	case slices.ContainsFunc(c.stages, func(o *stage) bool { return searches(o) && slices.Equal(o.Of, s.Of) }):
		return fmt.Errorf("it searches, and goes on from the columns %v as another stage does", s.Of)
	}
	return nil
}

// extend extends the hypotheses of the rows of a set by the scores of the last model that a stage
// sees, and adds them to the inputs of the stage.
func (c *Cell) extend(s *stage, d *rows.Derived, set *rows.Set, features service.Features) {
	of, t, use := c.last(s.Stage)
	before := of.hypotheses[set.Role]
	scored := t.Fold.Set(set.Role)
	_, scores := t.Assemble([]plan.Use{use}, scored)
	each := make([][]contract.Hypothesis, set.Count)
	for i := range each {
		if before == nil {
			each[i] = s.Search.Extend(s.Search.Begin(), scores[i:i+1])
			continue
		}
		from, to := before.Of(i)
		each[i] = s.Search.Extend(before.Each[i], scores[from:to])
	}
	if before != nil {
		before.Each = nil // their targets are among those of the longer ones
	}
	if s.hypotheses == nil {
		s.hypotheses = map[rows.Role]*rows.Hypotheses{}
	}
	s.hypotheses[set.Role] = rows.NewHypotheses(each)
	if set.Role == rows.Grid {
		features = set.Features
	}
	d.AddSearched(set, features, s.Stage, s.hypotheses[set.Role])
}

// parts cuts the set of a role into parts that are decoded: smaller ones where scores after
// hypotheses are many.
func (c *Cell) parts(role rows.Role) []rows.Part {
	set, columns := c.t.Fold.Set(role), 0
	if !slices.ContainsFunc(c.stages, searches) {
		return c.t.Fold.Parts(set)
	}
	for _, s := range c.stages {
		if searches(s) {
			columns += s.Search.Width(len(s.Of))
		}
	}
	return set.Wide(columns)
}
