// Package store keeps what a run found: append-only journals, the predictions
// beside them, and reading both back.
package store

// Status of a cell.
type Status string

// The statuses of cells.csv.
const (
	OK          Status = "ok"
	Failed      Status = "failed"
	Timeout     Status = "timeout"
	OutOfMemory Status = "out_of_memory"
	Skipped     Status = "skipped"
)

// Result is the outcome of one cell.
type Result struct {
	Key            string   `json:"key"`
	Attempt        int      `json:"attempt,omitempty"` // 0, and one more each time a failed cell is retried
	Status         Status   `json:"status"`
	Error          string   `json:"error,omitempty"`
	TrainRows      int      `json:"train_rows"`
	TestRows       int      `json:"test_rows"`
	BinaryProblems int      `json:"binary_problems"`
	TrainSeconds   float64  `json:"train_seconds"`
	PredictSeconds float64  `json:"predict_seconds"`
	PeakRSSBytes   int64    `json:"peak_rss_bytes"`
	Objective      *float64 `json:"objective,omitempty"` // nil where the learner has none
	Unconverged    int      `json:"unconverged"`
	// Tuned holds the values that were chosen for the parameters of a tuned
	// learner; nil for others. Numbers are float64.
	Tuned map[string]any `json:"tuned,omitempty"`
	// Note says what a reader of an ok result should know: candidates of the
	// tuning that failed.
	Note        string `json:"note,omitempty"`
	Predictions *Blob  `json:"predictions,omitempty"` // nil unless ok
	Train       *Blob  `json:"train,omitempty"`       // predictions of the training rows; nil unless asked for
	Regions     *Blob  `json:"regions,omitempty"`     // decision regions; nil where there is no picture
}

// blobs lists the blobs of a result that has them.
func (r *Result) blobs() []*Blob {
	var list []*Blob
	for _, b := range []*Blob{r.Predictions, r.Train, r.Regions} {
		if b != nil {
			list = append(list, b)
		}
	}
	return list
}

// Output is what the models of an ok cell predict.
type Output struct {
	Test    *Predictions
	Train   *Predictions // nil unless a metric is on the training rows
	Regions *Regions     // nil where there is no picture
}

// Predictions are the outcome of a cell on some rows, in ascending order of the
// rows' ids. All slices have one entry a row; Scores and Probabilities have
// K entries a row (row-major) and Probabilities may be nil.
type Predictions struct {
	Classes       int
	Rows          []int // row ids in the dataset, counted from 0
	Truth         []int // class numbers
	Predicted     []int
	Scores        []float64
	Probabilities []float64
}
