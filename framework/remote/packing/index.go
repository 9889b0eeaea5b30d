package packing

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/pluginindex"
	"github.com/manyclass/bench/framework/language/syntax"
	"github.com/manyclass/bench/framework/remote/download"
	"github.com/manyclass/bench/framework/remote/signature"
)

// Indexer adds archives to an index.
type Indexer struct {
	Path    string // of the index, which need not exist
	Base    string // address of the folder that has the archives; "" if they are in the folder of the index or below it
	Prefix  string // of the names in the index, such as "lab/"
	Replace bool   // archives of the same version and platform with other bytes
}

// header explains an index to its reader.
const header = `# Plugins that experiment files may require by their names, with plugin_index = "…" in the bench block.
# "bench plugin index" writes the entries; comments and order stay.
`

// Change is what is done with an archive.
type Change struct {
	pluginindex.Entry
	Verb string // added, replaced, or unchanged
}

// Add returns the index with an entry for each archive. If one of them cannot be added, no index is returned, and the
// error or the diagnostics say why.
func (x Indexer) Add(archives []string) (text []byte, changes []Change, diags diagnostic.List, err error) {
	text, err = syntax.ReadFile(x.Path)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = []byte(header), nil
	}
	if err != nil {
		return nil, nil, nil, fmt.Errorf("the index cannot be read: %w", err)
	}
	for _, path := range archives {
		index, diags := pluginindex.Parse(x.Path, text)
		if diags.HasErrors() {
			return nil, nil, diags, nil
		}
		change, err := x.change(index, path)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("%s: %w", path, err)
		}
		if text, diags = pluginindex.Put(x.Path, text, change.Entry); diags.HasErrors() {
			return nil, nil, diags, nil
		}
		changes = append(changes, change)
	}
	return text, changes, nil, nil
}

// change makes the entry of an archive, and compares it with the index.
func (x Indexer) change(index *pluginindex.Index, path string) (c Change, err error) {
	if c.Entry, err = entry(path); err != nil {
		return c, err
	}
	c.Name = x.Prefix + c.Name
	if c.URL, err = x.place(path); err != nil {
		return c, err
	}
	c.Verb = "added"
	for _, had := range index.Entries {
		if had.Name != c.Name || had.Version != c.Version || had.OS != c.OS || had.Arch != c.Arch {
			continue
		}
		switch {
		case had.SHA256 != c.SHA256 && !x.Replace:
			return c, fmt.Errorf("%s has %s %s for %s with the SHA-256 %s, and this archive has %s: give the changed plugin "+
				"another version, or write -replace if nobody has that archive yet", x.Path, c.Name, c.Version,
				c.Archive.Platform(), had.SHA256, c.SHA256)
		case had == c.Entry:
			c.Verb = "unchanged"
		default:
			c.Verb = "replaced"
		}
	}
	return c, nil
}

// place is where the index says that an archive is.
func (x Indexer) place(path string) (string, error) {
	if x.Base != "" {
		at := strings.TrimSuffix(x.Base, "/") + "/" + url.PathEscape(filepath.Base(path))
		return at, download.CheckURL(at)
	}
	folder, err := filepath.Abs(filepath.Dir(x.Path))
	if err != nil {
		return "", err
	}
	at, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	below, err := filepath.Rel(folder, at)
	if err != nil || !filepath.IsLocal(below) {
		return "", fmt.Errorf("it is not in the folder of the index, %s: put it there, or write by -base at which address "+
			"the archives are", filepath.Dir(x.Path))
	}
	return filepath.ToSlash(below), nil
}

// entry is what an index says of an archive, without its place.
func entry(path string) (e pluginindex.Entry, err error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return e, err
	case info.IsDir():
		return e, errors.New("it is a folder: pack it first, with bench plugin package")
	}
	if e, err = pluginindex.Named(filepath.Base(path)); err != nil {
		return e, err
	}
	if _, e.SHA256, err = inputfile.Sum(path); err != nil {
		return e, err
	}
	u, err := unpack(path)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it ends too early, as after a copy or download that broke off")
	}
	if err != nil {
		return e, err
	}
	defer u.dir.Remove()
	pkg, err := host.OpenPackage(e.Name, u.plugin)
	if err != nil { // without the names of folders that are gone
		said := strings.NewReplacer(u.plugin+"/", "", u.plugin, filepath.Base(u.plugin)).Replace(err.Error())
		return e, fmt.Errorf("it is not an archive of a plugin: %s", said)
	}
	if e.Package, err = pkg.Tree(); err != nil {
		return e, err
	}
	return e, fits(e, pkg)
}

// fits refuses an archive whose name says another platform than its files.
func fits(e pluginindex.Entry, pkg host.Package) error {
	c, err := look(pkg, false)
	if err != nil {
		return err
	}
	if is, err := platformOf(c.files); err == nil && is.os != "" && e.OS != "" && (is != platform{e.OS, e.Arch}) {
		return fmt.Errorf("its name says %s, and its files are for %v", e.Archive.Platform(), is)
	}
	return nil
}

// Stale lists the signatures beside an index, which are of the index as it was.
func (x Indexer) Stale() []string {
	return slices.DeleteFunc([]string{x.Path + signature.Minisign, x.Path + signature.Signify}, func(path string) bool {
		_, err := os.Stat(path)
		return err != nil
	})
}
