package fold

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
)

func noCheck(settings, rowset, Input) []contract.Diagnostic { return nil }

// maxDivided bounds the fold numbers that a validation holds: one for each row
// in each repeat.
const maxDivided = 1 << 28

// checkRepeats refuses more repeats than fit into memory.
func checkRepeats(repeats int, in Input) []contract.Diagnostic {
	if repeats == 1 || repeats <= maxDivided/max(1, len(in.Labels)) {
		return nil
	}
	return []contract.Diagnostic{contract.Errorf([]any{"repeats"}, "Too many repeats",
		"%d repeats of %s are more than %d fold numbers. Use at most %d repeats.",
		repeats, count(len(in.Labels), "row"), maxDivided, maxDivided/len(in.Labels))}
}

func checkFolds(s settings, u rowset, _ Input) []contract.Diagnostic {
	if s.Folds > len(u.rows) {
		return []contract.Diagnostic{contract.Errorf([]any{"folds"}, "More folds than rows",
			"%d folds need at least %d rows, the dataset has %s with a class. Use fewer folds.",
			s.Folds, s.Folds, count(len(u.rows), "row"))}
	}
	return nil
}

func checkStratified(s settings, u rowset, in Input) []contract.Diagnostic {
	if diags := checkFolds(s, u, in); diags != nil {
		return diags
	}
	path := []any{"folds"}
	if len(u.rows) > 0 && slices.Max(u.counts) < 2 {
		return []contract.Diagnostic{contract.Errorf(path, "No class can be stratified",
			"No class has two rows: the target has %d distinct values in %s, so it is probably no class column.",
			len(u.rows), count(len(u.rows), "row"))}
	}
	if largest := slices.Max(u.counts); largest < s.Folds {
		return []contract.Diagnostic{contract.Errorf(path, "Too many folds to stratify",
			"No class has %d rows, the largest has %d. Use at most %d folds, or method = \"kfold\".",
			s.Folds, largest, largest)}
	}
	var diags []contract.Diagnostic
	for c, n := range u.counts {
		if n > 0 && n < s.Folds {
			diags = append(diags, contract.Warningf(path, "Class with fewer rows than folds",
				"class %q has %s, fewer than %d folds: some test parts hold none of it.",
				in.Classes[c], count(n, "row"), s.Folds))
		}
	}
	return diags
}

func checkLeaveOneOut(_ settings, u rowset, _ Input) []contract.Diagnostic {
	if len(u.rows) < 2 {
		return []contract.Diagnostic{contract.Errorf([]any{"method"}, "Too few rows to leave one out",
			"leave_one_out needs at least 2 rows, the dataset has %s with a class.", count(len(u.rows), "row"))}
	}
	return nil
}

func checkPredefined(_ settings, _ rowset, in Input) []contract.Diagnostic {
	switch {
	case in.Part == nil && len(in.FoldOf) == 0:
		return []contract.Diagnostic{contract.Errorf([]any{"method"}, "The dataset has no division of its own",
			"method = \"predefined\" needs a dataset with split or fold (the name of a column), or with test_file.")}
	case in.Part != nil && in.FoldOf != nil:
		return []contract.Diagnostic{contract.Errorf([]any{"method"}, "The dataset is divided twice",
			"The dataset has both a fold column and a split or test file. Keep one of them.")}
	}
	return nil
}

// inspect looks at the finished parts: an empty one is an error, a class that
// some training part lacks is a warning.
func inspect(repeats []Repeat, in Input, path []any) []contract.Diagnostic {
	for r, repeat := range repeats {
		if d, bad := emptyPart(repeat, place(r, len(repeats)), path); bad {
			return []contract.Diagnostic{d}
		}
	}
	missing := make([][]string, len(in.Classes)) // for each class the folds that cannot train it
	for r, repeat := range repeats {
		for c, f := range onlyTestedIn(repeat, in) {
			if f >= 0 {
				missing[c] = append(missing[c], fmt.Sprintf("fold %d%s", f, place(r, len(repeats))))
			}
		}
	}
	var diags []contract.Diagnostic
	for c, folds := range missing {
		if len(folds) > 0 {
			diags = append(diags, contract.Warningf(path, "Class without training rows",
				"class %q has no row in the training part of %s: problems that need it will fail there.",
				in.Classes[c], shorten(folds)))
		}
	}
	return diags
}

// emptyPart finds the first fold that tests or trains nothing.
func emptyPart(r Repeat, where string, path []any) (contract.Diagnostic, bool) {
	used := 0
	tested := make([]int, r.Folds)
	for _, f := range r.Test {
		if f != Out {
			used++
		}
		if f >= 0 {
			tested[f]++
		}
	}
	if used == 0 {
		return contract.Errorf(path, "No rows", "The dataset has no row with a class."), true
	}
	if r.Folds == 0 {
		return contract.Errorf(path, "Nothing to test", "No row has a fold in which it is tested."), true
	}
	for f, n := range tested {
		if n == 0 {
			return contract.Errorf(path, "Empty test part", "The test part of fold %d%s has no rows.", f, where), true
		}
		if n == used {
			return contract.Errorf(path, "Empty training part",
				"The training part of fold %d%s has no rows: all %s are tested in it.", f, where, count(used, "row")), true
		}
	}
	return contract.Diagnostic{}, false
}

// onlyTestedIn returns for each class the one fold that tests all its rows, or
// -1 where every training part has some.
func onlyTestedIn(r Repeat, in Input) []int {
	const unseen = -3
	only := slices.Repeat([]int{unseen}, len(in.Classes))
	for i, f := range r.Test {
		c := in.Labels[i]
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

func place(repeat, repeats int) string {
	if repeats == 1 {
		return ""
	}
	return fmt.Sprintf(" of repeat %d", repeat)
}

func shorten(list []string) string {
	const most = 3
	if len(list) <= most {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
