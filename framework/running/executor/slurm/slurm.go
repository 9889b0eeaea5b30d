// Package slurm runs waves as array jobs of Slurm. It calls sbatch, squeue, scancel and
// sinfo with text output and nothing else: no daemon, no library, no accounting.
package slurm

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/manyclass/bench/framework/running/executor"
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

// key names what a probe found out: it is another one for other options.
func (e *Executor) key(options []string) string {
	all := append([]string{e.options.SharedDir, e.options.LocalDir, e.options.Bench}, e.options.Setup...)
	all = append(append(all, ""), options...)
	sum := sha256.Sum256([]byte(strings.Join(all, "\x00")))
	return hex.EncodeToString(sum[:4])
}

// programs are those of Slurm that are called.
var programs = []string{"sbatch", "squeue", "scancel", "sinfo"}

// lookPrograms says which programs are missing.
func lookPrograms() error {
	var missing []string
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			missing = append(missing, p)
		}
	}
	if missing == nil {
		return nil
	}
	return fmt.Errorf("there is no %s on PATH: call bench where jobs are submitted, after loading Slurm's module "+
		"if there is one, or give -executor local", strings.Join(missing, ", "))
}
