// Package export writes results as long tables for other programs.
package export

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
)

// WriteScores writes scores.csv: one line per cell and metric.
func WriteScores(w io.Writer, rows []score.Row) error {
	t := newTable(w, "dataset,encoder,learner,reduction,repeat,fold,metric,value,status")
	for _, r := range rows {
		t.cell(r.Cell)
		t.text(r.Metric)
		t.number(r.Value)
		t.text(string(r.Status))
		t.end()
	}
	return t.close()
}

// WriteCells writes cells.csv: one line per cell that was run or skipped. Times
// are in seconds, memory in bytes.
func WriteCells(w io.Writer, cells []score.CellResult) error {
	t := newTable(w, "dataset,encoder,learner,reduction,repeat,fold,status,error,train_rows,test_rows,binary_problems,"+
		"train_seconds,predict_seconds,peak_rss_bytes,objective,unconverged")
	for _, c := range cells {
		if c.Status() == "" {
			continue
		}
		result := store.Result{Status: c.Status(), Error: c.Cell.Skipped}
		if c.Result != nil {
			result = *c.Result
		}
		objective := math.NaN()
		if result.Objective != nil {
			objective = *result.Objective
		}
		t.cell(c.Cell)
		t.text(string(result.Status))
		t.text(result.Error)
		t.integer(result.TrainRows)
		t.integer(result.TestRows)
		t.integer(result.BinaryProblems)
		t.number(result.TrainSeconds)
		t.number(result.PredictSeconds)
		t.integer(int(result.PeakRSSBytes))
		t.number(objective)
		t.integer(result.Unconverged)
		t.end()
	}
	return t.close()
}

// WriteSummary writes summary.csv: one line per group.
func WriteSummary(w io.Writer, groups []score.Group) error {
	t := newTable(w, "dataset,encoder,learner,reduction,metric,mean,sd,n,undefined")
	for _, g := range groups {
		t.text(g.Dataset)
		t.text(g.Encoder)
		t.text(g.Learner)
		t.text(g.Reduction)
		t.text(g.Metric)
		t.number(g.Mean)
		t.number(g.SD)
		t.integer(g.N)
		t.integer(g.Undefined)
		t.end()
	}
	return t.close()
}

// table writes CSV line by line and keeps the first error.
type table struct {
	w    *csv.Writer
	line []string
	err  error
}

func newTable(w io.Writer, header string) *table {
	_, err := io.WriteString(w, header+"\n")
	return &table{w: csv.NewWriter(w), err: err}
}

func (t *table) text(s string)    { t.line = append(t.line, s) }
func (t *table) integer(n int)    { t.text(strconv.Itoa(n)) }
func (t *table) number(v float64) { t.text(string(appendNumber(nil, v))) }

func (t *table) cell(c plan.Cell) {
	t.line = append(t.line, c.Dataset, c.Encoder, c.Learner, c.Reduction)
	t.integer(c.Repeat)
	t.integer(c.Fold)
}

func (t *table) end() {
	if t.err == nil {
		t.err = t.w.Write(t.line)
	}
	t.line = t.line[:0]
}

func (t *table) close() error {
	t.w.Flush()
	if t.err == nil {
		t.err = t.w.Error()
	}
	return t.err
}

// appendNumber appends the shortest text that reads back as v; NaN is "NaN" and
// there is no negative zero.
func appendNumber(b []byte, v float64) []byte {
	if v == 0 {
		v = 0
	}
	return strconv.AppendFloat(b, v, 'g', -1, 64)
}
