package store

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Follower reads the results that are added to the journals of a folder.
type Follower struct {
	folder string
	read   map[string]int64 // bytes by journal
}

// Follow begins with what the journals of a results folder hold already.
func Follow(dir string) *Follower {
	return &Follower{folder: filepath.Join(dir, JournalDir), read: map[string]int64{}}
}

// New returns the results since it was called before, in the order of the journals'
// names. What cannot be read is left for [ReadResults] to tell.
func (f *Follower) New() ([]Result, error) {
	entries, err := os.ReadDir(f.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var list []Result
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, journalExt) && !strings.HasPrefix(name, ".") {
			if list, err = f.more(name, list); err != nil {
				return list, err
			}
		}
	}
	return list, nil
}

// more reads the whole lines that a journal has got.
func (f *Follower) more(name string, list []Result) ([]Result, error) {
	file, size, err := openPlain(filepath.Join(f.folder, name))
	if err != nil {
		return list, nil // no journal
	}
	defer file.Close()
	if size <= f.read[name] {
		return list, nil
	}
	lines := bufio.NewReader(io.NewSectionReader(file, f.read[name], size-f.read[name]))
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return list, err
		}
		f.read[name] += int64(len(line))
		if r, broken := parseRecord(bytes.TrimSuffix(line, []byte{'\n'})); broken == nil && r.Kind == kindResult {
			list = append(list, *r.Result)
		}
	}
}
