package metric

import "github.com/manyclass/bench/framework/base/lists"

// weight is what row i counts.
func (in Input) weight(i int) float64 {
	if in.Weights == nil {
		return 1
	}
	return in.Weights[i]
}

// total is the sum of the weights of the rows, which is their number if all count alike.
func (in Input) total() float64 {
	if in.Weights == nil {
		return float64(in.rows())
	}
	return lists.Sum(in.Weights)
}

// totalOf is total of some rows.
func (in Input) totalOf(rows []int) float64 {
	if in.Weights == nil {
		return float64(len(rows))
	}
	sum := 0.0
	for _, i := range rows {
		sum += in.Weights[i]
	}
	return sum
}

// mean is the weighted mean over rows.
func (in Input) mean(value func(row int) float64) float64 {
	sum := 0.0
	for i := range in.rows() {
		sum += float64(in.weight(i) * value(i))
	}
	return sum / in.total()
}

// share is the weighted share of rows.
func (in Input) share(is func(row int) bool) float64 {
	sum := 0.0
	for i := range in.rows() {
		if is(i) {
			sum += in.weight(i)
		}
	}
	return Ratio(sum, in.total())
}

// Ratio is a/b, 0 where b is 0.
func Ratio[T int | float64](a, b T) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
