package multiclass

import (
	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
)

// Sample is rows with the probabilities of K classes, the predicted class and the true one.
type Sample struct {
	K                  int
	Probabilities      []float64 // rows × K
	Predicted, Classes []int
}

// least is the smallest probability whose logarithm is taken, as in scikit-learn's
// temperature scaling.
const least = 1e-12

// logarithms are those of probabilities.
func logarithms(p []float64) []float64 {
	return lists.Map(p, func(p float64) float64 { return elementary.Log(max(p, least)) })
}

// softmax makes scores into probabilities, in place, and returns the logarithm of the sum of
// their exponentials.
func softmax(z []float64) float64 {
	largest, sum := z[0], 0.0
	for _, v := range z {
		largest = max(largest, v)
	}
	for i, v := range z {
		z[i] = elementary.Exp(v - largest)
		sum += z[i]
	}
	for i := range z {
		z[i] /= sum
	}
	return largest + elementary.Log(sum)
}

// scaled divides values by their sum, unless that is 0.
func scaled(values []float64) {
	if sum := lists.Sum(values); sum > 0 {
		for i := range values {
			values[i] /= sum
		}
	}
}
