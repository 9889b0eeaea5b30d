package doctor

import (
	"context"
	"iter"

	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/running/executor/slurm"
)

// Examine examines this machine. What a run needs comes first.
func Examine(ctx context.Context, o Options) iter.Seq[Finding] {
	p := &plugins{start: func(ctx context.Context) started { return startAll(ctx, o.Plugins) }}
	return examine(ctx, []check{
		p.programs,
		always("small run", smallRun(func(ctx context.Context) (ran, error) { return runSmall(ctx, o) }, p)),
		always("processes", processes(mostProcesses(o.Workers), host.CheckRoom)),
		always("temporary files", temporary(scratch.TemporaryPlace)),
		always("results", results(o.Out)),
		always("memory", memory(host.MemoryHere)),
		limits(host.TryLimits),
		always("sealed inputs", seals(sealed.Seals)),
		always("shared memory", shared(scratch.MemoryPlace)),
		always("vector code", vector(host.VectorCode)),
		always("cache", cache(host.CacheFolder)),
		p.packs,
		always("cluster", cluster(slurm.Version)),
	})
}
