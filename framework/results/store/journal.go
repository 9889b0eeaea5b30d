package store

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// syncAtMost is what a power cut can cost.
const syncAtMost = time.Second

// Journal is the append-only record of one worker's attempt. A line is the
// CRC-32C of what follows, a space, and a JSON record; it is written in one
// write, so that a torn tail can be distinguished from a record. Predictions go to a
// file next to it.
type Journal struct {
	mu     sync.Mutex
	lines  *os.File
	blobs  *os.File
	offset int64    // end of blobs
	open   []string // keys of cells that were started and have no result
	dirty  bool
	timer  *time.Timer
	err    error // the first failure; everything later returns it
}

// OpenJournal starts a new journal in a results folder. The name holds the time, the
// name of the attempt and what is drawn at random, so that no two attempts write to one
// file, on no two machines. It does not name the machine, which results do not publish.
func OpenJournal(dir, attempt string, environment any) (*Journal, error) {
	folder := filepath.Join(dir, JournalDir)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("opening a journal: %w", err)
	}
	now := time.Now().UTC().Format("20060102T150405.000000000")
	name := fmt.Sprintf("%s-%s-%s", now, attempt, strings.ToLower(rand.Text()[:12]))
	j, err := &Journal{}, error(nil)
	for ext, file := range map[string]**os.File{journalExt: &j.lines, blobExt: &j.blobs} {
		*file, err = os.OpenFile(filepath.Join(folder, name+ext), os.O_CREATE|os.O_EXCL|os.O_APPEND|os.O_WRONLY, fileMode)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("opening a journal: %w", err), j.closeFiles())
		}
	}
	body, err := json.Marshal(environment)
	if err != nil {
		return nil, errors.Join(err, j.closeFiles())
	}
	return j, j.append(record{Kind: kindEnvironment, Environment: body})
}

// Start records that a cell is being worked on.
func (j *Journal) Start(key string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.open = append(j.open, key)
	return j.append(record{Kind: kindStart, Key: key})
}

// Result records the outcome of a cell and what it predicts, which is nothing
// unless the cell is ok.
func (j *Journal) Result(r Result, o Output) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return j.err
	}
	if err := j.writeOutput(&r, o); err != nil {
		return j.fail(err)
	}
	j.open = slices.DeleteFunc(j.open, func(key string) bool { return key == r.Key })
	return j.append(record{Kind: kindResult, Result: &r})
}

// Scores records the scores of a binary model.
func (j *Journal) Scores(s BinaryScores, rows RowScores) (err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return j.err
	}
	if s.Blob, err = j.writeBlob(bytesOf(encodeScores(rows))); err != nil {
		return j.fail(err)
	}
	return j.append(record{Kind: kindScores, Scores: &s})
}

// writeOutput writes the blobs of a result and names them in it.
func (j *Journal) writeOutput(r *Result, o Output) error {
	for _, part := range []struct {
		there bool
		blob  **Blob
		body  func(io.Writer) error
	}{
		{o.Test != nil, &r.Predictions, func(w io.Writer) error { return writePredictions(w, o.Test) }},
		{o.Train != nil, &r.Train, func(w io.Writer) error { return writePredictions(w, o.Train) }},
		{o.Folded != nil, &r.Folded, func(w io.Writer) error { return writePredictions(w, o.Folded) }},
		{o.Regions != nil, &r.Regions, func(w io.Writer) error { return bytesOf(encodeRegions(o.Regions))(w) }},
		{o.Binary != nil, &r.Binary, func(w io.Writer) error { return bytesOf(encodeBinary(o.Binary))(w) }},
		{o.Code != nil, &r.Code, func(w io.Writer) error { return bytesOf(encodeCode(o.Code))(w) }},
	} {
		if !part.there {
			continue
		}
		var err error
		if *part.blob, err = j.writeBlob(part.body); err != nil {
			return err
		}
	}
	return nil
}

// bytesOf writes bytes that are in memory.
func bytesOf(b []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	}
}

func (j *Journal) writeBlob(body func(io.Writer) error) (*Blob, error) {
	sum := sha256.New()
	if err := body(io.MultiWriter(j.blobs, sum)); err != nil {
		return nil, err
	}
	end, err := j.blobs.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	blob := &Blob{File: filepath.Base(j.blobs.Name()), Offset: j.offset, Length: end - j.offset,
		SHA256: hex.EncodeToString(sum.Sum(nil))}
	j.offset = end
	return blob, nil
}

// append writes one line and sees to it that it is on disk within syncAtMost.
func (j *Journal) append(r record) error {
	if j.err != nil {
		return j.err
	}
	r.Time = time.Now().UTC()
	line, err := formatRecord(r)
	if err != nil {
		return j.fail(err)
	}
	if _, err := j.lines.Write(line); err != nil {
		return j.fail(err)
	}
	if !j.dirty {
		j.dirty = true
		j.timer = time.AfterFunc(syncAtMost, j.flush)
	}
	return nil
}

// ErrJournal is the error of a journal that cannot be written.
var ErrJournal = errors.New("writing the journal")

func (j *Journal) fail(err error) error {
	j.err = fmt.Errorf("%w: %w", ErrJournal, err)
	return j.err
}

func (j *Journal) flush() {
	j.mu.Lock()
	defer j.mu.Unlock()
	_ = j.sync()
}

// sync writes predictions before the lines that name them.
func (j *Journal) sync() error {
	if !j.dirty || j.err != nil {
		return j.err
	}
	j.dirty = false
	if err := errors.Join(j.blobs.Sync(), j.lines.Sync()); err != nil {
		return j.fail(err)
	}
	return nil
}

// Close records that the attempt ended in order, and which cells it gave up for
// others to do.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, key := range j.open {
		_ = j.append(record{Kind: kindYielded, Key: key}) // a failure stays in j.err
	}
	err := j.append(record{Kind: kindFinished})
	j.timer.Stop()
	err = errors.Join(err, j.sync(), j.closeFiles())
	j.err = errors.New("the journal is closed")
	return err
}

func (j *Journal) closeFiles() error {
	var errs []error
	for _, f := range []*os.File{j.blobs, j.lines} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

// Metric records a value of a plugin's metric.
func (j *Journal) Metric(v MetricValue) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.append(record{Kind: kindMetric, Metric: &v})
}
