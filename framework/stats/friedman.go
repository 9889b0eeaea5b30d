package stats

// Friedman is the outcome of Friedman's test of k treatments over N blocks.
type Friedman struct {
	ChiSquared, ChiSquaredP float64 // corrected for ties, k−1 degrees of freedom
	F, FP                   float64 // Iman and Davenport (1980), k−1 and (k−1)(N−1) degrees of freedom
	N, K                    int
}
