// Package store keeps what a run found: append-only journals, the predictions
// beside them, and reading both back.
package store

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/evaluation/diagnose"
)

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
	Key     string `json:"key"`
	Attempt int    `json:"attempt,omitempty"` // 0, and one more each time a failed cell is retried
	// Plugins are those that took part, with the versions of what they ran on; nil
	// in results of earlier releases.
	Plugins []service.Origin `json:"plugins,omitempty"`
	Status  Status           `json:"status"`
	Error   string           `json:"error,omitempty"`
	Sizes
	BinaryProblems int `json:"binary_problems"`
	Costs
	Training
	Tuning
	Blobs
	// Elapsed is the seconds that the journal spent on the cell, 0 if it does not tell.
	// It is known by reading.
	Elapsed float64 `json:"-"`
}

// Sizes are how many rows a cell is trained on and tested on.
type Sizes struct {
	TrainRows int `json:"train_rows"` // a row that trains several times counts as often
	// DifferentRows counts each training row once. It is 0 where none trains twice, and in
	// results of earlier releases.
	DifferentRows int `json:"different_train_rows,omitempty"`
	TestRows      int `json:"test_rows"`
}

// Costs are what a cell took.
type Costs struct {
	TrainSeconds   float64 `json:"train_seconds"`
	PredictSeconds float64 `json:"predict_seconds"`
	// CPUSeconds and EnergyJoules are what training took; nil where they cannot be
	// measured, and in results of earlier releases.
	CPUSeconds   *float64 `json:"cpu_seconds,omitempty"`
	EnergyJoules *float64 `json:"energy_joules,omitempty"`
	ModelBytes   int64    `json:"model_bytes,omitempty"` // 0 where a plugin does not say
	PeakRSSBytes int64    `json:"peak_rss_bytes"`
}

// Training says how the training of a cell's problems went.
type Training struct {
	Objective   *float64 `json:"objective,omitempty"` // nil where the learner has none
	Unconverged int      `json:"unconverged"`
	// Ends counts why the training of problems ended; nil where no learner says.
	Ends         map[contract.End]int `json:"ends,omitempty"`
	Constant     int                  `json:"constant,omitempty"`     // problems with nothing to learn
	Uncalibrated int                  `json:"uncalibrated,omitempty"` // problems with too few rows to calibrate
	// NoSets says why no training rows calibrate prediction sets that the experiment asks for.
	NoSets string `json:"no_sets,omitempty"`
}

// Tuning says what tuning chose in a cell.
type Tuning struct {
	// Tuned holds the values that were chosen for the parameters of a tuned
	// learner; nil for others. Numbers are float64.
	Tuned map[string]any `json:"tuned,omitempty"`
	// Search says how the candidates did among which tuning chose; nil where nothing is
	// tuned, and in results of earlier releases.
	Search *Search `json:"search,omitempty"`
	// Note says what a reader of an ok result should know: candidates of the
	// tuning that failed.
	Note string `json:"note,omitempty"`
}

// Blobs are where the arrays of a cell are.
type Blobs struct {
	Predictions *Blob `json:"predictions,omitempty"` // nil unless ok
	Train       *Blob `json:"train,omitempty"`       // predictions of the training rows; nil unless asked for
	Folded      *Blob `json:"folded,omitempty"`      // training rows out of inner folds; nil unless asked for
	Regions     *Blob `json:"regions,omitempty"`     // decision regions; nil where there is no picture
	Binary      *Blob `json:"binary,omitempty"`      // what binary models do; nil where there are none
	Code        *Blob `json:"code,omitempty"`        // the cell's own code; nil unless it depends on the training rows
}

// Different is the number of different training rows.
func (s Sizes) Different() int { return cmp.Or(s.DifferentRows, s.TrainRows) }

// Ended lists why trainings ended, with their number: "tolerance=36 max_iter=9".
func (r *Result) Ended() string {
	var list []string
	for _, end := range []contract.End{contract.Tolerance, contract.MaxIter, contract.Stalled, contract.NoMinimum} {
		if n := r.Ends[end]; n > 0 {
			list = append(list, fmt.Sprintf("%s=%d", end, n))
		}
	}
	return strings.Join(list, " ")
}

// blobs lists the blobs of a result that has them.
func (r *Result) blobs() []*Blob {
	var list []*Blob
	for _, b := range []*Blob{r.Predictions, r.Train, r.Folded, r.Regions, r.Binary, r.Code} {
		if b != nil {
			list = append(list, b)
		}
	}
	return list
}

// Output is what the models of an ok cell predict.
type Output struct {
	Test  *Predictions
	Train *Predictions // nil unless a metric is on the training rows
	// Folded are the class probabilities of the training rows, as Scores, by models of inner
	// folds that were not trained on them. Nil unless they calibrate prediction sets.
	Folded  *Predictions
	Regions *Regions // decision regions; nil if they were not computed
	// Binary says what the binary models do on the test rows. Nil where there are
	// none.
	Binary *diagnose.Binary
	// Code is the code that the cell ends with, the columns of all its binary
	// stages. Nil unless it depends on the training rows.
	Code contract.Dense
}

// Bytes is about how much memory the output holds.
func (o Output) Bytes() (bytes int64) {
	for _, p := range []*Predictions{o.Test, o.Train, o.Folded} {
		if p != nil {
			bytes += 8 * int64(3*len(p.Rows)+len(p.Scores)+len(p.Probabilities))
			if p.Top != nil {
				bytes += 16 * int64(len(p.Rows)+2*len(p.Top.Of))
			}
		}
	}
	return bytes
}

// Predictions are the outcome of a cell on some rows, in ascending order of the
// rows' ids. Truth and Predicted have the class of each row or, of a multi-label
// cell, its labels; Scores and Probabilities have K entries a row (row-major) and
// Probabilities may be nil. Of very many classes or labels both are nil, and Top has the
// best of each row.
type Predictions struct {
	K                int   // classes, or labels, of which there is at least one
	MultiLabel       bool  // K counts labels
	Rows             []int // row ids in the dataset, counted from 0
	Truth, Predicted target.Rows
	Scores           []float64
	Probabilities    []float64
	Top              *target.Top
	// Sets say which classes are in the prediction set of a row, K entries a row; nil where
	// there are none. They are not stored: what is stored determines them.
	Sets []bool
	// Weights are what the rows count; nil where they count alike. They are not stored here:
	// the plan has them.
	Weights []float64
}

// HasProbabilities reports whether rows have probabilities, of all classes or labels or of the best.
func (p *Predictions) HasProbabilities() bool {
	return p.Probabilities != nil || p.Top != nil && p.Top.Probabilities != nil
}

// Append puts predictions of the same target behind others, which may be none yet.
func (p *Predictions) Append(more *Predictions) {
	if more.Top != nil && p.Top == nil {
		p.Top = &target.Top{Others: more.Top.Others}
	}
	if more.Top != nil {
		p.Top = p.Top.And(more.Top)
	}
	p.K, p.MultiLabel = more.K, more.MultiLabel
	p.Rows = append(p.Rows, more.Rows...)
	p.Truth, p.Predicted = p.Truth.And(more.Truth), p.Predicted.And(more.Predicted)
	p.Scores, p.Probabilities = append(p.Scores, more.Scores...), append(p.Probabilities, more.Probabilities...)
	p.Weights, p.Sets = append(p.Weights, more.Weights...), append(p.Sets, more.Sets...)
}
