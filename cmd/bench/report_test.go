package main

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// The report prints its first table and says what failed; its status is that of missing cells.
func TestReport(t *testing.T) {
	dir := invented(t, nil)
	bench(t, "report", dir).says(t, exitFailedCells,
		"accuracy: mean ± standard deviation over folds", "glass         > 0.983 ± 0.029", "log_loss: "+dir+"/tables/log_loss.md",
		"!1 cell, timeout: glass/one_hot/svm/ova repeat 0 fold 0",
		"!17 cells ok, 3 failed, 3 skipped, 1 not run; report in "+dir+"/report.html\n")
	m, err := folder.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := tree(t, dir)
	for name := range m.Files {
		if files[name] == "" {
			t.Errorf("the manifest names %s, which is not there", name)
		}
	}
	if len(m.Files) < 20 || m.Files["report.html"] == "" {
		t.Errorf("the manifest names %d files", len(m.Files))
	}
}

// Nothing is missing after cells that all went well.
func TestReportOfFinishedCells(t *testing.T) {
	dir := invented(t, finished)
	a := bench(t, "report", dir)
	a.says(t, 0, "!17 cells ok, 0 failed, 0 skipped, 0 not run")
	if strings.Contains(a.stderr, "warning") || strings.Contains(a.stderr, "Next:") {
		t.Errorf("stderr has warnings, or advice for terminals: %s", a.stderr)
	}
	if again := bench(t, "report", dir); again != a {
		t.Errorf("the second report prints something else: %+v", again)
	}
}

// What was changed since the last report is kept beside what replaces it.
func TestChangedFilesAreKept(t *testing.T) {
	dir := invented(t, finished)
	bench(t, "report", dir).says(t, 0)
	page := filepath.Join(dir, "report.html")
	whole := read(t, page)
	write(t, page, "mine")
	if err := os.Remove(filepath.Join(dir, "scores.csv")); err != nil {
		t.Fatal(err)
	}
	a := bench(t, "report", dir)
	a.says(t, 0, "!warning: scores.csv", "!and is written again", "!the changed file is kept as ")
	kept := regexp.MustCompile(`kept as (\S+)`).FindStringSubmatch(a.stderr)[1]
	if read(t, filepath.Join(dir, kept)) != "mine" || read(t, page) != whole {
		t.Errorf("%s does not have the changed page, or the page is not written again", kept)
	}
	if _, err := os.Stat(filepath.Join(dir, "scores.csv")); err != nil {
		t.Error(err)
	}
}

// A folder that cannot be read is left as it is.
func TestReportRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "scores.csv")
	write(t, file, "dataset,method,value\n")
	empty := t.TempDir()
	bench(t, "report", empty).says(t, exitUsage, "!bench: "+empty+" is not a results folder")
	if left := tree(t, empty); len(left) > 0 {
		t.Errorf("a refused report left %v", slices.Collect(maps.Keys(left)))
	}
	bench(t, "report", file).says(t, exitUsage, "!bench: ")
	dir := invented(t, nil)
	write(t, filepath.Join(dir, "manifest.json"), "{")
	bench(t, "report", dir).says(t, exitUsage, "!the manifest is damaged: ", "!and none is computed again")
	bench(t, "report", "-expose", dir).says(t, exitUsage, "!bench: -expose is for -serve")
}

// blob is the file with the predictions of a folder's only journal.
func blob(t *testing.T, dir string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, store.JournalDir, "*.predictions"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	return found[0]
}

// Predictions that are damaged do not count, and the command says so once.
func TestDamagedPredictions(t *testing.T) {
	dir := invented(t, finished)
	path := blob(t, dir)
	text := []byte(read(t, path))
	text[100] ^= 1
	write(t, path, string(text))
	bench(t, "report", dir).says(t, exitFailedCells, "!warning: the predictions of 1 cell are missing or damaged in journal/",
		"!16 cells ok, 0 failed, 0 skipped, 1 not run")
}

// Two journals that do not agree on a cell are a warning; the first result counts.
func TestDisagreeingJournals(t *testing.T) {
	dir := invented(t, finished)
	journal, err := store.OpenJournal(dir, "1", nil)
	if err != nil {
		t.Fatal(err)
	}
	err = journal.Result(store.Result{Key: "00000000000000000000000000000001", Status: store.Failed, Error: "late"}, store.Output{})
	if err := errors.Join(err, journal.Close()); err != nil {
		t.Fatal(err)
	}
	bench(t, "report", dir).says(t, 0, "!warning: 1 cell were computed twice with different results", "!17 cells ok, 0 failed")
}

func TestServeRefuses(t *testing.T) {
	dir := invented(t, nil)
	for _, test := range []struct {
		says string
		args []string
	}{
		{"-serve 0.0.0.0:0: other machines reach this address", []string{"-serve", "0.0.0.0:0", dir}},
		{"-serve nowhere: an address is a host and a port", []string{"-serve", "nowhere", dir}},
		{"is a file, not a folder", []string{"-serve", filepath.Join(dir, "manifest.json")}},
		{`"more" is one argument too many`, []string{"-serve", "127.0.0.1:0", dir, "more"}},
		{"DIR is missing", []string{"-serve"}},
	} {
		bench(t, append([]string{"report"}, test.args...)...).says(t, exitUsage, "!"+test.says)
	}
}

// A page is shown until the context ends, and the address is printed with a token.
func TestServe(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	a := benchUntil(t, ctx, "report", "-serve", invented(t, nil))
	if !regexp.MustCompile(`^http://127\.0\.0\.1:\d+/\S*[A-Z2-7]{26}\n$`).MatchString(a.stdout) {
		t.Errorf("printed %q, then %q", a.stdout, a.stderr)
	}
}

// What a paper cites is printed from the folder alone.
func TestCite(t *testing.T) {
	bench(t, "cite", invented(t, nil)).says(t, 0, "@misc{bench,", "Software, version 0.1.0",
		"% no source is known for: dataset iris; dataset glass")
	bench(t, "cite", t.TempDir()).says(t, exitUsage, "!is not a results folder")
}

// Folders are the same until one score is not.
func TestDiff(t *testing.T) {
	a, b := invented(t, nil), invented(t, without(func(c score.Cell) bool { return c.Dataset == "iris" && c.Fold == 2 }))
	bench(t, "diff", a, a).says(t, 0, "36 means are in both, all with identical scores.")
	bench(t, "diff", a, b).says(t, 0, "Folds\n")
	c := invented(t, func(in *score.Input) { in.Cells[0].Predictions = in.Cells[2].Predictions })
	bench(t, "diff", a, c).says(t, exitDiffer, "lr[C=0.1,tol=1]")
	bench(t, "diff", a, c, "-json").says(t, exitDiffer, `"same":false`, `"scores":[`)
	page := filepath.Join(t.TempDir(), "diff.html")
	bench(t, "diff", a, c, "-html", page).says(t, exitDiffer)
	if text := read(t, page); !strings.Contains(text, "<html") || !strings.Contains(text, a) {
		t.Errorf("the page does not name %s", a)
	}
	bench(t, "diff", a, a, "-html", filepath.Join(page, "x.html")).says(t, exitUsage, "!writing ")
	bench(t, "diff", a, t.TempDir()).says(t, exitUsage, "!is not a results folder")
}
