package job

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/executor"
)

// Wave is what a wave's slots are to do.
type Wave struct {
	executor.Wave
	Chunks []Chunk `json:"chunks"`
	// Attempts holds the number of the attempt of cells that are retried, by key.
	Attempts map[string]int `json:"attempts,omitempty"`
	// Executor is what the experiment file said when the wave was made, for those who
	// make the next one without the file.
	Executor experiment.Executor `json:"executor"`
}

// Chunk is a share of a wave that one slot takes as a whole.
type Chunk struct {
	Class string   `json:"class"` // of the array whose slots can take it
	Cells [][2]int `json:"cells"` // ranges of the order of cells: from, to (exclusive)
	// Alone is set for a cell that may kill its process: a slot does nothing else.
	Alone bool `json:"alone,omitempty"`
}

// Add appends a cell, by its place in the order.
func (c *Chunk) Add(cell int) {
	if n := len(c.Cells); n > 0 && c.Cells[n-1][1] == cell {
		c.Cells[n-1][1]++
		return
	}
	c.Cells = append(c.Cells, [2]int{cell, cell + 1})
}

// Size is the number of the chunk's cells.
func (c Chunk) Size() int {
	n := 0
	for _, r := range c.Cells {
		n += r[1] - r[0]
	}
	return n
}

// Size is the number of the wave's cells.
func (w Wave) Size() int {
	n := 0
	for _, c := range w.Chunks {
		n += c.Size()
	}
	return n
}

// Array returns the wave's array of a class.
func (w Wave) Array(class string) (executor.Array, bool) {
	i := slices.IndexFunc(w.Arrays, func(a executor.Array) bool { return a.Class == class })
	if i < 0 {
		return executor.Array{}, false
	}
	return w.Arrays[i], true
}

func (j *Job) wavePath(number int) string {
	return filepath.Join(j.Dir, waves, fmt.Sprintf("%04d.json", number))
}

// WriteWave writes a wave, whose number must be the next. It never changes then. The
// error is executor.ErrTaken if the wave is there.
func (j *Job) WriteWave(w Wave) error {
	if err := os.MkdirAll(j.claimsOf(w.Number), 0o755); err != nil {
		return err
	}
	b, err := json.Marshal(w)
	if err != nil {
		return err
	}
	err = store.WriteNew(j.wavePath(w.Number), bytes.NewReader(b))
	if errors.Is(err, fs.ErrExist) {
		return executor.ErrTaken
	}
	return err
}

// Wave reads a wave by its number.
func (j *Job) Wave(number int) (w Wave, err error) {
	err = store.ReadJSON(j.wavePath(number), &w)
	w.Job = j.Dir
	return w, err
}

// LastWave is the number of the wave that was written last, 0 if there is none.
func (j *Job) LastWave() (int, error) {
	entries, err := os.ReadDir(filepath.Join(j.Dir, waves))
	last := 0
	for _, e := range entries {
		if n, err := strconv.Atoi(strings.TrimSuffix(e.Name(), ".json")); err == nil {
			last = max(last, n)
		}
	}
	return last, err
}

func (j *Job) claimsOf(wave int) string {
	return filepath.Join(j.Dir, claims, fmt.Sprintf("%04d", wave))
}

// Claim takes a chunk of a wave for a slot. It is advice: a claim keeps others from
// doing the same, and nothing is wrong if they do. A slot has what it claimed before.
func (j *Job) Claim(wave, chunk int, slot string) (mine bool, err error) {
	path := filepath.Join(j.claimsOf(wave), strconv.Itoa(chunk))
	err = os.Symlink(slot, path)
	if !errors.Is(err, fs.ErrExist) {
		return err == nil, err
	}
	owner, err := os.Readlink(path)
	return err == nil && owner == slot, nil
}

// Claimed lists the chunks of a wave that slots have taken.
func (j *Job) Claimed(wave int) (map[int]bool, error) {
	entries, err := os.ReadDir(j.claimsOf(wave))
	taken := make(map[int]bool, len(entries))
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil {
			taken[n] = true
		}
	}
	return taken, err
}

// AnyClaim reports whether some claim of a wave has a property.
func (j *Job) AnyClaim(w Wave, has func(chunk Chunk, owner string) bool) (bool, error) {
	taken, err := j.Claimed(w.Number)
	for n := range taken {
		owner, err := os.Readlink(filepath.Join(j.claimsOf(w.Number), strconv.Itoa(n)))
		if err == nil && n < len(w.Chunks) && has(w.Chunks[n], owner) {
			return true, nil
		}
	}
	return false, err
}
