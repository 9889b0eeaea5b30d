package wire

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/service"
)

func (c *client) Split(ctx context.Context, call service.SplitCall) ([][]service.FoldSize, []contract.Diagnostic, error) {
	m, err := c.splitter.Split(ctx, &SplitRequest{
		Component: call.Component.Name, ConfigJson: call.Component.Config,
		Classes: call.Classes, MultiLabel: call.MultiLabel, Rows: int64(call.Rows),
		TruthPath: call.Truth, QuantityPath: call.Quantity, GroupsPath: call.Groups, WeightsPath: call.Weights,
		Features: fromFeatures(call.Features), Seed: call.Seed, OutputPath: call.Output,
	}, atMost(maxDescription))
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
	sizes, diagnostics, err := s.plugin.Split(ctx, service.SplitCall{
		Component: service.ComponentRef{Kind: contract.KindValidation, Name: m.Component, Config: m.ConfigJson},
		Classes:   m.Classes, MultiLabel: m.MultiLabel, Rows: int(m.Rows),
		Truth: m.TruthPath, Quantity: m.QuantityPath, Groups: m.GroupsPath, Weights: m.WeightsPath,
		Features: toFeatures(m.Features), Seed: m.Seed, Output: m.OutputPath,
	})
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
