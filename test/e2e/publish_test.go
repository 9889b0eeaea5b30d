package e2e

import (
	"strings"
	"testing"
)

// What is published can be compared with the run, and says nothing that nobody said.
func TestPublish(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", `
experiment "small" { title = "A small experiment" }
dataset "blobs" { generate = "blobs" }
learner "majority" "none" {}
validation { folds = 3 }
metric "accuracy" {}
`)
	d.must(0, "run", "e.hcl")
	contains(t, "without an author", d.must(2, "publish", "results/small", "-out", "up").stderr, "-author")
	contains(t, "with a wrong date", d.must(2, "publish", "results/small", "-out", "up", "-author", "A, B", "-date", "May").stderr,
		"YYYY-MM-DD")
	said := d.must(0, "publish", "results/small", "-out", "up", "-author", "Lovelace, Ada").stderr
	contains(t, "without a licence", said, "no licence is stated")
	contains(t, "the page", d.read("up/README.md"), "# A small experiment\n\nAda Lovelace\n\nNo licence is stated")
	d.must(0, "diff", "results/small", "up")
	d.must(0, "publish", "results/small", "-out", "again", "-author", "Lovelace, Ada")
	if d.read("up/SHA256SUMS") != d.read("again/SHA256SUMS") || !strings.Contains(d.read("up/SHA256SUMS"), "experiment/e.hcl") {
		t.Error("other bytes the second time")
	}
	contains(t, "into a folder with files", d.must(2, "publish", "up", "-out", "again", "-author", "A, B").stderr, "not empty")
}
