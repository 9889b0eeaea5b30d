package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// hierarchies are the trees of the classes that hierarchy.py has.
var hierarchies = map[string]string{
	"glass":  `target = "Type"` + "\n" + `classes { tree = { window = { float = [1, 3], "2" = {} }, none = [5, 6, 7] } }`,
	"digits": `header = false` + "\n" + `target = "64"` + "\n" + `classes { tree = [[[0, 6, 9], 8], [1, 4, 7], 2, [3, 5]] }`,
}

// Local classifiers predict every row as HiClass with the same learner; see
// framework/evaluation/metric/testdata/hierarchy.py.
func TestLocalClassifiersAreThoseOfHiClass(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../../framework/evaluation/metric/testdata/hierarchy.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref struct {
		Sets map[string]struct {
			Methods map[string]struct{ Predicted string }
		}
	}
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	for set, of := range ref.Sets {
		d := newDir(t)
		file, err := filepath.Abs(map[string]string{"glass": "../../experiments/data/glass.csv",
			"digits": "../../experiments/data/digits.csv.gz"}[set])
		if err != nil {
			t.Fatal(err)
		}
		d.write("split.csv", everyThird(map[string]int{"glass": 214, "digits": 1797}[set]))
		d.write("e.hcl", fmt.Sprintf(`
dataset "d" {
  file = %q
  split_file = "split.csv"
  %s
}
learner "logreg" "lr" { tol = 1e-10 }
reduction "hierarchical" "node" {}
reduction "hierarchical" "node_all" { negatives = "all" }
reduction "hierarchical" "parent" { policy = "parent" }
reduction "hierarchical" "level" { policy = "level" }
reduction "nested_dichotomies" "parent_rest" {
  tree = "classes"
  base = "one_vs_rest"
  decoding = "top_down"
}
validation { method = "predefined" }
metric "hierarchical_f1" {}
`, file, hierarchies[set]))
		d.must(0, "run", "e.hcl")
		got := map[string][]string{}
		lines := strings.Split(strings.TrimSpace(d.must(0, "export", "predictions", "results/e", "-format", "csv").stdout), "\n")
		for _, line := range lines[1:] {
			fields := strings.Split(line, ",")
			got[fields[3]] = append(got[fields[3]], fields[8])
		}
		for method, want := range of.Methods {
			if predicted := strings.Join(got[method], " "); predicted != want.Predicted {
				t.Errorf("%s, %s: %s, HiClass has %s", set, method, predicted, want.Predicted)
			}
		}
	}
}

// everyThird is a split file that tests every third row.
func everyThird(rows int) string {
	var b strings.Builder
	b.WriteString("row,repeat,fold,part\n")
	for row := range rows {
		part := "train"
		if row%3 == 0 {
			part = "test"
		}
		fmt.Fprintf(&b, "%d,0,0,%s\n", row, part)
	}
	return b.String()
}

// Mistakes in trees are shown where they are, and what lacks a tree is refused or skipped.
func TestTreesOfDatasets(t *testing.T) {
	t.Parallel()
	const rest = `
learner "majority" "m" {}
reduction "hierarchical" "h" {}
metric "hierarchical_f1" {}
validation { folds = 2 }
`
	for tree, want := range map[string]string{
		`classes { tree = { a = [0, 1], b = { "2" = {}, "3" = {} } } }`: `no class "3"`,
		`classes { tree = { a = [0, 1] } }`:                             `The tree lacks "2"`,
		`classes { tree = { a = [0, 1, 0], b = [2] } }`:                 `"0" is in the tree twice, first at tree.a[0]`,
		`classes { tree = { a = [0, 1, 2], b = [] } }`:                  "This node of the tree is empty",
		`classes { tree = "a" }`:                                        "tree is neither an object nor a list",
		`classes { forest = [] }`:                                       `Unknown attribute "forest"`,
		``:                                                              `uses the tree of classes, and dataset "d" has none`,
	} {
		d := newDir(t)
		d.write("e.hcl", "dataset \"d\" {\n  generate = \"blobs\"\n  "+tree+"\n}\n"+rest)
		if out := d.must(2, "validate", "e.hcl"); !strings.Contains(out.stderr, want) {
			t.Errorf("%s: %s, want %q", tree, out.stderr, want)
		}
	}
	d := newDir(t)
	d.write("e.hcl", `
experiment "e" { on_incompatible = "skip" }
dataset "without" { generate = "blobs" }
dataset "with" {
  generate = "blobs"
  classes { tree = [[0, 1], 2] }
}`+rest)
	out := d.must(0, "run", "e.hcl")
	if !strings.Contains(out.stderr, "2 cells ok, 0 failed, 2 skipped") {
		t.Errorf("%s", out.stderr)
	}
	// Another tree makes new cells of what uses it, written in another way it does not.
	for tree, done := range map[string]string{"[2, [1, 0]]": "4 with results", "[[0, 2], 1]": "2 with results"} {
		d.write("e.hcl", must.Replace(d.read("e.hcl"), "[[0, 1], 2]", tree))
		if out := d.must(0, "plan", "e.hcl"); !strings.Contains(out.stdout, done) {
			t.Errorf("%s: %s", tree, out.stdout)
		}
		d.write("e.hcl", must.Replace(d.read("e.hcl"), tree, "[[0, 1], 2]"))
	}
}
