package store

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/base/wording"
)

// Opened is a file that a plugin opened in a traced run, and that neither its package nor the experiment names; or a
// group of them: a package of an interpreter, a folder of the system.
type Opened struct {
	Plugin string `json:"plugin"`
	Path   string `json:"path"`            // absolute
	Group  bool   `json:"group,omitempty"` // Path is a folder
	Files  int    `json:"files"`           // that were opened
	Bytes  int64  `json:"bytes,omitempty"` // of a single file at the end of the run
	SHA256 string `json:"sha256,omitempty"`
}

// Compare puts single files before groups, then by plugin and path.
func (o Opened) Compare(other Opened) int {
	if o.Group != other.Group {
		if o.Group {
			return 1
		}
		return -1
	}
	return cmp.Or(cmp.Compare(o.Plugin, other.Plugin), cmp.Compare(o.Path, other.Path),
		cmp.Compare(o.SHA256, other.SHA256))
}

// openedStart begins the names of files with what was opened: they are among the journals, with which they go when
// folders are merged.
const openedStart = "opened-"

const mostOpened = 64 << 20 // bytes of a list that are read

// WriteOpened keeps what a traced run found in its results folder.
func WriteOpened(dir string, list []Opened) error {
	name := fmt.Sprintf("%s%s-%s.json", openedStart, time.Now().UTC().Format("20060102T150405"),
		strings.ToLower(rand.Text()[:12]))
	if list == nil {
		list = []Opened{}
	}
	return WriteJSON(filepath.Join(dir, JournalDir, name), list)
}

// ReadOpened reads what all traced runs of a results folder found, each once; nil if there was no traced run. A list
// that cannot be read is an entry that says so.
func ReadOpened(dir string) []Opened {
	entries, _ := os.ReadDir(filepath.Join(dir, JournalDir)) // none of a folder without journals
	var list []Opened
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), openedStart) {
			continue
		}
		text, err := inputfile.Read(filepath.Join(dir, JournalDir, e.Name()), mostOpened)
		found := []Opened{}
		if err == nil {
			err = json.Unmarshal(text, &found)
		}
		if err != nil {
			found = []Opened{{Plugin: "unknown", Path: e.Name() + " cannot be read: " + wording.Reason(err), Files: 1}}
		}
		if list == nil {
			list = []Opened{}
		}
		for _, o := range found {
			o.Plugin, o.Path = wording.Harmless(o.Plugin, 200), wording.Harmless(o.Path, 4096)
			list = append(list, o)
		}
	}
	return joined(list)
}

// joined are the entries in order, each once; of groups the largest.
func joined(list []Opened) []Opened {
	slices.SortFunc(list, func(a, b Opened) int { return cmp.Or(a.Compare(b), cmp.Compare(b.Files, a.Files)) })
	return slices.CompactFunc(list, func(a, b Opened) bool { return a.Compare(b) == 0 })
}
