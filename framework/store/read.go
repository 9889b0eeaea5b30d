package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Results are what the journals of a results folder hold.
type Results struct {
	// ByKey holds the result of each cell: the first of its latest attempt.
	ByKey map[string]Result
	// Disagreeing lists the cells that have two results which differ in more
	// than timings: they are not reproducible.
	Disagreeing []string
	// Damaged counts the results whose blobs are missing or cut off; they do not
	// count, so that the cells are computed again.
	Damaged int
}

// ReadResults reads every journal of a results folder, in the order of their
// names. Of each it takes the longest valid prefix; a folder without journals
// holds no results.
func ReadResults(dir string) (Results, error) {
	results := Results{ByKey: map[string]Result{}}
	folder := filepath.Join(dir, JournalDir)
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return results, nil
	}
	if err != nil {
		return results, fmt.Errorf("reading journals: %w", err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), journalExt) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return results, fmt.Errorf("reading journals: %w", err)
		}
		for _, r := range validPrefix(content) {
			switch {
			case r.Kind != kindResult:
			case !whole(folder, r.Result):
				results.Damaged++
			default:
				results.add(*r.Result)
			}
		}
	}
	return results, nil
}

func (rs *Results) add(r Result) {
	first, seen := rs.ByKey[r.Key]
	switch {
	case !seen || r.Attempt > first.Attempt:
		rs.ByKey[r.Key] = r
	case r.Attempt < first.Attempt:
	case !agree(first, r) && !slices.Contains(rs.Disagreeing, r.Key):
		rs.Disagreeing = append(rs.Disagreeing, r.Key)
	}
}

// whole reports whether the files of a result's blobs are as long as they must
// be. Digests are checked when blobs are read.
func whole(folder string, r *Result) bool {
	for _, b := range r.blobs() {
		info, err := os.Stat(filepath.Join(folder, filepath.Base(b.File)))
		if err != nil || !b.within(info.Size()) {
			return false
		}
	}
	return true
}

// agree compares what must not depend on when and where a cell was run. A result
// without regions agrees with one that has them: they are made if all goes well.
// So does one without the counts of binary models or the cell's own code, which
// earlier releases did not keep.
func agree(a, b Result) bool {
	if a.Status != OK || b.Status != OK {
		return a.Status == b.Status
	}
	return sameBlob(a.Predictions, b.Predictions) && sameBlob(a.Train, b.Train) &&
		sameIfThere(a.Regions, b.Regions) && sameIfThere(a.Binary, b.Binary) && sameIfThere(a.Code, b.Code) &&
		a.TrainRows == b.TrainRows && a.TestRows == b.TestRows &&
		a.BinaryProblems == b.BinaryProblems && a.Unconverged == b.Unconverged && sameObjective(a.Objective, b.Objective) &&
		reflect.DeepEqual(a.Tuned, b.Tuned)
}

// sameBlob reports whether two blobs have the same content, or neither is there.
func sameBlob(a, b *Blob) bool {
	return (a == nil) == (b == nil) && (a == nil || a.SHA256 == b.SHA256)
}

// sameIfThere reports whether two blobs have the same content, or one is not there.
func sameIfThere(a, b *Blob) bool {
	return a == nil || b == nil || sameBlob(a, b)
}

func sameObjective(a, b *float64) bool {
	return (a == nil) == (b == nil) && (a == nil || *a == *b)
}

// validPrefix parses lines up to the first that is torn or damaged.
func validPrefix(content []byte) []record {
	var records []record
	for {
		line, rest, found := bytes.Cut(content, []byte{'\n'})
		if !found {
			return records
		}
		r, err := parseRecord(line)
		if err != nil {
			return records
		}
		records = append(records, r)
		content = rest
	}
}

func parseRecord(line []byte) (record, error) {
	var r record
	sum, body, found := bytes.Cut(line, []byte{' '})
	if !found || len(sum) != 8 {
		return r, errors.New("no checksum")
	}
	want, err := strconv.ParseUint(string(sum), 16, 32)
	if err != nil {
		return r, err
	}
	if crc32.Checksum(body, castagnoli) != uint32(want) {
		return r, errors.New("the checksum differs")
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return r, err
	}
	if r.Kind == kindResult && (r.Result == nil || (r.Result.Status == OK && r.Result.Predictions == nil)) {
		return r, errors.New("a result is incomplete")
	}
	return r, nil
}
