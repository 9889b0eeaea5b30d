package export

import (
	"maps"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/columns"
)

// Scores is the table of scores.csv: one row per cell and metric.
func Scores(rows []score.Row) Table {
	return Table{
		Columns: columns.Scores.Fields,
		Rows: rowsOf(rows, func(out *row, r score.Row) {
			out.cell(*r.Cell)
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
		Columns: slices.Clip(columns.Cells.Fields),
		Rows:    rowsOf(in.Cells, func(out *row, c score.Cell) { fillCell(out, c, axes) }),
	}
	for _, a := range axes {
		t.Columns = append(t.Columns, columns.Parameter(a.Name()))
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
	used, size := result.Used(), math.NaN()
	if result.ModelBytes > 0 {
		size = float64(result.ModelBytes)
	}
	out.number(used.Seconds, used.CPU, result.PredictSeconds)
	out.integer(int(result.PeakRSSBytes))
	out.number(size, used.Joules, objective)
	out.integer(result.Unconverged)
	out.text(result.Ended())
	out.integer(result.Constant, result.Uncalibrated)
	for _, a := range axes {
		value, has := a.Values[c.Called(a.Kind)]
		if !has {
			out.text("")
			continue
		}
		out.text(plan.FormatValue(value))
	}
}

// Summary is the table of summary.csv: one row per group.
func Summary(groups []score.Group) Table {
	return Table{
		Columns: columns.Summary.Fields,
		Rows: rowsOf(groups, func(out *row, g score.Group) {
			out.text(g.Division(), g.Encoder, g.Learner, g.Reduction, g.Metric)
			out.number(g.Mean, g.SD)
			out.integer(g.N, g.Undefined)
		}),
	}
}

// HasTuned reports whether a parameter of some cell was tuned.
func HasTuned(cells []score.Cell) bool {
	return slices.ContainsFunc(cells, func(c score.Cell) bool { return c.Result != nil && len(c.Result.Tuned) > 0 })
}

// Tuned is the table of tuned.csv: one row per cell of a tuned learner and
// parameter, cells in plan order, parameters by name, with the value that was
// chosen. Text is written as it is; lists and objects are JSON.
func Tuned(cells []score.Cell) Table {
	return Table{columns.Tuned.Fields, func(yield func([]Value, error) bool) {
		for _, c := range cells {
			if c.Result == nil {
				continue
			}
			for _, name := range slices.Sorted(maps.Keys(c.Result.Tuned)) {
				var r row
				r.cell(c.Cell)
				if r.text(name, plan.FormatValue(c.Result.Tuned[name])); !yield(r, nil) {
					return
				}
			}
		}
	}}
}

// Variants is the table of variants.csv: one row for each parameter in which
// variants differ and name that has it, with columns
//
//	kind,name,parameter,value
//
// Text is written as it is; lists and objects are JSON. It goes with every table that
// names datasets, encoders, learners and reductions.
func Variants(p *plan.Plan) Table {
	return Table{columns.Variants.Fields, func(yield func([]Value, error) bool) {
		for _, a := range p.Axes() {
			for _, name := range slices.Sorted(maps.Keys(a.Values)) {
				var r row
				r.text(string(a.Kind), name, a.Parameter, plan.FormatValue(a.Values[name]))
				if !yield(r, nil) {
					return
				}
			}
		}
	}}
}

// Curves is the table of curves.csv: one row per combination, metric and share of the
// training rows, shares ascending. Rows are the mean over cells.
func Curves(curves []score.Curve) Table {
	return Table{columns.Curves.Fields, func(yield func([]Value, error) bool) {
		for _, c := range curves {
			for _, point := range c.Points {
				var r row
				r.text(c.Dataset, c.Encoder, c.Learner, c.Reduction, c.Metric)
				r.number(point.X, point.Rows, point.Mean, point.SD)
				if r.integer(point.N); !yield(r, nil) {
					return
				}
			}
		}
	}}
}

// CurvePoints is the table of curve_points.csv: for each curve that a plan asks for one row
// per combination that has its number, line by line, numbers ascending.
func CurvePoints(p *plan.Plan, rows []score.Row) Table {
	return Table{columns.CurvePoints.Fields, func(yield func([]Value, error) bool) {
		for _, asked := range p.Curves {
			for _, line := range score.ParameterCurves(p, asked, rows) {
				for _, point := range line.Points {
					var r row
					r.text(asked.Name, point.Of.Dataset, point.Of.Encoder, point.Of.Learner, point.Of.Reduction, line.Metric,
						asked.X())
					r.number(point.X, point.Mean, point.SD)
					if r.integer(point.N); !yield(r, nil) {
						return
					}
				}
			}
		}
	}}
}
