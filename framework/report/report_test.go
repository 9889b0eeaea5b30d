package report

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/export"
	"github.com/manyclass/bench/framework/score/scoretest"
)

func TestFiles(t *testing.T) {
	in := scoretest.Experiment()
	dir := t.TempDir()
	s, err := WriteAll(dir, in)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Summary{OK: 17, Failed: 1, Timeout: 1, OutOfMemory: 1, Skipped: 3, NotRun: 1}); s.OK != want.OK || s.Failed != want.Failed ||
		s.Timeout != want.Timeout || s.OutOfMemory != want.OutOfMemory || s.Skipped != want.Skipped || s.NotRun != want.NotRun {
		t.Errorf("summary %+v", s)
	}
	for _, name := range []string{"scores.csv", "cells.csv", "summary.csv", "tables/accuracy.md", "tables/log_loss.md", "tables/recall_average_none.md"} {
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
	if direct := scoretest.Render(t, func(w io.Writer) error { return export.WritePredictions(w, in, nil) }); !bytes.Equal(b, direct) {
		t.Error("predictions.csv.gz differs from WritePredictions")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".writing-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestSameBytesTwice(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	for _, dir := range []string{one, two} {
		if _, err := WriteAll(dir, scoretest.Experiment()); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"scores.csv", "cells.csv", "summary.csv", "predictions.csv.gz", "tables/accuracy.md"} {
		a, _ := os.ReadFile(filepath.Join(one, name))
		b, _ := os.ReadFile(filepath.Join(two, name))
		if len(a) == 0 || !bytes.Equal(a, b) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestFileNames(t *testing.T) {
	names := fileNames{}
	var got []string
	for _, name := range []string{"accuracy", "f1(average=macro)", "../../etc", "Accuracy", "accuracy", "±", ""} {
		got = append(got, names.next(name))
	}
	want := []string{"accuracy", "f1_average_macro", "etc", "Accuracy_2", "accuracy_3", "table", "table_2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A folder that held the tables of something else holds only ours afterwards.
func TestOldTablesGo(t *testing.T) {
	dir := t.TempDir()
	stale := filepath.Join(dir, "tables", "old.md")
	if err := os.MkdirAll(filepath.Dir(stale), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stale, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := WriteAll(dir, scoretest.Experiment())
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "tables"))
	if err != nil || len(entries) != len(s.Tables) {
		t.Errorf("%d files for %d tables, %v", len(entries), len(s.Tables), err)
	}
}

func TestSummaryText(t *testing.T) {
	dir := t.TempDir()
	s, err := WriteAll(dir, scoretest.Experiment())
	if err != nil {
		t.Fatal(err)
	}
	text := string(scoretest.Render(t, func(w io.Writer) error { return s.Text(w, 0) }))
	scoretest.Golden(t, "summary.txt", []byte(strings.ReplaceAll(text, dir, "results/fixture")))
}
