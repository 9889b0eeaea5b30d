package e2e

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// Every table of a results folder comes out as the file that the run wrote, from
// what is stored alone.
func TestExport(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	d.must(0, "run", "e.hcl")
	codes := d.must(0, "code", "e.hcl", "-json").stdout
	if err := os.Remove(d.file("e.hcl")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"scores", "cells", "summary"} {
		want := d.read("results/small/" + name + ".csv")
		if o := d.must(0, "export", name, "results/small"); o.stdout != want {
			t.Errorf("%s:\n%s\nthe run wrote\n%s", name, o.stdout, want)
		}
		var list []map[string]any
		o := d.must(0, "export", name, "results/small", "-format", "json")
		if err := json.Unmarshal([]byte(o.stdout), &list); err != nil || len(list) != strings.Count(want, "\n")-1 {
			t.Errorf("%s: JSON holds %d rows: %v", name, len(list), err)
		}
		// The ending says the format, and the same results give the same bytes.
		d.must(0, "export", name, "results/small", "-out", name+".parquet")
		o = d.must(0, "export", name, "results/small", "-format", "parquet")
		if file := d.read(name + ".parquet"); !strings.HasPrefix(file, "PAR1") || !strings.HasSuffix(file, "PAR1") ||
			file != o.stdout {
			t.Errorf("%s: no Parquet file, or two that differ", name)
		}
	}
	if o := d.must(0, "export", "codes", "results/small", "-format", "json"); o.stdout != codes {
		t.Errorf("codes:\n%s\nbench code -json prints\n%s", o.stdout, codes)
	}
	d.must(0, "export", "pictures", "results/small", "-format", "svg", "-out", "figures")
	if got, want := d.tree("figures"), d.tree("results/small/plots"); len(want) == 0 || !maps.Equal(got, want) {
		t.Errorf("%d pictures are exported, which are not the %d of the report", len(got), len(want))
	}
	d.must(0, "export", "pictures", "results/small", "-out", "pdf")
	if b := d.read("pdf/costs.pdf"); !strings.HasPrefix(b, "%PDF-") {
		t.Errorf("costs.pdf begins with %.10q", b)
	}
	lines := strings.Split(d.must(0, "export", "codes", "results/small").stdout, "\n")
	if lines[0] != "reduction,dataset,class,column,entry" || lines[1] != "ova,blobs,0,0,1" || len(lines) != 2+4*4+4*6 {
		t.Errorf("%d lines of codes:\n%s", len(lines), strings.Join(lines, "\n"))
	}
}

// The test rows of the folds are all rows, once each, and scaling looks at the
// training rows only: they have mean 0.
func TestExportFeatures(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	tested := map[string]int{}
	for _, fold := range []string{"0", "1", "2"} {
		sums, train := map[string]float64{}, 0
		o := d.must(0, "export", "features", "e.hcl", "-dataset", "blobs", "-encoder", "one_hot", "-fold", fold)
		for _, row := range readCSV(t, o.stdout) {
			if row["part"] == "test" {
				tested[row["row"]]++
				continue
			}
			train++
			for name, value := range row {
				if name != "row" && name != "part" {
					sums[name] += number(t, value)
				}
			}
		}
		if train != 40 || len(sums) < 2 {
			t.Errorf("fold %s: %d training rows of %d features", fold, train, len(sums))
		}
		for name, sum := range sums {
			if sum > 1e-9 || sum < -1e-9 {
				t.Errorf("fold %s: the training rows of %s sum up to %v", fold, name, sum)
			}
		}
	}
	for row, n := range tested {
		if n != 1 {
			t.Errorf("row %s is tested %d times", row, n)
		}
	}
	if len(tested) != 60 {
		t.Errorf("%d rows are tested", len(tested))
	}
	for args, says := range map[string]string{
		"-dataset moons": "there are blobs", "-encoder nothing": "there are one_hot", "-fold 3": "3 folds",
		"-repeat -1": "1 repeat",
	} {
		o := d.must(2, append([]string{"export", "features", "e.hcl"}, strings.Fields(args)...)...)
		contains(t, "stderr of "+args, o.stderr, says)
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	regression := func(c string) string {
		return must.Replace(small, `"lda" "lda" {}`, `"logreg" "lr" { C = `+c+` }`)
	}
	d.write("a.hcl", regression("1"))
	d.write("b.hcl", regression("0.0001"))
	d.must(0, "run", "a.hcl", "-out", "a")
	d.must(0, "run", "a.hcl", "-out", "again", "-workers", "1")
	d.must(0, "run", "b.hcl", "-out", "b")
	contains(t, "stdout", d.must(0, "diff", "a", "again").stdout, "all with identical scores")
	contains(t, "stdout", d.must(0, "diff", "a", "again", "-all").stdout, "ova", "ovo", "+0.000")
	o := d.run("diff", "a", "b", "-html", "diff.html")
	contains(t, "diff.html", d.read("diff.html"), "A is <code>a</code>, B is <code>b</code>", "Scores that moved", "<svg ")
	contains(t, "stdout", o.stdout, "~ learners.lr.C: 1 → 0.0001")
	var report struct {
		Same       bool
		Experiment []struct{ Path string }
		Scores     []struct{ Changed int }
	}
	asJSON := d.run("diff", "a", "b", "-json")
	if err := json.Unmarshal([]byte(asJSON.stdout), &report); err != nil {
		t.Fatal(err)
	}
	if report.Same != (o.status == 0) || asJSON.status != o.status || len(report.Scores) != 2 {
		t.Errorf("status %d, %+v", o.status, report)
	}
	d.write("more.hcl", regression("1")+"learner \"lda\" \"lda\" {}\nmetric \"error\" {}\n")
	d.must(0, "run", "more.hcl", "-out", "more")
	contains(t, "stdout", d.must(0, "diff", "a", "more").stdout, "2 means are in both, all with identical scores",
		"6 only in B", "+ learners.lda: lda")
	contains(t, "stderr", d.must(2, "diff", "a", "nowhere").stderr, "nowhere is not a results folder")
}

// A reader that has enough ends bench without a word, and nothing is left.
func TestBrokenPipe(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	d.must(0, "run", "e.hcl")
	for _, args := range []string{"report results/small", "code e.hcl", "plan e.hcl", "export scores results/small",
		"plugin list", "help"} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		c := exec.Command(d.bench, strings.Fields(args)...)
		c.Dir, c.Stdout = d.path, w
		c.Env = append(os.Environ(), "TMPDIR="+d.file("tmp"))
		var said strings.Builder
		c.Stderr = &said
		_ = c.Run()
		w.Close()
		if strings.Contains(said.String(), "pipe") || c.ProcessState.ExitCode() < 0 {
			t.Errorf("bench %s: %v, stderr: %s", args, c.ProcessState, said.String())
		}
	}
}

// A bar and colours are for terminals; script gives bench one.
func TestTerminal(t *testing.T) {
	t.Parallel()
	script, err := exec.LookPath("script")
	if err != nil {
		t.Skip("there is no script")
	}
	d := newDir(t)
	d.write("e.hcl", small)
	d.write("wrong.hcl", "learner {")
	on := func(command string, env ...string) string {
		c := exec.Command(script, "-qec", d.bench+" "+command, "/dev/null")
		c.Dir = d.path
		c.Env = append(append(os.Environ(), "TMPDIR="+d.file("tmp"), "TERM=xterm", "NO_COLOR="), env...)
		out, _ := c.Output()
		return string(out)
	}
	if out := on("run e.hcl"); !strings.Contains(out, "cells") || !strings.Contains(out, "\r") {
		t.Errorf("no bar on a terminal: %q", out)
	}
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(on("run e.hcl", "COLUMNS=300"), "\r", "")), "\n")
	contains(t, "the last lines", strings.Join(lines[max(0, len(lines)-2):], "\n"),
		"Next: open results/small/report.html in a browser", "\n  "+d.bench+" report -serve results/small")
	const escape = "\x1b["
	if out := on("validate wrong.hcl"); !strings.Contains(out, escape) {
		t.Errorf("no colours on a terminal: %q", out)
	}
	if out := on("validate wrong.hcl", "NO_COLOR=1"); strings.Contains(out, escape) {
		t.Errorf("colours in spite of NO_COLOR: %q", out)
	}
	if out := on("validate wrong.hcl", "TERM=dumb"); strings.Contains(out, escape) {
		t.Errorf("colours on a dumb terminal: %q", out)
	}
	if out := on("export scores results/small -format parquet"); !strings.Contains(out, "a terminal cannot show this format") {
		t.Errorf("Parquet on a terminal: %q", out)
	}
	if o := d.run("run", "e.hcl", "-out", "b"); strings.ContainsAny(o.stderr+o.stdout, "\r\x1b") ||
		strings.Contains(o.stderr, "Next:") {
		t.Errorf("a bar, colours or advice without a terminal: %q", o.stderr)
	}
}

// The scripts of completion are ones that their shells can read.
func TestCompletionScripts(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		o := d.must(0, "completion", shell)
		if len(o.stdout) < 1000 {
			t.Errorf("%s: %q", shell, o.stdout)
		}
		path, err := exec.LookPath(shell)
		if err != nil || shell == "powershell" {
			continue
		}
		d.write(shell, o.stdout)
		if out, err := exec.Command(path, "-n", d.file(shell)).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", shell, err, out)
		}
	}
	d.write("results/x/manifest.json", "{}")
	o := d.must(0, "__complete", "report", "res")
	if first, _, _ := strings.Cut(o.stdout, "\n"); first != filepath.Join("results", "x") {
		t.Errorf("report res<TAB>: %s", o.stdout)
	}
	o = d.must(0, "__complete", "run", "-fail")
	if !strings.HasPrefix(o.stdout, "-fail-fast") {
		t.Errorf("run -fail<TAB>: %s", o.stdout)
	}
	for _, verb := range []string{"describe", "test"} {
		contains(t, "plugin "+verb+"<TAB>", d.must(0, "__complete", "plugin", verb, "").stdout, "lda\n", "reducers\n")
	}
}
