package e2e

import (
	"strings"
	"testing"
)

// What shipped components, tests and data are cited for comes out of the folder alone.
func TestCite(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", `
experiment "cited" {}
dataset "blobs" { generate = "blobs" }
learner "adaboost" "ada" { rounds = 2 }
learner "majority" "none" {}
reduction "one_vs_one" "pairs" { decoding = "ddag" }
reduction "ecoc" "dense" {
  code     = "dense_random"
  decoding = "loss_based"
}
validation { folds = 3 }
metric "accuracy" {}
comparison "c" {
  metric = metric.accuracy
  test   = ["corrected_t"]
}
`)
	d.must(0, "run", "e.hcl")
	text := d.must(0, "cite", "results/cited").stdout
	for _, key := range []string{"misc{bench,", "article{freund1997,", "article{zhu2009,", "inproceedings{platt2000,",
		"article{dietterich1995,", "article{allwein2000,", "article{nadeau2003,"} {
		if strings.Count(text, "@"+key) != 1 {
			t.Errorf("%s is not there once:\n%s", key, text)
		}
	}
	if strings.Contains(text, "wu2004") || strings.Contains(text, "escalera") ||
		!strings.Contains(text, "% no source is known for: learner majority; ") {
		t.Errorf("other entries:\n%s", text)
	}
	contains(t, "stderr", d.must(2, "cite", "nowhere").stderr, "nowhere")
}
