package cache

import (
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// Digest reads a file from its beginning.
func Digest(f io.ReadSeeker) (Digests, error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return Digests{}, err
	}
	sha, sum := sha256.New(), md5.New()
	n, err := io.Copy(io.MultiWriter(sha, sum), f)
	return Digests{SHA256: hex.EncodeToString(sha.Sum(nil)), MD5: hex.EncodeToString(sum.Sum(nil)), Bytes: n}, err
}

// Whole reports whether the file of a digest is in the cache with all its bytes as they were; what is damaged is
// removed.
func (c Cache) Whole(sha256 string) bool {
	path, there := c.Path(sha256)
	if !there {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	found, err := Digest(f)
	if err == nil && found.SHA256 != sha256 {
		_ = os.Remove(path)
	}
	return err == nil && found.SHA256 == sha256
}
