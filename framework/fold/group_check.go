package fold

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/wording"
)

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
			"The rows with a class belong to %s, and no group is parted. Choose another column for group, or another method.",
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
	var large []int
	for k, n := range g.rows {
		if n > share {
			large = append(large, k)
		}
	}
	if large == nil {
		return nil
	}
	slices.SortStableFunc(large, func(a, b int) int { return cmp.Compare(g.rows[b], g.rows[a]) })
	var named []string
	for _, k := range large[:min(len(large), mostPlaces)] {
		named = append(named, fmt.Sprintf("%q has %s", groupName(in, g.number[k]), wording.Count(g.rows[k], "row")))
	}
	text := strings.Join(named, ", ")
	if more := len(large) - len(named); more > 0 {
		text += fmt.Sprintf(", and %d more are too large", more)
	}
	return []contract.Diagnostic{contract.Warningf(path, "Group larger than a fold",
		"group %s, where an even share of %d folds is %d: no group is parted, so the test parts differ in size.", text,
		folds, share)}
}

// alike warns of repeats that divide the rows as the first one does.
func (m method) alike(repeats []Repeat) []contract.Diagnostic {
	same := 0
	for _, r := range repeats[1:] {
		if slices.Equal(r.Test, repeats[0].Test) {
			same++
		}
	}
	if same == 0 {
		return nil
	}
	return []contract.Diagnostic{contract.Warningf([]any{"repeats"}, "Repeats that are alike",
		"%d of %d repeats divide the rows as the first does: chance only chooses among groups that are alike to %s. Use "+
			"fewer repeats.",
		same, len(repeats), m.component.Name)}
}
