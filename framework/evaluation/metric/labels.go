package metric

import (
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
)

// perLabel makes labels of a function of counts: those of each label, or of each
// row if the average is samples. The plain mean is over all labels, also those
// that no row has, or over all rows.
func perLabel(value countedBy) func(Input, options) []float64 {
	return func(in Input, o options) []float64 {
		if o.Average == samples {
			return value.averaged(perRowCounts(in), in.Weights, o)
		}
		return value.averaged(perLabelCounts(in), nil, o)
	}
}

// perExample makes labels of a function of the counts of a row: its mean over rows.
func perExample(value countedBy) func(Input, options) []float64 {
	return func(in Input, o options) []float64 {
		o.Average = samples
		return value.averaged(perRowCounts(in), in.Weights, o)
	}
}

func perLabelCounts(in Input) []counts {
	list := make([]counts, in.Target.K())
	for i := range in.rows() {
		weight := in.weight(i)
		for _, label := range in.Truth.Y.Row(i) {
			if in.Predicted.Y.Has(i, int(label)) {
				list[label].tp += weight
			} else {
				list[label].fn += weight
			}
		}
		for _, label := range in.Predicted.Y.Row(i) {
			if !in.Truth.Y.Has(i, int(label)) {
				list[label].fp += weight
			}
		}
	}
	return list
}

// perRowCounts counts the labels of each row, whatever the row's weight.
func perRowCounts(in Input) []counts {
	list := make([]counts, in.rows())
	for i := range list {
		truth, predicted := in.Truth.Y.Row(i), in.Predicted.Y.Row(i)
		both := target.Both(truth, predicted)
		list[i] = counts{tp: float64(both), fp: float64(len(predicted) - both), fn: float64(len(truth) - both)}
	}
	return list
}

// LabelCounts are the rows of a label: those that have it and for which it is
// predicted (TP), those for which it is only predicted (FP), those that only have
// it (FN) and all others (TN).
type LabelCounts struct{ TP, FP, FN, TN int }

// CountLabels counts the rows of each of the K labels of multi-label data, all alike.
func CountLabels(in Input) []LabelCounts {
	in.Weights = nil
	return lists.Map(perLabelCounts(in), func(c counts) LabelCounts {
		tp, fp, fn := int(c.tp), int(c.fp), int(c.fn)
		return LabelCounts{tp, fp, fn, in.rows() - tp - fp - fn}
	})
}

// hammingLoss is the share of the n·K entries of truth that are predicted wrong.
func hammingLoss(in Input) float64 {
	wrong := 0.0
	for i := range in.rows() {
		for range in.Truth.Y.Differing(in.Predicted.Y, i) {
			wrong += in.weight(i)
		}
	}
	return wrong / (float64(in.Target.K()) * in.total())
}

// subsetAccuracy is the share of rows of which every label is predicted right.
func subsetAccuracy(in Input) float64 {
	list := perRowCounts(in)
	return in.share(func(i int) bool { return list[i].fp+list[i].fn == 0 })
}

// labelLogLoss is the mean over rows and labels of −ln of the probability given
// to what is true of the label.
func labelLogLoss(in Input) float64 {
	const eps = 0x1p-52
	k, loss := in.Target.K(), 0.0
	for i := range in.rows() {
		in.each(i, func(p float64, has bool, count int) {
			if !has {
				p = 1 - p
			}
			loss -= float64(float64(count) * in.weight(i) * elementary.Log(clip(p, eps)))
		})
	}
	return loss / (float64(k) * in.total())
}

// labelBrier is the mean over rows and labels of (p − y)².
func labelBrier(in Input) float64 {
	k, sum := in.Target.K(), 0.0
	for i := range in.rows() {
		in.each(i, func(p float64, has bool, count int) {
			d := p
			if has {
				d = p - 1
			}
			sum += float64(float64(count) * in.weight(i) * (d * d))
		})
	}
	return sum / (float64(k) * in.total())
}

// each calls visit with the probabilities of the labels of row i, whether the row has them, and how many
// there are of such.
func (in Input) each(i int, visit func(p float64, has bool, count int)) {
	truth, found := in.Truth.Y.Row(i), 0
	in.probabilities(i, func(label int, p float64, count int) {
		if label < 0 {
			visit(p, true, len(truth)-found)
			visit(p, false, count-(len(truth)-found))
			return
		}
		_, has := slices.BinarySearch(truth, int32(label))
		if has {
			found++
		}
		visit(p, has, count)
	})
}
