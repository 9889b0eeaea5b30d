package wire

import (
	"context"
	"sync"

	"google.golang.org/grpc"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Register serves a plugin on a gRPC server: the plugin's half of the protocol.
func Register(s *grpc.Server, p service.Plugin) {
	RegisterPluginServer(s, pluginServer{plugin: p})
	RegisterLearnerServer(s, learnerServer{plugin: p})
	RegisterReducerServer(s, reducerServer{plugin: p})
	RegisterMetricServer(s, metricServer{plugin: p})
	RegisterEncoderServer(s, encoderServer{plugin: p})
	RegisterSplitterServer(s, splitterServer{plugin: p})
}

type pluginServer struct {
	UnimplementedPluginServer
	plugin service.Plugin
}

func (s pluginServer) Describe(ctx context.Context, _ *DescribeRequest) (*DescribeResponse, error) {
	d, err := s.plugin.Describe(ctx)
	if err != nil {
		return nil, err
	}
	return fromDescription(d)
}

func (s pluginServer) Validate(ctx context.Context, m *ValidateRequest) (*ValidateResponse, error) {
	ref := service.ComponentRef{Kind: contract.Kind(m.Kind), Name: m.Component, Config: m.ConfigJson}
	v, err := s.plugin.Validate(ctx, ref)
	if err != nil {
		return nil, err
	}
	return &ValidateResponse{Diagnostics: fromDiagnostics(v.Diagnostics), Capabilities: fromCapabilities(v.Capabilities),
		Runtimes: v.Runtimes, Code: v.Code, Sources: fromSources(v.Sources)}, nil
}

type learnerServer struct {
	UnimplementedLearnerServer
	plugin service.Plugin
}

func (s learnerServer) Train(m *TrainRequest, stream grpc.ServerStreamingServer[TrainEvent]) error {
	var mu sync.Mutex
	return s.plugin.Train(stream.Context(), toTrainCall(m), func(t service.Trained) {
		mu.Lock()
		defer mu.Unlock()
		// A broken stream means that the host is gone or has given up; its
		// context ends the training.
		_ = stream.Send(fromTrained(t))
	})
}

func fromTrained(t service.Trained) *TrainEvent {
	event := &TrainEvent{Problem: int32(t.Problem), Model: t.Model, Seconds: t.Seconds, Unconverged: t.Fit.Unconverged,
		End: string(t.Fit.End)}
	if t.Err != nil {
		event.Error = wording.Harmless(t.Err.Error(), maxText)
	}
	if t.Fit.HasObjective {
		event.Objective = &t.Fit.Objective
	}
	return event
}

func (s learnerServer) Score(ctx context.Context, m *ScoreRequest) (*ScoreResponse, error) {
	scored, err := s.plugin.Score(ctx, service.ScoreCall{
		Models: m.Models, Features: toFeatures(m.Features), Ranges: toRanges(m.Ranges),
		Output: m.OutputPath, LeaveOneOut: m.LeaveOneOut, Sizes: m.Sizes,
		Pairs: service.Ragged{Of: m.ModelsPath, Ends: m.EndsPath},
	})
	if err != nil {
		return nil, err
	}
	out := &ScoreResponse{Seconds: scored.Seconds, Bytes: scored.Bytes}
	for _, w := range scored.Widths {
		out.Widths = append(out.Widths, int32(w))
	}
	return out, nil
}

func (s learnerServer) Forget(ctx context.Context, m *ForgetRequest) (*ForgetResponse, error) {
	return &ForgetResponse{}, s.plugin.Forget(ctx, m.Models)
}

type reducerServer struct {
	UnimplementedReducerServer
	plugin service.Plugin
}

func (s reducerServer) Plan(ctx context.Context, m *PlanRequest) (*PlanResponse, error) {
	r, err := toReduction(m)
	if err != nil {
		return nil, err
	}
	stage, diagnostics, err := s.plugin.Plan(ctx, refOf(contract.KindReducer, m), r)
	if err != nil {
		return nil, err
	}
	return &PlanResponse{Stage: fromStage(stage), Diagnostics: fromDiagnostics(diagnostics)}, nil
}

func (s reducerServer) Next(ctx context.Context, m *NextRequest) (*NextResponse, error) {
	stage, done, err := s.plugin.Next(ctx, toNextCall(m))
	if err != nil {
		return nil, err
	}
	return &NextResponse{Stage: fromStage(stage), Done: done}, nil
}

func (s reducerServer) Decode(ctx context.Context, m *DecodeRequest) (*DecodeResponse, error) {
	call := service.DecodeCall{Component: refOf(contract.KindReducer, m), State: m.State, Kind: contract.ScoreKind(m.Kind)}
	takePaths(m, decodeArrays(&call)...)
	d, err := s.plugin.Decode(ctx, call)
	if err != nil {
		return nil, err
	}
	return &DecodeResponse{Probabilities: d.Probabilities, Lacks: d.Lacks, Top: d.Top, Others: d.Others}, nil
}
