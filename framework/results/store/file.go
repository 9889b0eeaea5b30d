package store

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/manyclass/bench/framework/base/inputfile"
)

// The folder of journals inside a results folder, and the endings of the files
// in it.
const (
	JournalDir = "journal"
	journalExt = ".jsonl"
	blobExt    = ".predictions"
	fileMode   = 0o644
)

// WriteFile replaces a file as a whole: readers see the old content or the new
// one, and a crash leaves one of them.
func WriteFile(path string, write func(io.Writer) error) (err error) {
	return writeWhole(path, write, os.Rename)
}

// MakeWritable makes a folder if needed. Its error says that no file can be written there.
func MakeWritable(dir string) error {
	path := filepath.Join(dir, ".writable")
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		err = WriteFile(path, func(io.Writer) error { return nil })
	}
	if err == nil {
		err = os.Remove(path)
	}
	return err
}

// Rewrite replaces the content of a file, where a link leads to and with the permissions that
// it has.
func Rewrite(path string, content []byte) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	err = WriteFile(path, func(w io.Writer) error { _, err := w.Write(content); return err })
	if err != nil {
		return err
	}
	return os.Chmod(path, info.Mode().Perm())
}

// WriteNew writes a file that must not be there: of several who try, one succeeds. The
// others get an error that is fs.ErrExist.
func WriteNew(path string, content io.Reader) error {
	write := func(w io.Writer) error {
		_, err := io.Copy(w, content)
		return err
	}
	return writeWhole(path, write, func(from, to string) error { return errors.Join(os.Link(from, to), os.Remove(from)) })
}

// writeWhole writes a file under another name and then lets place put it where it
// belongs.
func writeWhole(path string, write func(io.Writer) error, place func(from, to string) error) (err error) {
	f, err := createUnfinished(path)
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			at.Path = filepath.Dir(path) // which is what lacks, not the other name
		}
		return fmt.Errorf("writing %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = fmt.Errorf("writing %s: %w", path, err)
		}
	}()
	b := bufio.NewWriterSize(f, 1<<16)
	if err := errors.Join(write(b), b.Flush()); err != nil {
		return err
	}
	if err := f.Chmod(fileMode); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := place(f.Name(), path); err != nil { // while it is locked
		return err
	}
	return f.Close()
}

// WriteJSON writes a value as indented JSON with WriteFile.
func WriteJSON(path string, value any) error {
	return WriteFile(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(value)
	})
}

// ReadJSON reads what WriteJSON wrote. A pipe in its place is an error.
func ReadJSON(path string, into any) error {
	b, err := ReadPlain(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// ReadPlain reads a file of bytes. A pipe in its place is an error.
func ReadPlain(path string) ([]byte, error) {
	f, _, err := inputfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
