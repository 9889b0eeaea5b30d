package fold

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/wording"
)

func noCheck(settings, rowset, data.Design) []contract.Diagnostic { return nil }

// maxDivided bounds the fold numbers that a validation holds: one for each row
// in each repeat.
const maxDivided = 1 << 28

// checkRepeats refuses more repeats than fit into memory.
func checkRepeats(repeats int, in data.Design) []contract.Diagnostic {
	if repeats == 1 || repeats <= maxDivided/max(1, len(in.Truth.Class)) {
		return nil
	}
	return []contract.Diagnostic{contract.Errorf([]any{"repeats"}, "Too many repeats",
		"%d repeats of %s are more than %d fold numbers. Use at most %d repeats.",
		repeats, wording.Count(len(in.Truth.Class), "row"), maxDivided, maxDivided/len(in.Truth.Class))}
}

func checkFolds(s settings, u rowset, _ data.Design) []contract.Diagnostic {
	if s.Folds > len(u.rows) {
		return []contract.Diagnostic{contract.Errorf([]any{"folds"}, "More folds than rows",
			"%d folds need at least %d rows, the dataset has %s with a class. Use fewer folds.",
			s.Folds, s.Folds, wording.Count(len(u.rows), "row"))}
	}
	return nil
}

func checkStratified(s settings, u rowset, in data.Design) []contract.Diagnostic {
	if diags := checkFolds(s, u, in); diags != nil {
		return diags
	}
	path := []any{"folds"}
	if len(u.rows) > 0 && slices.Max(u.counts) < 2 {
		return []contract.Diagnostic{contract.Errorf(path, "No class can be stratified",
			"No class has two rows: the target has %d distinct values in %s, so it is probably no class column.",
			len(u.rows), wording.Count(len(u.rows), "row"))}
	}
	if largest := slices.Max(u.counts); largest < s.Folds {
		return []contract.Diagnostic{contract.Errorf(path, "Too many folds to stratify",
			"No class has %d rows, the largest has %d. Use at most %d folds, or method = \"kfold\".",
			s.Folds, largest, largest)}
	}
	return fewRows(s, u, in, path)
}

// fewRows warns once of the classes that some test parts hold none of. One of a
// single row is left to untrained.
func fewRows(s settings, u rowset, in data.Design, path []any) []contract.Diagnostic {
	var few []string
	least := s.Folds
	for c, n := range u.counts {
		if n > 1 && n < s.Folds {
			few = append(few, fmt.Sprintf("class %q has %s", in.Target.Names[c], wording.Count(n, "row")))
			least = min(least, n)
		}
	}
	if few == nil {
		return nil
	}
	return []contract.Diagnostic{contract.Warningf(path, "Class with fewer rows than folds",
		"%s, fewer than %d folds: some test parts hold none of it, and stratified_kfold cannot help it. Use at most %d "+
			"folds, or more rows, or rare in dataset.",
		listed(few), s.Folds, least)}
}

func checkLeaveOneOut(_ settings, u rowset, _ data.Design) []contract.Diagnostic {
	if len(u.rows) < 2 {
		return []contract.Diagnostic{contract.Errorf([]any{"method"}, "Too few rows to leave one out",
			"leave_one_out needs at least 2 rows, the dataset has %s with a class.", wording.Count(len(u.rows), "row"))}
	}
	return nil
}

func checkPredefined(_ settings, _ rowset, in data.Design) []contract.Diagnostic {
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
