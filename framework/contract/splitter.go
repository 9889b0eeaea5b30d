package contract

// RowFact is something that a dataset may say of its rows beside what is to be predicted
// of them.
type RowFact string

// The facts of rows. Features are for splitters alone.
const (
	RowGroups   RowFact = "groups"
	RowWeights  RowFact = "weights"
	RowFeatures RowFact = "features"
)

// Lacking is the first of some facts that rows do not have, or "".
func Lacking(facts []RowFact, grouped, weighted bool) RowFact {
	for _, fact := range facts {
		if fact == RowGroups && !grouped || fact == RowWeights && !weighted {
			return fact
		}
	}
	return ""
}

// Undivided is the rows of a dataset that are to be divided into folds, n of them, in the
// order of the dataset. Rows without a class, which no fold uses, are not among them.
type Undivided struct {
	Classes    []string // names in class order, K of them; of multi-label data the labels
	MultiLabel bool     // rows have any number of labels instead of one class
	// Truth is the class number of each row; of multi-label data n × K, row-major, 1 for a
	// label that the row has and else 0.
	Truth []int
	// Quantity is the number that each row's class was made of; nil where classes were not
	// made of numbers.
	Quantity []float64
	// Groups is the number of each row's group, in the order of their names; nil where the
	// dataset has none.
	Groups  []int
	Weights []float64 // of each row, finite and above 0; nil where rows have none
	// Features are the columns of the dataset as they are, n rows, if the component's facts
	// name them: numbers, NaN where one is missing, and of nominal columns the numbers of
	// their values, negative where one is missing. They may not be kept.
	Features Features
	Seed     uint64 // the only source of randomness
}

// Rows is the number of rows.
func (u Undivided) Rows() int {
	if u.MultiLabel {
		return len(u.Truth) / max(1, len(u.Classes))
	}
	return len(u.Truth)
}

// Fold is the rows that a fold trains on and tests, by their numbers from 0, in any order.
type Fold struct {
	// Train may have a row several times: it then trains as often. Nil is all rows that
	// the fold does not test.
	Train []int
	Test  []int
}

// Splitter divides the rows of a dataset.
type Splitter interface {
	// Split returns the folds of each repeat, or error diagnostics whose paths lead into
	// the splitter's configuration. Each fold trains on a row and tests one at least, and
	// none that it tests. The same rows and seed give the same folds.
	Split(u Undivided) ([][]Fold, []Diagnostic)
}

// TrainSizes is the attribute of validations whose folds train on parts of their rows too.
var TrainSizes = Param{Name: "train_sizes", Type: "list(number)", Above: Bound(0), Max: Bound(1),
	Doc: "Shares of the training rows of each fold to train on, for learning curves: nested parts with equal shares " +
		"of the classes. 1 is all of them."}

// SplitterOptions are the attributes of a validation block that bench itself obeys: a
// splitter has no parameter of such a name.
var SplitterOptions = []string{"method", TrainSizes.Name}
