package wire

import (
	"context"
	"errors"
	"net"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// echo answers every call with fixed values and keeps what it was asked, so
// that a round trip over gRPC shows what a conversion loses.
type echo struct{ asked any }

var (
	description = service.Description{
		Name: "echo", Version: "1.2.3", Runtimes: map[string]string{"go": "1.26"},
		Components: []contract.Component{{
			Kind: contract.KindLearner, Name: "l", Doc: "A learner.",
			Params: []contract.Param{
				{Name: "C", Type: "number", Default: 1.5, Min: contract.Bound(0), Max: contract.Bound(9), Above: contract.Bound(-1),
					Integer: true, Doc: "c", Decoding: true},
				{Name: "kind", Type: "string", Required: true, OneOf: []string{"a", "b"}},
				{Name: "list", Type: "list(string)", Default: []any{"x", "y"}},
			},
			Capabilities: capabilities,
		}},
	}
	capabilities = contract.Capabilities{
		Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.LogOdds,
		Properties: contract.TakesSparse | contract.TrainsBatches | contract.TakesWeights | contract.Symmetric |
			contract.Deterministic | contract.UsesThreads | contract.FoldWide | contract.LeavesOneOut |
			contract.SmallerIsBetter | contract.MixesScores | contract.LearnsTarget | contract.UsesTree |
			contract.MultiLabel, SharedRows: 7, MostFeatures: 9,
		Probabilities: []contract.ScoreKind{contract.Margin},
		Needs:         []contract.ScoreKind{contract.LogOdds}, Facts: []contract.RowFact{contract.RowGroups},
	}
	remarks = []contract.Diagnostic{
		contract.Errorf([]any{"matrix", 2, 0}, "s", "d"), contract.Warningf(nil, "w", "x"),
		contract.Notef([]any{"code"}, "n", "y"),
	}
	stage = contract.Stage{
		Problems: contract.Coded{Code: contract.Dense{{1, -1, 0}, {-1, 1, 1}}}, Outputs: contract.OutOfFold, Folds: 3,
		State:   []byte{0, 1, 255},
		Learner: "second", Inputs: []contract.Input{contract.Original, contract.Scores}, Features: true, Later: 1 << 33,
		Of: []int{1, 0}, Search: &contract.Search{Beam: 5, Samples: 6, Least: 0.5, Seed: 1 << 63},
	}
	ref      = service.ComponentRef{Kind: contract.KindReducer, Name: "r", Config: contract.Config(`{"a":1}`)}
	features = service.Features{Rows: 10, Cols: 2, Dense: "X", Data: "d", Indices: "i", Indptr: "p", Columns: "c"}
	ranges   = []contract.Range{{Start: 0, End: 3, Class: 0}, {Start: 5, End: 9, Class: 1}}
	training = service.TrainCall{
		Component: "l", Config: contract.Config(`{}`), Features: features, Threads: 2, Isolated: true, LeaveOneOut: true,
		RowSets: []service.RowSet{{Ranges: ranges, Weights: "w", Shift: []float64{1, 2}, Scale: []float64{3, 4}}},
		Problems: []service.Problem{{RowSet: 0, Task: contract.Binary, Column: []int8{1, -1, 0}, Target: "t", Classes: 3,
			Seed: 1 << 63}},
	}
	scoring  = service.ScoreCall{Models: []string{"1", "2"}, Features: features, Ranges: ranges, Output: "out"}
	verdict  = contract.Verdict{Diagnostics: remarks, Capabilities: capabilities, Runtimes: map[string]string{"forest": "2.1"}}
	decoding = service.DecodeCall{Component: ref, State: []byte("s"), Kind: contract.Margin, Scores: "a", ClassScores: "b",
		Probabilities: "c", Predictions: "d"}
	next = service.NextCall{
		Component: ref, State: []byte("s"), Outputs: "o", Classes: "c", Counts: []int{3, 0, 4}, Kind: contract.LogOdds,
		Features: features, Rows: training.RowSets[0], Seed: 1<<64 - 1, Labels: "y", Targets: "t",
	}
)

func (e *echo) Describe(context.Context) (service.Description, error) { return description, nil }

func (e *echo) Validate(_ context.Context, r service.ComponentRef) (contract.Verdict, error) {
	e.asked = r
	return verdict, nil
}

func (e *echo) Train(_ context.Context, call service.TrainCall, done func(service.Trained)) error {
	e.asked = call
	done(service.Trained{Problem: 0, Model: "7",
		Fit: contract.Fit{Objective: 0, HasObjective: true, Unconverged: true, End: contract.Stalled}, Seconds: 0.5})
	return nil
}

func (e *echo) Score(_ context.Context, call service.ScoreCall) (service.Scored, error) {
	e.asked = call
	return service.Scored{Widths: []int{1, 3}, Seconds: 0.25}, nil
}

func (e *echo) Forget(_ context.Context, models []string) error {
	e.asked = models
	return nil
}

func (e *echo) Plan(_ context.Context, r service.ComponentRef,
	of contract.Reduction) (contract.Stage, []contract.Diagnostic, error) {
	e.asked = []any{r, of}
	return stage, remarks, nil
}

func (e *echo) Next(_ context.Context, call service.NextCall) (contract.Stage, bool, error) {
	e.asked = call
	return stage, false, nil
}

// decodedAll has a value in every field.
var decodedAll = service.Decoded{Probabilities: true, Top: true, Others: -7}

func (e *echo) Decode(_ context.Context, call service.DecodeCall) (service.Decoded, error) {
	e.asked = call
	return decodedAll, nil
}

// connect serves a plugin on a socket of this process.
func connect(t *testing.T, p service.Plugin) service.Plugin {
	t.Helper()
	listener, err := net.Listen("unix", t.TempDir()+"/s")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	Register(server, p)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	conn, err := grpc.NewClient("unix:"+listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return NewClient(conn)
}

func same(t *testing.T, what string, have, want any, err error) {
	t.Helper()
	if err != nil || !reflect.DeepEqual(have, want) {
		t.Errorf("%s: %v\nhave %+v\nwant %+v", what, err, have, want)
	}
}

func TestNothingIsLostOnTheWire(t *testing.T) {
	e := &echo{}
	c := connect(t, e)
	ctx := context.Background()

	d, err := c.Describe(ctx)
	same(t, "description", d, description, err)

	v, err := c.Validate(ctx, ref)
	same(t, "verdict", v, verdict, err)
	same(t, "component", e.asked, ref, err)

	var trained []service.Trained
	err = c.Train(ctx, training, func(t service.Trained) { trained = append(trained, t) })
	same(t, "train call", e.asked, training, err)
	same(t, "trained", trained, []service.Trained{{Model: "7",
		Fit: contract.Fit{HasObjective: true, Unconverged: true, End: contract.Stalled}, Seconds: 0.5}}, err)

	scored, err := c.Score(ctx, scoring)
	same(t, "score call", e.asked, scoring, err)
	same(t, "scored", scored, service.Scored{Widths: []int{1, 3}, Seconds: 0.25}, err)

	err = c.Forget(ctx, []string{"1"})
	same(t, "forget", e.asked, []string{"1"}, err)

	reduction := contract.Reduction{Classes: []string{"a", "b"}, Counts: []int{3, 4}, Seed: 1<<64 - 1,
		Tree: &target.Tree{Parts: []target.Tree{{Name: "x", Parts: []target.Tree{{Class: 1}}}, {Class: 0}}}}
	s, ds, err := c.Plan(ctx, ref, reduction)
	same(t, "plan call", e.asked, []any{ref, reduction}, err)
	same(t, "stage", s, stage, err)
	same(t, "plan diagnostics", ds, remarks, err)

	s, done, err := c.Next(ctx, next)
	same(t, "next call", e.asked, next, err)
	same(t, "next stage", []any{s, done}, []any{stage, false}, err)

	decoded, err := c.Decode(ctx, decoding)
	same(t, "decode call", e.asked, decoding, err)
	same(t, "decoded", decoded, decodedAll, err)
}

// liar answers training in ways that a client must not believe.
type liar struct {
	echo
	answers []service.Trained
}

func (l *liar) Train(_ context.Context, _ service.TrainCall, done func(service.Trained)) error {
	for _, a := range l.answers {
		done(a)
	}
	return nil
}

func TestAnswersToTrainingAreChecked(t *testing.T) {
	call := service.TrainCall{Problems: make([]service.Problem, 2)}
	good := service.Trained{Problem: 0, Model: "1"}
	for name, answers := range map[string][]service.Trained{
		"too few":  {good},
		"twice":    {good, good},
		"unasked":  {good, {Problem: 2, Model: "2"}},
		"negative": {{Problem: -1, Model: "2"}},
		"none":     nil,
	} {
		if err := connect(t, &liar{answers: answers}).Train(context.Background(), call,
			func(service.Trained) {}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	var outcomes []service.Trained
	answers := []service.Trained{{Problem: 1, Err: errors.New("singular")}, {Problem: 0}}
	err := connect(t, &liar{answers: answers}).Train(context.Background(), call,
		func(t service.Trained) { outcomes = append(outcomes, t) })
	if err != nil || outcomes[0].Err == nil || outcomes[0].Err.Error() != "singular" || outcomes[1].Err == nil {
		t.Errorf("outcomes %+v, %v", outcomes, err)
	}
	call.Problems, answers = call.Problems[:1],
		[]service.Trained{{Model: "1", Fit: contract.Fit{End: "a word of its own"}}}
	err = connect(t, &liar{answers: answers}).Train(context.Background(), call, func(t service.Trained) {
		if t.Fit.End != "" {
			outcomes = nil
		}
	})
	if err != nil || outcomes == nil {
		t.Errorf("an end that is none: %v, %v", outcomes, err)
	}
}

func TestCodesOfWrongShapeAreRefused(t *testing.T) {
	for name, m := range map[string]*Stage{
		"too short":              {Rows: 2, Columns: 2, Code: []byte{1, 255, 1}},
		"negative":               {Rows: -1, Columns: -2, Code: []byte{1, 255}},
		"bad entry":              {Rows: 1, Columns: 2, Code: []byte{1, 2}},
		"no columns":             {Rows: 0, Columns: 0, Code: []byte{1}},
		"no such design":         {Rows: 3, Columns: 3, Design: "one_vs_all"},
		"columns of a design":    {Rows: 3, Columns: 2, Design: "one_vs_rest"},
		"a design of one column": {Rows: 2, Columns: 2, Design: "one_vs_rest"},
		"too many classes":       {Rows: 1 << 23, Columns: 1 << 23, Design: "one_vs_rest"},
		"a design with entries":  {Rows: 2, Columns: 1, Design: "one_vs_one", Code: []byte{1, 255}},
	} {
		if _, err := toStage(m); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Problems of each kind are the same on the other side, except the values of targets, which
// are in a file.
func TestProblemsGoOverTheWire(t *testing.T) {
	targets := contract.Targeted{Task: contract.Multiclass, Values: contract.Matrix{Rows: 9, Cols: 2}, Groups: 3,
		Rows: []int{0, 0, 1 << 33}, Weights: []float64{0.5, 0.5, 2}}
	sent := targets
	sent.Values.Data = make([]float64, 18)
	for want, s := range map[string][2]contract.Problems{
		"coded":    {stage.Problems, stage.Problems},
		"labelled": {contract.Labelled{4, 0}, contract.Labelled{4, 0}},
		"targeted": {sent, targets},
		"whole":    {contract.Whole{}, contract.Whole{}},
		"none":     {nil, nil},
	} {
		got, err := toStage(fromStage(contract.Stage{Problems: s[0]}))
		same(t, want, got.Problems, s[1], err)
	}
}

// A message has problems of one kind, and their task.
func TestMixedProblemsAreRefused(t *testing.T) {
	code := []byte{1, 255}
	for want, m := range map[string]*Stage{
		"labels, which are binary":       {Task: "multiclass", Labels: []int32{0}},
		"without a code or targets":      {Task: "binary", Labels: []int32{0}, Rows: 2, Columns: 1, Code: code},
		"binary problems without a code": {Task: "binary", Labels: []int32{0}, TargetRows: 1, TargetColumns: 1},
		"has targets and a code":         {Task: "binary", Rows: 2, Columns: 1, Code: code, TargetRows: 1, TargetColumns: 1},
		`a "regression" problem and`:     {Task: "regression", Rows: 2, Columns: 1, Code: code},
		`a "" problem and sends a code`:  {Rows: 2, Columns: 1, Code: code},
		`"multiclass" problem and`:       {Task: "multiclass", Rows: 2, Columns: 1, Code: code},
		"it numbers or weighs rows":      {Task: "binary", Labels: []int32{0}, TargetOf: []int64{0}},
		"and has no targets":             {Task: "binary", Rows: 2, Columns: 1, Code: code, TargetWeights: []float64{1}},
	} {
		if s, err := toStage(m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v, want %q", s, err, want)
		}
	}
}

// A designed code goes over the wire by its name.
func TestDesignsAreNamedOnTheWire(t *testing.T) {
	for _, code := range []contract.Code{contract.Pairs(2), contract.Pairs(5), contract.Rest(3)} {
		m := fromStage(contract.Stage{Problems: contract.Coded{Code: code}})
		if s, err := toStage(m); err != nil || len(m.GetCode()) > 0 || !reflect.DeepEqual(s.Code(), code) {
			t.Errorf("%#v is %v, then %#v, %v", code, m, s.Code(), err)
		}
	}
}

// A stage that trains nothing has no code, however many rows it claims.
func TestACodeWithoutColumnsIsNone(t *testing.T) {
	s, err := toStage(&Stage{Rows: 1<<31 - 1, Outputs: "classes"})
	if err != nil || s.Code() != nil || s.Outputs != contract.ClassesOnly {
		t.Errorf("%+v, %v", s, err)
	}
}

// Each property has a field of its name, and each such field has a property.
func TestPropertiesAreFields(t *testing.T) {
	for _, p := range contract.Properties {
		alone := contract.Capabilities{Properties: p.Property}
		m := fromCapabilities(alone)
		if !m.ProtoReflect().Get(flag(p)).Bool() {
			t.Errorf("%s is not in the message", p.Name)
		}
		if got := toCapabilities(m); got.Properties != p.Property {
			t.Errorf("%s comes back as %b", p.Name, got.Properties)
		}
	}
	fields, flags := (*Capabilities)(nil).ProtoReflect().Descriptor().Fields(), 0
	for i := range fields.Len() {
		if f := fields.Get(i); f.Kind() == protoreflect.BoolKind && !f.IsList() {
			flags++
		}
	}
	if flags != len(contract.Properties) {
		t.Errorf("%d flags in the message, %d properties", flags, len(contract.Properties))
	}
}

// A tree of other classes is refused where it arrives.
func TestTreesAreChecked(t *testing.T) {
	for _, text := range []string{`{"parts":[{"class":0},{"class":2}]}`, `{"parts":[{}]}`, `[0, 1]`} {
		if r, err := toReduction(&PlanRequest{Classes: []string{"a", "b"}, TreeJson: []byte(text)}); err == nil {
			t.Errorf("%s is %+v", text, r.Tree)
		}
	}
}

// A path to the name of an entry arrives as one to its value.
func TestKeysOfPaths(t *testing.T) {
	path := []any{"costs", contract.Key("sick")}
	if got := toDiagnostics(fromDiagnostics([]contract.Diagnostic{contract.Errorf(path, "wrong", "")})); len(got) != 1 ||
		!reflect.DeepEqual(got[0].Path, []any{"costs", "sick"}) {
		t.Errorf("%+v", got)
	}
}
