package data

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"strings"
)

// fileDigest is the digest of a file as stored, which is computed while the file
// is read for its rows.
type fileDigest struct {
	path   string
	before os.FileInfo
	done   chan struct{}
	hex    string
	err    error
}

func startDigest(path string) *fileDigest {
	d := &fileDigest{path: path, done: make(chan struct{})}
	d.before, _ = os.Stat(path)
	go func() {
		defer close(d.done)
		d.hex, d.err = digestFile(path)
	}()
	return d
}

// wait returns the hex digest. It fails if the file was written to since the
// beginning, because rows and digest may then be of different contents.
func (d *fileDigest) wait() (string, error) {
	<-d.done
	if d.err != nil {
		return "", d.err
	}
	after, err := os.Stat(d.path)
	if err != nil || d.before == nil || after.Size() != d.before.Size() || !after.ModTime().Equal(d.before.ModTime()) {
		return "", place{file: d.path}.errorf("the file was changed while it was read; run again")
	}
	return d.hex, nil
}

// check refuses a file that has another digest than it should.
func (d *fileDigest) check(want string) error {
	<-d.done
	if d.err != nil || strings.EqualFold(want, d.hex) {
		return d.err
	}
	return place{file: d.path}.errorf("the file has SHA-256 %s, but sha256 says %s; it is another file, or it was changed", d.hex, want).of("sha256")
}

// digestFile returns the hex SHA-256 of a file as stored.
func digestFile(path string) (string, error) {
	file, err := openFile(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", unreadable(place{file: path}, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}
