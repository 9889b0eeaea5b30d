package named

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/data/cache"
)

// folder holds what was fetched by name, beside the bytes.
func folder(c cache.Cache) string { return filepath.Join(c.Dir(), "names") }

// Keep notes in the cache what a name stood for. Another answer to the same name, with other bytes, stays beside it.
func Keep(c cache.Cache, e Entry) error {
	b, err := json.MarshalIndent(e, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder(c), 0o755); err != nil {
		return err
	}
	rows, _ := e.File(Data)
	sum := sha256.Sum256([]byte(e.Kind + "\n" + e.ID + "\n" + rows.SHA256))
	f, err := os.CreateTemp(folder(c), "new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(folder(c), hex.EncodeToString(sum[:])+".json"))
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// Kept lists what names stood for, sorted by kind and ID.
func Kept(c cache.Cache) ([]Entry, error) {
	files, err := os.ReadDir(folder(c))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Entry
	for _, file := range files {
		var e Entry
		b, err := os.ReadFile(filepath.Join(folder(c), file.Name()))
		if filepath.Ext(file.Name()) != ".json" || err != nil || json.Unmarshal(b, &e) != nil {
			continue // of another program, or on its way
		}
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
	})
	return all, nil
}
