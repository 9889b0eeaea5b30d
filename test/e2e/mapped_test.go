package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

const mappedExperiment = `experiment "mapped" {
  seed            = 1
  on_incompatible = "skip"
}

dataset "file" {
  file   = "data.csv"
  target = "class"
}
dataset "recipe" {
  generate = "blobs"
  features = 12
  spread   = 9
  rows     = 40000
}
encoder "one_hot" "e" {}
encoder "hashing" "h" { buckets = 64 }
learner "logreg" "l" {}
learner "naive_bayes" "n" {}
learner "lda" "d" {}
learner "perceptron" "p" { epochs = 2 }
reduction "one_vs_rest" "r" {}
reduction "direct" "s" {}
validation {
  method = "stratified_kfold"
  folds  = 2
}
metric "accuracy" {}
`

// TestTablesInFiles has tables, lists of rows and copies of rows in files, where bench may use 16 MiB of memory: every
// score and prediction is that of tables in memory.
func TestTablesInFiles(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	random := rand.New(rand.NewPCG(1, 2))
	text := []byte("c,x0,x1,x2,x3,x4,x5,x6,x7,x8,class\n")
	for range 40_000 {
		class := random.IntN(3)
		text = fmt.Appendf(text, "v%d,", random.IntN(40)+class)
		for j := range 9 {
			if random.IntN(50) > 0 {
				text = fmt.Appendf(text, "%.3f", random.NormFloat64()+float64(class*(j%2)))
			}
			text = append(text, ',')
		}
		text = fmt.Appendf(text, "k%d\n", class)
	}
	d.write("data.csv", string(text))
	d.write("mapped.hcl", mappedExperiment)
	d.must(0, "run", "mapped.hcl", "-out", "memory")
	d.env = []string{"GOMEMLIMIT=16MiB"}
	d.must(0, "run", "mapped.hcl", "-out", "files")
	for _, name := range []string{"scores.csv", "predictions.csv.gz", "binary.csv"} {
		if d.read("memory/"+name) != d.read("files/"+name) {
			t.Errorf("%s is another one", name)
		}
	}
	if lines := strings.Count(d.read("files/scores.csv"), "\n"); lines < 30 {
		t.Errorf("%d lines of scores", lines)
	}
}
