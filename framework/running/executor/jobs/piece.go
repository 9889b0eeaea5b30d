package jobs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/running/executor"
)

// Piece is a job of a batch system: all slots of an array unless they are too many for one.
type Piece struct {
	executor.Array
	Name string // of the job
	From int    // the index of the first slot
}

// Pieces are the jobs of a wave, of at most so many slots each.
func Pieces(w executor.Wave, most int) []Piece {
	var all []Piece
	for _, a := range w.Arrays {
		parts := max(1, (a.Slots+most-1)/most)
		for k := range parts {
			p := Piece{Array: a, Name: w.Name + "-" + a.Class, From: k * most}
			p.Slots = min(a.Slots-p.From, most)
			if k > 0 {
				p.Name += fmt.Sprintf(".%d", k)
			}
			if a.Throttle > 0 && parts > 1 {
				p.Throttle = max(1, a.Throttle/parts)
			}
			all = append(all, p)
		}
	}
	return all
}

// StepName is the name of the job that makes the wave after one.
func StepName(w executor.Wave) string { return w.Name + "-next" }

// named is what names of waves and classes are made of: they are in the names of jobs
// and files, and squeue takes lists of names with commas.
var named = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// Check finds in the names and numbers of a wave what a batch system or the file system
// would misunderstand.
func Check(w executor.Wave) error {
	if !named.MatchString(w.Name) {
		return fmt.Errorf("wave %q: a job's name has letters, digits, _ and - only", w.Name)
	}
	for _, a := range w.Arrays {
		if err := CheckClass(a.Class); err != nil {
			return err
		}
		if a.Slots < 1 {
			return fmt.Errorf("class %q: an array of %d slots", a.Class, a.Slots)
		}
	}
	return nil
}

// CheckClass says what is wrong with the name of a class of resources.
func CheckClass(name string) error {
	if !named.MatchString(name) || name == "probe" || name == "next" {
		return fmt.Errorf("class %q: a class has a name of letters, digits, _ and -, other than probe and next", name)
	}
	return nil
}

// MakeFolders makes what scripts and the batch system write to in the folder of a job, and
// others.
func MakeFolders(job string, others ...string) error {
	for _, dir := range append([]string{"log", "ends", "refused"}, others...) {
		if err := os.MkdirAll(filepath.Join(job, dir), 0o755); err != nil {
			return err
		}
	}
	return nil
}

// SlotOf is the wave, class and index of a slot that a file of ends, begun or refused names.
func SlotOf(name string) (wave int, slot string, ok bool) {
	f := strings.Split(name, ".") // w3.CLASS.INDEX.JOB.RESTART
	if len(f) != 5 {
		return 0, "", false
	}
	wave, err := strconv.Atoi(strings.TrimPrefix(f[0], "w"))
	return wave, f[1] + "-" + f[2], err == nil
}

// SlotNames are the names of the slots of a piece, as executor.State has them.
func (p Piece) SlotNames() []string {
	names := make([]string, p.Slots)
	for i := range names {
		names[i] = fmt.Sprintf("%s-%d", p.Class, p.From+i)
	}
	return names
}
