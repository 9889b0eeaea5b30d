// Package host finds, launches, supervises and ends plugin processes. It knows nothing of
// datasets or cells: its callers say which call a plugin is to answer, and for how long.
package host

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/host/manifest"
	"github.com/manyclass/bench/framework/host/own"
)

// Package is a plugin on disk: an executable, alone or in a folder with what
// it needs, or a folder whose manifest says how it is started.
type Package struct {
	Name       string             // file or folder name, for example "logreg"
	Executable string             // absolute path; "" with a manifest
	Manifest   *manifest.Manifest // nil without one
	// Interpreter takes the place of the first word of the manifest's command, unless "".
	Interpreter string
	Root        string // the folder of a folder package, else the executable
	// Digest is a SHA-256 over the files of the package, hex. It is "" for a package
	// with a manifest that is merely found: only those that start are hashed.
	Digest string
	// Attached says where the plugin runs already, nil if bench starts it.
	Attached *Attachment
	// Env holds variables that are added to the environment of its processes.
	Env map[string]string
	// Passed are the names of variables that its processes get as this process has them.
	Passed []string
	Limits Limits
	// Offered are the kinds and names of its components, as far as they are known before
	// it starts: from its manifest, or from when the same bytes were last described.
	Offered []contract.Component

	made
}

// made is what the code of a package is known to be.
type made struct {
	own  *own.Plugin // set if this program is the plugin's
	seen fs.FileInfo // the program's file when the package was hashed, where an identity counts
	held *hashed     // what was hashed; nil before, and where the identity of an own one is known
}

// Limits are those of the time of a package; 0 is what bench takes by default.
type Limits struct {
	// Start is how long a process may take to shake hands, and again to describe itself; a
	// minute by default.
	Start time.Duration
	// Plan is how long it may take to plan a reduction, and again each later stage; by
	// default ten minutes, or an hour a later stage.
	Plan time.Duration
}

// FindPackages lists the plugins in a folder: every executable file, and every
// sub-folder that holds a manifest or an executable of its own name. A folder that
// does not exist holds none. To these come the plugins that this program holds, unless the
// folder has others of their names. The errors are those of what cannot be read.
func FindPackages(dir string) (usable []Package, unusable []error) {
	usable, unusable = packagesIn(dir)
	for _, plugin := range own.Plugins() {
		if slices.ContainsFunc(usable, func(p Package) bool { return p.Name == plugin.Name }) {
			continue
		}
		if p, err := held(plugin); err == nil {
			usable = append(usable, p)
		} else {
			unusable = append(unusable, err)
		}
	}
	return usable, unusable
}

// held is the package of a plugin that this program holds.
func held(plugin own.Plugin) (Package, error) {
	p := Package{Name: plugin.Name, Offered: plugin.Offers(), Limits: Limits{Start: uninvitedTimeout}}
	p.own = &plugin
	var err error
	if p.Root, err = own.Program(); err == nil {
		p.Executable = p.Root
		err = p.hash()
	}
	return p, p.named(err)
}

func packagesIn(dir string) (usable []Package, unusable []error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, []error{fmt.Errorf("looking for plugins: %w", err)}
	}
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool {
		return strings.HasPrefix(e.Name(), ".") || !holdsPlugin(filepath.Join(dir, e.Name()), e.Name())
	})
	found, errs := make([]Package, len(entries)), make([]error, len(entries))
	var wait sync.WaitGroup
	for i, e := range entries { // side by side, since most of it is hashing
		wait.Go(func() {
			found[i], errs[i] = find(e.Name(), filepath.Join(dir, e.Name()))
			if errs[i] == nil && found[i].Manifest == nil {
				found[i].Limits.Start = uninvitedTimeout
				errs[i] = found[i].named(found[i].hash())
			}
		})
	}
	wait.Wait()
	for i, err := range errs {
		if err == nil {
			usable = append(usable, found[i])
		} else {
			unusable = append(unusable, err)
		}
	}
	return usable, unusable
}

func holdsPlugin(path, name string) bool {
	if isExecutable(path) || isExecutable(filepath.Join(path, name)) {
		return true
	}
	_, err := os.Stat(filepath.Join(path, manifest.File))
	return err == nil
}

// OpenPackage reads and hashes the plugin called name at source: an executable file,
// or a folder that holds a manifest, an executable called name, or exactly one
// executable.
func OpenPackage(name, source string) (Package, error) {
	p, err := find(name, source)
	if err == nil {
		err = p.named(p.hash())
	}
	return p, err
}

// named says in an error whose it is.
func (p *Package) named(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("plugin %q: %w", p.Name, err)
}

// find is OpenPackage without the hash.
func find(name, source string) (Package, error) {
	p := Package{Name: name}
	var err error
	if p.Root, err = filepath.Abs(source); err != nil {
		return p, p.named(err)
	}
	info, err := os.Stat(p.Root)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("there is nothing at %s%s", p.Root, goBuild(filepath.Dir(p.Root)))
	case err != nil:
	case info.IsDir():
		if p.Manifest, err = manifest.Read(p.Root); p.Manifest != nil {
			p.Offered = p.Manifest.Components()
		}
		if p.Manifest == nil && err == nil {
			p.Executable, err = executableIn(p.Root, name)
		}
	case isExecutable(p.Root):
		p.Executable = p.Root
		err = p.adopt()
	default:
		err = fmt.Errorf("%s is not executable (chmod +x it)", p.Root)
	}
	return p, p.named(err)
}

// adopt makes a package that is a link to this program the plugin of the link's name.
func (p *Package) adopt() error {
	if len(own.Plugins()) == 0 || !own.At(p.Root) {
		return nil
	}
	if p.own = own.Called(filepath.Base(p.Root)); p.own == nil || p.own.Name == own.Adapter {
		names := lists.Map(own.Plugins(), func(o own.Plugin) string { return o.Name })
		return fmt.Errorf("%s is bench itself, which holds %s: a link to it has one of these names", p.Root,
			wording.And(names))
	}
	p.Offered = p.own.Offers()
	return nil
}

// Own reports whether the plugin is part of this program.
func (p Package) Own() bool { return p.own != nil }

// Place is where the plugin was found: a folder, or the program that holds it.
func (p Package) Place() string {
	if self, err := own.Program(); err == nil && p.Own() && p.Root == self {
		return self
	}
	return filepath.Dir(p.Root)
}

// identity is what this program must have, started as the package's process; "" if it is not that
// program, or if nobody knows.
func (p Package) identity() string {
	if p.own != nil {
		return p.own.Identity
	}
	if p.Manifest == nil || !p.Manifest.Adapter {
		return ""
	}
	adapter, _ := findAdapter() // that there is none, the command says
	return adapter.identity
}

// hash fills in the digest.
func (p *Package) hash() error {
	if p.identity() != "" {
		p.seen = own.File()
	}
	if p.own != nil && p.own.Identity != "" {
		p.Digest = p.own.Identity // its processes see to it; see own.Variable
		return nil
	}
	if p.Manifest == nil {
		if err := unix.Access(p.Executable, unix.R_OK); err != nil {
			return fmt.Errorf("%s cannot be read, and bench runs nothing that it cannot hash: %w", p.Executable, err)
		}
	}
	files, err := p.files()
	if err != nil {
		return err
	}
	stamp := files.stamp()
	cache := files.cachePath(p.Root, stamp)
	if p.Digest, err = files.cachedDigest(cache, stamp); err == nil && p.Manifest == nil && p.own == nil {
		p.Offered = readOffers(cache, p.Digest)
	}
	p.held = &hashed{digest: p.Digest, cache: cache, list: p.files, files: files, settled: stamp != ""}
	return err
}

// Tree is a SHA-256 over the files of the package alone, in hex: not over the adapter that runs it, which is bench's.
func (p Package) Tree() (string, error) {
	if p.Manifest == nil || !p.Manifest.Adapter {
		return p.Digest, nil
	}
	files, err := list(p.Root)
	if err != nil {
		return "", err
	}
	return files.digest()
}

// files lists what counts of the package, and of what runs it.
func (p Package) files() (listing, error) {
	files, err := list(p.Root)
	if err != nil || p.Manifest == nil || !p.Manifest.Adapter {
		return files, err
	}
	adapter, err := findAdapter()
	if err != nil {
		return files, err
	}
	const path = "/adapter"
	if adapter.identity != "" {
		files.files = append(files.files, packaged{path: path, mark: adapter.identity})
		return files, nil
	}
	program := adapter.words[0]
	info, err := os.Lstat(program)
	if err != nil {
		return files, err
	}
	return files, files.add(program, path, fs.FileInfoToDirEntry(info))
}

// verify returns an error if the package is not what it was when it was opened: every
// process of a run must run the same code. Doing says what it would be used for.
func (p Package) verify(doing string) error {
	if p.held == nil {
		return nil
	}
	if err := p.held.look(); err != nil {
		return &Error{Plugin: p.Name, Doing: doing, Err: fmt.Errorf("%w; run bench again to use the new code, after "+
			"bench init -upgrade if it is locked", err)}
	}
	return nil
}

func executableIn(dir, name string) (string, error) {
	if path := filepath.Join(dir, name); isExecutable(path) {
		return path, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var found []string
	for _, e := range entries {
		if path := filepath.Join(dir, e.Name()); isExecutable(path) {
			found = append(found, path)
		}
	}
	if len(found) == 0 {
		return "", fmt.Errorf("%s holds no executable file%s", dir, goBuild(dir))
	}
	if len(found) != 1 {
		return "", fmt.Errorf("%s holds %d executable files; one of them must be called %q", dir, len(found), name)
	}
	return found[0], nil
}

// goBuild says how the program of a folder is built, if that holds a module of Go.
func goBuild(dir string) string {
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		return ""
	}
	return "; build it: " + inFolder(dir, "go build")
}

func (p Package) startLimit() service.Limit {
	return service.Limit{Within: cmp.Or(p.Limits.Start, startTimeout), Name: "its start_timeout"}
}
