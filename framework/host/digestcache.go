package host

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// The digest is kept of a package of many files, such as a virtual environment, or of
// many bytes, such as a program in Go: the shipped ones together take 0.15 s.
const (
	manyFiles = 200
	manyBytes = 4 << 20
)

// worthCaching reports whether the digest of the files takes a while.
func (l listing) worthCaching() bool {
	bytes := int64(0)
	for _, f := range l.files {
		bytes += f.size
	}
	return len(l.files) >= manyFiles || bytes >= manyBytes
}

// cachePath is where the digest of the package at a path is kept, "" if that is not worth
// it or there is no stamp.
func (l listing) cachePath(root, stamp string) string {
	if stamp == "" || !l.worthCaching() {
		return ""
	}
	return cachePath(root)
}

// cachedDigest is digest, or what was kept of it at a path under the same stamp.
func (l listing) cachedDigest(path, stamp string) (string, error) {
	if kept, ok := readDigest(path, stamp); ok {
		return kept, nil
	}
	digest, err := l.digest()
	if err == nil && path != "" {
		keepDigest(path, stamp, digest)
	}
	return digest, err
}

// cachePath is where the digest of the package at a path is kept: one file each, so
// that the folder does not grow with every change. It is "" where users have no cache.
func cachePath(root string) string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "bench", "digests", hexSum(root))
}

// readDigest reads what was kept under a stamp. A third word shows damage.
func readDigest(path, stamp string) (string, bool) {
	content, err := os.ReadFile(path)
	words := strings.Fields(string(content))
	if err != nil || len(words) != 3 || words[0] != stamp || words[2] != hexSum(words[0]+words[1]) {
		return "", false
	}
	return words[1], true
}

// keepDigest writes a digest down, whole or not at all. If it cannot, it is computed
// again next time.
func keepDigest(path, stamp, digest string) {
	if os.MkdirAll(filepath.Dir(path), 0o700) != nil {
		return
	}
	file, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return
	}
	_, err = fmt.Fprintln(file, stamp, digest, hexSum(stamp+digest))
	if file.Close() != nil || err != nil || os.Rename(file.Name(), path) != nil {
		_ = os.Remove(file.Name())
	}
}

func hexSum(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// offersFile is added to where a digest is kept for what the package offers.
const offersFile = ".offers"

// readOffers reads what a package with a digest offered when it was last described: the
// kinds and names of its components. It is nil where that was not kept.
func readOffers(path, digest string) []contract.Component {
	kept, ok := readDigest(path+offersFile, digest)
	if path == "" || !ok {
		return nil
	}
	var offers []contract.Component
	for key := range strings.SplitSeq(kept, ",") {
		kind, name, _ := strings.Cut(key, "/")
		offers = append(offers, contract.Component{Kind: contract.Kind(kind), Name: name})
	}
	return offers
}

// keepOffers writes down what a package with a digest offers, unless a name cannot be
// written.
func keepOffers(path, digest string, offers []contract.Component) {
	keys := lists.Map(offers, func(c contract.Component) string { return homeKey(c.Kind, c.Name) })
	if kept := strings.Join(keys, ","); path != "" && len(keys) > 0 && !strings.ContainsAny(kept, " \t\r\n") {
		keepDigest(path+offersFile, digest, kept)
	}
}

func homeKey(kind contract.Kind, name string) string { return string(kind) + "/" + name }
