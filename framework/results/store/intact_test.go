package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A result whose predictions were changed does not count, unless another journal holds the same
// result whole; a later attempt that is damaged is not replaced by an earlier one.
func TestReadIntact(t *testing.T) {
	dir := newResults(t)
	path := writeJournal(t, dir, 2)
	results, err := ReadIntact(dir)
	if err != nil || len(results.ByKey) != 2 || len(results.Damaged) != 0 {
		t.Fatalf("%d results, %v damaged, %v", len(results.ByKey), results.Damaged, err)
	}
	flip := func(path string, at int64) {
		t.Helper()
		f, err := os.OpenFile(strings.TrimSuffix(path, journalExt)+blobExt, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		b := make([]byte, 1)
		_, err = f.ReadAt(b, at)
		b[0] ^= 1
		_, wrong := f.WriteAt(b, at)
		if err := errors.Join(err, wrong, f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	flip(path, results.ByKey["kk"].Train.Offset+3)
	if results, err = ReadIntact(dir); err != nil || len(results.ByKey) != 1 || results.Damaged["kk"] != 0 || len(results.Damaged) != 1 {
		t.Errorf("with a damaged blob: %d results, %v damaged, %v", len(results.ByKey), results.Damaged, err)
	}
	if quick, err := ReadResults(dir); err != nil || len(quick.ByKey) != 2 {
		t.Errorf("ReadResults: %d results, %v", len(quick.ByKey), err)
	}
	again := writeJournal(t, dir, 2)
	if results, err = ReadIntact(dir); err != nil || len(results.ByKey) != 2 || len(results.Damaged) != 0 ||
		results.ByKey["kk"].Train.File != strings.TrimSuffix(filepath.Base(again), journalExt)+blobExt {
		t.Errorf("with an intact copy: %v damaged, %v", results.Damaged, err)
	}
	j, err := OpenJournal(dir, "1", nil)
	if err != nil {
		t.Fatal(err)
	}
	r := sampleResult("k")
	r.Attempt = 3
	if err := errors.Join(j.Result(r, sampleOutput()), j.Close()); err != nil {
		t.Fatal(err)
	}
	flip(j.lines.Name(), 3)
	results, err = ReadIntact(dir)
	if _, there := results.ByKey["k"]; err != nil || there || results.Damaged["k"] != 3 {
		t.Errorf("a damaged attempt: %v, %v", results.Damaged, err)
	}
}
