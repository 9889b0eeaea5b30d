package launch

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/ledger"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/measure"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/run"
)

// Compute runs cells on matrices in shared memory, if they seem to fit. Where
// that turns out to be full, it goes on with what is left among the temporary
// files; the tables, which may be gone, are read again.
func (s *Session) Compute(ctx context.Context, p *prepare.Prepared, o run.Options) error {
	folder, err := scratch.Matrices(p.Bytes(o.Workers))
	if err != nil {
		return err
	}
	defer folder.Remove()
	o.Scratch, o.Vouch = folder.Path, s.Pool.Vouch
	err = run.Execute(ctx, p, s.Pool, o)
	if !errors.Is(err, fault.ErrScratch) || !folder.InMemory() {
		return err
	}
	s.Tell("The shared memory is full: going on with matrices among the temporary files.")
	onDisk, err := scratch.Temporary()
	if err != nil {
		return err
	}
	defer onDisk.Remove()
	if err := folder.Empty(); err != nil {
		return err
	}
	again, err := s.Again(ctx)
	if err != nil {
		return err
	}
	o.Scratch, o.Done = onDisk.Path, maps.Clone(o.Done)
	return run.Execute(ctx, again, s.Pool, o)
}

// Again prepares the experiment another time, with tables of its own.
func (s *Session) Again(ctx context.Context) (*prepare.Prepared, error) {
	p, _, err := prepare.Load(ctx, s.Experiment, s.Pool)
	return p, err
}

// Metrics has plugins compute the missing values of their metrics in a results folder. The cells are finished,
// and nothing is trained.
func (s *Session) Metrics(ctx context.Context, p *prepare.Prepared, out string,
	workers int, m store.Manifest) (err error) {
	if !slices.ContainsFunc(p.Plan.Metrics, func(m metric.Spec) bool { return m.Plugin != nil }) {
		return nil
	}
	results, err := store.ReadIntact(out)
	if err != nil {
		return err
	}
	values := folder.Cells(out, p.Plan, results).Unmeasured()
	if len(values) == 0 {
		return nil
	}
	s.Tell(wording.Count(len(values), "value") + " of metrics of plugins to compute")
	journal, err := store.OpenJournal(out, "metrics", m.Environment())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	files, err := scratch.Matrices(int64(workers) * mostMeasured)
	if err != nil {
		return err
	}
	defer files.Remove()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	records := ledger.New(s.Pool.Vouch, cancel)
	err = measure.Missing(ctx, measure.Work{
		Prepared: p, Values: values, Plugins: s.Pool, Workers: min(workers, len(values)), Scratch: files.Path,
		Record: func(v store.MetricValue) error {
			return records.Add(0, func() error { return journal.Metric(v) })
		},
	})
	return cmp.Or(records.Close(), err)
}

// mostMeasured is about how many bytes of predictions a metric is given at a time.
const mostMeasured = 64 << 20

// Progress is told about cells.
type Progress interface {
	Finished(plan.Cell, store.Result)
	Working(slot int, w run.Work)
}

// Missing says which cells of a plan are to be run.
type Missing struct {
	Cells    int
	Done     map[string]bool
	Attempts map[string]int // of the cells that are retried
	Reused   []store.Reused // which of the others other people computed
}

// MissingIn finds the cells without a result, and those whose status is among retry.
func MissingIn(p *plan.Plan, results store.Results, retry []string) Missing {
	m := Missing{Done: map[string]bool{}, Attempts: map[string]int{}, Reused: folder.Reused(p, results)}
	for _, c := range p.Cells {
		result, ok := results.ByKey[c.Key]
		switch {
		case !ok:
			m.Cells++
			if attempt, damaged := results.Damaged[c.Key]; damaged {
				m.Attempts[c.Key] = attempt + 1
			}
		case slices.Contains(retry, string(result.Status)):
			m.Cells++
			m.Attempts[c.Key] = result.Attempt + 1
		default:
			m.Done[c.Key] = true
		}
	}
	return m
}

// Local says how cells are run on this machine.
type Local struct {
	Out      string // results folder
	Workers  int
	Missing  Missing
	Manifest store.Manifest
	FailFast bool
}

// Slots is how many workers are of use.
func (l Local) Slots(p *prepare.Prepared) int {
	if p.Experiment.Isolated {
		return 1
	}
	return min(l.Workers, l.Missing.Cells)
}

// Run runs the missing cells with one journal a worker.
func (s *Session) Run(ctx context.Context, p *prepare.Prepared, l Local, progress Progress) (err error) {
	workers := l.Slots(p)
	if err := s.Pool.Keep(ctx, workers, s.Experiment.Uses); err != nil {
		return &Refused{err.Error()}
	}
	s.Pool.LogTo(filepath.Join(l.Out, host.LogFolder), "")
	recorders, end, err := Journals(l.Out, numbered(workers), l.Manifest.Environment())
	defer func() { err = errors.Join(err, end()) }()
	if err != nil {
		return err
	}
	kept, err := KeptScores(p, l.Out)
	if err != nil {
		return err
	}
	return s.Compute(ctx, p, watched(progress, run.Options{
		Workers: workers, Done: maps.Clone(l.Missing.Done), Attempts: l.Missing.Attempts, Kept: kept, Recorders: recorders,
		FailFast: l.FailFast,
	}))
}

// KeptScores are the cached scores of a results folder, if the experiment caches any.
func KeptScores(p *prepare.Prepared, dir string) (*store.KeptScores, error) {
	if !p.Experiment.KeepScores {
		return nil, nil
	}
	return store.ReadKeptScores(dir)
}

// watched lets progress follow a run, and notes the cells that are done.
func watched(progress Progress, o run.Options) run.Options {
	o.Working = progress.Working
	o.Finished = func(c plan.Cell, r store.Result) {
		o.Done[r.Key] = true
		progress.Finished(c, r)
	}
	return o
}

// Journals opens a journal for each name. The function that it returns closes them.
func Journals(dir string, names []string, environment any) (recorders []run.Recorder, end func() error, err error) {
	var open []*store.Journal
	end = func() (err error) {
		for _, j := range open {
			err = errors.Join(err, j.Close())
		}
		return err
	}
	for _, name := range names {
		journal, err := store.OpenJournal(dir, name, environment)
		if err != nil {
			return nil, end, err
		}
		recorders, open = append(recorders, journal), append(open, journal)
	}
	return recorders, end, nil
}

// numbered names the journals of workers.
func numbered(workers int) []string { return lists.Map(lists.Range(workers), strconv.Itoa) }

// Sample runs some cells alone, each on one processor, with their results in a folder.
func (s *Session) Sample(
	ctx context.Context, p *prepare.Prepared, out string, cells []plan.Cell, progress Progress,
) (err error) {
	done := map[string]bool{}
	for _, c := range p.Plan.Cells {
		done[c.Key] = true
	}
	for _, c := range cells {
		delete(done, c.Key)
	}
	workers := Local{Workers: runtime.NumCPU(), Missing: Missing{Cells: len(cells)}}.Slots(p)
	if err := s.Pool.Keep(ctx, workers, s.Experiment.Uses); err != nil {
		return err
	}
	recorders, end, err := Journals(out, numbered(workers), nil)
	defer func() { err = errors.Join(err, end()) }()
	if err != nil {
		return err
	}
	return s.Compute(ctx, p, watched(progress, run.Options{
		Workers: workers, Processors: workers, Done: done, Recorders: recorders}))
}
