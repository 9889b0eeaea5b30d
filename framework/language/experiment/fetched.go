package experiment

import (
	"fmt"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/requires"
)

// Lock reads the lock file that holds for the experiment.
func (f *File) Lock() (*requires.Lock, diagnostic.List) {
	return requires.ReadLock(f.lockPath())
}

// lockPath is where the lock file is: beside the experiment file, or where both were taken.
func (f *File) lockPath() string {
	if moved, elsewhere := f.Files.Moved[f.Files.Absolute(requires.LockFile)]; elsewhere {
		return moved
	}
	return requires.LockPath(f.Path)
}

// fetched finds the files of a dataset whose rows have a name, in the cache.
func (b *binder) fetched(datasets []Instance) {
	for i := range datasets {
		var s source.Source
		if datasets[i].Config.Decode(&s) != nil {
			continue // said elsewhere
		}
		name, is := s.NameAlone()
		if !is {
			continue
		}
		found, detail := b.lookUp(name, s.SHA256)
		if found == nil && !b.catalog.Unfetched {
			what := fmt.Sprintf("Dataset %q cannot be read", datasets[i].Name)
			b.List = append(b.List, datasets[i].Errorf(mistake.NotFetched, []any{name.Kind}, what, "%s", detail))
		}
		datasets[i].Fetched = found
	}
}

// lookUp finds a name in the lock file, and its files in the cache. Without all of them it says what to do.
func (b *binder) lookUp(name source.Name, sha256 string) (found *named.Found, detail string) {
	fetch := "Run: bench fetch " + b.file.Path
	lock, diags := b.file.Lock()
	if diags.HasErrors() {
		return nil, "The lock file cannot be read: " + diags[0].Detail
	}
	entry, known := lock.Entry(name.Kind, name.ID)
	if !known {
		return nil, fmt.Sprintf("%s does not say what this name stands for. %s", b.file.lockPath(), fetch)
	}
	if got := entry.Download().SHA256; sha256 != "" && sha256 != got {
		return nil, fmt.Sprintf("sha256 is %s, and the file that was fetched has %s. If the block is right, run: "+
			"bench fetch %s -upgrade", sha256, got, b.file.Path)
	}
	store, err := cache.Open()
	if err != nil {
		return nil, err.Error() + "."
	}
	b.Files.Resolve(requires.LockFile, true)
	found = &named.Found{Entry: &entry}
	for _, f := range entry.Files {
		path, _ := store.Path(f.SHA256)
		at := b.Files.Cached(f.SHA256, path)
		if f.Role == named.Archive || f.Role == named.Part {
			continue
		}
		if !cache.Holds(at) {
			return nil, fmt.Sprintf("Its file is not in the cache, at %s. %s", at, fetch)
		}
		if f.Role == named.Data {
			found.Rows = at
		} else {
			found.Folds = at
		}
	}
	if found.Rows == "" {
		return nil, fmt.Sprintf("%s names no file of rows for it. %s -upgrade", b.file.lockPath(), fetch)
	}
	return found, ""
}
