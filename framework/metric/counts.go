package metric

import "math"

// Confusion counts rows by truth and prediction: K × K, rows are true classes,
// columns predicted ones.
func Confusion(in Input) [][]int {
	table := make([][]int, len(in.Classes))
	for k := range table {
		table[k] = make([]int, len(in.Classes))
	}
	for i, truth := range in.Truth {
		table[truth][in.Predicted[i]]++
	}
	return table
}

// counts are the one-against-the-rest counts of a class.
type counts struct{ tp, fp, fn int }

func perClassCounts(in Input) []counts {
	list := make([]counts, len(in.Classes))
	for i, truth := range in.Truth {
		predicted := in.Predicted[i]
		if truth == predicted {
			list[truth].tp++
		} else {
			list[truth].fn++
			list[predicted].fp++
		}
	}
	return list
}

// perClass makes compute of a function of the counts of a class.
func perClass(value func(counts, options) float64) func(Input, options) []float64 {
	return func(in Input, o options) []float64 {
		list := perClassCounts(in)
		if o.Average != none {
			return []float64{averaged(list, o, value)}
		}
		values := make([]float64, len(list))
		for k, c := range list {
			values[k] = value(c, o)
		}
		return values
	}
}

// averaged turns per-class counts into one value.
func averaged(list []counts, o options, value func(counts, options) float64) float64 {
	if o.Average == micro {
		var pooled counts
		for _, c := range list {
			pooled.tp += c.tp
			pooled.fp += c.fp
			pooled.fn += c.fn
		}
		return value(pooled, o)
	}
	sum, total := 0.0, 0.0
	for _, c := range list {
		weight := 0.0
		switch {
		case o.Average == weighted:
			weight = float64(c.tp + c.fn)
		case c != counts{}:
			weight = 1
		}
		sum += weight * value(c, o)
		total += weight
	}
	return sum / total
}

func precision(c counts, _ options) float64 { return ratio(c.tp, c.tp+c.fp) }
func recall(c counts, _ options) float64    { return ratio(c.tp, c.tp+c.fn) }
func f1(c counts, _ options) float64        { return ratio(2*c.tp, 2*c.tp+c.fp+c.fn) }
func jaccard(c counts, _ options) float64   { return ratio(c.tp, c.tp+c.fp+c.fn) }

// fbeta is (1+β²)TP/((1+β²)TP + β²FN + FP), divided through by 1+β².
func fbeta(c counts, o options) float64 {
	missed := 1 / (1 + 1/(o.Beta*o.Beta))
	whole := float64(c.tp) + missed*float64(c.fn) + (1-missed)*float64(c.fp)
	if whole == 0 {
		return 0
	}
	return float64(c.tp) / whole
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func accuracy(in Input) float64 {
	right := 0
	for i, truth := range in.Truth {
		if in.Predicted[i] == truth {
			right++
		}
	}
	return ratio(right, len(in.Truth))
}

func balancedAccuracy(in Input) float64 {
	sum, present := 0.0, 0.0
	for _, c := range perClassCounts(in) {
		if c.tp+c.fn > 0 {
			sum += ratio(c.tp, c.tp+c.fn)
			present++
		}
	}
	return sum / present
}

// mcc is the K-class correlation coefficient of Gorodkin (2004),
// (n·c − Σ tₖpₖ)/√((n² − Σpₖ²)(n² − Σtₖ²)) with c correct rows and tₖ, pₖ rows
// of class k in truth and predictions.
func mcc(in Input) float64 {
	n := float64(len(in.Truth))
	var right, tp, tt, pp float64
	for _, c := range perClassCounts(in) {
		t, p := float64(c.tp+c.fn), float64(c.tp+c.fp)
		right += float64(c.tp)
		tp += t * p
		tt += t * t
		pp += p * p
	}
	spread := (n*n - pp) * (n*n - tt)
	if spread == 0 {
		return 0
	}
	return (n*right - tp) / math.Sqrt(spread)
}

// kappa is Cohen's weighted kappa (1968), 1 − Σ wᵢⱼnᵢⱼ / Σ wᵢⱼtᵢpⱼ/n with n rows,
// nᵢⱼ of them of class i and predicted as j, tᵢ of class i, pⱼ predicted as j,
// and the cost wᵢⱼ of confusing i with j: 1, |i−j| or (i−j)² off the diagonal.
func kappa(in Input, o options) []float64 {
	list := perClassCounts(in)
	var seen, expected float64
	for i, row := range Confusion(in) {
		for j, n := range row {
			cost := math.Abs(float64(i - j))
			switch {
			case o.Weights == none && i != j:
				cost = 1
			case o.Weights == quadratic:
				cost *= cost
			}
			seen += cost * float64(n)
			expected += cost * float64(list[i].tp+list[i].fn) * float64(list[j].tp+list[j].fp)
		}
	}
	return []float64{1 - seen*float64(len(in.Truth))/expected}
}
