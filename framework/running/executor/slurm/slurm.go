// Package slurm runs waves as array jobs of Slurm. It calls sbatch, squeue, scancel and
// sinfo with text output and nothing else: no daemon, no library, no accounting.
package slurm

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// Executor hands waves to Slurm.
type Executor struct {
	jobs.Programs
	site  jobs.Site
	mu    sync.Mutex
	ended map[string]time.Time // when a probe was first seen to have ended, by its name
	grace time.Duration        // how late a shared folder may show what a probe wrote
}

var _ executor.Executor = (*Executor)(nil)

// New makes an executor. It is an error if a folder has a path that cannot be handed
// to Slurm, or if one of the programs is missing.
func New(s jobs.Site) (*Executor, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if err := lookPrograms(); err != nil {
		return nil, err
	}
	return &Executor{Programs: jobs.Programs{Environment: environment}, site: s, ended: map[string]time.Time{},
		grace: 15 * time.Second}, nil
}

// key names what a probe found out: it is another one for other options.
func (e *Executor) key(options []string) string {
	all := append([]string{e.site.SharedDir, e.site.LocalDir, e.site.Bench}, e.site.Setup...)
	all = append(append(all, ""), options...)
	sum := sha256.Sum256([]byte(strings.Join(all, "\x00")))
	return hex.EncodeToString(sum[:4])
}

// programs are those of Slurm that are called.
var programs = []string{"sbatch", "squeue", "scancel", "sinfo"}

// lookPrograms says which programs are missing.
func lookPrograms() error { return jobs.Look(programs, "Slurm") }
