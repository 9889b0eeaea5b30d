package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/scoretest"
)

// answer is what a command leaves.
type answer struct {
	status         int
	stdout, stderr string
}

// bench runs a command line in this process, as main does.
func bench(t *testing.T, args ...string) answer {
	t.Helper()
	return benchUntil(t, context.Background(), args...)
}

// benchUntil is bench with a context that may end.
func benchUntil(t *testing.T, ctx context.Context, args ...string) (a answer) {
	t.Helper()
	stdout, saysOut := captured(t, &os.Stdout)
	stderr, saysErr := captured(t, &os.Stderr)
	a.status = execute(ctx, args)
	stdout()
	stderr()
	a.stdout, a.stderr = saysOut(), saysErr()
	return a
}

// captured sends a stream of this process into a file, until restore is called.
func captured(t *testing.T, stream **os.File) (restore func(), text func() string) {
	t.Helper()
	was := *stream
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	*stream = f
	return func() { *stream = was; f.Close() }, func() string { return read(t, f.Name()) }
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// says checks a command's exit status, and that it prints some words: in the list those of stdout,
// after "!" those of stderr.
func (a answer) says(t *testing.T, status int, words ...string) {
	t.Helper()
	var lacks []string
	if a.status != status {
		lacks = append(lacks, fmt.Sprintf("the status is %d, want %d", a.status, status))
	}
	for _, want := range words {
		text, where := a.stdout, "stdout"
		if rest, ok := strings.CutPrefix(want, "!"); ok {
			text, where, want = a.stderr, "stderr", rest
		}
		if !strings.Contains(text, want) {
			lacks = append(lacks, fmt.Sprintf("%s lacks %q", where, want))
		}
	}
	if lacks != nil {
		t.Errorf("%s\nstdout:\n%s\nstderr:\n%s", strings.Join(lacks, "\n"), a.stdout, a.stderr)
	}
}

// invented is a results folder with the invented experiment, once change has changed it.
func invented(t *testing.T, change func(*score.Input)) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "fixture")
	in := scoretest.Experiment()
	for i := range in.Plan.Cells {
		key := fmt.Sprintf("%032x", i+1)
		in.Plan.Cells[i].Key, in.Cells[i].Key = key, key
	}
	if change != nil {
		change(&in)
	}
	m := store.Manifest{Bench: store.Build{Version: "0.1.0"}, Started: time.Date(2026, 11, 2, 9, 30, 0, 0, time.UTC)}
	if err := folder.Write(dir, &m, folder.Experiment{Name: in.Plan.Experiment}, in.Plan); err != nil {
		t.Fatal(err)
	}
	journal, err := store.OpenJournal(dir, "0", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range in.Cells {
		if err := record(journal, c); err != nil {
			t.Fatal(err)
		}
	}
	if err := journal.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// record writes the result of a cell, if it has one.
func record(j *store.Journal, c score.Cell) error {
	switch {
	case c.Skipped != "":
		return j.Result(store.Result{Key: c.Key, Status: store.Skipped}, store.Output{})
	case c.Result == nil:
		return nil
	}
	result, o := *c.Result, store.Output{}
	result.Key = c.Key
	if result.Status == store.OK {
		p, err := c.Predictions()
		if err != nil {
			return err
		}
		o.Test = &p
		if c.Binary != nil {
			b, err := c.Binary()
			if err != nil {
				return err
			}
			o.Binary = &b
		}
	}
	return j.Result(result, o)
}

// without takes the results of some cells away.
func without(gone func(score.Cell) bool) func(*score.Input) {
	return func(in *score.Input) {
		for i := range in.Cells {
			if gone(in.Cells[i]) {
				in.Cells[i].Result = nil
			}
		}
	}
}

// finished leaves only what ended well.
func finished(in *score.Input) {
	var cells []score.Cell
	in.Plan.Cells = nil
	for _, c := range in.Cells {
		if c.Skipped == "" && c.Result != nil && c.Result.Status == store.OK {
			cells = append(cells, c)
			in.Plan.Cells = append(in.Plan.Cells, c.Cell)
		}
	}
	in.Cells = cells
}

// tree is what a folder holds, by path.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		files[name] = read(t, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
