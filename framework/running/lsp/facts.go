package lsp

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/language/editing"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/running/prepare"
)

// headers remembers the names of the columns of files.
type headers struct {
	mu   sync.Mutex
	read map[string]header              // by path and layout
	of   map[string]map[string][]string // by URI of a document, by name of a dataset
}

// header is the names of the columns of a file as it was at a time.
type header struct {
	size  int64
	time  time.Time
	names []string
}

func newHeaders() *headers {
	return &headers{read: map[string]header{}, of: map[string]map[string][]string{}}
}

// look reads the names of the columns of the datasets of a document. Those of a block that cannot
// be read now stay what they were.
func (h *headers) look(uri string, datasets []experiment.Instance) {
	for _, d := range datasets {
		names := h.columns(d)
		h.mu.Lock()
		if h.of[uri] == nil {
			h.of[uri] = map[string][]string{}
		}
		if names != nil {
			h.of[uri][d.Block] = names
		}
		h.mu.Unlock()
	}
}

// forget drops what is known of a document.
func (h *headers) forget(uri string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.of, uri)
}

// columns are the names in the header of a dataset's file, as it is now; nil if there are none.
func (h *headers) columns(d experiment.Instance) []string {
	var s source.Source
	if d.Config.Decode(&s) != nil || s.File == "" {
		return nil
	}
	info, err := os.Stat(s.File)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	key := fmt.Sprint(s.File, s.Layout)
	if s.Header != nil {
		key += fmt.Sprint(*s.Header)
	}
	h.mu.Lock()
	known, ok := h.read[key]
	h.mu.Unlock()
	if ok && known.size == info.Size() && known.time.Equal(info.ModTime()) {
		return known.names
	}
	found := header{size: info.Size(), time: info.ModTime()}
	if in, err := formats.Of(s).Open(s.File, formats.WithDefaults(s)); err == nil {
		found.names = in.Names()
	}
	h.mu.Lock()
	h.read[key] = found
	h.mu.Unlock()
	return found.names
}

// factsOf are what is known of datasets that were read.
func factsOf(p *prepare.Prepared) map[string]editing.Facts {
	all := map[string]editing.Facts{}
	for _, d := range p.Datasets {
		f := editing.Facts{Classes: d.Table.Target.Names, Line: wording.Capital(holds(d)) + "."}
		for _, c := range d.Table.Columns {
			f.Columns = append(f.Columns, c.Name)
		}
		all[d.Instance.Block] = f
	}
	return all
}
