package export

import (
	"math"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
)

// Scores is the table of scores.csv: one row per cell and metric.
func Scores(rows []score.Row) Table {
	return Table{
		Columns: schema(cellColumns + "metric value:number status"),
		Rows: rowsOf(rows, func(out *row, r score.Row) {
			out.cell(r.Cell)
			out.text(r.Metric)
			out.number(r.Value)
			out.text(string(r.Status))
		}),
	}
}

// Cells is the table of cells.csv: one row per cell that was run or skipped.
// Times are in seconds, memory in bytes; ended says why trainings ended. The last
// columns are the parameters in which variants differ, such as param:learner.C:
// texts, since values may be of any kind, and empty where a cell's combination has
// no such parameter or chooses it by tuning.
func Cells(in score.Input) Table {
	axes := in.Plan.Axes()
	t := Table{
		Columns: schema(cellColumns + "status error train_rows:integer test_rows:integer binary_problems:integer " +
			"train_seconds:number predict_seconds:number peak_rss_bytes:integer objective:number unconverged:integer ended " +
			"constant:integer uncalibrated:integer"),
		Rows: rowsOf(in.Cells, func(out *row, c score.Cell) { fillCell(out, c, axes) }),
	}
	for _, a := range axes {
		t.Columns = append(t.Columns, Column{"param:" + a.Name(), Text})
	}
	return t
}

func fillCell(out *row, c score.Cell, axes []plan.Axis) {
	if c.Status() == "" {
		return
	}
	result := store.Result{Status: c.Status(), Error: c.Skipped}
	if c.Result != nil {
		result = *c.Result
	}
	objective := math.NaN()
	if result.Objective != nil {
		objective = *result.Objective
	}
	out.cell(c.Cell)
	out.text(string(result.Status), result.Error)
	out.integer(result.TrainRows, result.TestRows, result.BinaryProblems)
	out.number(result.TrainSeconds, result.PredictSeconds)
	out.integer(int(result.PeakRSSBytes))
	out.number(objective)
	out.integer(result.Unconverged)
	out.text(result.Ended())
	out.integer(result.Constant, result.Uncalibrated)
	for _, a := range axes {
		value, has := a.Values[c.Called(a.Kind)]
		if !has {
			out.text("")
			continue
		}
		out.text(formatValue(value))
	}
}

// Summary is the table of summary.csv: one row per group.
func Summary(groups []score.Group) Table {
	return Table{
		Columns: schema("dataset encoder learner reduction metric mean:number sd:number n:integer undefined:integer"),
		Rows: rowsOf(groups, func(out *row, g score.Group) {
			out.text(g.Dataset, g.Encoder, g.Learner, g.Reduction, g.Metric)
			out.number(g.Mean, g.SD)
			out.integer(g.N, g.Undefined)
		}),
	}
}
