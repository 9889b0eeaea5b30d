package report

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/showing/export"
	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/scoretest"
)

func TestFiles(t *testing.T) {
	in := Input{Input: scoretest.Experiment()}
	dir := t.TempDir()
	s, err := WriteAll(dir, in)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Counts{OK: 17, Failed: 1, Timeout: 1, OutOfMemory: 1, Skipped: 3, NotRun: 1}); s.Counts != want {
		t.Errorf("counts %+v, want %+v", s.Counts, want)
	}
	if want := "24 cells: 17 ok, 1 failed, 1 timed out, 1 out of memory, 3 skipped, 1 not run"; s.String() != want {
		t.Errorf("counts %q, want %q", s, want)
	}
	for _, name := range []string{"scores.csv", "cells.csv", "summary.csv", "tables/accuracy.md", "tables/log_loss.md",
		"tables/recall_average_none.md"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		scoretest.Golden(t, strings.ReplaceAll(name, "/", "_"), b)
	}
	f, err := os.Open(filepath.Join(dir, "predictions.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if direct := scoretest.Render(t, func(w io.Writer) error {
		return export.Write(w, export.Predictions(in.Input, nil), export.CSV)
	}); !bytes.Equal(b, direct) {
		t.Error("predictions.csv.gz differs from the table of predictions")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".writing-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestSameBytesTwice(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	for _, dir := range []string{one, two} {
		if _, err := WriteAll(dir, everything()); err != nil {
			t.Fatal(err)
		}
	}
	files := listFiles(t, one)
	if !slices.Equal(files, listFiles(t, two)) || len(files) < 30 {
		t.Fatalf("files %v", files)
	}
	for _, name := range files {
		a, _ := os.ReadFile(filepath.Join(one, name))
		b, _ := os.ReadFile(filepath.Join(two, name))
		if len(a) == 0 || !bytes.Equal(a, b) {
			t.Errorf("%s differs", name)
		}
	}
}

func listFiles(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestFileNames(t *testing.T) {
	names := fileNames{}
	var got []string
	for _, name := range []string{"accuracy", "f1(average=macro)", "../../etc", "Accuracy", "accuracy", "±", ""} {
		got = append(got, names.next(name))
	}
	long := strings.Repeat("x", 300)
	got = append(got, names.next("a[b]", "c"), names.next("a/b", "(c)"), names.next(long), names.next(long))
	want := []string{"accuracy", "f1_average_macro", "_._.._etc", "Accuracy_2", "accuracy_3", "_", "__2", "a_b-c",
		"a_b-_c", long[:200], long[:200] + "_2"}
	for _, name := range []string{"svm_é", "svm_è", "准确率", "Svm_É"} {
		got = append(got, names.next("confusion", name))
	}
	want = append(want, "confusion-svm_é", "confusion-svm_è", "confusion-准确率", "confusion-Svm_É_2")
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A folder that held the tables and plots of something else holds only ours
// afterwards, and what is not a table or plot.
func TestOldFilesGo(t *testing.T) {
	dir := t.TempDir()
	stale := []string{"tables/old.md", "tables/old.tex", "tables/old.csv", "tables/old.html", "plots/old.svg"}
	kept := []string{"tables/notes.txt", "plots/own.png"}
	for _, name := range append(slices.Clone(stale), kept...) {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := WriteAll(dir, everything()); err != nil {
		t.Fatal(err)
	}
	files := listFiles(t, dir)
	for _, name := range stale {
		if slices.Contains(files, name) {
			t.Errorf("%s is still there", name)
		}
	}
	if slices.Contains(files, "plots/confusion-glass-one_hot-svm-ovo.svg") {
		t.Error("there is a heat map of a combination without predictions")
	}
	for _, name := range append(kept, "tables/accuracy.md", "tables/accuracy.tex", "tables/accuracy.csv",
		"tables/accuracy.html", "tables/accuracy.typ", "tables/all.tex", "tables/all.typ",
		"tables/confusion.csv", "tables/log_loss.md", "plots/costs.svg", "plots/distribution-glass-log_loss.svg",
		"plots/confusion-iris-one_hot-lr_C_0.1_tol_1-ovo.svg", "plots/regions-iris-one_hot-svm-ova.svg") {
		if !slices.Contains(files, name) {
			t.Errorf("%s is not there: %v", name, files)
		}
	}
}

func TestSummaryText(t *testing.T) {
	dir := t.TempDir()
	s, err := WriteAll(dir, Input{Input: scoretest.Experiment()})
	if err != nil {
		t.Fatal(err)
	}
	if s.Page != filepath.Join(dir, "report.html") {
		t.Errorf("page %s", s.Page)
	}
	text := string(scoretest.Render(t, func(w io.Writer) error { return s.Text(w, 0) }))
	scoretest.Golden(t, "summary.txt", []byte(must.ReplaceAll(text, dir, "results/fixture")))
}
