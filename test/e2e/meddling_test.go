package e2e

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// meddling is an experiment with plugins that write to what they are given, and
// sound ones that read the same files.
const meddling = `
bench {
  required_plugins {
    faulty = { source = "./plugins/faulty" }
  }
}
experiment "e" {}
dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 60
  seed     = 1
}
FAULTY
learner "asymmetric" "zsound" {}
learner "lda" "lda" {}
REDUCTION
reduction "one_vs_rest" "zova" {}
validation { folds = 2 }
metric "accuracy" {}
`

// Whatever plugins write to, those beside them get what they would have got alone.
func TestMeddling(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, learner, reduction, bad string }{
		{"train", `learner "meddling" "bad" {}`, "", ",bad,"},
		{"decode", "", `reduction "smoothing" "bad" {}`, ",bad,"},
		{"next", "", `reduction "smoothing_first" "bad" {}`, ",bad,"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := newDir(t)
			d.write("sound.hcl", must.ReplaceAll(meddling, "FAULTY", "", "REDUCTION", "", `"e"`, `"sound"`))
			d.must(0, "run", "sound.hcl")
			d.write("e.hcl", must.ReplaceAll(meddling, "FAULTY", test.learner, "REDUCTION", test.reduction))
			o := d.must(1, "run", "e.hcl", "-workers", "1")
			contains(t, "stderr", o.stderr, "faulty: I may not write: operation not permitted")
			if got, want := without(d.read("results/e/scores.csv"), test.bad), d.read("results/sound/scores.csv"); got != want {
				t.Errorf("scores beside a meddler:\n%s\nwithout one:\n%s", got, want)
			}
		})
	}
}

// without removes the lines that hold a fragment.
func without(text, fragment string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if !strings.Contains(line, fragment) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}
