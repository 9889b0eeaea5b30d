package host

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/manyclass/bench/framework/base/wording"
)

// hashed are files with their digest, as they were seen then.
type hashed struct {
	digest string
	cache  string                  // see listing.cachePath
	list   func() (listing, error) // finds the files again

	mu      sync.Mutex
	files   listing // as they were seen with the digest
	settled bool    // they were old enough for their times to tell
}

// look returns an error that names the files if they are not what was hashed. They are
// read only where size, place or times differ, or are too young to tell.
func (h *hashed) look() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	files, err := h.list()
	if err != nil {
		return err
	}
	others := h.files.others(files)
	if h.settled && len(others) == 0 {
		return nil
	}
	settled := files.settled()
	now, err := files.digest()
	if err != nil {
		return err
	}
	if now != h.digest {
		return fmt.Errorf("%s changed while bench was running: the SHA-256 was %s and is %s now", named(others), h.digest,
			now)
	}
	h.files, h.settled = files, settled
	return nil
}

// mostNamed is how many changed files an error names.
const mostNamed = 3

// named lists files in words.
func named(paths []string) string {
	switch n := len(paths); {
	case n == 0: // written to within the resolution of its times
		return "a file"
	case n > mostNamed:
		return strings.Join(paths[:mostNamed], ", ") + " and " + wording.Count(n-mostNamed, "other file")
	}
	return wording.And(paths)
}

// others lists the places of the files that are not the same in another listing, or are
// in one of the two only.
func (l listing) others(now listing) []string {
	var others []string
	before := l.files
	for _, f := range now.files {
		for len(before) > 0 && before[0].path < f.path {
			others, before = append(others, before[0].at), before[1:]
		}
		if len(before) == 0 || before[0].path != f.path {
			others = append(others, f.at)
			continue
		}
		if !before[0].same(f) {
			others = append(others, f.at)
		}
		before = before[1:]
	}
	for _, f := range before {
		others = append(others, f.at)
	}
	slices.Sort(others)
	return others
}

// same reports whether nothing shows that a file was written to since.
func (f packaged) same(now packaged) bool {
	return f.mark == now.mark && f.size == now.size && f.seen == now.seen
}
