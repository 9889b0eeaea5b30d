package plan

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/contract"
)

// TrainSizeParameter is what files call the share of the training rows that folds train
// on, a parameter of the validation.
const TrainSizeParameter = "train_size"

// Division is what files call the dataset as a combination divides its rows: its name
// and, where folds train on a part of their rows, the variant of the validation that this
// is: "iris[train_size=0.1]".
func (c Combination) Division() string {
	if c.TrainSize == 0 {
		return c.Dataset
	}
	return fmt.Sprintf("%s[%s=%s]", c.Dataset, TrainSizeParameter, strconv.FormatFloat(c.TrainSize, 'g', -1, 64))
}

// Share is the share of the training rows that is trained on: 1 is all of them.
func (c Combination) Share() float64 {
	if c.TrainSize == 0 {
		return 1
	}
	return c.TrainSize
}

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

// trainSizes is the axis of the parts of the training rows, by divisions.
func (p *Plan) trainSizes() Axis {
	a := Axis{Kind: contract.KindValidation, Parameter: TrainSizeParameter, Values: map[string]any{}}
	for _, c := range p.Cells {
		a.Values[c.Division()] = c.Share()
	}
	return a
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
