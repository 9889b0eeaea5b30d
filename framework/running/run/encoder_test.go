package run

import (
	"context"
	"errors"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// interrupted is a plugin whose run is ended while it learns to encode.
type interrupted struct {
	service.Plugin
	end func()
}

func (i interrupted) Fit(ctx context.Context, _ service.FitCall) (service.Learnt, error) {
	i.end()
	return service.Learnt{}, ctx.Err()
}

// A run that is interrupted while a plugin encodes leaves no failed cells behind.
func TestInterruptedEncoder(t *testing.T) {
	s := openComponent(t, raw("")+"\nencoder \"raw\" \"mine\" {}\n", contract.Component{
		Kind: contract.KindLearner, Name: "spy", NewLearner: func(contract.Config) (contract.Learner, error) { return &spy{}, nil },
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Deterministic},
	}, contract.Component{Kind: contract.KindEncoder, Name: "raw"})
	ctx, cancel := context.WithCancel(t.Context())
	s.plugins["encoder/raw"] = interrupted{s.plugins["encoder/raw"], cancel}
	err := Execute(ctx, s.ready, s.plugins, Options{
		Workers: 1, Scratch: t.TempDir(), Recorders: []Recorder{s.memory}, Finished: func(plan.Cell, store.Result) {},
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the run ends with %v", err)
	}
	for _, r := range s.memory.results {
		if r.Status != store.OK {
			t.Errorf("a cell is %s: %s", r.Status, r.Error)
		}
	}
}
