package install

import (
	"context"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/pluginindex"
	"github.com/manyclass/bench/framework/remote/download"
)

// Installer fetches plugins.
type Installer struct {
	Client   *download.Client
	Cache    cache.Cache
	OS, Arch string       // the platform, as Go calls it
	Mirror   string       // path or address that stands in for all others; "" for that of the file
	Upgrade  bool         // changes are taken
	Tell     func(string) // prints a line
}

// work is what is done for one file.
type work struct {
	*Installer
	file  *experiment.File
	dir   string // of the file
	index *found // nil before it was read
	wrong error  // why it could not be
}

// found is an index that was read.
type found struct {
	*pluginindex.Index
	at string // address, or path
}

const mostIndex = 64 << 20

// place is where a file is really: in the mirror, if there is one, by its name.
func (w *work) place(at string) string {
	mirror := w.Mirror
	if mirror == "" {
		mirror = w.file.Elsewhere.Mirror.Written
	}
	if mirror == "" {
		return at
	}
	name := path.Base(at)
	if u, err := url.Parse(at); err == nil && remote(at) {
		name = path.Base(u.Path)
	}
	return strings.TrimSuffix(mirror, "/") + "/" + name
}

// onDisk is where a path of the experiment file leads.
func (w *work) onDisk(at string) string {
	if filepath.IsAbs(at) {
		return at
	}
	return filepath.Join(w.dir, filepath.FromSlash(at))
}

// bytes reads an index or a signature.
func (w *work) bytes(ctx context.Context, at string) ([]byte, error) {
	if at = w.place(at); remote(at) {
		return w.Client.Get(ctx, at)
	}
	return inputfile.Read(w.onDisk(at), mostIndex)
}

// remote tells an address from a path.
func remote(at string) bool { return strings.Contains(at, "://") }
