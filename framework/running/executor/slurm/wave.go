package slurm

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// maxSlots is how many slots one sbatch asks for: an array is no longer than 1001
// where nobody has set MaxArraySize.
const maxSlots = 1000

// pieces are the array jobs of a wave.
func pieces(w executor.Wave) []jobs.Piece { return jobs.Pieces(w, maxSlots) }

// check finds what Slurm or the file system would misunderstand.
func check(w executor.Wave) error {
	if err := jobs.Check(w); err != nil {
		return err
	}
	for _, a := range w.Arrays {
		if err := CheckOptions(a.Options); err != nil {
			return fmt.Errorf("class %q: %w", a.Class, err)
		}
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
			name += fmt.Sprintf(".%d", len(all))
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
	names := append(lists.Map(e.probes(w), func(p probe) string { return p.name }), jobs.StepName(w))
	return append(names, lists.Map(pieces(w), func(p jobs.Piece) string { return p.Name })...)
}
