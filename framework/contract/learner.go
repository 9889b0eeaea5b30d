package contract

import (
	"context"
	"slices"
)

// Matrix is a dense matrix in row-major order: row i is
// Data[i*Cols : (i+1)*Cols]. Learners must not write to a matrix they are
// given; it may be shared with other problems or mapped read-only.
type Matrix struct {
	Rows, Cols int
	Data       []float64
}

// Row returns row i without copying.
func (m Matrix) Row(i int) []float64 { return m.Data[i*m.Cols : (i+1)*m.Cols] }

// Problem is one training task as a plain Learner sees it.
type Problem struct {
	Task    Task
	X       Matrix    // n × d, columns already shifted and scaled as the encoder asks
	Y       []float64 // n; binary −1 or +1, multiclass 0 … Classes−1, regression any real
	Weights []float64 // n positive row weights, or nil for all 1
	Classes int       // K for multiclass, else 2
	Seed    uint64    // the only source of randomness a learner may use
	// Columns describe the columns of X, d of them; nil when the host did not send them.
	Columns []Column
}

// Learner trains one problem at a time. It must be a function of the problem
// alone: the same problem gives the same model whatever was trained before.
type Learner interface {
	Train(ctx context.Context, p Problem) (Model, error)
}

// Forgetful is implemented by learners whose models do not refer to the rows that they were trained on. Where the
// SDK copies many rows, it then does so to a file that is gone after training.
type Forgetful interface {
	Learner
	// ForgetsRows does nothing.
	ForgetsRows()
}

// SparseLearner is implemented by learners that train a problem on rows in compressed
// form. With the capability Sparse the SDK then hands them sparse rows as they are; other
// learners of one problem at a time get them as dense ones, if these are not too large.
type SparseLearner interface {
	Learner
	// TrainSparse is Train on the rows x. The matrix of the problem has their number and
	// that of their columns, and no values.
	TrainSparse(ctx context.Context, p Problem, x SparseMatrix) (Model, error)
}

// Model scores rows. Score writes one score a row for binary and regression
// models, K scores a row (row-major n × K) for multiclass models. It is called
// from one goroutine at a time and must not write to x.
type Model interface {
	Score(x Matrix, scores []float64)
}

// SparseModel is implemented by models that score rows in compressed form. Other
// models get sparse rows as dense ones, some at a time.
type SparseModel interface {
	Model
	// ScoreSparse writes what Score does.
	ScoreSparse(x SparseMatrix, scores []float64)
}

// JointModel is implemented by models that are faster scored together, or that take more
// than one thread. The SDK then never calls Score.
type JointModel interface {
	Model
	// ScoreAll writes the scores of models, all of the receiver's type, side by side:
	// those of row i begin at scores[i·width], width being the scores a row of all models.
	// There is one model unless they have one score a row. Rows are in compressed form only
	// if the learner has the property TakesSparse. The scores of a model must have the same
	// bytes whatever the other models, the other rows and the number of threads are.
	ScoreAll(models []Model, x Rows, threads int, scores []float64)
}

// RemoteModel is implemented by models that live outside of the process, where
// scoring can fail. The SDK then never calls Score.
type RemoteModel interface {
	Model
	// ScoreRemote writes what Score does, or says why there are no scores.
	ScoreRemote(ctx context.Context, x Matrix, scores []float64) error
	// Bytes is how many bytes the model holds, 0 if that is not known.
	Bytes() int64
	// Forget frees the model, which is not asked for again.
	Forget() error
}

// End is why the training of a problem ended.
type End string

// The ends of training. Only Tolerance is at the minimum.
const (
	Tolerance End = "tolerance"  // within the tolerance of the minimum
	MaxIter   End = "max_iter"   // after as many iterations as are allowed
	Stalled   End = "stalled"    // nothing moves any more: rounding hides what is left to gain
	NoMinimum End = "no_minimum" // the objective has none, and coefficients would grow without end
)

// Known returns the end if it is one of the above, else "".
func (e End) Known() End {
	switch e {
	case Tolerance, MaxIter, Stalled, NoMinimum:
		return e
	}
	return ""
}

// Fit is what a learner knows about how well it solved its problem.
type Fit struct {
	Objective    float64 // training objective in C form; meaningful if HasObjective
	HasObjective bool
	Unconverged  bool // stopped before reaching the tolerance
	End          End  // why it stopped, for learners that iterate and say so; else ""
	// Seconds is the problem's share of the time, for learners that train many
	// problems at once: what they do together is shared by work, rows × columns ×
	// passes. 0 if they do not know.
	Seconds float64
	// Bytes is how many bytes the model holds. If it is 0, the SDK counts what the model
	// refers to.
	Bytes int64
}

// Fitted is implemented by models that know their Fit.
type Fitted interface{ Fit() Fit }

// BatchLearner trains many problems in one call and may share work between
// them. Every problem's model must have the same bytes as if it were trained
// alone.
type BatchLearner interface {
	// TrainBatch trains every problem of the batch and reports each exactly
	// once through done, in any order, from one goroutine at a time. A problem
	// that fails is reported with its error and does not stop the others. The
	// returned error is for failures of the whole batch.
	TrainBatch(ctx context.Context, b Batch, done func(problem int, m Model, err error)) error
}

// Batch is many problems over one feature matrix.
type Batch struct {
	Features Features
	RowSets  []RowSet
	Problems []BatchProblem
	Threads  int // at least 1
	// LeaveOneOut says that the models will be asked for LeftOut.
	LeaveOneOut bool
	// Kept holds what the learner left there in its last call, nil at first and after
	// another learner of the process has trained: what it has made of the same rows, say,
	// for another parameter. Results may not depend on it. A nil pointer keeps nothing.
	Kept *any
}

// LeftOutModel is a model of a learner with the capability LeaveOneOut.
type LeftOutModel interface {
	Model
	// LeftOut returns the scores of all rows of the row set, a row after the other: of
	// one that the model was trained on those of the model trained without it.
	LeftOut() []float64
}

// Features is the design matrix of one dataset, encoder and repeat (or fold),
// shared by every row set. Either Dense or CSR is set.
type Features struct {
	Rows, Cols int
	Dense      []float64 // Rows × Cols, row-major, read-only; nil if sparse
	CSR        *CSR
	Columns    []Column // len Cols; nil when the host did not send them
	// Release, unless it is nil, says that rows [start, end) of Dense are not
	// needed for now: they take no memory of this process until they are read
	// again.
	Release func(start, end int)
}

// CSR is a sparse matrix in compressed row form: row i holds values
// Data[Indptr[i]:Indptr[i+1]] in the ascending columns Indices[…].
type CSR struct {
	Data    []float64
	Indices []int32
	Indptr  []int64
}

// SparseMatrix is rows of a CSR matrix: Indptr has Rows+1 entries, which need not
// begin at 0. It must not be written to.
type SparseMatrix struct {
	Rows, Cols int
	CSR
}

// Rows are rows, dense or in compressed form.
type Rows struct {
	Matrix               // of rows in compressed form only Rows and Cols
	Sparse *SparseMatrix // nil if dense
}

// Column names one feature and says how its numbers are meant.
type Column struct {
	Name string `json:"name"` // "col", or "col=value" of an indicator
	Kind string `json:"kind"` // NumericColumn, IndicatorColumn or NominalColumn
	// Values are the categories of a nominal column, in their order; nil for others.
	// An entry of the matrix is the number of its value, from 0. A negative entry is
	// a value that the training rows lack, or none. Such columns are never shifted or
	// scaled.
	Values []string `json:"values,omitzero"`
}

// The kinds of column.
const (
	NumericColumn   = "numeric"
	IndicatorColumn = "indicator" // 1 or 0
	NominalColumn   = "nominal"   // the number of a category
)

// Equal reports whether two columns are described alike.
func (c Column) Equal(other Column) bool {
	return c.Name == other.Name && c.Kind == other.Kind && slices.Equal(c.Values, other.Values)
}

// Range is a run of consecutive rows [Start, End) of one class.
type Range struct {
	Start, End int
	Class      int
}

// RowSet names the training rows of a fold. Rows are ordered by class, then by
// fold, so that a row set is a few ranges.
type RowSet struct {
	Ranges  []Range
	Weights []float64 // one per row in the order of Ranges, or nil
	// Shift and Scale standardise columns without a new matrix: a learner sees
	// (x − Shift) / Scale. Both nil means the matrix is used as it is. A model
	// remembers them and applies them when it scores. With CSR features Shift is
	// nil, since it would fill the zeros.
	Shift, Scale []float64
}

// BatchProblem is one problem of a batch.
type BatchProblem struct {
	RowSet int
	Task   Task
	// Column is a code column: for each class +1, −1 or 0 (left out). Its first
	// nonzero entry is +1 if the learner is symmetric. Set for binary tasks
	// over classes.
	Column []int8
	// Target holds one value per row of the row set, for problems that are no
	// code column (labels, real targets); nil otherwise.
	Target []float64
	// Positives stands for the Target of a binary problem, for learners that take it: the
	// numbers in the row set, ascending, of the rows whose target is +1. That of all
	// others is −1. It is nil, or has a number at least.
	Positives []int32
	Classes   int // K
	Seed      uint64
}
