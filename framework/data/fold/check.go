package fold

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

func noCheck(settings, rowset, data.Design) []contract.Diagnostic { return nil }

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
			"No class has two rows: the target has %d distinct values in %s, so it is probably not a class column.",
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
		"%s, fewer than %d folds: some test folds will contain no row of such a class. Use at most %d folds, add rows, or "+
			"write rare = { below = %d, as = \"drop\" } in the dataset block.",
		wording.First(few, mostListed), s.Folds, least, s.Folds)}
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
	case in.Part == nil && len(in.FoldOf) == 0 && in.Splits == nil:
		return []contract.Diagnostic{contract.Errorf([]any{"method"}, "The dataset has no division of its own",
			"method = \"predefined\" needs a dataset with split or fold (the name of a column), with test_file, test_rows or "+
				"split_file.")}
	case in.Splits != nil && (in.Part != nil || in.FoldOf != nil):
		return []contract.Diagnostic{contract.Errorf([]any{"method"}, "The dataset is divided twice",
			"The dataset has both a split_file and another division. Keep one of them.")}
	case in.Part != nil && in.FoldOf != nil:
		return []contract.Diagnostic{contract.Errorf([]any{"method"}, "The dataset is divided twice",
			"The dataset has both a fold column and a split or test file. Keep one of them.")}
	case in.Splits != nil:
		return tooManyGiven(in)
	}
	return nil
}

// groupName is what the dataset calls a group.
func groupName(in data.Design, number int) string {
	if number >= 0 && number < len(in.GroupNames) {
		return in.GroupNames[number]
	}
	return strconv.Itoa(number)
}

func checkGroups(s settings, u rowset, in data.Design) []contract.Diagnostic {
	if in.GroupOf == nil {
		return []contract.Diagnostic{contract.Errorf([]any{"method"}, "The dataset has no groups",
			"This method needs a dataset with group, the name of the column whose values say which rows belong together.")}
	}
	path := []any{"folds"}
	g := u.grouped(in)
	switch n := len(g.rows); {
	case n < 2:
		return []contract.Diagnostic{contract.Errorf([]any{"method"}, "One group cannot be divided",
			"The rows with a class belong to %s, and groups are not divided. Choose another column for group, or another "+
				"method.",
			wording.Count(n, "group"))}
	case s.Folds > n:
		return []contract.Diagnostic{contract.Errorf(path, "More folds than groups",
			"%d folds need at least %d groups, the dataset has %d. Use at most %d folds.", s.Folds, s.Folds, n, n)}
	}
	return g.large(s.Folds, path, in)
}

// large warns of groups that are larger than an even share of the rows.
func (g grouping) large(folds int, path []any, in data.Design) []contract.Diagnostic {
	share := (len(g.of) + folds - 1) / folds
	large := lists.Filter(lists.Range(len(g.rows)), func(k int) bool { return g.rows[k] > share })
	if large == nil {
		return nil
	}
	slices.SortStableFunc(large, func(a, b int) int { return cmp.Compare(g.rows[b], g.rows[a]) })
	named := lists.Map(large[:min(len(large), mostPlaces)], func(k int) string {
		return fmt.Sprintf("%q has %s", groupName(in, g.number[k]), wording.Count(g.rows[k], "row"))
	})
	text := strings.Join(named, ", ")
	if more := len(large) - len(named); more > 0 {
		text += fmt.Sprintf(", and %d more are too large", more)
	}
	return []contract.Diagnostic{contract.Warningf(path, "Group larger than a fold",
		"group %s, where an even share of %d folds is %d: groups are not divided, so the test parts differ in size.", text,
		folds, share)}
}

// alike warns of repeats that divide the rows as the first one does.
func (m method) alike(repeats []Repeat) []contract.Diagnostic {
	same := lists.Count(repeats[1:], func(r Repeat) bool { return slices.Equal(r.Test, repeats[0].Test) })
	if same == 0 {
		return nil
	}
	return []contract.Diagnostic{contract.Warningf([]any{"repeats"}, "Repeats that are alike",
		"%d of %d repeats divide the rows in the same way as the first: the seed only chooses among groups that %s treats "+
			"alike. Use fewer repeats.",
		same, len(repeats), m.component.Name)}
}
