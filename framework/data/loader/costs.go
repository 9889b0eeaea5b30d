package loader

import (
	"errors"

	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
)

// setCosts gives the classes of a table the costs of its block.
func setCosts(t *data.Table, s source.Source) error {
	if s.Costs.IsZero() {
		return nil
	}
	if t.Target.MultiLabel {
		return (&data.Error{Msg: "costs are for classes, and these are multi-label data; remove them"}).Of("costs")
	}
	costs, err := s.Costs.Of(t.Target.Names)
	var wrong *cost.Error
	if errors.As(err, &wrong) {
		return (&data.Error{Msg: wrong.Summary + ". " + cost.Help}).Of(append([]any{"costs"}, wrong.Path...)...)
	}
	t.Target.Costs = costs
	return nil
}
