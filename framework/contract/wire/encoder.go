package wire

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// What an encoder may have learnt: the bytes of its state, of which there is one for each
// fold, and the number of its features.
const (
	maxState    = 64 << 20
	maxFeatures = 1 << 17
)

func (c *client) Fit(ctx context.Context, call service.FitCall) (service.Learnt, error) {
	m, err := c.encoder.Fit(ctx, withPaths(&FitRequest{
		Component: call.Component.Name, ConfigJson: call.Component.Config, Records: fromFeatures(call.Records),
		Classes: call.Classes, MultiLabel: call.MultiLabel, Seed: call.Seed,
	}, call.Arrays(&contract.TrainingRecords{})), atMost(MaxMessage))
	if err != nil {
		return service.Learnt{}, err
	}
	return toLearnt(m)
}

// toLearnt checks what there may be of a state and of features.
func toLearnt(m *FitResponse) (l service.Learnt, err error) {
	if len(m.State) > maxState {
		return l, fmt.Errorf("the plugin sent a state of %d MB, and %d MB is the most", len(m.State)>>20, maxState>>20)
	}
	if n := len(m.Features); n > maxFeatures {
		return l, fmt.Errorf("the plugin sent %d features, and %d are the most", n, maxFeatures)
	}
	l.State = m.State
	for _, f := range m.Features {
		for _, text := range []string{f.GetName(), f.GetKind()} {
			if wording.Harmless(text, maxSentence) != text {
				return l, fmt.Errorf("the plugin calls a feature %q: it is too long, or cannot be printed",
					wording.Harmless(text, maxName))
			}
		}
		l.Columns = append(l.Columns, contract.Column{Name: f.GetName(), Kind: f.GetKind()})
	}
	return l, nil
}

func (c *client) Transform(ctx context.Context, call service.TransformCall) error {
	_, err := c.encoder.Transform(ctx, withPaths(&TransformRequest{
		Component: call.Component.Name, ConfigJson: call.Component.Config, State: call.State,
		Records: fromFeatures(call.Records),
	}, call.Answer(nil)), atMost(maxPlain))
	return err
}

type encoderServer struct {
	UnimplementedEncoderServer
	plugin service.Plugin
}

func (s encoderServer) Fit(ctx context.Context, m *FitRequest) (*FitResponse, error) {
	call := service.FitCall{Component: refOf(contract.KindEncoder, m), Records: toFeatures(m.Records),
		Classes: m.Classes, MultiLabel: m.MultiLabel, Seed: m.Seed}
	takePaths(m, call.Arrays(&contract.TrainingRecords{}))
	l, err := s.plugin.Fit(ctx, call)
	if err != nil {
		return nil, err
	}
	out := &FitResponse{State: l.State}
	for _, c := range l.Columns {
		out.Features = append(out.Features, &Feature{Name: c.Name, Kind: c.Kind})
	}
	return out, nil
}

func (s encoderServer) Transform(ctx context.Context, m *TransformRequest) (*TransformResponse, error) {
	call := service.TransformCall{Component: refOf(contract.KindEncoder, m), State: m.State,
		Records: toFeatures(m.Records)}
	takePaths(m, call.Answer(nil))
	return &TransformResponse{}, s.plugin.Transform(ctx, call)
}
