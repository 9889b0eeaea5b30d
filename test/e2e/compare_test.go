package e2e

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/test/must"
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
		"written into out: comparisons.txt, comparisons.csv, comparisons.tex, comparisons.typ and comparisons.json; 9 pictures")
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

// What bench itself wrote is compared as it is, folder or file, one metric of it.
func TestCompareResults(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", "dataset \"a\" {\n  generate = \"blobs\"\n  classes  = 3\n  rows     = 60\n  spread   = 4\n}\n"+
		"dataset \"b\" {\n  generate = \"blobs\"\n  classes  = 3\n  rows     = 60\n  spread   = 5\n  seed     = 2\n}\n"+
		"learner \"lda\" \"lda\" {}\nlearner \"majority\" \"most\" {}\nreduction \"one_vs_rest\" \"ova\" {}\n"+
		"validation { folds = 3 }\nmetric \"accuracy\" {}\nmetric \"error\" {}\n")
	d.must(0, "run", "e.hcl", "-out", "out")
	folder := d.must(0, "compare", "out", "-format", "csv")
	contains(t, "the folder", folder.stdout, "mean,,lda/ova,", "mean,,most/ova,", "wilcoxon,,lda/ova,most/ova")
	if file := d.must(0, "compare", "out/scores.csv", "-format", "csv"); must.ReplaceAll(file.stdout, "scores,", "out,") !=
		folder.stdout {
		t.Errorf("scores.csv: %s, and the folder: %s", file.stdout, folder.stdout)
	}
	for _, of := range []string{"out", "out/scores.csv"} {
		contains(t, of, d.must(0, "compare", of, "-metric", "error").stdout, "by error (on each dataset the mean over its\nfolds)")
		contains(t, of, d.must(2, "compare", of, "-metric", "eror").stderr, `"eror"`, `Did you mean "error"?`)
		contains(t, of, d.must(2, "compare", of, "-control", "lda/ovo").stderr, `there is no method "lda/ovo"`)
		contains(t, of, d.must(2, "compare", of, "-test", "mcnemar,five_by_two").stderr, "does not apply")
	}
}

// A table from anywhere is read within limits, and a long comparison hears SIGINT.
func TestCompareEnds(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	if err := errors.Join(syscall.Mkfifo(d.file("pipe.csv"), 0o600), os.Symlink("/dev/zero", d.file("zero.csv")),
		os.WriteFile(d.file("sparse.csv"), nil, 0o600), os.Truncate(d.file("sparse.csv"), 1<<40)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"pipe.csv": "is not a regular file", "zero.csv": "is not a regular file",
		"sparse.csv": "a table of scores may have"} {
		contains(t, name, d.must(2, "compare", name).stderr, want)
	}
	var wide strings.Builder
	wide.WriteString("dataset")
	for j := range 500 {
		fmt.Fprintf(&wide, ",m%d", j)
	}
	for i := range 200 {
		fmt.Fprintf(&wide, "\nd%d", i)
		for j := range 500 {
			fmt.Fprintf(&wide, ",%d", (i*7919+j*j*104729)%997)
		}
	}
	d.write("wide.csv", wide.String())
	r := d.start("compare", "wide.csv") // 124,750 pairs: it takes half a minute
	if !eventually(limit, r.computes) {
		t.Fatal("bench does not compute")
	}
	r.signal(syscall.SIGINT)
	if o := r.wait(); o.status != 130 || o.stdout != "" || !strings.Contains(o.stderr, "interrupted") {
		t.Errorf("status %d\n%.300s\n%s", o.status, o.stdout, o.stderr)
	}
}

// computes reports whether the process has used half a second of processor time: it is past
// its beginning.
func (r *running) computes() bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", r.cmd.Process.Pid))
	if err != nil {
		r.d.t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	ticks, err := strconv.Atoi(strings.Fields(after)[11]) // user time in hundredths of a second
	return err == nil && ticks >= 50
}
