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
	Predictions    *Blob    `json:"predictions,omitempty"` // nil unless ok
}

// Blob is a stretch of a predictions file beside the journal.
type Blob struct {
	File   string `json:"file"` // name inside the journal folder
	Offset int64  `json:"offset"`
	Length int64  `json:"length"`
	SHA256 string `json:"sha256"`
}

// Predictions are the outcome of a cell on its test rows, in ascending order of
// the rows' ids. All slices have one entry a row; Scores and Probabilities have
// K entries a row (row-major) and Probabilities may be nil.
type Predictions struct {
	Classes       int
	Rows          []int // row ids in the dataset, counted from 0
	Truth         []int // class numbers
	Predicted     []int
	Scores        []float64
	Probabilities []float64
}
