package pictured

import (
	"io"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/showing/compare/measured"
	"github.com/manyclass/bench/framework/showing/picture"
)

// costWords are what measured.CostNames are called below a picture.
var costWords = map[string]string{"train_seconds": "seconds of training, of all datasets and folds",
	"predict_seconds": "seconds of predicting, of all datasets and folds", "model_bytes": "bytes of all models",
	"energy_joules": "joules of training"}

// front shows the mean of each method over what it took; false if that is not known of all.
func (r shown) front(cost string) (picture.Front, bool) {
	took, known := r.Costs[cost]
	return picture.Front{Title: r.Name + ": what is not beaten in both", X: costWords[cost], Y: "mean of " + r.measure(),
		Labels: r.Methods, Costs: took, Values: lists.Map(r.Values, stats.Mean), SmallerIsBetter: r.SmallerIsBetter}, known
}

// paretoPictures are a picture for each cost that is known.
func (r shown) paretoPictures() []Picture {
	var list []Picture
	for _, cost := range measured.CostNames {
		if front, known := r.front(cost); known {
			list = append(list, Picture{"Pareto front, " + front.X, []string{"pareto", cost},
				func(w io.Writer) error { return picture.Fronts(w, front) }})
		}
	}
	return list
}
