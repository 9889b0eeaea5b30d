package fold

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// inspect looks at the finished parts: an empty one is an error, a class that
// some part lacks is a warning.
func (m method) inspect(repeats []Repeat, in data.Design) []contract.Diagnostic {
	path, views := []any{m.path}, viewsOf(repeats)
	for _, v := range views {
		if d, bad := emptyPart(v, path); bad {
			return []contract.Diagnostic{d}
		}
	}
	var diags []contract.Diagnostic
	if in.Target.MultiLabel {
		diags = m.labelGaps(views, in)
	} else {
		diags = untrained(views, in, path)
	}
	if m.uneven && !in.Target.MultiLabel {
		diags = append(diags, m.untested(repeats, in)...)
	}
	if m.grouped {
		diags = append(diags, m.alike(repeats)...)
	}
	return diags
}

// emptyPart finds the first fold that tests or trains nothing.
func emptyPart(r view, path []any) (contract.Diagnostic, bool) {
	tested := r.TestRows()
	used := lists.Count(r.Test, func(f int) bool { return f != Out })
	if used == 0 {
		return contract.Errorf(path, "No rows", "The dataset has no row with a class."), true
	}
	if r.Folds == 0 {
		return contract.Errorf(path, "Nothing to test", "No row has a fold in which it is tested."), true
	}
	for f, n := range tested {
		if n == 0 {
			return contract.Errorf(path, "Empty test part", "The test part of fold %d%s has no rows.", r.first+f, r.where), true
		}
		if n == used {
			return contract.Errorf(path, "Empty training part",
				"The training part of fold %d%s has no rows: all %s are tested in "+
					"it.", r.first+f, r.where, wording.Count(used, "row")), true
		}
	}
	return contract.Diagnostic{}, false
}

// untrained warns once of the classes that the training part of a fold lacks.
func untrained(views []view, in data.Design, path []any) []contract.Diagnostic {
	lacking := make([]places, in.Target.K())
	for _, v := range views {
		for c, f := range onlyTestedIn(v.Repeat, in) {
			if f >= 0 {
				lacking[c].add(v.first+f, v.where)
			}
		}
	}
	var list []string
	for c, folds := range lacking {
		if folds.total == 0 {
			continue
		}
		why := ""
		if g := soleGroup(views[0].Group, in.Truth.Class, c); g >= 0 {
			why = fmt.Sprintf(" (all its rows are in group %q)", groupName(in, g))
		}
		list = append(list, fmt.Sprintf("class %q has no row in the training part of %s%s", in.Target.Names[c], folds, why))
	}
	if list == nil {
		return nil
	}
	help := ""
	if views[0].Group == nil {
		help = " To leave rare classes out, write rare = { below = 2, as = \"drop\" } in dataset."
	}
	return []contract.Diagnostic{contract.Warningf(path, "Class without training rows",
		"%s. No model knows such a class there: its rows count as errors.%s", wording.First(list, mostListed), help)}
}

// onlyTestedIn returns for each class the one fold that tests all its rows, or
// -1 where every training part has some.
func onlyTestedIn(r Repeat, in data.Design) []int {
	const unseen = -3
	only := slices.Repeat([]int{unseen}, in.Target.K())
	for i, f := range r.Test {
		c := in.Truth.Class[i]
		switch {
		case f == Out:
		case only[c] == unseen:
			only[c] = f
		case only[c] != f:
			only[c] = Never
		}
	}
	return only
}

// soleGroup returns the group that holds all rows of a class, -1 if there are
// several, or no groups.
func soleGroup(groups, labels []int, class int) int {
	sole := -1
	for i, g := range groups {
		switch {
		case labels[i] != class:
		case sole >= 0 && sole != g:
			return -1
		default:
			sole = g
		}
	}
	return sole
}

// untested warns of classes that a test part lacks although it has at least as
// many rows as there are classes.
func (m method) untested(repeats []Repeat, in data.Design) []contract.Diagnostic {
	rows := make([][]int, in.Target.K()) // of each class
	for i, c := range in.Truth.Class {
		if c >= 0 {
			rows[c] = append(rows[c], i)
		}
	}
	lacking := make([]places, in.Target.K())
	for r, repeat := range repeats {
		roomy := roomyFolds(repeat, in.Target.K())
		holds := make([]int, repeat.Folds) // 1 + the last class found in a fold
		for c := range rows {
			for _, i := range rows[c] {
				if f := repeat.Test[i]; f >= 0 {
					holds[f] = c + 1
				}
			}
			for _, f := range roomy {
				if len(rows[c]) > 0 && holds[f] != c+1 {
					lacking[c].add(f, place(r, len(repeats)))
				}
			}
		}
	}
	var diags []contract.Diagnostic
	for c, folds := range lacking {
		if folds.total > 0 {
			diags = append(diags, contract.Warningf([]any{m.path}, "Class without test rows",
				"class %q has %s, of which %s leaves none to the test part of %s: the class is not measured there.",
				in.Target.Names[c], wording.Count(len(rows[c]), "row"), m.component.Name, folds))
		}
	}
	return diags
}

// roomyFolds lists the folds that test at least a number of rows.
func roomyFolds(r Repeat, rows int) []int {
	tested := make([]int, r.Folds)
	for _, f := range r.Test {
		if f >= 0 {
			tested[f]++
		}
	}
	return lists.Filter(lists.Range(len(tested)), func(f int) bool { return tested[f] >= rows })
}

// labelGaps warns of labels that all or none of the rows in a part have.
func (m method) labelGaps(views []view, in data.Design) []contract.Diagnostic {
	k := in.Target.K()
	noneTrains, allTrain, noneTests := make([]places, k), make([]places, k), make([]places, k)
	for _, v := range views {
		c := countLabels(v.Repeat, in)
		for f, tested := range c.tested {
			for j := range k {
				has, used := c.total[j], c.rows[v.Folds]
				trains := used - c.rows[f]
				switch {
				case has > 0 && has == tested[j]:
					noneTrains[j].add(v.first+f, v.where)
				case has < used && has-tested[j] == trains:
					allTrain[j].add(v.first+f, v.where)
				}
				if m.uneven && has > 0 && tested[j] == 0 && c.rows[f] >= k {
					noneTests[j].add(v.first+f, v.where)
				}
			}
		}
	}
	path := []any{m.path}
	diags := gap(in, nil, path, noneTrains, "Label without positive training rows", "have no row in the training part",
		"nothing can be learnt of them there")
	diags = gap(in, diags, path, allTrain, "Label without negative training rows",
		"are in every row of the training part", "nothing can be learnt of them there")
	return gap(in, diags, path, noneTests, "Label without positive test rows", "have no row in the test part",
		"they are not measured there")
}

// labelCounts counts the rows of a division, and those with each label.
type labelCounts struct {
	tested [][]int // by fold and label
	total  []int   // by label
	rows   []int   // tested by each fold; the last number is that of all rows
}

func countLabels(r Repeat, in data.Design) labelCounts {
	k := in.Target.K()
	c := labelCounts{tested: lists.Table[int](r.Folds, k), total: make([]int, k), rows: make([]int, r.Folds+1)}
	for row, f := range r.Test {
		if f == Out {
			continue
		}
		c.rows[r.Folds]++
		if f >= 0 {
			c.rows[f]++
		}
		for _, label := range in.Truth.Y.Row(row) {
			c.total[label]++
			if f >= 0 {
				c.tested[f][label]++
			}
		}
	}
	return c
}

// gap appends one warning for all labels that some folds lack.
func gap(in data.Design, diags []contract.Diagnostic, path []any, folds []places, summary, what,
	so string) []contract.Diagnostic {
	var named []string
	for j, p := range folds {
		if p.total > 0 {
			named = append(named, fmt.Sprintf("%q (%s)", in.Target.Names[j], p))
		}
	}
	if named == nil {
		return diags
	}
	return append(diags, contract.Warningf(path, summary, "labels that %s of some fold: %s; %s.", what,
		wording.First(named, mostPlaces), so))
}
