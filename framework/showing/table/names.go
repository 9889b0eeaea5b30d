package table

import (
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/plan"
)

// apart puts a name in parentheses if a label is called the same.
func apart(name string, labels []string) string {
	for slices.Contains(labels, name) {
		name = "(" + name + ")"
	}
	return name
}

// plural names the members of axes: "datasets", "learner/reduction combinations".
func plural(axes []string) string {
	if len(axes) > 1 {
		return strings.Join(axes, "/") + " combinations"
	}
	if _, setting := plan.SplitAxis(axes[0]); setting != "" {
		return "values of " + axes[0]
	}
	return wording.Plural(axes[0])
}

// Names says what files call a combination; nil for what tables do.
type Names func(plan.Combination) plan.Combination

func (n Names) of(c plan.Combination) plan.Combination {
	if n == nil {
		return c
	}
	return n(c)
}
