package contract

import "github.com/manyclass/bench/framework/base/target"

// Reduction is the multiclass problem that a reducer is asked to reduce.
type Reduction struct {
	Classes []string // names in class order, K of them; of multi-label data the labels
	Counts  []int    // rows of each class, or with each label, in the dataset
	Seed    uint64   // depends on experiment seed, design and draw, not on the dataset
	// Tree has the classes as its leaves: that of the dataset for a reducer with UsesTree,
	// else nil.
	Tree *target.Tree
}

// Reducer turns a multiclass problem into simpler ones and back.
type Reducer interface {
	// Plan returns the first stage, or error diagnostics whose paths lead into
	// the reducer's configuration.
	Plan(r Reduction) (Stage, []Diagnostic)
	// Decode turns the scores of the models of all stages, one row per example,
	// into classes: the columns of the first stage, one per binary problem (K for
	// a multiclass stage), then those of the second, and so on. It is told what
	// the scores of the last stage are, and given the last state. Each row is decoded by
	// itself: the rows of a fold may come in several calls.
	Decode(state []byte, scores Matrix, kind ScoreKind) (Decoded, error)
}

// Decoded is the answer of a Decode.
type Decoded struct {
	Scores Matrix // n × K class scores, larger is better
	// Predictions are n class numbers, ties already broken; for multi-label data
	// n × K, row-major, 1 for a label that is predicted and else 0.
	Predictions   []int
	Probabilities *Matrix // n × K rows summing to 1 (of labels, each by itself), or nil
	// Top replaces all of these where a reducer finds the best of very many classes or labels only.
	Top *target.Top
}
