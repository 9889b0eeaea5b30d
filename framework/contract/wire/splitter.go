package wire

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

func (c *client) Split(ctx context.Context, call service.SplitCall) (
	[][]service.FoldSize, []contract.Diagnostic, error,
) {
	m, err := c.splitter.Split(ctx, withPaths(&SplitRequest{
		Component: call.Component.Name, ConfigJson: call.Component.Config,
		Classes: call.Classes, MultiLabel: call.MultiLabel, Rows: int64(call.Rows),
		Features: fromFeatures(call.Features), Seed: call.Seed,
	}, call.Arrays(&contract.Undivided{}), call.Answer(nil)), atMost(maxDescription))
	if err != nil {
		return nil, nil, err
	}
	sizes, err := toFoldSizes(m.Repeats)
	return sizes, toDiagnostics(m.Diagnostics), err
}

// toFoldSizes refuses numbers that no fold can have.
func toFoldSizes(ms []*SplitRepeat) ([][]service.FoldSize, error) {
	repeats := make([][]service.FoldSize, len(ms))
	for r, m := range ms {
		for f, one := range m.GetFolds() {
			train, test := one.GetTrain(), one.GetTest()
			if min(train, test) < 0 || max(train, test) > maxCount || one.GetOthers() && train > 0 {
				return nil, fmt.Errorf("the plugin sent a fold %d of repeat %d with %d rows to train on and %d to test", f, r,
					train, test)
			}
			repeats[r] = append(repeats[r], service.FoldSize{Train: int(train), Test: int(test), Others: one.GetOthers()})
		}
	}
	return repeats, nil
}

type splitterServer struct {
	UnimplementedSplitterServer
	plugin service.Plugin
}

func (s splitterServer) Split(ctx context.Context, m *SplitRequest) (*SplitResponse, error) {
	call := service.SplitCall{Component: refOf(contract.KindValidation, m), Classes: m.Classes, MultiLabel: m.MultiLabel,
		Rows: int(m.Rows), Features: toFeatures(m.Features), Seed: m.Seed}
	takePaths(m, call.Arrays(&contract.Undivided{}), call.Answer(nil))
	sizes, diagnostics, err := s.plugin.Split(ctx, call)
	if err != nil {
		return nil, err
	}
	out := &SplitResponse{Diagnostics: fromDiagnostics(diagnostics)}
	for _, folds := range sizes {
		repeat := &SplitRepeat{}
		for _, one := range folds {
			repeat.Folds = append(repeat.Folds, &SplitFold{Train: int64(one.Train), Test: int64(one.Test), Others: one.Others})
		}
		out.Repeats = append(out.Repeats, repeat)
	}
	return out, nil
}
