package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/inputfile"
	"github.com/manyclass/bench/framework/wording"
)

// Results are what the journals of a results folder hold.
type Results struct {
	// ByKey holds the result of each cell: the first of its latest attempt.
	ByKey map[string]Result
	// Metrics holds the values of plugins' metrics by their keys.
	Metrics map[string]MetricValue
	// Disagreeing lists the cells that have two results which differ in more
	// than timings: they are not reproducible.
	Disagreeing []string
	// Lost says what else cannot be read: lines of journals, and files that are none.
	Lost []string
	// Damaged holds the cells whose last result does not count, with its attempt: its blobs are
	// missing, cut off or, by ReadIntact, not what was written. They are computed again.
	Damaged map[string]int
	// Unfinished lists the journals with cells that were started, and neither ended
	// nor given up: their process died, or is at work.
	Unfinished []Unfinished
	// Journals holds the number of results by the name of each journal.
	Journals map[string]int
}

// Unfinished is a journal that ends in the middle of some cells.
type Unfinished struct {
	Journal string   // name of the file
	Keys    []string // of the cells, in the order of their start
}

// ReadResults reads every journal of a results folder, in the order of their
// names, and skips what is damaged; a folder without journals holds no results.
// Hidden files are nobody's journals.
func ReadResults(dir string) (Results, error) { return readResults(dir, nil) }

// readResults is ReadResults where some blobs are known not to hold what was written.
func readResults(dir string, bad map[place]bool) (Results, error) {
	results := Results{ByKey: map[string]Result{}, Damaged: map[string]int{}, Journals: map[string]int{}}
	var at Unfinished
	ended := func() {
		if len(at.Keys) > 0 {
			results.Unfinished = append(results.Unfinished, at)
		}
	}
	common := newShared()
	common.bad = bad
	var err error
	results.Lost, err = readJournals(dir, func(journal string, r record) {
		if journal != at.Journal {
			ended()
			at = Unfinished{Journal: journal}
			results.Journals[journal] = 0
		}
		at.follow(r)
		switch {
		case r.Kind == kindMetric:
			results.addMetric(*r.Metric)
		case r.Kind != kindResult:
		case !common.whole(filepath.Join(dir, JournalDir), r.Result):
			results.Damaged[r.Result.Key] = max(results.Damaged[r.Result.Key], r.Result.Attempt)
		default:
			common.in(r.Result)
			results.add(*r.Result)
			results.Journals[journal]++
		}
	})
	ended()
	results.settle()
	return results, err
}

// settle decides between the intact and the damaged results of a cell: the later attempt counts,
// and of one attempt what is intact.
func (rs *Results) settle() {
	for key, attempt := range rs.Damaged {
		intact, there := rs.ByKey[key]
		switch {
		case there && intact.Attempt >= attempt:
			delete(rs.Damaged, key)
		case there:
			delete(rs.ByKey, key)
		}
	}
}

// follow takes the next record of the journal.
func (u *Unfinished) follow(r record) {
	key := r.Key
	switch r.Kind {
	case kindStart:
		u.Keys = append(u.Keys, key)
		return
	case kindResult:
		key = r.Result.Key
	case kindYielded:
	default:
		return
	}
	u.Keys = slices.DeleteFunc(u.Keys, func(open string) bool { return open == key })
}

// readJournals hands on the records of all journals of a results folder with the name
// of their file, and says what it cannot read.
func readJournals(dir string, take func(journal string, r record)) (lost []string, err error) {
	folder := filepath.Join(dir, JournalDir)
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading journals: %w", err)
	}
	var all []*reading
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, journalExt) && !strings.HasPrefix(name, ".") {
			all = append(all, &reading{name: name, batches: make(chan []record, 1)})
		}
	}
	enough := make(chan struct{})
	defer close(enough)
	ahead := runtime.GOMAXPROCS(0)
	for _, r := range all[:min(ahead, len(all))] {
		go r.read(folder, enough)
	}
	for i, r := range all {
		for batch := range r.batches {
			for _, one := range batch {
				take(r.name, one)
			}
		}
		if i+ahead < len(all) {
			go all[i+ahead].read(folder, enough)
		}
		if r.err != nil {
			return lost, fmt.Errorf("reading journals: %w", r.err)
		}
		if r.lost != "" {
			lost = append(lost, r.lost)
		}
	}
	return lost, nil
}

// reading is a journal that is read while those before it are taken.
type reading struct {
	name    string
	batches chan []record // is closed at the end; then lost and err are set
	lost    string
	err     error
}

// batchSize is how many records are handed on together.
const batchSize = 256

// read reads the journal in a folder until somebody has enough.
func (r *reading) read(folder string, enough <-chan struct{}) {
	defer close(r.batches)
	var batch []record
	hand := func() {
		select {
		case r.batches <- batch:
		case <-enough:
		}
		batch = nil
	}
	r.lost, r.err = readJournal(filepath.Join(folder, r.name), func(one record) {
		if batch = append(batch, one); len(batch) == batchSize {
			hand()
		}
	})
	hand()
}

// readJournal hands on the records of a journal. Lost says what it cannot read, or
// is empty.
func readJournal(path string, take func(record)) (lost string, err error) {
	f, _, err := inputfile.Open(path)
	if errors.Is(err, fs.ErrPermission) {
		return "", err
	}
	if err != nil {
		return wording.Reason(err), nil
	}
	defer f.Close()
	d, err := readLines(f, timed(take))
	if d.lines > 0 {
		lost = fmt.Sprintf("%s: %s damaged and skipped, the first is line %d", path, wording.Count(d.lines, "line"), d.first)
	}
	return lost, err
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
// be, and nothing bad is known of them. Digests are checked when blobs are read, or by
// ReadIntact.
func (s *shared) whole(folder string, r *Result) bool {
	for _, b := range r.blobs() {
		size, known := s.sizes[b.File]
		if !known {
			size = -1
			if info, err := os.Stat(filepath.Join(folder, filepath.Base(b.File))); err == nil && info.Mode().IsRegular() {
				size = info.Size()
			}
			s.sizes[s.text(b.File)] = size
		}
		if !b.within(size) || s.bad[b.place()] {
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
