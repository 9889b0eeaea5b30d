package host

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/contract"
)

// Code is a file or folder outside a plugin's package that it loads.
type Code struct {
	Path   string
	Digest string // SHA-256, hex, over its files as over those of a package

	plugin string
	held   *hashed
}

// The values under which code is among the runtimes of a plugin.
const (
	codeSum    = "sha256:"
	codeDigits = 32 // hex digits of the digest
)

// outsides holds the code that plugins have named, by its path.
type outsides struct {
	mu    sync.Mutex
	known map[string]*Code
}

func newOutsides() *outsides { return &outsides{known: map[string]*Code{}} }

// OpenCode hashes code at a path.
func OpenCode(path string) (Code, error) {
	find := func() (listing, error) { return list(path) }
	files, err := find()
	if err != nil {
		return Code{}, err
	}
	stamp := files.stamp()
	digest, err := files.cachedDigest(files.cachePath(path, stamp), stamp)
	return Code{Path: path, Digest: digest,
		held: &hashed{digest: digest, list: find, files: files, settled: stamp != ""}}, err
}

// loaded is a process that names code.
type loaded struct {
	plugin string
	begun  time.Time // before it was started; zero if bench did not start it
}

// runtimes adds digests of the code that a process names to versions. The code must be
// what it was when it was named first, and older than the process, which may have loaded
// it before it was hashed.
func (o *outsides) runtimes(of loaded, versions, code map[string]string) (map[string]string, error) {
	if len(code) == 0 {
		return versions, nil
	}
	all := maps.Clone(versions)
	if all == nil {
		all = map[string]string{}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(code)) {
		c, err := o.at(of, code[name])
		if err != nil {
			return nil, &Error{Plugin: of.plugin, Doing: "loading " + name, Err: err}
		}
		all[contract.CodePrefix+name] = codeSum + c.Digest[:codeDigits]
	}
	return all, nil
}

func (o *outsides) at(of loaded, path string) (*Code, error) {
	if !filepath.IsAbs(path) {
		return nil, fmt.Errorf("%q is not an absolute path of code", path)
	}
	if c := o.known[path]; c != nil {
		return c, c.verify(of.plugin, starting)
	}
	c, err := OpenCode(path)
	if err != nil {
		return nil, err
	}
	if late := c.held.files.since(of.begun); late != "" {
		return nil, fmt.Errorf("%s changed while the plugin was starting; run bench again", late)
	}
	c.plugin = of.plugin
	o.known[path] = &c
	return &c, nil
}

// verify returns an error if the code is not what it was.
func (c *Code) verify(plugin, doing string) error {
	if err := c.held.look(); err != nil {
		return &Error{Plugin: plugin, Doing: doing, Err: fmt.Errorf("%w; run bench again to use the new code", err)}
	}
	return nil
}

// all lists the code in the order of its paths.
func (o *outsides) all() []*Code {
	o.mu.Lock()
	defer o.mu.Unlock()
	var list []*Code
	for _, path := range slices.Sorted(maps.Keys(o.known)) {
		list = append(list, o.known[path])
	}
	return list
}

// since returns where a file lies that was changed after a time, "" if there is none. The
// zero time is that of a process that bench did not start.
func (l listing) since(begun time.Time) string {
	for _, f := range l.files {
		if !begun.IsZero() && f.mark == "" && f.seen.changed > begun.UnixNano() {
			return f.at
		}
	}
	return ""
}
