package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/service"
	"github.com/manyclass/bench/framework/wording"
)

// withReducers is a session with one plugin that offers many reductions.
func withReducers() *session {
	var components []contract.Component
	for _, name := range []string{"one_vs_rest", "one_vs_one", "ecoc", "nested_dichotomies", "calibrated_label_ranking", "stacking"} {
		components = append(components, contract.Component{Kind: contract.KindReducer, Name: name, Doc: strings.Repeat("word ", 40)})
	}
	return &session{described: []host.Described{{
		Package:     host.Package{Name: "reducers", Root: "/plugins/reducers"},
		Description: service.Description{Version: "0.1.0", Components: components},
	}}}
}

// fits reports the lines of a text that are longer than a width.
func fits(t *testing.T, what, text string, width int) {
	t.Helper()
	for line := range strings.Lines(text) {
		if n := wording.Width(strings.TrimRight(line, "\n")); n > width {
			t.Errorf("%s: a line of %d characters for a terminal of %d: %s", what, n, width, line)
		}
	}
}

func TestListsFollowTheWidth(t *testing.T) {
	for _, columns := range []string{"50", "80", "200"} {
		t.Setenv("COLUMNS", columns)
		width := min(map[string]int{"50": 50, "80": 80, "200": 200}[columns], defaultWidth)
		var list, describe strings.Builder
		if err := listPlugins(&list, withReducers()); err != nil {
			t.Fatal(err)
		}
		fits(t, "plugin list", list.String(), width)
		if !strings.Contains(list.String(), "calibrated_label_ranking") {
			t.Errorf("the list is cut:\n%s", list.String())
		}
		if err := describePlugin(&describe, withReducers(), "ecoc"); err != nil {
			t.Fatal(err)
		}
		fits(t, "plugin describe", describe.String(), width)
	}
}

func TestHelpFollowsTheWidth(t *testing.T) {
	const width = 60
	t.Setenv("COLUMNS", "60")
	walk(newRoot(), func(c *cobra.Command) {
		if c.Parent() != nil && c.Parent().Name() == "completion" {
			return // cobra's own text, with commands to copy
		}
		text, rest, _ := strings.Cut(helpOf(t, c.CommandPath()), "Usage:\n")
		fits(t, c.CommandPath(), text, width)
		if _, lists, found := strings.Cut(rest, "\n\n"); found && c.Example == "" {
			fits(t, c.CommandPath(), lists, width)
		}
		if _, flags, found := strings.Cut(rest, "Flags:\n"); found {
			fits(t, c.CommandPath(), flags, width)
		}
	})
}

// A component is found by each of its names, and a name near to one is asked for.
func TestDescribeKnowsSynonyms(t *testing.T) {
	for _, name := range []string{"ovo", "all_pairs", "one_vs_one"} {
		var out strings.Builder
		if err := describePlugin(&out, withReducers(), name); err != nil || !strings.Contains(out.String(), `reduction "one_vs_one"`) {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
	}
	err := describePlugin(&strings.Builder{}, withReducers(), "staking")
	if err == nil || !strings.Contains(err.Error(), `Did you mean "stacking"?`) {
		t.Errorf("got %v", err)
	}
}

// Without plugins there is one error, which says where they are looked for.
func TestNoPlugins(t *testing.T) {
	s := &session{}
	diags := s.noPlugins(nil)
	if len(diags) != 1 || !strings.Contains(diags[0].Detail, pluginFolder()) {
		t.Errorf("got %v", diags)
	}
	if more := withReducers().noPlugins(nil); more != nil {
		t.Errorf("with plugins: %v", more)
	}
	if more := s.noPlugins(diagnostic.List{{Severity: contract.Error}}); more != nil {
		t.Errorf("with a failure that says why: %v", more)
	}
}
