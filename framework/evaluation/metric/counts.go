package metric

import (
	"maps"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// Confusion counts rows by truth and prediction, or sums their weights: K × K, rows are
// true classes, columns predicted ones.
func Confusion(in Input) [][]float64 {
	table := lists.Table[float64](in.Target.K(), in.Target.K())
	for i, truth := range in.Truth.Class {
		table[truth][in.Predicted.Class[i]] += in.weight(i)
	}
	return table
}

// counts are the one-against-the-rest counts of a class, or the sums of weights.
type counts struct{ tp, fp, fn float64 }

func perClassCounts(in Input) []counts {
	list := make([]counts, len(in.Target.Names))
	for i, truth := range in.Truth.Class {
		predicted, weight := in.Predicted.Class[i], in.weight(i)
		if truth == predicted {
			list[truth].tp += weight
		} else {
			list[truth].fn += weight
			list[predicted].fp += weight
		}
	}
	return list
}

// countedBy is a number made of the counts of a class, of a label or of the
// labels of a row.
type countedBy func(counts, options) float64

// perClass makes compute of a function of the counts of a class. The plain mean
// is over the classes present in truth or predictions.
func perClass(value countedBy) func(Input, options) []float64 {
	return func(in Input, o options) []float64 {
		list := perClassCounts(in)
		if o.Average == macro {
			list = slices.DeleteFunc(list, func(c counts) bool { return c == counts{} })
		}
		return value.averaged(list, nil, o)
	}
}

// averaged turns counts into one value, or into one each if the average is none.
// Values that are not defined are left out of means, in which counts of rows have their
// weights, unless these are nil.
func (value countedBy) averaged(list []counts, ofRows []float64, o options) []float64 {
	if o.Average == micro {
		var pooled counts
		for _, c := range list {
			pooled.tp += c.tp
			pooled.fp += c.fp
			pooled.fn += c.fn
		}
		return []float64{value(pooled, o)}
	}
	values, weights := make([]float64, len(list)), make([]float64, len(list))
	for k, c := range list {
		values[k], weights[k] = value(c, o), 1
		switch {
		case o.Average == weighted:
			weights[k] = c.tp + c.fn
		case ofRows != nil:
			weights[k] = ofRows[k]
		}
	}
	if o.Average == none {
		return values
	}
	return []float64{mean(values, weights)}
}

// mean is the weighted mean of the values that are numbers, the plain one if
// their weights are all 0, NaN if there are none.
func mean(values, weights []float64) float64 {
	sum, total, plain, numbers := 0.0, 0.0, 0.0, 0.0
	for k, v := range values {
		if math.IsNaN(v) {
			continue
		}
		sum += float64(weights[k] * v)
		total += weights[k]
		plain += v
		numbers++
	}
	if total == 0 {
		return plain / numbers
	}
	return sum / total
}

func precision(c counts, o options) float64 { return o.ratio(c.tp, c.tp+c.fp) }

func recall(c counts, o options) float64 { return o.ratio(c.tp, c.tp+c.fn) }

func f1(c counts, o options) float64 { return o.ratio(2*c.tp, float64(2*c.tp)+c.fp+c.fn) }

func jaccard(c counts, o options) float64 { return o.ratio(c.tp, c.tp+c.fp+c.fn) }

// fbeta is (1+β²)TP/((1+β²)TP + β²FN + FP), divided through by 1+β².
func fbeta(c counts, o options) float64 {
	missed := 1 / (1 + 1/(o.Beta*o.Beta))
	whole := c.tp + float64(missed*c.fn) + float64((1-missed)*c.fp)
	if whole == 0 {
		return o.undefined()
	}
	return c.tp / whole
}

// ratio is a/b, and for b = 0 what the option zero_division says.
func (o options) ratio(a, b float64) float64 {
	if b == 0 {
		return o.undefined()
	}
	return a / b
}

// undefined is the value of a ratio 0/0.
func (o options) undefined() float64 {
	switch o.ZeroDivision {
	case one:
		return 1
	case notANumber:
		return math.NaN()
	}
	return 0
}

func accuracy(in Input) float64 {
	return in.share(func(i int) bool { return in.Predicted.Class[i] == in.Truth.Class[i] })
}

func balancedAccuracy(in Input) float64 {
	sum, present := 0.0, 0.0
	for _, c := range perClassCounts(in) {
		if c.tp+c.fn > 0 {
			sum += Ratio(c.tp, c.tp+c.fn)
			present++
		}
	}
	return sum / present
}

// mcc is the K-class correlation coefficient of Gorodkin (2004),
// (n·c − Σ tₖpₖ)/√((n² − Σpₖ²)(n² − Σtₖ²)) with c correct rows and tₖ, pₖ rows
// of class k in truth and predictions.
func mcc(in Input) float64 {
	n := in.total()
	var right, tp, tt, pp float64
	truths, predictions := 0, 0 // classes that occur
	for _, c := range perClassCounts(in) {
		t, p := c.tp+c.fn, c.tp+c.fp
		right += c.tp
		tp += float64(t * p)
		tt += float64(t * t)
		pp += float64(p * p)
		if t > 0 {
			truths++
		}
		if p > 0 {
			predictions++
		}
	}
	spread := (float64(n*n) - pp) * (float64(n*n) - tt)
	if truths == 1 || predictions == 1 || spread <= 0 { // rounded sums of weights do not always cancel
		return 0
	}
	return (float64(n*right) - tp) / math.Sqrt(spread)
}

// kappa is Cohen's weighted kappa (1968), 1 − Σ wᵢⱼnᵢⱼ / Σ wᵢⱼtᵢpⱼ/n with n rows,
// nᵢⱼ of them of class i and predicted as j, tᵢ of class i, pⱼ predicted as j,
// and the cost wᵢⱼ of confusing i with j: 1, |i−j| or (i−j)² off the diagonal.
func kappa(in Input, o options) []float64 {
	list, confused := perClassCounts(in), map[[2]int]float64{}
	for i, truth := range in.Truth.Class {
		confused[[2]int{truth, in.Predicted.Class[i]}] += in.weight(i)
	}
	pairs := slices.SortedFunc(maps.Keys(confused), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	seen := 0.0
	for _, pair := range pairs {
		seen += float64(o.disagreement(pair[0], pair[1]) * confused[pair])
	}
	expected := o.expected
	if len(list) > mostPaired {
		expected = o.expectedOfMany
	}
	return []float64{1 - seen*in.total()/expected(list)}
}

// mostPaired is the largest number of classes whose pairs are counted one by one.
const mostPaired = 1000

// expected is Σ wᵢⱼtᵢpⱼ.
func (o options) expected(list []counts) (sum float64) {
	for i, truth := range list {
		for j, predicted := range list {
			sum += float64(o.disagreement(i, j) * (truth.tp + truth.fn) * (predicted.tp + predicted.fp))
		}
	}
	return sum
}

// expectedOfMany is expected in time of the classes: |i − j| is the number of places between the two, and
// (i − j)² is i² − 2ij + j².
func (o options) expectedOfMany(list []counts) float64 {
	var t, p, both, firstT, firstP, secondT, secondP float64 // sums of tᵢ, pᵢ, tᵢpᵢ, i·tᵢ, i·pᵢ, i²·tᵢ, i²·pᵢ
	for i, c := range list {
		truth, predicted, at := c.tp+c.fn, c.tp+c.fp, float64(i)
		t, p, both = t+truth, p+predicted, both+float64(truth*predicted)
		firstT, firstP = firstT+float64(at*truth), firstP+float64(at*predicted)
		secondT, secondP = secondT+float64(at*at*truth), secondP+float64(at*at*predicted)
	}
	switch o.Weights {
	case none:
		return float64(t*p) - both
	case quadratic:
		return float64(secondT*p) - float64(2*firstT*firstP) + float64(t*secondP)
	}
	sum, beforeT, beforeP := 0.0, 0.0, 0.0
	for _, c := range list {
		beforeT, beforeP = beforeT+c.tp+c.fn, beforeP+c.tp+c.fp
		sum += float64(beforeT*(p-beforeP)) + float64(beforeP*(t-beforeT))
	}
	return sum
}

// disagreement is what a kappa counts for classes i and j.
func (o options) disagreement(i, j int) float64 {
	cost := math.Abs(float64(i - j))
	switch {
	case o.Weights == none && i != j:
		return 1
	case o.Weights == quadratic:
		return float64(cost * cost)
	}
	return cost
}
