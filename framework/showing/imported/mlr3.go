package imported

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/showing/compare/measured"
)

func isMLR3(g *grid) bool {
	return g.has("task_id", "learner_id") && (g.has("resampling_id") || g.has("iteration"))
}

// ofMLR3 are the columns of scores of mlr3 that are not measures.
var ofMLR3 = []string{"", "nr", "uhash", "task", "task_id", "learner", "learner_id", "resampling", "resampling_id",
	"iteration", "iters", "prediction", "prediction_test", "resample_result", "warnings", "errors"}

// lossesOfMLR3 are measures of mlr3 that are minimised and whose name has no word of errors.
var lossesOfMLR3 = []string{"ce", "bbrier", "mbrier", "logloss", "fpr", "fnr", "fdr", "fomr", "fp", "fn", "costs",
	"mse", "rmse",
	"mae", "msle", "rmsle", "pinball", "smape", "mape"}

// readMLR3 reads scores: iterations are folds, if it is known of how many a repeat has.
func readMLR3(r *reading) {
	if !r.need("task_id", "learner_id") {
		return
	}
	isMeasure := func(column int) bool { return !slices.Contains(ofMLR3, r.head[column]) && r.numeric(column) }
	value := -1
	for column := range r.head {
		if value < 0 && isMeasure(column) && (r.Options.Metric == "" || r.head[column] == r.Options.Metric) {
			value = column
		}
	}
	if value < 0 {
		r.noMetric(cmp.Or(r.Options.Metric, "of a measure"), isMeasure)
		return
	}
	r.Table.Metric = r.head[value]
	_, measure, _ := strings.Cut(r.Table.Metric, ".")
	r.SmallerIsBetter = slices.Contains(lossesOfMLR3, measure) || isError(r.Table.Metric)
	datasets := r.tasks()
	for i, at := range r.rows {
		v := measured.Value{Dataset: datasets[i], Method: r.in(at, "learner_id")}
		if r.has("iteration") && !r.place(at.line, &v, r.in(at, "iteration"), r.in(at, "resampling_id")) {
			return
		}
		var there bool
		if v.Value, there = r.number(at.line, v.Method, v.Dataset, at.fields[value]); there {
			r.Values = append(r.Values, v)
		}
	}
}

// tasks names the dataset of each row: the task, with the resampling where a task has several.
func (r *reading) tasks() []string {
	of := map[string]string{}
	several := map[string]bool{}
	for _, at := range r.rows {
		task, resampling := r.in(at, "task_id"), r.in(at, "resampling_id")
		if other, known := of[task]; known && other != resampling {
			several[task] = true
		}
		of[task] = resampling
	}
	list := make([]string, len(r.rows))
	for i, at := range r.rows {
		list[i] = r.in(at, "task_id")
		if several[list[i]] {
			list[i] += " (" + r.in(at, "resampling_id") + ")"
		}
	}
	return list
}

// place says which fold of which repeat an iteration is, counted from 1.
func (r *reading) place(line int, v *measured.Value, iteration, resampling string) bool {
	n, err := strconv.Atoi(iteration)
	switch {
	case err != nil || n < 1:
		r.wrong(line, "the iteration is %q; it is a whole number from 1", iteration)
		return false
	case r.Folds > 0:
		v.Unit = r.unit(n - 1)
	case strings.HasPrefix(resampling, "repeated_"):
		r.wrong(0, "resampling_id is %s, and the table does not say how many of the iterations make a repeat: -folds N "+
			"says it", resampling)
		return false
	case resampling == "" || strings.HasSuffix(resampling, "cv") || resampling == "loo":
		v.Unit = measured.Unit{Fold: iteration}
	default:
		v.Unit = measured.Unit{Repeat: iteration, Fold: "1"}
		r.note("Iterations of %s are repeats of one division. corrected_t also needs the columns train_rows and "+
			"test_rows: add them to the table.", resampling)
	}
	return true
}

// unit is the fold and the repeat of the iteration with this number, counted from 0.
func (r *reading) unit(n int) measured.Unit {
	if r.Folds == 0 {
		return measured.Unit{Fold: strconv.Itoa(n + 1)}
	}
	return measured.Unit{Repeat: strconv.Itoa(n/r.Folds + 1), Fold: strconv.Itoa(n%r.Folds + 1)}
}
