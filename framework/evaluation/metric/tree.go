package metric

import "math"

// ways are the numbers of nodes of two ways from the root to a class, the root not counted:
// those of the true and of the predicted class, and those that both have.
type ways struct{ truth, predicted, both int }

// way counts the nodes of the ways of row i.
func (in Input) way(i int, paths [][]int) ways {
	truth, predicted := paths[in.Truth.Class[i]], paths[in.Predicted.Class[i]]
	w := ways{truth: len(truth), predicted: len(predicted)}
	for w.both < min(w.truth, w.predicted) && truth[w.both] == predicted[w.both] {
		w.both++
	}
	return w
}

// hierarchically makes compute of a ratio of counts: a node of both ways is a true positive,
// one of the predicted way alone a false positive, one of the true way alone a false negative
// (Kiritchenko, Matwin, Nock & Famili, "Learning and evaluation in the presence of class
// hierarchies", Canadian AI 2006; Silla & Freitas 2011).
func hierarchically(ratio countedBy) func(Input, options) []float64 {
	return func(in Input, o options) []float64 {
		paths := in.Target.Tree.Paths(in.Target.K())
		var all counts
		sum, rows := 0.0, 0.0
		for i := range in.rows() {
			w, weight := in.way(i, paths), in.weight(i)
			row := counts{float64(weight * float64(w.both)), float64(weight * float64(w.predicted-w.both)),
				float64(weight * float64(w.truth-w.both))}
			all.tp, all.fp, all.fn = all.tp+row.tp, all.fp+row.fp, all.fn+row.fn
			sum, rows = sum+float64(weight*ratio(row, o)), rows+weight
		}
		if o.Average == samples {
			return []float64{sum / rows}
		}
		return []float64{ratio(all, o)}
	}
}

// lcaDistance is the mean over rows of the number of edges from the true class up to the lowest
// common ancestor of the true and the predicted class, and perhaps down to the predicted one.
func lcaDistance(in Input, o options) []float64 {
	paths := in.Target.Tree.Paths(in.Target.K())
	sum, rows := 0.0, 0.0
	for i := range in.rows() {
		w, weight := in.way(i, paths), in.weight(i)
		if o.Rows == wrongRows && in.Truth.Class[i] == in.Predicted.Class[i] {
			continue
		}
		distance := w.truth - w.both
		if o.Edges == pathEdges {
			distance += w.predicted - w.both
		}
		sum, rows = sum+float64(weight*float64(distance)), rows+weight
	}
	if rows == 0 {
		return []float64{math.NaN()}
	}
	return []float64{sum / rows}
}
