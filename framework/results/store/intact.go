package store

import (
	"path/filepath"
	"runtime"
	"sync"

	"github.com/manyclass/bench/framework/base/inputfile"
)

// ReadIntact is [ReadResults] that reads what the results refer to, too: a result does not count
// if its predictions, or what else belongs to it, are not what was written.
func ReadIntact(dir string) (Results, error) {
	bad := map[place]bool{}
	for {
		results, err := readResults(dir, bad)
		if err != nil {
			return results, err
		}
		found := damagedBlobs(dir, results)
		if len(found) == 0 {
			return results, nil
		}
		for _, p := range found { // another result of the cell may be intact
			bad[p] = true
		}
	}
}

// damagedBlobs lists the blobs of results whose digests are not those of their bytes. What
// cannot be read is damaged.
func damagedBlobs(dir string, results Results) (bad []place) {
	byFile := map[string][]*Blob{}
	for _, r := range results.ByKey {
		for _, b := range r.blobs() {
			name := filepath.Base(b.File)
			byFile[name] = append(byFile[name], b)
		}
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	for name, blobs := range byFile {
		room <- struct{}{}
		all.Go(func() {
			defer func() { <-room }()
			found := damagedOf(filepath.Join(dir, JournalDir, name), blobs)
			mu.Lock()
			defer mu.Unlock()
			bad = append(bad, found...)
		})
	}
	all.Wait()
	return bad
}

// damagedOf lists those of the blobs of a file that are damaged.
func damagedOf(path string, blobs []*Blob) (bad []place) {
	f, _, err := inputfile.Open(path)
	if err == nil {
		defer f.Close()
	}
	for _, b := range blobs {
		if err != nil || b.check(f) != nil {
			bad = append(bad, b.place())
		}
	}
	return bad
}
