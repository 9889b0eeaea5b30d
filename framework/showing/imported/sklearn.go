package imported

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// scored is a column of cv_results_ with the scores of a split, or with their means.
var scored = regexp.MustCompile(`^(split\d+|mean)_test_(.+)$`)

func isSearch(g *grid) bool { return slices.ContainsFunc(g.head, scored.MatchString) }

// readSearch reads cv_results_: a candidate is a method, and a split a fold.
func readSearch(r *reading) {
	var metrics []string
	for _, name := range r.head {
		if m := scored.FindStringSubmatch(name); m != nil && !slices.Contains(metrics, m[2]) {
			metrics = append(metrics, m[2])
		}
	}
	if len(metrics) == 0 {
		r.wrong(0, "there is no column split0_test_… or mean_test_…, as cv_results_ of scikit-learn has them")
		return
	}
	r.Table.Metric = cmp.Or(r.Options.Metric, metrics[0])
	if !slices.Contains(metrics, r.Table.Metric) {
		r.wrong(0, "there are no scores of -metric %q; there are %s", r.Table.Metric, strings.Join(metrics, ", "))
		return
	}
	splits := r.splits()
	methods := r.candidates()
	for i, at := range r.rows {
		for n, column := range splits {
			v := measured.Value{Dataset: r.Dataset, Method: methods[i]}
			if len(splits) > 1 {
				v.Unit = r.unit(n)
			}
			var there bool
			if v.Value, there = r.number(at.line, v.Method, v.Dataset, at.fields[column]); there {
				r.Values = append(r.Values, v)
			}
		}
	}
	if r.Folds == 0 && len(splits) > 1 {
		r.note("The %d splits are taken as the folds of one cross-validation; -folds N says that a repeat has "+
			"N.", len(splits))
	}
}

// splits are the columns of the splits in their order, or the one of the means if there are none.
func (r *reading) splits() (columns []int) {
	for n := 0; ; n++ {
		at := r.at(fmt.Sprintf("split%d_test_%s", n, r.Table.Metric))
		if at < 0 {
			break
		}
		columns = append(columns, at)
	}
	if mean := r.at("mean_test_" + r.Table.Metric); len(columns) == 0 && mean >= 0 {
		return []int{mean}
	}
	return columns
}

// candidates names the candidate of each row by its parameters.
func (r *reading) candidates() []string {
	taken := map[string]bool{}
	list := make([]string, len(r.rows))
	for i, at := range r.rows {
		var parameters []string
		for j, name := range r.head {
			name, isParameter := strings.CutPrefix(name, "param_")
			if isParameter && !isMissing(at.fields[j]) {
				parameters = append(parameters, name+"="+at.fields[j])
			}
		}
		name := cmp.Or(strings.Join(parameters, ","), r.in(at, "params"), "candidate")
		if iter := r.in(at, "iter"); iter != "" {
			name += ",iter=" + iter // searches by successive halving try a candidate several times
		}
		list[i] = r.named(name, "candidate", name, taken)
	}
	return list
}
