package decode

// decoder decodes one row at a time; it may keep scratch space of its own.
type decoder struct {
	score func(s, out []float64)             // L scores to K class scores
	equal slack                              // nil where equal class scores are the same number
	pick  func(s, classScores []float64) int // the predicted class; nil for the first that counts as largest
	// probabilities turns class scores into probabilities; nil if there are none.
	probabilities func(classScores, p []float64)
}
