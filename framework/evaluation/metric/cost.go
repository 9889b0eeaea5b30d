package metric

import (
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
)

// The parameters of cost.
var (
	costsParam = cost.Param("Costs in place of those of the datasets: a row for each true class and in it a number for " +
		"each predicted class, both in class order, or an object by the names of the true and then the predicted class, " +
		"where a mistake that is not named costs 1 and being right 0.")
	normalize = contract.Param{Name: "normalize", Type: "bool", Default: true,
		Doc: "Whether the sum over rows is divided by their number; false gives the total."}
)

// costOf is the sum of the costs of the predictions, divided by their number if that is
// wanted: the total and average cost of WEKA's evaluation, classif.costs of mlr3.
func costOf(in Input, o options) []float64 {
	sum := 0.0
	for i, truth := range in.Truth.Class {
		sum += float64(in.weight(i) * in.Target.Costs[truth][in.Predicted.Class[i]])
	}
	if o.Normalize {
		sum /= in.total()
	}
	if math.IsInf(sum, 0) {
		sum = math.NaN()
	}
	return []float64{sum}
}
