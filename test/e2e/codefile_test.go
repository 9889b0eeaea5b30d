package e2e

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

const codeFile = `
experiment "codes" {}
dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  spread   = 5
  seed     = 1
}
learner "lda" "lda" {}
reduction "ecoc" "file" { file = "codes/four.csv" }
reduction "ecoc" "written" {
  matrix = [
    [ 1,  1,  1, -1],
    [ 1, -1, -1,  1],
    [-1,  1, -1,  0],
    [-1, -1,  1,  0],
  ]
}
validation { folds = 3 }
metric "accuracy" {}
`

// A code matrix in a file is that in the experiment file, and what is wrong with it
// is said at the attribute.
func TestCodeFile(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", codeFile)
	d.write("codes/four.csv", "# four classes\n1,1,1,-1\n1,-1,-1,1\n-1,1,-1,0\n-1,-1,1,0\n")
	d.must(0, "run", "e.hcl", "-out", "r")
	values := map[string][]string{}
	for _, s := range d.table("r/scores.csv") {
		values[s["reduction"]] = append(values[s["reduction"]], s["value"])
	}
	if file, written := strings.Join(values["file"], " "), strings.Join(values["written"], " "); file != written ||
		len(values["file"]) != 3 {
		t.Errorf("accuracies %s by the file, %s by the matrix", file, written)
	}
	if state := d.must(0, "plan", "e.hcl", "-out", "r", "-json").stdout; !strings.Contains(state, `"done": 6`) {
		t.Errorf("the plan does not find its results: %s", state)
	}
	d.write("codes/four.csv", "0,1,1\n1,-1,-1\n2,1,-1\nsix,-1,1\n")
	o := d.run("validate", "e.hcl")
	if o.status != 2 || !strings.Contains(o.stderr, `"six"`) || !strings.Contains(o.stderr, `file = "codes/four.csv"`) {
		t.Errorf("a name that is not a class: status %d\n%s", o.status, o.stderr)
	}
	d.write("e.hcl", must.Replace(codeFile, "four.csv", "five.csv"))
	if o := d.run("validate", "e.hcl"); o.status != 2 ||
		!strings.Contains(o.stderr, `The file "codes/five.csv" cannot be read`) {
		t.Errorf("a file that is not there: status %d\n%s", o.status, o.stderr)
	}
}
