package metric

import (
	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
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

// add counts a label of a row.
func (c *counts) add(truth, predicted int8, weight float64) {
	switch {
	case truth == 1 && predicted == 1:
		c.tp += weight
	case predicted == 1:
		c.fp += weight
	case truth == 1:
		c.fn += weight
	}
}

func perLabelCounts(in Input) []counts {
	k := in.Target.K()
	list := make([]counts, k)
	for i, truth := range in.Truth.Y {
		list[i%k].add(truth, in.Predicted.Y[i], in.weight(i/k))
	}
	return list
}

// perRowCounts counts the labels of each row, whatever the row's weight.
func perRowCounts(in Input) []counts {
	list := make([]counts, in.rows())
	for i, truth := range in.Truth.Y {
		list[i/in.Target.K()].add(truth, in.Predicted.Y[i], 1)
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
	k, wrong := in.Target.K(), 0.0
	for i, truth := range in.Truth.Y {
		if in.Predicted.Y[i] != truth {
			wrong += in.weight(i / k)
		}
	}
	return wrong / (float64(k) * in.total())
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
	for i, p := range in.Probabilities {
		if in.Truth.Y[i] == 0 {
			p = 1 - p
		}
		loss -= float64(in.weight(i/k) * elementary.Log(clip(p, eps)))
	}
	return loss / (float64(k) * in.total())
}

// labelBrier is the mean over rows and labels of (p − y)².
func labelBrier(in Input) float64 {
	k, sum := in.Target.K(), 0.0
	for i, p := range in.Probabilities {
		d := p - float64(in.Truth.Y[i])
		sum += float64(in.weight(i/k) * (d * d))
	}
	return sum / (float64(k) * in.total())
}
