package store

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/inputfile"
)

// Follower reads what is added to the journals of a folder.
type Follower struct {
	folder   string
	journals map[string]*followed // by name
	results  []Result             // that were read and not handed on
}

// followed is a journal that is being read.
type followed struct {
	read int64 // bytes
	take func(record)
	Working
}

// Working is a journal whose worker is in the middle of some cells, or died there.
type Working struct {
	Unfinished
	Since time.Time // of its last record
}

// Follow begins with what the journals of a results folder hold already.
func Follow(dir string) *Follower {
	return &Follower{folder: filepath.Join(dir, JournalDir), journals: map[string]*followed{}}
}

// New returns the results since it was called before, in the order of the journals'
// names. What cannot be read is left for [ReadResults] to tell.
func (f *Follower) New() ([]Result, error) {
	entries, err := os.ReadDir(f.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, journalExt) && !strings.HasPrefix(name, ".") {
			if err := f.more(name); err != nil {
				return f.taken(), err
			}
		}
	}
	return f.taken(), nil
}

// taken are the results that were read and not handed on before.
func (f *Follower) taken() []Result {
	list := f.results
	f.results = nil
	return list
}

// Working lists the journals that end in the middle of some cells, by what was read,
// in the order of their names.
func (f *Follower) Working() []Working {
	var list []Working
	for _, name := range slices.Sorted(maps.Keys(f.journals)) {
		if j := f.journals[name]; len(j.Keys) > 0 {
			list = append(list, Working{Unfinished{name, slices.Clone(j.Keys)}, j.Since})
		}
	}
	return list
}

// of is what was read of a journal.
func (f *Follower) of(name string) *followed {
	if j := f.journals[name]; j != nil {
		return j
	}
	j := &followed{Working: Working{Unfinished: Unfinished{Journal: name}}}
	j.take = timed(func(r record) {
		j.follow(r)
		j.Since = r.Time
		if r.Kind == kindResult {
			f.results = append(f.results, *r.Result)
		}
	})
	f.journals[name] = j
	return j
}

// more reads the whole lines that a journal has got.
func (f *Follower) more(name string) error {
	file, size, err := inputfile.Open(filepath.Join(f.folder, name))
	if err != nil {
		return nil // no journal
	}
	defer file.Close()
	j := f.of(name)
	if size <= j.read {
		return nil
	}
	lines := bufio.NewReader(io.NewSectionReader(file, j.read, size-j.read))
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		j.read += int64(len(line))
		if r, broken := parseRecord(bytes.TrimSuffix(line, []byte{'\n'})); broken == nil {
			j.take(r)
		}
	}
}
