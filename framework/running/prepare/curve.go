package prepare

import (
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/results/plan"
)

// checkCurves refuses curves over the columns of reductions where each block has codes of
// one length on a dataset.
func checkCurves(p *Prepared) diagnostic.List {
	type line struct{ dataset, reduction string }
	first, vary := map[line]int{}, false
	for _, c := range p.Experiment.Combinations {
		d := p.dataset(c.Dataset)
		if d == nil {
			return nil // it has mistakes of its own
		}
		of, columns := line{c.Dataset.Name, plan.LineOf(c.Reduction.Name, plan.Columns)}, d.problems(c.Reduction)
		if before, known := first[of]; known && before != columns {
			vary = true
		}
		first[of] = columns
	}
	var diags diagnostic.List
	for i := range p.Experiment.Curves {
		if c := &p.Experiment.Curves[i]; c.CountsColumns() && !vary {
			diags = append(diags, c.Errorf(mistake.BadCurve, "reduction.columns does not vary",
				"On each dataset all variants of a reduction have as many columns. A curve needs for example "+
					"columns = grid(5, 10, 20) in a reduction of type ecoc."))
		}
	}
	return diags
}
