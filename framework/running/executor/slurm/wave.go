package slurm

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/running/executor"
)

// maxSlots is how many slots one sbatch asks for: an array is no longer than 1001
// where nobody has set MaxArraySize.
const maxSlots = 1000

// piece is an array job: all slots of an array unless they are too many for one.
type piece struct {
	executor.Array
	name string // of the job
	from int    // the index of the first slot
}

// pieces are the array jobs of a wave.
func pieces(w executor.Wave) []piece {
	var all []piece
	for _, a := range w.Arrays {
		parts := max(1, (a.Slots+maxSlots-1)/maxSlots)
		for k := range parts {
			p := piece{Array: a, name: w.Name + "-" + a.Class, from: k * maxSlots}
			p.Slots = min(a.Slots-p.from, maxSlots)
			if k > 0 {
				p.name += fmt.Sprintf("+%d", k)
			}
			if a.Throttle > 0 && parts > 1 {
				p.Throttle = max(1, a.Throttle/parts)
			}
			all = append(all, p)
		}
	}
	return all
}

// stepName is the name of the job that makes the wave after one.
func stepName(w executor.Wave) string { return w.Name + "-next" }

// named is what names of waves and classes are made of: they are in the names of jobs
// and files, and squeue takes lists of names with commas.
var named = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// check finds what Slurm or the file system would misunderstand.
func check(w executor.Wave) error {
	if !named.MatchString(w.Name) {
		return fmt.Errorf("wave %q: a job's name has letters, digits, _ and - only", w.Name)
	}
	for _, a := range w.Arrays {
		if err := CheckClass(a.Class); err != nil {
			return err
		}
		if err := CheckOptions(a.Options); err != nil {
			return fmt.Errorf("class %q: %w", a.Class, err)
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

// probeDir is the folder, in that of a job, of what probes found out: a file for each
// choice of options, "ok NODE" or why the node cannot work.
const probeDir = "probe"

// probe is a job that finds out whether the nodes that some options ask for can work.
// Slots with these options wait for it.
type probe struct {
	name    string // of the job
	key     string // of the options, and the name of the file
	class   string // the first one with these options
	options []string
}

// probes are those of a wave, one for all classes with the same options.
func (e *Executor) probes(w executor.Wave) []probe {
	var all []probe
	for _, a := range w.Arrays {
		key := e.key(a.Options)
		if slices.ContainsFunc(all, func(p probe) bool { return p.key == key }) {
			continue
		}
		name := w.Name + "-probe"
		if len(all) > 0 {
			name += fmt.Sprintf("+%d", len(all))
		}
		all = append(all, probe{name, key, a.Class, a.Options})
	}
	return all
}

// found is what a probe said: ok, or why not; said is false while there is no word.
func (p probe) found(job string) (ok, said bool, words string) {
	folder := filepath.Join(job, probeDir)
	_, _ = os.ReadDir(folder) // makes a network file system look anew
	text, err := os.ReadFile(filepath.Join(folder, p.key))
	if err != nil {
		return false, false, ""
	}
	words = strings.TrimSpace(string(text))
	return words == "ok" || strings.HasPrefix(words, "ok "), true, words
}

// jobNames are those of all jobs of a wave.
func (e *Executor) jobNames(w executor.Wave) []string {
	names := append(lists.Map(e.probes(w), func(p probe) string { return p.name }), stepName(w))
	return append(names, lists.Map(pieces(w), func(p piece) string { return p.name })...)
}
