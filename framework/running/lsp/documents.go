package lsp

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/manyclass/bench/framework/base/lines"
	"github.com/manyclass/bench/framework/host/manifest"
	"github.com/manyclass/bench/framework/language/outline"
	"github.com/manyclass/bench/framework/language/requires"
)

// document is a text as the editor has it. It is never changed: another version is another
// document.
type document struct {
	uri     string
	path    string // of the file; a name if the text belongs to none
	onDisk  bool   // whether the text belongs to a file
	foreign bool   // a lock file or the manifest of a plugin: HCL that is not an experiment
	version int
	text    string
	index   *lines.Index
	outline func() *outline.File
}

// mostOutlined is how many bytes a text has at most in which places are looked up.
const mostOutlined = 1 << 20

// documents are those that are open in the editor.
type documents struct {
	lock  *sync.Mutex
	open  map[string]*document
	dirty map[string]bool // those whose diagnostics are to be told
	news  chan struct{}   // says that some are
}

func newDocuments() documents {
	return documents{&sync.Mutex{}, map[string]*document{}, map[string]bool{}, make(chan struct{}, 1)}
}

// put opens a document, or puts a version in the place of the one before.
func (d *documents) put(uri, text string, version int) *document {
	doc := &document{uri: uri, version: version, text: text, index: lines.New(text)}
	doc.path, doc.onDisk = pathOf(uri)
	doc.foreign = slices.Contains([]string{requires.LockFile, manifest.File}, filepath.Base(doc.path))
	doc.outline = sync.OnceValue(func() *outline.File {
		if len(text) > mostOutlined {
			return outline.Of("")
		}
		return outline.Of(text)
	})
	d.lock.Lock()
	d.open[uri] = doc
	d.lock.Unlock()
	d.touch(uri)
	return doc
}

// get returns a document, nil if it is not open.
func (d *documents) get(uri string) *document {
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.open[uri]
}

func (d *documents) remove(uri string) {
	d.lock.Lock()
	delete(d.open, uri)
	d.lock.Unlock()
	d.touch(uri)
}

// touch has the diagnostics of a document told again.
func (d *documents) touch(uri string) {
	d.lock.Lock()
	d.dirty[uri] = true
	d.lock.Unlock()
	select {
	case d.news <- struct{}{}:
	default:
	}
}

// touched returns the documents to tell diagnostics of.
func (d *documents) touched() []string {
	d.lock.Lock()
	defer d.lock.Unlock()
	var list []string
	for uri := range d.dirty {
		list = append(list, uri)
		delete(d.dirty, uri)
	}
	return list
}

// pathOf is the path of a file by its URI; of a text without a file it is a name.
func pathOf(uri string) (path string, onDisk bool) {
	u, err := url.Parse(uri)
	switch {
	case err != nil:
		return "untitled.hcl", false
	case u.Scheme == "file" && strings.HasPrefix(u.Path, "/") && !strings.Contains(u.Path, "\x00"):
		return u.Path, true
	}
	return "untitled.hcl", false
}

// uriOf is the URI of a file.
func uriOf(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

// dir is where relative paths of the document start.
func (d *document) dir() string {
	if !d.onDisk {
		return ""
	}
	return filepath.Dir(d.path)
}
