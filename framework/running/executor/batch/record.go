package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// The folders of a job that only this executor uses.
const (
	submittedDir = "submitted" // a record for each job of the batch system, by its name
	scriptDir    = "scripts"   // what was submitted
	begunDir     = "begun"     // a file for each attempt of a slot: it holds the name of its node
)

// record is what is known of a job that was submitted.
type record struct {
	IDs       []string `json:"ids"` // by which the batch system knows it
	Cancelled bool     `json:"cancelled,omitempty"`

	name string // of the job
}

func recordPath(w executor.Wave, name string) string {
	return filepath.Join(w.Job, submittedDir, name+".json")
}

// recorded reads the record of a job; it has no ids if the job was not submitted.
func recorded(w executor.Wave, name string) (r record, err error) {
	err = store.ReadJSON(recordPath(w, name), &r)
	r.name = name
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	return r, err
}

// keep writes the record of a job.
func (r record) keep(w executor.Wave) error { return store.WriteJSON(recordPath(w, r.name), r) }

// newScript chooses the path of the script of a job, and a number that no earlier script of
// the job has.
func newScript(w executor.Wave, name string) (path string, number int, err error) {
	for number = 1; ; number++ {
		path = filepath.Join(w.Job, scriptDir, fmt.Sprintf("%s.%d.sh", name, number))
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
		if err == nil {
			return path, number, f.Close()
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", 0, err
		}
	}
}

// left are the slots of a wave, as executor.State names them, that have a file in a folder.
// Slots that began more than once are there once.
func left(w executor.Wave, folder string) (map[string]string, error) {
	entries, err := os.ReadDir(filepath.Join(w.Job, folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	slots := map[string]string{} // the name of the last file
	for _, entry := range entries {
		if wave, slot, ok := jobs.SlotOf(entry.Name()); ok && wave == w.Number {
			slots[slot] = entry.Name()
		}
	}
	return slots, err
}

// lookAnew writes to the folder of ends: a client of a shared file system forgets then what
// it remembers of it.
func lookAnew(w executor.Wave) {
	if f, err := os.CreateTemp(filepath.Join(w.Job, "ends"), ".look-*"); err == nil {
		_ = f.Close()
		_ = os.Remove(f.Name())
	}
}
