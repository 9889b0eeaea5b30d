package launch

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/requires"
)

// fetched is a plugin that comes from elsewhere, as it is in the cache.
type fetched struct {
	at      string // where its package is
	archive requires.Archive
}

// findFetched finds a plugin that comes from elsewhere, by the lock file. Without an entry there it is not found. The
// detail says what is missing and what to do.
func findFetched(file *experiment.File, p *requires.Plugin) (found fetched, detail string) {
	lock, diags := file.Lock()
	if diags.HasErrors() {
		return found, "The lock file cannot be read: " + diags[0].Detail
	}
	fetch := "bench fetch " + file.Path
	locked, known := lock.Downloaded(*p)
	if !known {
		return found, fmt.Sprintf("%s does not say which bytes %q has, and no other plugin from elsewhere is started. "+
			"Run: %s", requires.LockFile, p.Written, fetch)
	}
	if p.Version != "" && locked.Version != "" {
		if ok, err := requires.SatisfiesVersion(p.Version, locked.Version); err != nil || !ok {
			return found, fmt.Sprintf("%s has version %s, and the file asks for %s. If the change is wanted, run: %s -upgrade",
				requires.LockFile, locked.Version, p.Version, fetch)
		}
	}
	var there bool
	if found.archive, there = requires.For(locked.Archives, runtime.GOOS, runtime.GOARCH); !there {
		return found, fmt.Sprintf("%s has it for %s, and this is %s/%s. If there is one for it now, this adds it: %s",
			requires.LockFile, requires.Platforms(locked.Archives), runtime.GOOS, runtime.GOARCH, fetch)
	}
	key := archiveKey(found.archive.SHA256)
	found.at = file.Files.Located(key)
	if found.at == key {
		store, err := cache.Open()
		if err != nil {
			return found, err.Error() + "."
		}
		if found.at, there = store.Unpacked(found.archive.SHA256); !there {
			return found, fmt.Sprintf("It is not in the cache, at %s. Run: %s", found.at, fetch)
		}
	}
	if found.archive.Package == "" {
		return found, fmt.Sprintf("%s has no package = \"…\" for this platform. Run: %s", requires.LockFile, fetch)
	}
	file.Files.Resolve(requires.LockFile, true) // it goes where the experiment goes
	return found, ""
}

// openFetched finds and hashes a plugin that comes from elsewhere. The detail says why it is not there.
func openFetched(file *experiment.File, p *requires.Plugin) (
	pkg host.Package, found fetched, detail string, err error) {
	if found, detail = findFetched(file, p); detail != "" {
		return pkg, found, detail, nil
	}
	if pkg, err = host.OpenPackage(p.Name, found.at); err == nil {
		err = found.is(pkg, file)
	}
	return pkg, found, "", err
}

// OpenPlugin finds and hashes a required plugin. key is what an experiment that was taken to another machine finds it
// by, if it comes from elsewhere, and "" otherwise.
func OpenPlugin(file *experiment.File, p *requires.Plugin) (pkg host.Package, key string, err error) {
	if p.Kind == requires.Path {
		pkg, err = host.OpenPackage(p.Name, p.Source)
		return pkg, "", err
	}
	pkg, found, detail, err := openFetched(file, p)
	if detail != "" {
		err = errors.New(detail)
	}
	return pkg, archiveKey(found.archive.SHA256), err
}

// archiveKey names a plugin that comes from elsewhere: the same on all machines.
func archiveKey(sha256 string) string { return "/cache/plugins/" + sha256 }

// is refuses a package that is not the one of the lock file.
func (f fetched) is(pkg host.Package, file *experiment.File) error {
	tree, err := pkg.Tree()
	if err == nil && tree != f.archive.Package {
		err = fmt.Errorf("the files at %s have the SHA-256 %s, and %s has %s: they were changed after they were fetched; "+
			"this brings them back: bench fetch %s", f.at, tree, requires.LockFile, f.archive.Package, file.Path)
	}
	return err
}
