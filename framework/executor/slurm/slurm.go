// Package slurm runs waves as array jobs of Slurm. It calls sbatch, squeue, scancel and
// sinfo with text output and nothing else: no daemon, no library, no accounting.
package slurm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/manyclass/bench/framework/executor"
	"github.com/manyclass/bench/framework/lists"
)

// Options says where jobs find things and what they do first.
type Options struct {
	SharedDir string   // absolute; the nodes and this machine see it alike
	LocalDir  string   // absolute; on each node
	Setup     []string // lines of bash that a job begins with, each whole by itself
	Bench     string   // SHA-256 of the program in hex, at <SharedDir>/store/<Bench>/bench
	// Limit is how long a program of Slurm may take, 2 minutes if it is 0.
	Limit time.Duration
}

// Executor hands waves to Slurm.
type Executor struct {
	options Options
	calls   atomic.Int64
	mu      sync.Mutex
	ended   map[string]time.Time // when a probe was first seen to have ended, by its name
	grace   time.Duration        // how late a shared folder may show what a probe wrote
}

var _ executor.Executor = (*Executor)(nil)

// New makes an executor. It is an error if a folder has a path that cannot be handed
// to Slurm, or if one of the programs is missing.
func New(o Options) (*Executor, error) {
	if o.Limit == 0 {
		o.Limit = 2 * time.Minute
	}
	for name, path := range map[string]string{"shared_dir": o.SharedDir, "local_dir": o.LocalDir} {
		if !filepath.IsAbs(path) || strings.ContainsAny(path, "\\\n") {
			return nil, fmt.Errorf("%s = %q: a job needs an absolute path without backslashes and line breaks", name, path)
		}
	}
	if err := lookPrograms(); err != nil {
		return nil, err
	}
	return &Executor{options: o, ended: map[string]time.Time{}, grace: 15 * time.Second}, nil
}

// Calls counts how often a program of Slurm was run.
func (e *Executor) Calls() int64 { return e.calls.Load() }

// Find reports whether an array of the wave is among the jobs of Slurm, waiting, running
// or ended. Slurm forgets jobs some minutes after their end, so that all but one may be
// forgotten while that one runs; and the driver that made the wave may have ended before it
// had submitted all.
func (e *Executor) Find(ctx context.Context, w executor.Wave) (bool, error) {
	jobs, err := e.queue(ctx, w)
	if err != nil {
		return false, err
	}
	known := func(p piece) bool { return len(jobs.of(p.name)) > 0 }
	return slices.ContainsFunc(pieces(w), known), nil
}

// Cancel ends what is left of the wave.
func (e *Executor) Cancel(ctx context.Context, w executor.Wave) error {
	jobs, err := e.queue(ctx, w)
	if err != nil {
		return err
	}
	ids := jobs.open()
	if len(ids) == 0 {
		return nil
	}
	_, err = e.ask(ctx, "scancel", append([]string{"--quiet"}, ids...)...)
	return err
}

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

// jobNames are those of all jobs of a wave.
func (e *Executor) jobNames(w executor.Wave) []string {
	names := append(lists.Map(e.probes(w), func(p probe) string { return p.name }), stepName(w))
	return append(names, lists.Map(pieces(w), func(p piece) string { return p.name })...)
}

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

// key names what a probe found out: it is another one for other options.
func (e *Executor) key(options []string) string {
	all := append([]string{e.options.SharedDir, e.options.LocalDir, e.options.Bench}, e.options.Setup...)
	all = append(append(all, ""), options...)
	sum := sha256.Sum256([]byte(strings.Join(all, "\x00")))
	return hex.EncodeToString(sum[:4])
}
