package slurm

import (
	"fmt"

	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// script is the batch script of a piece of a wave.
func (e *Executor) script(w executor.Wave, p jobs.Piece) string {
	return e.written(p.Name, w.Job, jobs.Script{Begin: []string{
		fmt.Sprintf("index=$((%d + SLURM_ARRAY_TASK_ID))", p.From),
		fmt.Sprintf("attempt=w%d.%s.$index.$SLURM_ARRAY_JOB_ID.${SLURM_RESTART_COUNT:-0}", w.Number, p.Class),
	}})
}

// probeScript is the batch script of a probe.
func (e *Executor) probeScript(w executor.Wave, p probe) string {
	begin := fmt.Sprintf("attempt=probe-%s-$SLURM_JOB_ID-${SLURM_RESTART_COUNT:-0}", p.key)
	return e.written(p.name, w.Job, jobs.Script{Key: p.key, Begin: []string{begin}})
}

// stepScript is the batch script of what makes the wave after one.
func (e *Executor) stepScript(w executor.Wave) string {
	begin := "attempt=next-$SLURM_JOB_ID-${SLURM_RESTART_COUNT:-0}"
	return e.written(jobs.StepName(w), w.Job, jobs.Script{Step: true, Begin: []string{begin}})
}

// written is the text of a script, with what all have.
func (e *Executor) written(name, job string, s jobs.Script) string {
	s.Site, s.Name, s.Job = e.site, name, job
	s.Node, s.CPUs, s.Warned = "${SLURMD_NODENAME:-$(hostname)}", `"${SLURM_CPUS_PER_TASK:-1}"`, []string{"USR1"}
	return s.String()
}
