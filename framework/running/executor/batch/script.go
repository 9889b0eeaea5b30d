package batch

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/framework/language/batchsystem"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// prepared is a job whose files are written.
type prepared struct {
	batchsystem.Job
	stdin string // of the command that submits it
}

// slots writes the script of a piece of a wave.
func (e *Executor) slots(w executor.Wave, p jobs.Piece) (prepared, error) {
	j := batchsystem.Job{Name: p.Name, Resources: p.Asks, Options: p.Options, Slots: p.Slots, Throttle: p.Throttle}
	index := fmt.Sprint("index=", p.From)
	if e.settings.Array != "" {
		index = fmt.Sprintf("index=$((%d + ${%s:-%d} - %d))", p.From, e.settings.Array, e.settings.First, e.settings.First)
	}
	return e.written(w, j, func(number int) jobs.Script {
		return jobs.Script{Begin: []string{
			index,
			fmt.Sprintf("attempt=w%d.%s.$index.%d", w.Number, p.Class, number),
			"# A slot that is started again has the next number.",
			"restart=0",
			`until (set -C; echo "$node" >"$job/` + begunDir + `/$attempt.$restart") 2>/dev/null; do`,
			"\trestart=$((restart + 1))",
			"\t" + `[ "$restart" -lt 1000 ] || exit 66`,
			"done",
			"attempt=$attempt.$restart",
			`exec >>"$job/log/$attempt.log" 2>&1`,
		}}
	})
}

// step writes the script of what makes the wave after one. It asks for what the first class asks for.
func (e *Executor) step(w executor.Wave) (prepared, error) {
	first := w.Arrays[0]
	j := batchsystem.Job{Name: jobs.StepName(w), Resources: first.Asks, Options: first.Options}
	return e.written(w, j, func(number int) jobs.Script {
		return jobs.Script{Step: true, Begin: []string{fmt.Sprintf("attempt=%s-%d-$$", j.Name, number)}}
	})
}

// written writes the files of a job; script is what is its own, by the number of the script.
func (e *Executor) written(w executor.Wave, j batchsystem.Job, script func(number int) jobs.Script) (prepared, error) {
	path, number, err := newScript(w, j.Name)
	if err != nil {
		return prepared{}, err
	}
	j.User, j.Script, j.SharedDir = e.user, path, e.site.SharedDir
	j.Description = strings.TrimSuffix(path, ".sh") + ".description"
	j.Log = filepath.Join(w.Job, "log", j.Name+".log")
	s := script(number)
	s.Site, s.Name, s.Job, s.Node = e.site, j.Name, w.Job, "${BENCH_NODE:-$HOSTNAME}"
	s.CPUs, s.Served, s.Warned = fmt.Sprint(max(1, j.CPUs)), true, e.settings.Warned
	s.Header = e.settings.Lines(e.settings.Header, j)
	ready := prepared{Job: j, stdin: s.String()}
	if err := os.WriteFile(path, []byte(s.String()), 0o755); err != nil {
		return prepared{}, err
	}
	if e.settings.Description == "" {
		return ready, nil
	}
	lines := e.settings.Lines(strings.Split(strings.TrimSpace(e.settings.Description), "\n"), j)
	ready.stdin = strings.Join(lines, "\n") + "\n"
	return ready, os.WriteFile(j.Description, []byte(ready.stdin), 0o644)
}
