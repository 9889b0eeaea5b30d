package imported

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/showing/compare/measured"
)

func isOpenML(g *grid) bool {
	return g.has("run_id", "function") && (g.has("value") || g.has("values"))
}

// readOpenML reads a list of evaluations: the flow with its setup is the method. Of several runs of a setup on a
// task the mean counts.
func readOpenML(r *reading) {
	if !r.need("task_id", "function") {
		return
	}
	var functions []string
	for _, at := range r.rows {
		if f := r.in(at, "function"); !slices.Contains(functions, f) {
			functions = append(functions, f)
		}
	}
	if len(functions) == 0 {
		return
	}
	r.Table.Metric = cmp.Or(r.Options.Metric, functions[0])
	if !slices.Contains(functions, r.Table.Metric) {
		r.wrong(0, "there are no evaluations of -metric %q; there are %s", r.Table.Metric, strings.Join(functions, ", "))
		return
	}
	if len(functions) > 1 {
		r.note("The table has evaluations of %s; those of %s were taken (-metric NAME takes others).",
			strings.Join(functions, ", "), r.Table.Metric)
	}
	r.SmallerIsBetter = isError(r.Table.Metric) || strings.Contains(r.Table.Metric, "cost")
	datasets := r.pairs("data_name", "task_id", "task", "task ")
	methods := r.pairs("flow_name", "setup_id", "setup", "flow ")
	var values []measured.Value
	for i, at := range r.rows {
		if r.in(at, "function") == r.Table.Metric {
			values = append(values, r.evaluation(at, datasets[i], methods[i])...)
		}
	}
	runs := len(values)
	means := measured.Averaged(values)
	if len(means) < runs {
		r.note("Some setups have several runs on a task: the mean of the runs counts.")
	}
	r.Values = append(r.Values, means...)
}

// pairs names what is in the column of each row, with the other column where a name has several of them there. Names
// that are too long get a number.
func (r *reading) pairs(column, other, word, without string) []string {
	of := map[string][]string{}
	key := func(at row) string { return cmp.Or(r.in(at, column), without+r.in(at, other)) }
	for _, at := range r.rows {
		if name, id := key(at), r.in(at, other); !slices.Contains(of[name], id) {
			of[name] = append(of[name], id)
		}
	}
	names, taken := map[string]string{}, map[string]bool{}
	list := make([]string, len(r.rows))
	for i, at := range r.rows {
		name := key(at)
		if len(of[name]) > 1 {
			name += fmt.Sprintf(" (%s %s)", word, r.in(at, other))
		}
		if names[name] == "" {
			names[name] = r.named(name, word+" "+r.in(at, other), name, taken)
		}
		list[i] = names[name]
	}
	return list
}

// evaluation are the values of a run: those of its folds, or the one of all.
func (r *reading) evaluation(at row, dataset, method string) []measured.Value {
	v := measured.Value{Dataset: dataset, Method: method}
	if text := r.in(at, "value"); !isMissing(text) || isMissing(r.in(at, "values")) {
		var there bool
		if v.Value, there = r.number(at.line, method, dataset, text); there {
			return []measured.Value{v}
		}
		return nil
	}
	var folds []json.Number
	if err := json.Unmarshal([]byte(r.in(at, "values")), &folds); err != nil {
		r.wrong(at.line, "values is not a list of numbers, such as [0.9, 0.8]")
		return nil
	}
	var list []measured.Value
	for n, text := range folds {
		v.Unit = r.unit(n)
		var there bool
		if v.Value, there = r.number(at.line, method, dataset, text.String()); there {
			list = append(list, v)
		}
	}
	return list
}
