package textfile

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"strings"

	"github.com/manyclass/bench/framework/data"
)

// FileDigest is the digest of a file as stored, which is computed while the file
// is read for its rows.
type FileDigest struct {
	path   string
	before os.FileInfo
	Done   chan struct{}
	hex    string
	err    error
}

// StartDigest begins to compute the digest of a file.
func StartDigest(path string) *FileDigest {
	d := &FileDigest{path: path, Done: make(chan struct{})}
	d.before, _ = os.Stat(path)
	go func() {
		defer close(d.Done)
		d.hex, d.err = digestFile(path)
	}()
	return d
}

// Wait returns the hex digest. It fails if the file was written to since the
// beginning, because rows and digest may then be of different contents.
func (d *FileDigest) Wait() (string, error) {
	<-d.Done
	if d.err != nil {
		return "", d.err
	}
	after, err := os.Stat(d.path)
	if err != nil || d.before == nil || after.Size() != d.before.Size() || !after.ModTime().Equal(d.before.ModTime()) {
		return "", data.Place{File: d.path}.Errorf("the file was changed while it was read; run again")
	}
	return d.hex, nil
}

// Check refuses a file that has another digest than it should.
func (d *FileDigest) Check(want string) error {
	<-d.Done
	if d.err != nil || strings.EqualFold(want, d.hex) {
		return d.err
	}
	return data.Place{File: d.path}.Errorf("the file has SHA-256 %s, but sha256 says %s; it is another file, or it was "+
		"changed", d.hex, want).Of("sha256")
}

// digestFile returns the hex SHA-256 of a file as stored.
func digestFile(path string) (string, error) {
	file, err := OpenFile(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", Unreadable(data.Place{File: path}, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}
