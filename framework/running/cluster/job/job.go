// Package job is the folder on a shared disk through which a driver and the slots of a
// cluster work on one experiment: what is handed over, in which waves, who has claimed
// which chunk of them, and how attempts ended. It is a results folder as well.
//
//	job.json           what a slot needs to know; never changes
//	manifest.json      of the results, with journal/ beside it
//	waves/0001.json    the cells of a wave in chunks; never changes
//	claims/0001/17     a link whose target names the slot that does chunk 17
//	ends/ATTEMPT       how an attempt of a slot ended: the status of its process
//	refused/ATTEMPT    why a node did not begin
//	log/               what slots printed
package job

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/cluster/depot"
)

// Job is what a slot needs to know of an experiment.
type Job struct {
	Dir string `json:"-"` // of the job

	Experiment string            `json:"experiment"`
	File       depot.Entry       `json:"file"`   // the experiment file
	Folder     string            `json:"folder"` // in which it stood, for paths that it names
	Vars       map[string]string `json:"vars,omitempty"`
	// Moved holds the files and required plugins that the experiment file names, by
	// their absolute paths.
	Moved map[string]Moved `json:"moved,omitempty"`
	// Code holds what plugins load from below Folder, by paths relative to it.
	Code map[string]depot.Entry `json:"code,omitempty"`
	// Plugins are the packages of bench's own folder that take part, by name.
	Plugins map[string]depot.Entry `json:"plugins"`
	Program depot.Entry            `json:"program"` // bench
	// Own are the paths of required plugins that the program holds itself: links to it.
	Own     []string     `json:"own,omitempty"`
	Adapter *depot.Entry `json:"adapter,omitempty"` // bench-adapter, if a plugin needs it and bench does not hold it
	Kernels string       `json:"kernels"`           // kernel class
	Depot   string       `json:"depot"`             // the shared one
	Node    string       `json:"node"`              // folder on the disk of each node, for copies
	Setup   []string     `json:"setup,omitempty"`   // lines of the shell that a node runs first
	Cells   string       `json:"cells"`             // digest of the order of cells; see Order
	Hosts   bool         `json:"hosts,omitempty"`   // slots record the names of their nodes
}

// Moved is a file or package that travels.
type Moved struct {
	depot.Entry
	Plugin string `json:"plugin,omitempty"` // name of a plugin, whose digest is that of its package
}

const (
	jobFile   = "job.json"
	waves     = "waves"
	claims    = "claims"
	ends      = "ends"
	refused   = "refused"
	logFolder = "log"
)

// Create writes a job into its folder, unless it is there. Folders of one experiment
// with other contents have other names; see Name.
func (j *Job) Create() error {
	for _, folder := range []string{store.JournalDir, waves, claims, ends, refused, logFolder} {
		if err := os.MkdirAll(filepath.Join(j.Dir, folder), 0o755); err != nil {
			return err
		}
	}
	path := filepath.Join(j.Dir, jobFile)
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	return store.WriteJSON(path, j)
}

// LookAnew writes to the folders in which slots leave traces: a client of a shared file
// system forgets then what it remembers of them. What cannot be written is let be.
func (j *Job) LookAnew() {
	for _, folder := range []string{store.JournalDir, ends, refused} {
		if f, err := os.CreateTemp(filepath.Join(j.Dir, folder), ".look-*"); err == nil {
			f.Close()
			os.Remove(f.Name())
		}
	}
}

// Logs is the folder of what slots print.
func (j *Job) Logs() string { return filepath.Join(j.Dir, logFolder) }

// Name is that of the job's folder: it names the experiment, and with a digest all
// that its slots depend on.
func (j *Job) Name() string {
	b, err := json.Marshal(j)
	if err != nil {
		panic(err) // of strings
	}
	sum := sha256.Sum256(b)
	return safe(j.Experiment) + "-" + hex.EncodeToString(sum[:4])
}

// safe replaces what the name of a job in a batch system had better not have.
func safe(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
}

// Open reads the job of a folder.
func Open(dir string) (*Job, error) {
	j := &Job{Dir: dir}
	err := store.ReadJSON(filepath.Join(dir, jobFile), j)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s is not the folder of a job: it has no %s", dir, jobFile)
	}
	return j, err
}

// Order lists the cells of a plan, each once, as they are best worked on: those that
// share a matrix stand together, and among these those that are trained together.
// Waves name cells by their place in it.
func Order(p *plan.Plan) []plan.Cell {
	type block struct {
		dataset, encoder string
		repeat           int
	}
	var blocks grouped.By[block, grouped.By[int, grouped.By[string, []plan.Cell]]] // by fold and learner
	listed := map[string]bool{}
	for _, c := range p.Cells {
		if !listed[c.Key] {
			listed[c.Key] = true
			cells := blocks.At(block{c.Division(), c.Encoder, c.Repeat}).At(c.Fold).At(c.Learner)
			*cells = append(*cells, c)
		}
	}
	list := make([]plan.Cell, 0, len(listed))
	for _, folds := range blocks.All() {
		for _, learners := range folds.All() {
			for _, cells := range learners.All() {
				list = append(list, *cells...)
			}
		}
	}
	return list
}

// OrderSum is a digest of an order of cells.
func OrderSum(order []plan.Cell) string {
	sum := sha256.New()
	for _, c := range order {
		sum.Write([]byte(c.Key))
		sum.Write([]byte{'\n'})
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// pointerFile is the file in a results folder that names the job of its cells.
const pointerFile = "cluster.json"

// pointer is what it holds.
type pointer struct {
	Job string `json:"job"`
}

// Remember writes into a results folder which job its cells are worked on in.
func Remember(results, dir string) error {
	return store.WriteJSON(filepath.Join(results, pointerFile), pointer{dir})
}

// Of opens the job that a results folder remembers, or the job whose folder it is.
func Of(results string) (*Job, error) {
	var p pointer
	err := store.ReadJSON(filepath.Join(results, pointerFile), &p)
	if errors.Is(err, fs.ErrNotExist) {
		if j, err := Open(results); err == nil {
			return j, nil
		}
		return nil, fmt.Errorf("nothing of %s was handed to a cluster: bench submit FILE does that", results)
	}
	if err != nil {
		return nil, err
	}
	return Open(p.Job)
}
