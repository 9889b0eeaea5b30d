package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// GatherJournals copies the journals, predictions and plans of results folders
// into another, which may hold some already. Of two files of one name one must be
// the beginning of the other, as of a journal that was copied while it was written:
// the longer counts. If some are not, the error names them and nothing is copied.
// Skipped are the paths of what is not a file; hidden files are not journals.
func GatherJournals(out string, dirs []string) (skipped []string, err error) {
	from := map[string]string{}
	var names []string
	for _, dir := range append([]string{out}, dirs...) {
		entries, err := os.ReadDir(filepath.Join(dir, JournalDir))
		if err != nil && (dir != out || !errors.Is(err, fs.ErrNotExist)) {
			return nil, fmt.Errorf("reading journals: %w", err)
		}
		for _, e := range entries {
			name, path := e.Name(), filepath.Join(dir, JournalDir, e.Name())
			if strings.HasPrefix(name, ".") {
				continue
			}
			if !isPlain(path) {
				skipped = append(skipped, path)
				continue
			}
			if first, known := from[name]; !known {
				from[name] = path
				names = append(names, name)
			} else if from[name], err = longer(first, path); err != nil {
				return nil, err
			}
		}
	}
	if err := os.MkdirAll(filepath.Join(out, JournalDir), 0o755); err != nil {
		return nil, fmt.Errorf("making the results folder: %w", err)
	}
	// Predictions come before the journals that name them.
	slices.SortStableFunc(names, func(a, b string) int { return journalRank(a) - journalRank(b) })
	for _, name := range names {
		if err := copyTo(filepath.Join(out, JournalDir, name), from[name]); err != nil {
			return nil, err
		}
	}
	return skipped, nil
}

// isPlain reports whether a path, or what a link there leads to, is a file of bytes.
func isPlain(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func journalRank(name string) int {
	if strings.HasSuffix(name, journalExt) {
		return 1
	}
	return 0
}

// copyTo copies a file to a path where there is nothing, its beginning, or the same
// already.
func copyTo(path, from string) error {
	if path == from {
		return nil
	}
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(path); err == nil && there.Size() >= info.Size() {
		return nil
	}
	return WriteFile(path, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
}

// longer returns the longer of two files, the first of two that are alike. The error
// names both unless one is the beginning of the other.
func longer(a, b string) (string, error) {
	x, err := os.Open(a)
	if err != nil {
		return "", err
	}
	defer x.Close()
	y, err := os.Open(b)
	if err != nil {
		return "", err
	}
	defer y.Close()
	p, q := make([]byte, 1<<16), make([]byte, 1<<16)
	for {
		n, errX := io.ReadFull(x, p)
		m, errY := io.ReadFull(y, q)
		if both := min(n, m); !bytes.Equal(p[:both], q[:both]) {
			return "", fmt.Errorf("%s and %s have one name and different contents: one of them is damaged; merge into a new "+
				"folder", a, b)
		}
		for _, err := range []error{errX, errY} {
			if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
				return "", err
			}
		}
		switch {
		case m > n:
			return b, nil
		case errX != nil || errY != nil:
			return a, nil
		}
	}
}
