package contract

// Outcome is what models predict of some rows, with what is known of the rows: the test
// rows of a fold, or those of all folds of a repeat.
type Outcome struct {
	Classes    []string // names in class order, K of them; of multi-label data the labels
	MultiLabel bool     // rows have any number of labels instead of one class
	// Truth and Predicted are the class number of each row; of multi-label data n × K,
	// row-major, 1 for a label that the row has, or gets, and else 0.
	Truth, Predicted []int
	Scores           Matrix  // n × K, larger is better
	Probabilities    *Matrix // n × K, or nil where there are none
	// Weights is the weight of each row, finite and above 0; nil where rows have none.
	Weights []float64
	// Groups is the number of each row's group; nil where rows have none. Equal numbers
	// are the same group, whatever the fold.
	Groups []int
}

// Rows is the number of rows.
func (o Outcome) Rows() int { return o.Scores.Rows }

// Part is the outcome of the rows from start to before end. It shares its data.
func (o Outcome) Part(start, end int) Outcome {
	per := 1
	if o.MultiLabel {
		per = len(o.Classes)
	}
	part := o
	part.Truth, part.Predicted = o.Truth[start*per:end*per], o.Predicted[start*per:end*per]
	part.Scores = o.Scores.rows(start, end)
	if o.Probabilities != nil {
		p := o.Probabilities.rows(start, end)
		part.Probabilities = &p
	}
	if o.Weights != nil {
		part.Weights = o.Weights[start:end]
	}
	if o.Groups != nil {
		part.Groups = o.Groups[start:end]
	}
	return part
}

// rows are those from start to before end.
func (m Matrix) rows(start, end int) Matrix {
	return Matrix{Rows: end - start, Cols: m.Cols, Data: m.Data[start*m.Cols : end*m.Cols]}
}

// Metric makes a number of what models predict.
type Metric interface {
	// Compute returns the value on some rows, one at least. NaN says that it is undefined
	// there, as an area under a curve is where all rows are of one class; an infinite
	// value is an error.
	Compute(o Outcome) (float64, error)
}

// MetricOptions are the attributes that every metric block takes: a metric of a plugin
// has no parameter of such a name.
var MetricOptions = []string{"name", "on", "over"}
