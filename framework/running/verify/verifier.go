package verify

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/results/capsule"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/launch"
)

// DefaultBound is by how much numbers may differ, relative to 1 and the number, where other code computed them.
const DefaultBound = 1e-6

// Options say how results are looked at.
type Options struct {
	Launch launch.Options
	Sample float64  // share of the cells that are run again, above 0
	Seed   uint64   // that the sample is drawn with
	Bound  float64  // by which numbers may differ where other code computed them
	Trust  []string // digests of plugins, code or the capsule: see ParseTrust
	Data   string   // folder in which data are looked for by digest, or ""
	// Progress is told of the cells that run.
	Progress func(cells []plan.Cell) launch.Progress
}

// verifier looks at stored results.
type verifier struct {
	Options
	*Stored
	session *launch.Session
	scratch *scratch.Dir
	moved   map[string]string
	missing []capsule.Data
	report  *Report
	here    map[string]plan.Cell // the cells that can be run, by name
	now     *plan.Plan
}

// causes are what is known to be other here than where a cell was computed.
func (v *verifier) causes(was, is plan.Cell) (causes []string) {
	if was.Key != is.Key {
		causes = append(causes, plan.Changes(v.part.Plan, v.now, was, is)...)
	}
	for _, there := range v.report.There {
		if there.Kernels != v.report.Here.Kernels {
			causes = append(causes, fmt.Sprintf("kernel class %s there, %s here", there.Kernels, v.report.Here.Kernels))
		}
		if there.Bench.Version != v.report.Here.Bench.Version || there.Bench.Go != v.report.Here.Bench.Go {
			causes = append(causes, fmt.Sprintf("bench %s with Go %s there, %s with Go %s here", there.Bench.Version,
				there.Bench.Go, v.report.Here.Bench.Version, v.report.Here.Bench.Go))
		}
	}
	slices.Sort(causes)
	return slices.Compact(causes)
}
