package store

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"
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
	// Begun says of each journal with cells when they began, in the order of the journals' names.
	Begun []Begun
	// Reused says of each journal with cells of other people where they come from.
	Reused []Reused
}

// Begun is when a journal began with cells, and what its run knew of a seal.
type Begun struct {
	Journal string
	Seal    *Sealed   // nil if the run saw none
	First   time.Time // of its first cell
	// Cells counts those that were started, or the results if there are more: they may have
	// come from elsewhere.
	Cells int
	// Hosts are the machines that computed cells of it.
	Hosts []Host

	results int
	reused  *Reused // nil unless its cells are of other people
	host    Host    // of the last environment
}

// begin takes the next record of a journal.
func (b *Begun) begin(r record) {
	switch r.Kind {
	case kindEnvironment:
		var environment struct {
			Seal *Sealed
			Host Host
		}
		if json.Unmarshal(r.Environment, &environment) == nil {
			b.Seal, b.host = environment.Seal, environment.Host
		}
		if b.reused = reusedBy(r.Environment); b.reused != nil {
			b.First = b.reused.First
		}
		return
	case kindStart:
		b.Cells++
	case kindResult:
		b.results++
		b.Cells = max(b.Cells, b.results)
		if b.host != (Host{}) && !slices.Contains(b.Hosts, b.host) {
			b.Hosts = append(b.Hosts, b.host)
		}
	default:
		return
	}
	if b.First.IsZero() {
		b.First = r.Time
	}
}

// take notes a result of other people, of which the journal does not tell how long it took.
func (b *Begun) take(r *Result) {
	if b.reused != nil {
		b.reused.Keys = append(b.reused.Keys, r.Key)
		r.Elapsed = 0
	}
}

// Unfinished is a journal that ends in the middle of some cells.
type Unfinished struct {
	Journal string   // name of the file
	Keys    []string // of the cells, in the order of their start
}

// ReadResults reads every journal of a results folder, in the order of their
// names, and skips what is damaged; a folder without journals holds no results.
// Hidden files are not journals.
func ReadResults(dir string) (Results, error) { return readResults(dir, nil) }

// readResults is ReadResults where some blobs are known not to hold what was written.
func readResults(dir string, bad map[place]bool) (Results, error) {
	results := Results{ByKey: map[string]Result{}, Damaged: map[string]int{}, Journals: map[string]int{}}
	var at Unfinished
	var begun Begun
	common := newShared()
	common.bad = bad
	var err error
	results.Lost, err = readJournals(dir, func(journal string, r record) {
		if journal != at.Journal {
			results.end(at, begun)
			at, begun = Unfinished{Journal: journal}, Begun{Journal: journal}
			results.Journals[journal] = 0
		}
		at.follow(r)
		begun.begin(r)
		switch {
		case r.Kind == kindMetric:
			results.addMetric(*r.Metric)
		case r.Kind != kindResult:
		case !common.whole(filepath.Join(dir, JournalDir), r.Result):
			results.Damaged[r.Result.Key] = max(results.Damaged[r.Result.Key], r.Result.Attempt)
		default:
			common.in(r.Result)
			begun.take(r.Result)
			results.add(*r.Result)
			results.Journals[journal]++
		}
	})
	results.end(at, begun)
	results.settle()
	return results, err
}

// end notes what was found of a journal at its end.
func (rs *Results) end(at Unfinished, begun Begun) {
	if begun.Cells > 0 {
		rs.Begun = append(rs.Begun, begun)
	}
	if begun.reused != nil {
		rs.Reused = append(rs.Reused, *begun.reused)
	}
	if len(at.Keys) > 0 {
		rs.Unfinished = append(rs.Unfinished, at)
	}
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

// Agree reports whether two results of a cell are the same, in all that must not depend on when and where it was run.
func Agree(a, b Result) bool { return agree(a, b) }

// agree compares what must not depend on when and where a cell was run. A result
// without regions agrees with one that has them: they are made if all goes well.
// So does one without the counts of binary models or the cell's own code, which
// earlier releases did not keep, and one without rows out of inner folds, for which time or
// memory may not suffice.
func agree(a, b Result) bool {
	if a.Status != OK || b.Status != OK {
		return a.Status == b.Status
	}
	return sameBlob(a.Predictions, b.Predictions) && sameBlob(a.Train, b.Train) &&
		sameIfThere(a.Folded, b.Folded) && sameIfThere(a.Regions, b.Regions) &&
		sameIfThere(a.Binary, b.Binary) && sameIfThere(a.Code, b.Code) &&
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

// addMetric keeps the first value of each key; an error gives way to what comes later.
func (r *Results) addMetric(v MetricValue) {
	if before, known := r.Metrics[v.Key]; known && before.Error == "" {
		return
	}
	if r.Metrics == nil {
		r.Metrics = map[string]MetricValue{}
	}
	r.Metrics[v.Key] = v
}
