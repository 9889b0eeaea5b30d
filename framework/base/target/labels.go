package target

// Labels are the labels of n rows, which have any number of K labels each.
type Labels struct {
	// Ends says for each row where its labels end in Of; they begin where those of the row before end.
	Ends []int
	Of   []int32 // label numbers, in each row ascending and each once
}

// Row returns the labels of a row.
func (l Labels) Row(row int) []int32 {
	start := 0
	if row > 0 {
		start = l.Ends[row-1]
	}
	return l.Of[start:l.Ends[row]]
}

// Add adds a row.
func (l *Labels) Add(labels ...int32) {
	l.Of = append(l.Of, labels...)
	l.Ends = append(l.Ends, len(l.Of))
}

// Top are the best of K classes or labels of each of n rows, where a row with values of all K would be
// too long.
type Top struct {
	// Labels are the numbers of the classes or labels, in each row the best first.
	Labels
	Scores []float64 // of each entry of Of; larger is better
	// Probabilities are those of each entry of Of, or nil. Of classes, the others have the rest
	// in equal shares; of labels, they have 0.
	Probabilities []float64
	// Predicted says of each row how many of its first entries are predicted: of classes 1.
	Predicted []int32
	// Others is the score of all that are not among the best of a row, less than the score of any that is.
	Others float64
}
