package experiment

import (
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/must"
)

// Labels are noted by kind and name, and nothing else depends on them.
func TestBlockLabels(t *testing.T) {
	const text = `
dataset "d" { LABEL }
encoder "one_hot" "e" { LABEL }
learner "logreg" "lr" {
  C = grid(1, 10)
  LABEL
}
reduction "one_vs_rest" "ova" { LABEL }
`
	with := bound(t, must.ReplaceAll(text, "LABEL", `label = "One, and more"`), nil)
	without := bound(t, must.ReplaceAll(text, "LABEL", ""), nil)
	want := map[contract.Kind]map[string]string{}
	for kind, name := range map[contract.Kind]string{contract.KindDataset: "d", contract.KindEncoder: "e",
		contract.KindLearner: "lr", contract.KindReducer: "ova"} {
		want[kind] = map[string]string{name: "One, and more"}
	}
	if !reflect.DeepEqual(with.Labels, want) || without.Labels != nil {
		t.Errorf("labels %v, without %v", with.Labels, without.Labels)
	}
	for i, c := range with.Combinations {
		for _, kind := range []contract.Kind{contract.KindDataset, contract.KindEncoder, contract.KindLearner, contract.KindReducer} {
			a, b := c.on(kind), without.Combinations[i].on(kind)
			if a.Name != b.Name || string(a.Config) != string(b.Config) || !reflect.DeepEqual(a.Host, b.Host) {
				t.Errorf("%s %s is not %s: %s, %s", kind, a.Name, b.Name, a.Config, b.Config)
			}
		}
	}
}

func TestWrongLabels(t *testing.T) {
	for label, want := range map[string]string{
		`""`: "Bad label: a label is not empty", `" x"`: "blanks at its ends", `"a/b"`: `holds no "/"`, `"a[1]"`: `holds no "/"`,
		`"a\nb"`: "no control characters", `"` + strings.Repeat("é", 81) + `"`: "it has 81 characters, and a label has at most 80",
		`grid("a", "b")`: "grid", `"other"`: `The label "other" is taken: Tables call the learner "other" so too`,
		`"Same"`: `The label "Same" is taken: Tables call the learner "third" so too`,
	} {
		var got []string
		for _, d := range bindText(t, minimal+"learner \"logreg\" \"third\" { label = \"Same\" }\n"+
			"learner \"logreg\" \"other\" {}\nlearner \"logreg\" \"l\" { label = "+label+" }\n") {
			got = append(got, d.Summary+": "+d.Detail)
		}
		if len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("label = %s: %q, want %q", label, got, want)
		}
	}
}
