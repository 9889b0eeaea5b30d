package wire

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"unicode"

	"google.golang.org/protobuf/proto"

	"github.com/manyclass/bench/framework/contract/service"
)

func TestDescriptionsAreChecked(t *testing.T) {
	learner := func(name string, params ...*Param) *Component {
		return &Component{Kind: "learner", Name: name, Params: params}
	}
	for name, test := range map[string]struct {
		components []*Component
		want       string
	}{
		"good":            {[]*Component{learner("l", &Param{Name: "C"}), {Kind: "reduction", Name: "l"}}, ""},
		"an encoder":      {[]*Component{{Kind: "encoder", Name: "e"}}, ""},
		"a dataset":       {[]*Component{{Kind: "dataset", Name: "dataset"}}, "plugins offer learners, reductions, metrics, encoders and validation methods"},
		"no name":         {[]*Component{learner("")}, "names are letters"},
		"an escape":       {[]*Component{learner("l\x1b[2J")}, `"l[2J"`},
		"a long name":     {[]*Component{learner(strings.Repeat("l", 200))}, "at most 100"},
		"a bad parameter": {[]*Component{learner("l", &Param{Name: "a b"})}, "a parameter of l"},
		"a metric":        {[]*Component{{Kind: "metric", Name: "m", Params: []*Param{{Name: "least"}}}}, ""},
		"a metric's on": {[]*Component{{Kind: "metric", Name: "m", Params: []*Param{{Name: "on"}}}},
			"an attribute of every metric block"},
		"an encoder's folds": {[]*Component{{Kind: "encoder", Name: "e", Params: []*Param{{Name: "folds"}}}},
			"an attribute of every encoder block"},
		"twice": {[]*Component{learner("l"), learner("l")}, `offers learner "l" twice`},
		"many values": {[]*Component{learner("l", &Param{Name: "C", OneOf: make([]string, 2000)})},
			"2000 values of a parameter"},
		"unknown scores": {[]*Component{{Kind: "learner", Name: "l", Capabilities: &Capabilities{Scores: "votes"}}},
			`learner l: scores has the unknown word "votes"; write margin, log_odds, probability`},
		"an unknown task": {[]*Component{{Kind: "learner", Name: "l", Capabilities: &Capabilities{Tasks: []string{"ranking"}}}},
			`tasks has the unknown word "ranking"`},
		"an unknown fact": {[]*Component{{Kind: "metric", Name: "m", Capabilities: &Capabilities{Facts: []string{"rows"}}}},
			`facts has the unknown word "rows"`},
	} {
		_, err := toDescription(&DescribeResponse{Components: test.components})
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEndsOfTrainingsAreKnown(t *testing.T) {
	for end, want := range map[string]string{"": "", "max_iter": "", "bored": `the unknown word "bored"; write tolerance, max_iter`} {
		trained := toTrained(&TrainEvent{Model: "1", End: end})
		if (trained.Err == nil) != (want == "") || trained.Err != nil && !strings.Contains(trained.Err.Error(), want) {
			t.Errorf("%q: %v", end, trained.Err)
		}
	}
}

func TestTimesThatCannotPassAreNone(t *testing.T) {
	for s, want := range map[float64]float64{0: 0, 0.5: 0.5, -1: 0, math.Inf(1): 0, math.Inf(-1): 0, 1e308: 0,
		math.NaN(): 0} {
		trained := toTrained(&TrainEvent{Model: "1", Seconds: s})
		scored, err := toScored(&ScoreResponse{Widths: []int32{1}, Seconds: s}, 1)
		if err != nil || trained.Seconds != want || scored.Seconds != want {
			t.Errorf("%v: %v and %v, %v", s, trained.Seconds, scored.Seconds, err)
		}
	}
}

// blaring answers with more than anybody wants to know.
type blaring struct{ echo }

func (blaring) Train(_ context.Context, _ service.TrainCall, done func(service.Trained)) error {
	done(service.Trained{Err: errors.New("\x1b[2J" + strings.Repeat("woe ", 200<<20/4))})
	return nil
}

func (blaring) Score(context.Context, service.ScoreCall) (service.Scored, error) {
	return service.Scored{Widths: make([]int, 10<<20)}, nil
}

func (blaring) Decode(context.Context, service.DecodeCall) (service.Decoded, error) {
	return service.Decoded{}, errors.New(strings.Repeat("woe ", 200<<20/4))
}

func TestMuchIsCutOff(t *testing.T) {
	c := connect(t, &blaring{})
	var failure error
	call := service.TrainCall{Problems: make([]service.Problem, 1)}
	if err := c.Train(t.Context(), call, func(t service.Trained) { failure = t.Err }); err != nil || failure == nil {
		t.Fatalf("%v, %v", failure, err)
	}
	if text := failure.Error(); len(text) > 2*maxText || !strings.HasPrefix(text, "[2Jwoe ") {
		t.Errorf("%d bytes: %.40q", len(text), text)
	}
	if _, err := c.Score(t.Context(), service.ScoreCall{Models: []string{"1"}}); err == nil || len(err.Error()) > 1000 {
		t.Errorf("10 million widths: %.100v", err)
	}
	if _, err := c.Decode(t.Context(), service.DecodeCall{}); err == nil || len(err.Error()) > 1<<20 {
		t.Errorf("an error of 200 MB: %.100v", err)
	}
}

// Whatever bytes come, there is no panic, and what is taken is within its bounds.
func FuzzAnswers(f *testing.F) {
	d, err := fromDescription(description)
	if err != nil {
		f.Fatal(err)
	}
	for _, m := range []proto.Message{
		d, &PlanResponse{Stage: fromStage(stage), Diagnostics: fromDiagnostics(remarks)},
		&ScoreResponse{Widths: []int32{1, -1}, Seconds: math.Inf(1)},
		&TrainEvent{Error: "\x1b[2J"},
	} {
		b, err := proto.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if m := new(DescribeResponse); proto.Unmarshal(b, m) == nil {
			if d, err := toDescription(m); err == nil {
				for _, c := range d.Components {
					harmless(t, string(c.Kind), c.Name, c.Doc)
				}
				harmless(t, d.Name, d.Version)
			} else {
				harmless(t, err.Error())
			}
		}
		if m := new(PlanResponse); proto.Unmarshal(b, m) == nil {
			for _, r := range toDiagnostics(m.Diagnostics) {
				harmless(t, r.Summary, r.Detail)
			}
			if s, err := toStage(m.Stage); err == nil {
				_ = s.Check(3)
			}
		}
		if m := new(ScoreResponse); proto.Unmarshal(b, m) == nil {
			if s, err := toScored(m, 2); err == nil && (len(s.Widths) != 2 || min(s.Widths[0], s.Widths[1]) < 1) {
				t.Errorf("widths %v", s.Widths)
			}
		}
		if m := new(TrainEvent); proto.Unmarshal(b, m) == nil {
			s := toTrained(m)
			if s.Err != nil {
				harmless(t, s.Err.Error())
			}
			if !(s.Seconds >= 0 && s.Seconds < maxSeconds) {
				t.Errorf("%v seconds", s.Seconds)
			}
		}
	})
}

func harmless(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if len(text) > 5*maxText || strings.ContainsFunc(text,
			func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }) {
			t.Errorf("%d bytes: %.100q", len(text), text)
		}
	}
}
