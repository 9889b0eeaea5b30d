package doctor

import (
	"context"

	"github.com/manyclass/bench/framework/base/wording"
)

// vector is the numerical code of plugins.
func vector(name func() string) func(context.Context) Finding {
	return func(context.Context) Finding {
		code := name()
		if code == "portable" {
			return Finding{Status: Note, Says: "plugins use plain Go: this processor has no vector instructions that they " +
				"know, or BENCH_KERNELS says so"}
		}
		return Finding{Status: OK, Says: code}
	}
}

// cluster is Slurm.
func cluster(version func(context.Context) (string, error)) func(context.Context) Finding {
	return func(ctx context.Context) Finding {
		says, err := version(ctx)
		if err != nil {
			return Finding{Status: Note, Says: wording.Reason(err)}
		}
		return Finding{Status: OK, Says: says}
	}
}
