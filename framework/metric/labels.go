package metric

import (
	"math"

	"github.com/manyclass/bench/framework/lists"
)

// perLabel makes labels of a function of counts: those of each label, or of each
// row if the average is samples. The plain mean is over all labels, also those
// that no row has, or over all rows.
func perLabel(value countedBy) func(Input, options) []float64 {
	return func(in Input, o options) []float64 {
		if o.Average == samples {
			return value.averaged(perRowCounts(in), o)
		}
		return value.averaged(perLabelCounts(in), o)
	}
}

// perExample makes labels of a function of the counts of a row: its mean over rows.
func perExample(value countedBy) func(Input, options) []float64 {
	return func(in Input, o options) []float64 {
		o.Average = samples
		return value.averaged(perRowCounts(in), o)
	}
}

// add counts a label of a row.
func (c *counts) add(truth, predicted int8) {
	switch {
	case truth == 1 && predicted == 1:
		c.tp++
	case predicted == 1:
		c.fp++
	case truth == 1:
		c.fn++
	}
}

func perLabelCounts(in Input) []counts {
	k := in.Target.K()
	list := make([]counts, k)
	for i, truth := range in.Truth.Y {
		list[i%k].add(truth, in.Predicted.Y[i])
	}
	return list
}

func perRowCounts(in Input) []counts {
	list := make([]counts, in.rows())
	for i, truth := range in.Truth.Y {
		list[i/in.Target.K()].add(truth, in.Predicted.Y[i])
	}
	return list
}

// LabelCounts are the rows of a label: those that have it and for which it is
// predicted (TP), those for which it is only predicted (FP), those that only have
// it (FN) and all others (TN).
type LabelCounts struct{ TP, FP, FN, TN int }

// CountLabels counts the rows of each of the K labels of multi-label data.
func CountLabels(in Input) []LabelCounts {
	return lists.Map(perLabelCounts(in), func(c counts) LabelCounts {
		return LabelCounts{c.tp, c.fp, c.fn, in.rows() - c.tp - c.fp - c.fn}
	})
}

// hammingLoss is the share of the n·K entries of truth that are predicted wrong.
func hammingLoss(in Input) float64 {
	wrong := 0
	for i, truth := range in.Truth.Y {
		if in.Predicted.Y[i] != truth {
			wrong++
		}
	}
	return Ratio(wrong, len(in.Truth.Y))
}

// subsetAccuracy is the share of rows of which every label is predicted right.
func subsetAccuracy(in Input) float64 {
	right := lists.Count(perRowCounts(in), func(c counts) bool { return c.fp+c.fn == 0 })
	return Ratio(right, in.rows())
}

// labelLogLoss is the mean over rows and labels of −ln of the probability given
// to what is true of the label.
func labelLogLoss(in Input) float64 {
	const eps = 0x1p-52
	loss := 0.0
	for i, p := range in.Probabilities {
		if in.Truth.Y[i] == 0 {
			p = 1 - p
		}
		loss -= math.Log(clip(p, eps))
	}
	return loss / float64(len(in.Truth.Y))
}

// labelBrier is the mean over rows and labels of (p − y)².
func labelBrier(in Input) float64 {
	sum := 0.0
	for i, p := range in.Probabilities {
		d := p - float64(in.Truth.Y[i])
		sum += d * d
	}
	return sum / float64(len(in.Truth.Y))
}
