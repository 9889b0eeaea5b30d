package standin

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"
)

// Serve runs the jobs that commands put into a folder, as the daemons of a batch system do, in an
// environment, until it is told to stop. What still runs is then killed. No process of a job may be
// a descendant of the command that submitted it: bench ends what its own descendants leave.
func Serve(dir string, environment []string, stop <-chan struct{}) {
	var all sync.WaitGroup
	seen := map[int]bool{}
	for stopped := false; !stopped; {
		waiting, err := jobs(dir)
		if err != nil {
			panic(err) // another program has written into the folder
		}
		for _, j := range waiting {
			if !seen[j.Number] {
				seen[j.Number] = true
				all.Go(func() { j.run(dir, environment) })
			}
		}
		select {
		case <-stop:
			stopped = true
		case <-time.After(20 * time.Millisecond):
		}
	}
	taken, _ := jobs(dir)
	for _, j := range taken {
		_ = j.kill(syscall.SIGKILL)
	}
	all.Wait()
}

// run runs the tasks of a job, so many at a time as it may, when the jobs have ended that it waits
// for.
func (j *job) run(dir string, environment []string) {
	ahead := func() bool {
		others, err := jobs(dir)
		return err == nil && slices.ContainsFunc(others, func(o *job) bool { return j.waitsFor(o) && !o.done() })
	}
	for !j.done() && ahead() {
		time.Sleep(20 * time.Millisecond)
	}
	limit := j.Throttle
	if limit == 0 {
		limit = j.Last - j.First + 1
	}
	free := make(chan struct{}, limit)
	var tasks sync.WaitGroup
	for index := j.First; index <= j.Last; index++ {
		free <- struct{}{}
		if j.done() {
			break
		}
		tasks.Go(func() { j.task(index, environment); <-free })
	}
	tasks.Wait()
	_ = os.WriteFile(filepath.Join(j.dir, "done"), nil, 0o644)
}

// waitsFor reports whether a job waits for another; those of OAR have a number for each task.
func (j *job) waitsFor(o *job) bool {
	return slices.ContainsFunc(j.After, func(n int) bool {
		return n == o.Number || o.System == "oar" && n > o.Number && n <= o.Number+o.Last-o.First
	})
}
