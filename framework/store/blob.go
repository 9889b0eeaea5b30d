package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
)

// Blob is a stretch of a predictions file beside the journal.
type Blob struct {
	File   string `json:"file"` // name inside the journal folder
	Offset int64  `json:"offset"`
	Length int64  `json:"length"`
	SHA256 string `json:"sha256"`
}

// within reports whether a file of some bytes can hold the blob.
func (b Blob) within(size int64) bool {
	return b.Offset >= 0 && b.Length >= 0 && b.Offset <= size-b.Length
}

// readBlob reads a blob from a results folder and checks its digest.
func readBlob(dir string, blob Blob) ([]byte, error) {
	name := filepath.Base(blob.File)
	f, err := os.Open(filepath.Join(dir, JournalDir, name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !blob.within(info.Size()) {
		return nil, fmt.Errorf("%s ends before the predictions at %d", name, blob.Offset)
	}
	b := make([]byte, blob.Length)
	if _, err := f.ReadAt(b, blob.Offset); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if hexSum(b) != blob.SHA256 {
		return nil, fmt.Errorf("%s: the predictions at %d are damaged (their digest differs); delete the file and run again to compute them anew", name, blob.Offset)
	}
	return b, nil
}

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
