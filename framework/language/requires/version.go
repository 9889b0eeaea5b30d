package requires

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// operators of a version constraint, longer ones first.
var operators = []string{">=", "<=", "!=", "~>", "=", ">", "<"}

// SatisfiesVersion reports whether a version meets a constraint such as
// ">= 0.1, < 2" (comma means and). The operators are =, !=, >, >=, <, <= and
// ~>, which holds every part but the last; no operator means =. Missing parts
// of a version are 0; what follows "-" or "+" is not compared. An error means
// that one of the two cannot be read.
func SatisfiesVersion(constraint, version string) (bool, error) {
	have, err := parseVersion(version)
	if err != nil {
		return false, err
	}
	all := true
	for part := range strings.SplitSeq(constraint, ",") {
		part = strings.TrimSpace(part)
		operator := "="
		for _, one := range operators {
			if strings.HasPrefix(part, one) {
				operator, part = one, strings.TrimSpace(part[len(one):])
				break
			}
		}
		want, err := parseVersion(part)
		if err != nil {
			return false, err
		}
		all = all && meets(have, operator, want)
	}
	return all, nil
}

func meets(have []int, operator string, want []int) bool {
	order := compareVersions(have, want)
	switch operator {
	case ">=":
		return order >= 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	case "<":
		return order < 0
	case "!=":
		return order != 0
	case "~>":
		next := slices.Clone(want[:max(len(want)-1, 1)])
		next[len(next)-1]++
		return order >= 0 && compareVersions(have, next) < 0
	}
	return order == 0
}

// compareVersions orders versions part by part.
func compareVersions(a, b []int) int {
	for i := range max(len(a), len(b)) {
		var x, y int
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if order := cmp.Compare(x, y); order != 0 {
			return order
		}
	}
	return 0
}

// parseVersion reads a version such as "1.2.0" or "v1.2".
func parseVersion(s string) ([]int, error) {
	number := strings.TrimPrefix(strings.TrimSpace(s), "v")
	if i := strings.IndexAny(number, "-+"); i >= 0 {
		number = number[:i]
	}
	var parts []int
	for part := range strings.SplitSeq(number, ".") {
		n, err := strconv.ParseUint(part, 10, 31)
		if err != nil {
			return nil, fmt.Errorf("%q is not a version such as 1.2.0", s)
		}
		parts = append(parts, int(n))
	}
	return parts, nil
}

// CompareVersions orders versions that can be read; where their numbers are equal, a version such as 1.2.0-rc1 comes
// before 1.2.0.
func CompareVersions(a, b string) int {
	x, _ := parseVersion(a)
	y, _ := parseVersion(b)
	early := func(v string) int {
		if strings.Contains(v, "-") {
			return 0
		}
		return 1
	}
	return cmp.Or(compareVersions(x, y), cmp.Compare(early(a), early(b)), cmp.Compare(a, b))
}
