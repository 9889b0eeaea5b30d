package labels

import "math"

// Correlated returns for each of K labels those whose φ coefficient with it, the
// correlation of two columns of 0 and 1 on the rows (n × K), is at least least or at
// most −least, and the label itself: Tsoumakas, Dimou, Spyromitros, Mezaris,
// Kompatsiaris & Vlahavas, "Correlation-based pruning of stacked binary relevance
// models for multi-label learning", MLD workshop at ECML PKDD 2009. A label that all
// rows have, or none, correlates with none.
func Correlated(y []int8, k int, least float64) [][]int {
	n := len(y) / k
	both := together(y, k)
	lists := make([][]int, k)
	for a := range k {
		for b := range k {
			if a == b || math.Abs(phi(both[a*k+b], both[a*k+a], both[b*k+b], float64(n))) >= least {
				lists[a] = append(lists[a], b)
			}
		}
	}
	return lists
}

// phi is (n·n₁₁ − n₁·n₂)/√(n₁(n − n₁)n₂(n − n₂)) of two labels that n₁ and n₂ of n rows
// have and n₁₁ both, 0 where that is 0/0.
func phi(both, first, second, n float64) float64 {
	spread := first * (n - first) * second * (n - second)
	if spread == 0 {
		return 0
	}
	return (float64(n*both) - float64(first*second)) / math.Sqrt(spread)
}

// together counts in how many rows (n × K) two labels are, K × K.
func together(y []int8, k int) []float64 {
	counts := make([]float64, k*k)
	var present []int
	for i := 0; i < len(y); i += k {
		present = present[:0]
		for l, has := range y[i : i+k] {
			if has != 0 {
				present = append(present, l)
			}
		}
		for _, a := range present {
			for _, b := range present {
				counts[a*k+b]++
			}
		}
	}
	return counts
}
