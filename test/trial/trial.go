// Package trial is what tests try reductions with.
package trial

import (
	"fmt"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// Of are the components of which a test builds some.
type Of []contract.Component

// Component returns the component of a name.
func (of Of) Component(t testing.TB, name string) contract.Component {
	t.Helper()
	for _, c := range of {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no component %q", name)
	return contract.Component{}
}

// Build makes a reducer as the host would: the schema's defaults filled in.
func (of Of) Build(t testing.TB, name, config string) contract.Reducer {
	t.Helper()
	r, err := of.Component(t, name).Reducer(contract.Config(config))
	if err != nil {
		t.Fatalf("%s %s: %v", name, config, err)
	}
	return r
}

// Plan returns the first stage of a reduction, which has one.
func Plan(t testing.TB, r contract.Reducer, reduction contract.Reduction) contract.Stage {
	t.Helper()
	stage, ds := r.Plan(reduction)
	if err := contract.FirstError(ds); err != nil {
		t.Fatal(err)
	}
	return stage
}

// Reduction is a problem of some classes or labels.
func Reduction(classes ...string) contract.Reduction {
	return contract.Reduction{Classes: classes, Counts: make([]int, len(classes)), Seed: 7}
}

// Numbered is a problem of k classes or labels whose names are their numbers.
func Numbered(k int) contract.Reduction {
	var classes []string
	for i := range k {
		classes = append(classes, fmt.Sprint(i))
	}
	return Reduction(classes...)
}

// Show writes diagnostics compactly: severity, path and summary.
func Show(ds []contract.Diagnostic) []string {
	var lines []string
	for _, d := range ds {
		lines = append(lines, fmt.Sprintf("%s %v: %s", d.Severity, d.Path, d.Summary))
	}
	return lines
}

// Compare fails a test whose lines are not those that it wants.
func Compare(t *testing.T, got, want []string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}
