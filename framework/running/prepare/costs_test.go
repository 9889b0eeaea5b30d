package prepare

import (
	"fmt"
	"strings"
	"testing"
)

// said are the lines and summaries of remarks.
func remarks(t *testing.T, p *Prepared) (list []string) {
	t.Helper()
	for _, d := range append(checkCosts(p), checkLacks(p)...) {
		list = append(list, fmt.Sprintf("%d %s: %s", d.Range.Start.Line, d.Severity, d.Summary))
	}
	return list
}

// Costs that are missing, or of other classes, are said where they are needed.
func TestMissingCosts(t *testing.T) {
	const learner = "learner \"heavy\" \"h\" {}\n"
	for text, want := range map[string]string{
		learner + `metric "accuracy" {}`:                                                                                   "",
		learner + `metric "cost" {}`:                                                                                       `14 error: Metric "cost" has no costs to count`,
		learner + `metric "cost" { costs = [[0, 1], [5, 0]] }`:                                                             "",
		learner + `metric "cost" { costs = [[0, 1, 1], [1, 0, 1], [1, 1, 0]] }`:                                            "14 error: The costs are of 3 classes, and there are 2: a, b",
		learner + `metric "cost" { costs = { a = { x = 2 } } }`:                                                            `14 error: There is no class "x". The classes are: a, b`,
		learner + `reduction "direct" "s" { class_weight = "cost" }`:                                                       `14 error: Reduction "s" has class_weight = "cost", and dataset "heavy" has no costs`,
		"experiment \"e\" { on_incompatible = \"skip\" }\n" + learner + `reduction "direct" "s" { class_weight = "cost" }`: "",
	} {
		list := remarks(t, weighted(t, text))
		if want == "" && list != nil || want != "" && (list == nil || list[0] != want) {
			t.Errorf("%s\ngot  %q\nwant %s", text, list, want)
		}
	}
}

// What the costs of one dataset allow, those of another may not.
func TestCostsOfSomeDatasets(t *testing.T) {
	p := weighted(t, "learner \"light\" \"l\" {}\nlearner \"heavy\" \"h\" {}\nmetric \"cost\" {}\n"+
		"reduction \"direct\" \"s\" { class_weight = \"cost\" }\n")
	p.Datasets[0].Table.Target.Costs = [][]float64{{0, 1}, {0, 0}}
	got := strings.Join(remarks(t, p), "\n")
	for _, want := range []string{
		`15 warning: Not all datasets have the costs of metric "cost"`,
		`16 error: Reduction "s" has class_weight = "cost", and of dataset "heavy" some mistake costs no more than being right`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
	p.Datasets[1].Table.Target.Costs = [][]float64{{0, 1}, {5, 0}}
	if got, want := strings.Join(remarks(t, p), "\n"), `learner "l" takes no row weights`; !strings.Contains(strings.ToLower(got), want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
