package contract

// Code is a code matrix: Code[k][l] is +1 if class k is positive in binary
// problem l, −1 if negative, 0 if its rows are left out. K rows, L columns.
type Code [][]int8

// Columns returns L, the number of binary problems.
func (c Code) Columns() int {
	if len(c) == 0 {
		return 0
	}
	return len(c[0])
}

// Column returns column l as a vector over classes.
func (c Code) Column(l int) []int8 {
	col := make([]int8, len(c))
	for k, row := range c {
		col[k] = row[l]
	}
	return col
}

// Reduction is the multiclass problem that a reducer is asked to reduce.
type Reduction struct {
	Classes []string // names in class order, K of them
	Counts  []int    // rows of each class in the dataset
	Seed    uint64   // depends on experiment seed, design and draw, not on the dataset
}

// Outputs says which outputs on training rows a stage wants before the next
// stage can be planned.
type Outputs string

// The outputs a stage can want.
const (
	NoOutputs Outputs = "none"
	OutOfFold Outputs = "out_of_fold"
	InSample  Outputs = "in_sample"
)

// Stage is a set of problems that can be trained at the same time.
type Stage struct {
	Task Task
	Code Code // for Binary: one problem per column. Empty for Multiclass
	// Outputs asks for the scores of this stage's models on training rows. A
	// reducer that wants them implements Stager.
	Outputs Outputs
	Folds   int // inner folds for OutOfFold
	// State is handed back unchanged to Next and Decode, perhaps in another
	// process: a reducer keeps nothing between calls.
	State []byte
}

// Reducer turns a multiclass problem into binary ones and back.
type Reducer interface {
	// Plan returns the first stage, or error diagnostics whose paths lead into
	// the reducer's configuration.
	Plan(r Reduction) (Stage, []Diagnostic)
	// Decode turns the scores of the models, one row per example and one column
	// per binary problem (K columns for a multiclass stage), into classes. It
	// is told what the scores are.
	Decode(state []byte, scores Matrix, kind ScoreKind) (Decoded, error)
}

// Stager is implemented by reducers of more than one stage.
type Stager interface {
	// Next receives the outputs of the last stage on training rows (n × L,
	// rows in the order of the row set) with their classes, and returns the
	// next stage, or done.
	Next(state []byte, outputs Matrix, classes []int) (next Stage, done bool, err error)
}

// Decoded is the answer of a Decode.
type Decoded struct {
	Scores        Matrix  // n × K class scores, larger is better
	Predictions   []int   // n class numbers; ties already broken
	Probabilities *Matrix // n × K rows summing to 1, or nil
}
