package plan

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// HasParts reports whether some cells train on parts of their folds' training rows.
func (p *Plan) HasParts() bool {
	return slices.ContainsFunc(p.Cells, func(c Cell) bool { return c.TrainSize > 0 })
}

// Main is the plan of the cells that tables and comparisons are of: of each combination
// those that train on most, as a rule all training rows. It is p where there are no others.
func (p *Plan) Main() *Plan {
	if !p.HasParts() {
		return p
	}
	main := *p
	is := p.IsMain()
	main.Cells = slices.DeleteFunc(slices.Clone(p.Cells), func(c Cell) bool { return !is(c) })
	return &main
}

// IsMain tells the cells of Main.
func (p *Plan) IsMain() func(Cell) bool {
	most := map[Combination]float64{} // share, by combination without it
	base := func(c Cell) Combination {
		of := c.Combination
		of.TrainSize = 0
		return of
	}
	for _, c := range p.Cells {
		most[base(c)] = max(most[base(c)], c.Share())
	}
	return func(c Cell) bool { return c.Share() == most[base(c)] }
}

// wholeOf is the hash of a validation, given by its own, without the share of the training
// rows, which has no say in which rows are tested.
func (p *Plan) wholeOf(validation string) string {
	part := p.Parts[validation]
	var values map[string]any
	if part.Config.Decode(&values) != nil || values[TrainSizeParameter] == nil {
		return validation
	}
	delete(values, TrainSizeParameter)
	part.Config = contract.NewConfig(values)
	return part.Hash()
}
