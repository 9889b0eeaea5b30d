package e2e

import (
	"os"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// A result file that was changed by hand is told by diff and report, and is not lost; nothing is
// told of files that bench wrote, however often.
func TestAlteredFiles(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small+`table "acc" { metric = metric.accuracy }`+"\n")
	for _, out := range []string{"a", "b"} {
		d.must(0, "run", "e.hcl", "-out", out)
	}
	want := d.promised("a")
	for _, o := range []outcome{d.must(0, "diff", "a", "b"), d.must(0, "report", "a"), d.must(0, "run", "e.hcl", "-out", "a"),
		d.must(0, "merge", "-out", "merged", "a", "b"), d.must(0, "report", "merged"), d.must(0, "diff", "a", "merged")} {
		if said := o.stdout + o.stderr; strings.Contains(said, "changed") || strings.Contains(said, "warning") {
			t.Errorf("of files as they were:\n%s", said)
		}
	}
	changed := must.Replace(want["scores.csv"], "0.", "0.9")
	d.write("a/scores.csv", changed)
	if err := os.Remove(d.file("a/tables/acc.md")); err != nil {
		t.Fatal(err)
	}
	o := d.must(1, "diff", "a", "b", "-html", "diff.html")
	const said = "In A scores.csv was changed after bench wrote it, tables/acc.md is missing"
	contains(t, "diff", unwrapped(o.stdout), said)
	if page := strings.Join(strings.Split(d.read("diff.html"), "<wbr>"), ""); !strings.Contains(page, said) {
		t.Error("the page of diff does not say it")
	}
	altered := readJSON[struct {
		Same    bool
		Altered struct{ A, B []struct{ Name string } }
	}](t, d.must(1, "diff", "b", "a", "-json").stdout)
	if altered.Same || len(altered.Altered.A) != 0 || len(altered.Altered.B) != 2 || altered.Altered.B[0].Name != "scores.csv" {
		t.Errorf("JSON: %+v", altered)
	}
	contains(t, "report", unwrapped(d.must(0, "report", "a").stderr), "scores.csv was changed after bench wrote it; the changed "+
		"file is kept as scores.csv.changed", "tables/acc.md is missing and is written again")
	same(t, "after the report", d.promised("a"), want)
	if kept := d.read("a/scores.csv.changed"); kept != changed {
		t.Errorf("kept:\n%s", kept)
	}
	d.must(0, "diff", "a", "b")
}
