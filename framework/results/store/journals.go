package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/base/wording"
)

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

// read reads the journal in a folder until its reader has enough.
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
