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
	if blob.Length > maxUnchecked {
		if err := blob.check(f); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	b := make([]byte, blob.Length)
	if _, err := f.ReadAt(b, blob.Offset); err != nil && !(err == io.EOF && len(b) == 0) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if hexSum(b) != blob.SHA256 {
		return nil, fmt.Errorf("%s: %w", name, blob.damaged())
	}
	return b, nil
}

// maxUnchecked is how many bytes of a blob are held in memory before its digest is
// compared: what a record claims may be larger than memory.
const maxUnchecked = 1 << 20

// check compares the digest of a blob that nobody holds in memory.
func (b Blob) check(f io.ReaderAt) error {
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(f, b.Offset, b.Length)); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != b.SHA256 {
		return b.damaged()
	}
	return nil
}

func (b Blob) damaged() error {
	return fmt.Errorf("the predictions at %d are damaged (their digest differs); delete the file and run again to "+
		"compute them anew", b.Offset)
}

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
