package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/realdata"
)

// Sets with classes of one and two rows run through without a hole: audiology has
// five classes of one row, ecoli two of two.
func TestRareClassesLeaveNoHole(t *testing.T) {
	for _, set := range []string{"audiology", "ecoli"} {
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			file := realdata.Path(t, "reference/"+set+"/"+set+".arff")
			d := newDir(t)
			d.write("experiment.hcl", fmt.Sprintf(`
experiment "e" {}
dataset "rare" { file = %q }
learner "lda" "lda" {}
learner "least_squares" "cal" { calibrate = "sigmoid" }
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "nested_dichotomies" "nd" { decoding = "hamming" }
reduction "ecoc" "sparse" {
  code     = "sparse_random"
  decoding = "loss_weighted"
}
validation { folds = 5 }
metric "accuracy" {}
metric "f1" {}
metric "hand_till" {}
`, file))
			if out := d.must(0, "run", "experiment.hcl"); !strings.Contains(out.stderr, "40 cells ok, 0 failed, 0 skipped") {
				t.Errorf("stderr: %s", out.stderr)
			}
			if strings.Contains(d.read("results/e/scores.csv"), "NaN") {
				t.Error("scores.csv has holes")
			}
		})
	}
}
