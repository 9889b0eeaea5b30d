package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"

	"github.com/manyclass/bench/framework/base/inputfile"
)

// maxBlob is how many bytes the predictions of a cell may take.
const maxBlob = 4 << 30

// Blob is a stretch of the predictions file of a journal.
type Blob struct {
	File   string `json:"file"` // name inside the journal folder
	Offset int64  `json:"offset"`
	Length int64  `json:"length"`
	SHA256 string `json:"sha256"`
}

// within reports whether a file of some bytes can hold the blob.
func (b Blob) within(size int64) bool {
	return b.Offset >= 0 && b.Length >= 0 && b.Length <= maxBlob && b.Offset <= size-b.Length
}

// readBlob checks the digest of a blob of a results folder and lets it be read.
func readBlob[T any](dir string, blob Blob, decode func(r io.Reader, length int64) (T, error)) (read T, err error) {
	name := filepath.Base(blob.File)
	f, size, err := inputfile.Open(filepath.Join(dir, JournalDir, name))
	if err != nil {
		return read, err
	}
	defer f.Close()
	if !blob.within(size) {
		return read, fmt.Errorf("%s ends before the predictions at %d", name, blob.Offset)
	}
	if err := blob.check(f); err != nil { // before its length is believed
		return read, fmt.Errorf("%s: %w", name, err)
	}
	if read, err = decode(blob.of(f), blob.Length); err != nil {
		return read, fmt.Errorf("%s: %w", name, err)
	}
	return read, nil
}

// of is the blob in its file.
func (b Blob) of(f io.ReaderAt) io.Reader { return io.NewSectionReader(f, b.Offset, b.Length) }

// check compares the digest of the blob in its file.
func (b Blob) check(f io.ReaderAt) error {
	sum := sha256.New()
	if _, err := io.Copy(sum, b.of(f)); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != b.SHA256 {
		return b.damaged()
	}
	return nil
}

func (b Blob) damaged() error {
	return fmt.Errorf("the predictions at %d are damaged (their digest differs); run again to recompute them", b.Offset)
}

// place is where a blob is.
type place struct {
	file           string
	offset, length int64
	sha256         string
}

func (b *Blob) place() place { return place{filepath.Base(b.File), b.Offset, b.Length, b.SHA256} }
