package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
)

// maxBlob is how many bytes the predictions of a cell may take.
const maxBlob = 4 << 30

// Blob is a stretch of a predictions file beside the journal.
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

// readBlob reads a blob from a results folder and checks its digest.
func readBlob(dir string, blob Blob) ([]byte, error) {
	name := filepath.Base(blob.File)
	f, size, err := openPlain(filepath.Join(dir, JournalDir, name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if !blob.within(size) {
		return nil, fmt.Errorf("%s ends before the predictions at %d", name, blob.Offset)
	}
	if err := blob.check(f); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	b := make([]byte, blob.Length)
	if _, err := f.ReadAt(b, blob.Offset); err != nil && !(err == io.EOF && len(b) == 0) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// check compares the blob's digest before anybody holds it in memory: what a record
// claims may be larger than that.
func (b Blob) check(f io.ReaderAt) error {
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(f, b.Offset, b.Length)); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != b.SHA256 {
		return fmt.Errorf("the predictions at %d are damaged (their digest differs); delete the file and run again to "+
			"compute them anew", b.Offset)
	}
	return nil
}

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
