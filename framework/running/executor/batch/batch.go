// Package batch runs waves on any batch system that a table describes: it calls the commands
// of the table, finds the ids of jobs in what they print, and learns how slots ended from the
// files that these leave in the shared folder.
package batch

import (
	"cmp"
	"fmt"
	"os"
	"os/user"
	"strings"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/language/batchsystem"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// Executor hands waves to a batch system.
type Executor struct {
	jobs.Programs
	site     jobs.Site
	settings batchsystem.Settings
	title    string // of the system, for people
	user     string
	latency  time.Duration
	between  time.Duration // two submissions

	mu        sync.Mutex
	submitted time.Time       // the last job
	gone      map[string]bool // jobs that left the queue without the ends of all slots, by their names
}

var _ executor.Executor = (*Executor)(nil)

// defaultLatency is how long the queue may lack a job, and the shared folder hide a file.
const defaultLatency = 20 * time.Second

// New makes an executor. It is an error if a folder has a path that cannot be handed to the
// system, or if a program is missing.
func New(s jobs.Site, settings batchsystem.Settings, title string) (*Executor, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if strings.ContainsAny(s.SharedDir, " \t\"'") {
		return nil, fmt.Errorf("shared_dir = %q: the path must have neither white space nor quotes, since it is in lines "+
			"for %s", s.SharedDir, title)
	}
	if err := jobs.Look(settings.Programs(), title); err != nil {
		return nil, err
	}
	e := &Executor{site: s, settings: settings, title: title, user: userName(), gone: map[string]bool{},
		latency: cmp.Or(time.Duration(settings.Latency)*time.Second, defaultLatency)}
	if settings.SubmitRate > 0 {
		e.between = time.Duration(float64(time.Minute) / settings.SubmitRate)
	}
	return e, nil
}

// userName is the name of the user for the batch system.
func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return os.Getenv("USER")
}

// Continues reports whether a wave can be followed by the next without a driver.
func (e *Executor) Continues() bool { return len(e.settings.After) > 0 }

// maxSlots is how many slots one job has at most: LSF allows 1000 unless somebody has set
// MAX_JOB_ARRAY_SIZE.
const maxSlots = 1000

// pieces are the jobs of a wave.
func (e *Executor) pieces(w executor.Wave) []jobs.Piece {
	if e.settings.Array == "" {
		return jobs.Pieces(w, 1)
	}
	return jobs.Pieces(w, maxSlots)
}
