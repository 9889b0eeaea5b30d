package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"google.golang.org/grpc"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// client is the host's half of the protocol.
type client struct {
	plugin   PluginClient
	learner  LearnerClient
	reducer  ReducerClient
	metric   MetricClient
	encoder  EncoderClient
	splitter SplitterClient
}

// NewClient returns the plugin behind a connection.
func NewClient(conn grpc.ClientConnInterface) service.Plugin {
	return &client{NewPluginClient(conn), NewLearnerClient(conn), NewReducerClient(conn), NewMetricClient(conn),
		NewEncoderClient(conn), NewSplitterClient(conn)}
}

func (c *client) Describe(ctx context.Context) (service.Description, error) {
	m, err := c.plugin.Describe(ctx, &DescribeRequest{}, atMost(maxDescription))
	if err != nil {
		return service.Description{}, err
	}
	return toDescription(m)
}

func (c *client) Validate(ctx context.Context, ref service.ComponentRef) (contract.Verdict, error) {
	m, err := c.plugin.Validate(ctx, &ValidateRequest{Kind: string(ref.Kind), Component: ref.Name, ConfigJson: ref.Config},
		atMost(maxDescription))
	if err != nil {
		return contract.Verdict{}, err
	}
	if most := max(len(m.Runtimes), len(m.Code)); most > maxList {
		return contract.Verdict{}, fmt.Errorf("it has %d runtimes or pieces of code, and %d are the most there may be", most,
			maxList)
	}
	if err := checkCapabilities(m.Capabilities); err != nil {
		return contract.Verdict{}, fmt.Errorf("the capabilities under these parameters: %w", err)
	}
	return contract.Verdict{Diagnostics: toDiagnostics(m.Diagnostics), Capabilities: toCapabilities(m.Capabilities),
		Runtimes: toRuntimes(m.Runtimes), Code: m.Code, Sources: toSources(m.Sources)}, nil
}

func (c *client) Train(ctx context.Context, call service.TrainCall, done func(service.Trained)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := c.learner.Train(ctx, fromTrainCall(call), atMost(maxEvent))
	if err != nil {
		return err
	}
	seen := make([]bool, len(call.Problems))
	left := len(seen)
	for left > 0 {
		event, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("the plugin answered for %d of %d problems", len(seen)-left, len(seen))
		}
		if err != nil {
			return err
		}
		i := int(event.Problem)
		if i < 0 || i >= len(seen) || seen[i] {
			return fmt.Errorf("the plugin answered twice, or for a problem that was not asked: number %d of %d", i, len(seen))
		}
		seen[i], left = true, left-1
		done(toTrained(event))
	}
	return nil
}

func toTrained(event *TrainEvent) service.Trained {
	t := service.Trained{
		Problem: int(event.Problem), Model: event.Model, Seconds: seconds(event.Seconds),
		Fit: contract.Fit{Objective: event.GetObjective(), HasObjective: event.Objective != nil,
			Unconverged: event.Unconverged,
			End:         contract.End(event.End)},
	}
	switch {
	case event.Error != "":
		t.Err = errors.New(wording.Harmless(event.Error, maxText))
	case math.IsNaN(t.Fit.Objective) || math.IsInf(t.Fit.Objective, 0):
		t.Err = fmt.Errorf("the objective is %v", t.Fit.Objective)
	case t.Fit.End != t.Fit.End.Known():
		t.Fit.End, t.Err = "", known("the end of the training", []string{event.End}, ends)
	case event.Model == "":
		t.Err = errors.New("the plugin sent neither a model nor an error")
	case len(event.Model) > maxReference:
		t.Model, t.Err = "", fmt.Errorf("the plugin sent a reference to a model of %d bytes", len(event.Model))
	}
	return t
}

func (c *client) Score(ctx context.Context, call service.ScoreCall) (service.Scored, error) {
	m, err := c.learner.Score(ctx, &ScoreRequest{
		Models: call.Models, Features: fromFeatures(call.Features), Ranges: fromRanges(call.Ranges),
		OutputPath: call.Output, LeaveOneOut: call.LeaveOneOut, Sizes: call.Sizes,
		ModelsPath: call.Pairs.Of, EndsPath: call.Pairs.Ends,
	}, atMost(maxPlain+perModel*len(call.Models)))
	if err != nil {
		return service.Scored{}, err
	}
	return toScored(m, len(call.Models))
}

func (c *client) Forget(ctx context.Context, models []string) error {
	_, err := c.learner.Forget(ctx, &ForgetRequest{Models: models}, atMost(maxPlain))
	return err
}

func (c *client) Plan(ctx context.Context, ref service.ComponentRef,
	r contract.Reduction) (contract.Stage, []contract.Diagnostic, error) {
	ask, err := fromReduction(ref, r)
	if err != nil {
		return contract.Stage{}, nil, err
	}
	m, err := c.reducer.Plan(ctx, ask)
	if err != nil {
		return contract.Stage{}, nil, err
	}
	stage, err := toStage(m.Stage)
	return stage, toDiagnostics(m.Diagnostics), err
}

func (c *client) Next(ctx context.Context, call service.NextCall) (contract.Stage, bool, error) {
	m, err := c.reducer.Next(ctx, fromNextCall(call))
	if err != nil {
		return contract.Stage{}, false, err
	}
	if m.Done {
		return contract.Stage{State: m.Stage.GetState()}, true, nil
	}
	stage, err := toStage(m.Stage)
	return stage, false, err
}

func (c *client) Decode(ctx context.Context, call service.DecodeCall) (service.Decoded, error) {
	m, err := c.reducer.Decode(ctx, withPaths(&DecodeRequest{
		Component: call.Component.Name, ConfigJson: call.Component.Config, State: call.State, Kind: string(call.Kind),
	}, decodeArrays(&call)...), atMost(maxPlain))
	if err != nil {
		return service.Decoded{}, err
	}
	return service.Decoded{Probabilities: m.Probabilities, Lacks: m.Lacks, Top: m.Top, Others: m.Others}, nil
}

// decodeArrays are all arrays of a call.
func decodeArrays(call *service.DecodeCall) []service.Arrays {
	return []service.Arrays{call.Arrays(nil, &contract.Known{}), call.Answer(&contract.Decoded{}),
		call.Lacking(&target.Labels{}), call.Best(&target.Top{})}
}
