package e2e

import (
	"os"
	"strings"
	"testing"
)

// A table of scores from elsewhere needs no experiment.
func TestCompare(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("scores.csv", "dataset,nb,svm,tree\n"+
		"a,1,3,2\nb,1,3,2\nc,1,3,2\nd,1,2,3\ne,1,3,2\nf,1,3,2\n")
	o := d.must(0, "compare", "scores.csv", "-control", "nb", "-test", "friedman,sign", "-out", "out")
	contains(t, "the paragraph", strings.Join(strings.Fields(o.stdout), " "), "svm is better than nb", "Holm's procedure",
		"The sign test compares")
	contains(t, "stderr", o.stderr,
		"written into out: comparisons.txt, comparisons.csv, comparisons.tex, comparisons.typ and comparisons.json; 7 pictures")
	if text := d.read("out/comparisons.txt"); text != o.stdout {
		t.Errorf("comparisons.txt is not what was printed: %q", text)
	}
	if again := d.must(0, "compare", "scores.csv", "-format", "csv", "-control", "nb", "-test", "friedman", "-test",
		"sign"); again.stdout != d.read("out/comparisons.csv") {
		t.Errorf("comparisons.csv is not what -format csv prints: %q", again.stdout)
	}
	if _, err := os.Stat(d.file("out/critical_difference.svg")); err != nil {
		t.Error(err)
	}

	d.must(0, "compare", "scores.csv", "-out", "pdf", "-pictures", "pdf")
	if b := d.read("pdf/wins.pdf"); !strings.HasPrefix(b, "%PDF-") {
		t.Errorf("wins.pdf begins with %.10q", b)
	}
	contains(t, "-pictures", d.must(2, "compare", "scores.csv", "-pictures", "png").stderr, "svg, pdf")

	contains(t, "-format html", d.must(2, "compare", "scores.csv", "-format", "html").stderr, "text, csv, latex, typst, json")
	contains(t, "no file", d.must(2, "compare", "nothing.csv").stderr, "nothing.csv")
	contains(t, "-control", d.must(2, "compare", "scores.csv", "-control", "svn").stderr, `Did you mean "svm"?`)
	d.write("file", "")
	contains(t, "-out in a file", d.must(2, "compare", "scores.csv", "-out", "file/out").stderr, "-out file/out: ")
	contains(t, "-test twice", d.must(2, "compare", "scores.csv", "-test", "sign,sign").stderr, `the test "sign" is there twice`)
	d.write("bad.csv", "dataset,a,b\niris,1,\n")
	contains(t, "a bad line", d.must(2, "compare", "bad.csv").stderr, `bad.csv:2: the value of "b" on "iris" is missing`)

	contains(t, "-test <TAB>", d.must(0, "__complete", "compare", "scores.csv", "-test", "").stdout, "bayes_sign\n")
	contains(t, "-post-hoc <TAB>", d.must(0, "__complete", "compare", "-post-hoc", "").stdout, "bergmann\n")
	contains(t, "-control <TAB>", d.must(0, "__complete", "compare", "scores.csv", "-control", "").stdout,
		"nb\nsvm\ntree\n")
	contains(t, "<TAB>", d.must(0, "__complete", "compare", "").stdout, "csv\n")
}
