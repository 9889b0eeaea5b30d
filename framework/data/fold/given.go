package fold

import (
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// Predefined is the method that takes the dataset's own division.
const Predefined = "predefined"

// given reports whether the method takes the folds of a split file.
func (m method) given(in data.Design) bool { return m.component.Name == Predefined && in.Splits != nil }

// givenRepeats are the folds of a split file.
func givenRepeats(in data.Design) []Repeat {
	return lists.Map(in.Splits.Repeats, func(folds []data.Split) Repeat { return givenRepeat(folds, in.Truth.Class) })
}

// givenRepeat divides rows as some folds do. Where each fold trains on all rows that the
// others test, and nothing is tested twice, that is one division; else each is a division of its own.
func givenRepeat(folds []data.Split, class []int) Repeat {
	whole := Repeat{Folds: len(folds), Test: slices.Repeat([]int{Out}, len(class))}
	trains, tests := make([]int, len(class)), make([]int, len(class)) // folds of each row
	copies := false
	for f, one := range folds {
		for i, row := range one.Train {
			if class[row] < 0 {
				continue
			}
			if i > 0 && one.Train[i-1] == row {
				copies = true
				continue
			}
			trains[row]++
			if whole.Test[row] == Out {
				whole.Test[row] = Never
			}
		}
		for _, row := range one.Test {
			if class[row] < 0 {
				continue
			}
			if tests[row]++; tests[row] == 1 {
				whole.Test[row] = f
			}
		}
	}
	apart := copies && len(folds) > 1
	for row, n := range trains {
		apart = apart || tests[row] > 1 || n+tests[row] != len(folds) && n+tests[row] > 0
	}
	if !apart {
		if copies {
			whole.Times = timesOf(folds[0], class)
		}
		return whole
	}
	for f, one := range folds {
		whole.Apart = append(whole.Apart, alone(f, len(folds), one, class))
	}
	return whole
}

// alone is the division of a fold that is a division of its own: all but its own rows are Out.
func alone(number, folds int, one data.Split, class []int) Repeat {
	r := Repeat{Folds: folds, Test: slices.Repeat([]int{Out}, len(class)), Times: timesOf(one, class)}
	for _, row := range one.Train {
		if class[row] >= 0 {
			r.Test[row] = Never
		}
	}
	for _, row := range one.Test {
		if class[row] >= 0 {
			r.Test[row] = number
		}
	}
	return r
}

// timesOf counts how often each row trains; nil if none does more than once.
func timesOf(one data.Split, class []int) []int {
	var times []int
	for i, row := range one.Train {
		if i == 0 || one.Train[i-1] != row || class[row] < 0 {
			continue
		}
		if times == nil {
			times = make([]int, len(class))
			for _, row := range one.Train {
				if class[row] >= 0 {
					times[row] = 1
				}
			}
		}
		times[row]++
	}
	return times
}

// Of is how the rows are divided where a fold trains: by the repeat or, if its folds stand
// apart, by itself.
func (r Repeat) Of(fold int) Repeat {
	if r.Apart != nil {
		return r.Apart[fold]
	}
	return r
}

// view is what is looked at together of a repeat: all its folds, or one that is a division of its own,
// which is then fold 0.
type view struct {
	Repeat
	first int    // number of fold 0
	where string // the repeat, for messages
}

func viewsOf(repeats []Repeat) []view {
	var views []view
	for r, repeat := range repeats {
		where := place(r, len(repeats))
		if repeat.Apart == nil {
			views = append(views, view{repeat, 0, where})
			continue
		}
		for f, one := range repeat.Apart {
			single := Repeat{Folds: 1, Group: one.Group, Times: one.Times, Test: lists.Map(one.Test, func(test int) int {
				if test == f {
					return 0
				}
				return test
			})}
			views = append(views, view{single, f, where})
		}
	}
	return views
}

// checkGiven refuses a fold of a split file that trains on rows of one class only, and
// parts of rows that train several times.
func (m method) checkGiven(s settings, repeats []Repeat, in data.Design) []contract.Diagnostic {
	if !m.given(in) {
		return nil
	}
	parts := slices.ContainsFunc(s.TrainSizes, func(size float64) bool { return size < 1 })
	for _, v := range viewsOf(repeats) {
		if v.Times != nil && parts {
			return []contract.Diagnostic{contract.Errorf([]any{"train_sizes"}, "Rows train several times",
				"%s has rows that train several times in fold %d%s; such folds are not thinned out.", in.Splits.By, v.first,
				v.where)}
		}
		for f := range v.Folds {
			if class := soleClass(v.Repeat, f, in); class >= 0 {
				return []contract.Diagnostic{contract.Errorf([]any{"method"}, "One class to train on",
					"The training part of fold %d%s has rows of class %q only: there is nothing to learn. Correct %s.",
					v.first+f, v.where, in.Target.Names[class], in.Splits.By)}
			}
		}
	}
	return nil
}

// soleClass is the class of all training rows of a fold, −1 if there are several, or
// labels in place of classes.
func soleClass(r Repeat, fold int, in data.Design) int {
	class := -1
	for row, test := range r.Test {
		c := in.Truth.Class[row]
		switch {
		case test == Out || test == fold:
		case in.Target.MultiLabel || class >= 0 && class != c:
			return -1
		default:
			class = c
		}
	}
	return class
}

// tooManyGiven refuses a split file with more fold numbers than fit into memory.
func tooManyGiven(in data.Design) []contract.Diagnostic {
	folds := 0
	for _, repeat := range in.Splits.Repeats {
		folds += len(repeat)
	}
	if folds <= maxDivided/max(1, len(in.Truth.Class)) {
		return nil
	}
	return []contract.Diagnostic{contract.Errorf([]any{"method"}, "Too many folds",
		"%s has %d folds of %s, which do not fit into "+
			"memory.", in.Splits.By, folds, wording.Count(len(in.Truth.Class), "row"))}
}

// maxDivided bounds the fold numbers that a validation holds: one for each row
// in each repeat.
const maxDivided = 1 << 28
