package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/manyclass/bench/framework/folder"
	"github.com/manyclass/bench/framework/ledger"
	"github.com/manyclass/bench/framework/measure"
	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/scratch"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

// metrics has plugins compute what is missing of their metrics. The cells are finished,
// and nothing is trained.
func (s *session) metrics(ctx context.Context, p *prepare.Prepared, o runOptions, m store.Manifest) (err error) {
	if !slices.ContainsFunc(p.Plan.Metrics, func(m metric.Spec) bool { return m.Plugin != nil }) {
		return nil
	}
	results, err := store.ReadIntact(o.out)
	if err != nil {
		return err
	}
	values := folder.Cells(o.out, p.Plan, results).Unmeasured()
	if len(values) == 0 {
		return nil
	}
	fmt.Fprintf(os.Stderr, "%s of metrics of plugins to compute\n", wording.Count(len(values), "value"))
	journal, err := store.OpenJournal(o.out, "metrics", m.Environment())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	files, err := scratch.Matrices(int64(o.workers) * mostMeasured)
	if err != nil {
		return err
	}
	defer files.Remove()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	records := ledger.New(s.pool.Vouch, cancel)
	err = measure.Missing(ctx, measure.Work{
		Prepared: p, Values: values, Plugins: s.pool, Workers: min(o.workers, len(values)), Scratch: files.Path,
		Record: func(v store.MetricValue) error {
			return records.Add(0, func() error { return journal.Metric(v) })
		},
	})
	return cmp.Or(records.Close(), err)
}

// mostMeasured is about how many bytes of predictions a metric is given at a time.
const mostMeasured = 64 << 20
