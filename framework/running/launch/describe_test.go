package launch

import (
	"bytes"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/host"
)

// withReducers is a session with one plugin that offers many reductions.
func withReducers() *Session {
	var components []contract.Component
	for _, name := range []string{"one_vs_rest", "one_vs_one", "ecoc", "nested_dichotomies", "calibrated_label_ranking", "stacking"} {
		components = append(components, contract.Component{Kind: contract.KindReducer, Name: name, Doc: strings.Repeat("word ", 40)})
	}
	return &Session{Plugin: Plugin{Described: []host.Described{{
		Package:     host.Package{Name: "reducers", Root: "/plugins/reducers"},
		Description: service.Description{Version: "0.1.0", Components: components},
	}}}}
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
	for _, width := range []int{50, 80, 200} {
		var list, describe strings.Builder
		if err := withReducers().List(&list, width); err != nil {
			t.Fatal(err)
		}
		fits(t, "plugin list", list.String(), width)
		if !strings.Contains(list.String(), "calibrated_label_ranking") {
			t.Errorf("the list is cut:\n%s", list.String())
		}
		if err := withReducers().Describe(&describe, "ecoc", width); err != nil {
			t.Fatal(err)
		}
		fits(t, "plugin describe", describe.String(), width)
	}
}

// A component is found by each of its names, and a name near to one is asked for.
func TestDescribeKnowsSynonyms(t *testing.T) {
	for _, name := range []string{"ovo", "all_pairs", "one_vs_one"} {
		var out strings.Builder
		if err := withReducers().Describe(&out, name, 80); err != nil || !strings.Contains(out.String(), `reduction "one_vs_one"`) {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
	}
	err := withReducers().Describe(&strings.Builder{}, "staking", 80)
	if err == nil || !strings.Contains(err.Error(), `Did you mean "stacking"?`) {
		t.Errorf("got %v", err)
	}
}

// Names that describe what is part of bench, without any plugin.
func TestDescribeBuiltIn(t *testing.T) {
	for name, want := range map[string]string{
		"stratified_kfold": "validation \"stratified_kfold\"", "one_hot": "encoder \"one_hot\"", "kappa": "metric \"kappa\"",
		"dataset": "dataset \"dataset\"", "moons": "dataset \"dataset\"",
	} {
		var out bytes.Buffer
		if err := (&Session{}).Describe(&out, name, 100); err != nil || !strings.HasPrefix(out.String(), "built into bench\n\n"+want) {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
	}
	if err := (&Session{}).Describe(&bytes.Buffer{}, "nothing", 100); err == nil || !strings.Contains(err.Error(), "docs/experiment-file") {
		t.Error(err)
	}
}
