package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// twoLabels is a small set in Mulan's form.
func twoLabels() string {
	var b strings.Builder
	b.WriteString("@relation small\n@attribute x numeric\n@attribute y numeric\n@attribute warm {0,1}\n@attribute wet " +
		"{0,1}\n@data\n")
	for i := range 40 {
		fmt.Fprintf(&b, "%d.%d,%d,%d,%d\n", i%7, i%3, i%5, i%7/4, i%5/3)
	}
	return b.String()
}

const labelsXML = `<labels xmlns="http://mulan.sourceforge.net/labels"><label name="warm"></label><label name="wet"></label></labels>`

const mulanParts = `
experiment "parts" { seed = 1 }
dataset "small" {
  file       = "small.arff"
  labels_xml = "small.xml"
}
%s
reduction "binary_relevance" "relevance" {}
reduction "classifier_chain" "chain" {}
validation {
  method = "iterative_stratification"
  folds  = 3
}
metric "hamming_loss" {}
metric "f1" { average = "macro" }
`

// Parts of a multi-label experiment that were made in two folders, each with its
// own copy of the data, merge to what one folder makes.
func TestMergedLabelsOfTwoFolders(t *testing.T) {
	t.Parallel()
	const first, second = "learner \"logreg\" \"lr\" {}\n", "learner \"lda\" \"lda\" {}\n"
	d := newDir(t)
	for folder, learners := range map[string]string{"whole": first + second, "left": first, "right": second} {
		d.write(folder+"/small.arff", twoLabels())
		d.write(folder+"/small.xml", labelsXML)
		d.write(folder+"/e.hcl", fmt.Sprintf(mulanParts, learners))
		d.must(0, "run", folder+"/e.hcl", "-out", folder+"/out")
	}
	d.must(0, "merge", "-out", "merged", "left/out", "right/out")
	if n := d.journal("merged", "result"); n != 12 {
		t.Errorf("%d results, want 12", n)
	}
	o := d.must(0, "run", "whole/e.hcl", "-out", "merged")
	contains(t, "stderr", o.stderr, "12 of 12 cells have results already")
	same(t, "merged", d.promised("merged"), d.promised("whole/out"))
	for _, out := range []string{"merged", "whole/out"} {
		if strings.Contains(d.read(out+"/manifest.json"), d.path) {
			t.Errorf("the manifest in %s names a folder of this machine", out)
		}
	}
}
