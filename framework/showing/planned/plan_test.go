package planned

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/data/duplicates"
	"github.com/manyclass/bench/framework/results/plan"
)

// Classes come with their rows in class order, those that never occur included,
// and of very many the first.
func TestPrintClasses(t *testing.T) {
	var out bytes.Buffer
	printClasses(&out, plan.Dataset{Name: "d", SHA256: "abc", Target: target.Target{Names: []string{"a b", "c"}, Counts: []int{3, 0}}})
	if want := "\nd, sha256 abc\n  rows of each class: \"a b\" 3, \"c\" 0\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	many := plan.Dataset{Name: "d"}
	for k := range mostClasses + 7 {
		many.Target.Names, many.Target.Counts = append(many.Target.Names, fmt.Sprint(k)), append(many.Target.Counts, k)
	}
	out.Reset()
	printClasses(&out, many)
	if !strings.HasSuffix(out.String(), "\"49\" 49, and 7 more\n") {
		t.Errorf("got %q", out.String())
	}
}

// Rows that no fold uses are counted.
func TestPrintLeftOut(t *testing.T) {
	var out bytes.Buffer
	printClasses(&out, plan.Dataset{Name: "d", SHA256: "abc", Target: target.Target{Names: []string{"a"}, Counts: []int{3}}, LeftOut: 2})
	if !strings.HasSuffix(out.String(), "\n  2 rows are not used in any fold (no class, or one that rare removed)\n") {
		t.Errorf("got %q", out.String())
	}
}

// Labels come with the rows that have them.
func TestPrintLabels(t *testing.T) {
	var out bytes.Buffer
	printClasses(&out, plan.Dataset{Name: "d", SHA256: "abc", Target: target.Target{Names: []string{"a b", "c"}, MultiLabel: true, Counts: []int{3, 0}}})
	if want := "\nd, sha256 abc\n  rows with each label: \"a b\" 3, \"c\" 0\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func TestPrintDuplicates(t *testing.T) {
	var out bytes.Buffer
	for _, c := range []*duplicates.Count{nil, {}, {Rows: 1}, {Rows: 3, OtherClass: 2}} {
		printDuplicates(&out, c)
	}
	if want := "  1 row is tested while a row with the same features trains\n  3 rows are tested while a row with the same " +
		"features trains; for 2 of them only rows of other classes or labels do\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
