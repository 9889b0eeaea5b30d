package reference

import "math"

// Kernel is a kernel by its definition: "rbf", "poly", "sigmoid" or "linear".
func Kernel(kind string, gamma, coef0 float64, degree int, x, z []float64) float64 {
	product, square := 0.0, 0.0
	for j := range x {
		product += x[j] * z[j]
		square += (x[j] - z[j]) * (x[j] - z[j])
	}
	switch kind {
	case "rbf":
		return math.Exp(-gamma * square)
	case "poly":
		return math.Pow(gamma*product+coef0, float64(degree))
	case "sigmoid":
		return math.Tanh(gamma*product + coef0)
	}
	return product
}
