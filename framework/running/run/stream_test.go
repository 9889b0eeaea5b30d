package run

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// wide has three features, so that there is no picture of regions.
var wide = must.Replace(four, "  rows     = 80\n", "  rows     = 80\n  features = 3\n")

// order notes what is asked of plugins.
type order struct {
	service.Plugin
	events *[]string
}

func (o order) Decode(ctx context.Context, call service.DecodeCall) (service.Decoded, error) {
	*o.events = append(*o.events, "decode")
	return o.Plugin.Decode(ctx, call)
}

func (o order) Forget(ctx context.Context, models []string) error {
	*o.events = append(*o.events, "forget")
	return o.Plugin.Forget(ctx, models)
}

// Scores that are decoded as they come give the bytes of those that are held, whatever
// goes wrong.
func TestStreamedScores(t *testing.T) {
	learner := must.Replace(wide, `learner "spy" "spy" {}`, "learner \"spy\" \"spy\" { abstain = 0.5 }")
	for name, test := range map[string]struct {
		text   string
		before func(*setting)
	}{
		"plain":         {wide, func(*setting) {}},
		"training rows": {wide + "metric \"accuracy\" { on = \"train\" }\n", func(*setting) {}},
		"abstentions":   {learner, func(*setting) {}},
		"constants":     {learner, func(s *setting) { one(s, 2, 1) }},
		"failing models": {wide, func(s *setting) {
			s.spy.fail = func(p contract.Problem) error {
				if len(p.Y) < 40 { // a pair
					return errors.New("no pairs")
				}
				return nil
			}
		}},
		"no numbers": {wide, func(s *setting) { s.plugins["learner/spy"] = spoiling{s.plugins["learner/spy"]} }},
		"a lost learner": {wide, func(s *setting) {
			s.plugins["learner/spy"] = &partial{Plugin: s.plugins["learner/spy"], rows: 20, err: service.ErrLost, times: 1}
		}},
		"a lost reducer": {wide, func(s *setting) {
			s.plugins["reduction/ecoc"] = &partial{Plugin: s.plugins["reduction/ecoc"], rows: 20, err: service.ErrLost, times: 1}
		}},
		"a reducer that fails": {wide, func(s *setting) {
			s.plugins["reduction/ecoc"] = &partial{Plugin: s.plugins["reduction/ecoc"], rows: 20, err: errors.New("no"), times: -1}
		}},
		"a slow learner": {wide, func(s *setting) {
			s.plugins["learner/spy"] = &partial{Plugin: s.plugins["learner/spy"], rows: 20, err: context.DeadlineExceeded, times: -1}
		}},
	} {
		heldOrNot(t, name, func() *setting {
			s := open(t, test.text, true, &spy{})
			test.before(s)
			return s
		})
	}
}

// heldOrNot compares the results of an experiment whose scores are held with those of one whose scores are not, and
// returns the first.
func heldOrNot(t *testing.T, name string, opened func() *setting) map[string]store.Result {
	t.Helper()
	var memories [2]*memory
	for i, held := range []int{0, 1} {
		s := opened()
		if err := s.holding(t, held, 1, nil); err != nil {
			t.Fatal(name, err)
		}
		for key, r := range s.memory.results {
			r.TrainSeconds, r.PredictSeconds = 0, 0
			s.memory.results[key] = r
		}
		memories[i] = s.memory
	}
	a, b := memories[0], memories[1]
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%s: scores that are held and scores that are not give other results", name)
		for key, r := range a.results {
			if s := b.results[key]; !reflect.DeepEqual(r, s) {
				t.Errorf("%s\n  held     %+v\n  not held %+v", key, r, s)
			}
		}
	}
	return a.results
}

// spoiling is a learner whose last model has a score that is not a number.
type spoiling struct{ service.Plugin }

func (p spoiling) Score(ctx context.Context, call service.ScoreCall) (service.Scored, error) {
	answer, err := p.Plugin.Score(ctx, call)
	if err != nil {
		return answer, err
	}
	data, rows, cols, err := matrix.ReadFloat64(call.Output)
	if err != nil {
		return answer, err
	}
	zero := 0.0
	data[len(data)-1] /= zero
	data[len(data)-1] *= zero
	return answer, matrix.WriteFloat64(call.Output, rows, cols, data)
}

// Nothing is streamed that somebody else wants to see.
func TestScoresThatAreHeld(t *testing.T) {
	for name, test := range map[string]struct {
		text, first string
	}{
		"plain":       {wide, "decode"},
		"a grid":      {four, "forget"},
		"calibration": {must.Replace(wide, `learner "spy" "spy" {}`, "learner \"spy\" \"spy\" { calibrate = \"sigmoid\" }"), "forget"},
		"another stage": {must.Replace(wide, `reduction "one_vs_rest" "ova" {}`,
			"reduction \"one_vs_rest\" \"ova\" { decoding = \"coverage\" }"), "forget"},
	} {
		s := open(t, test.text, true, &spy{})
		var events []string
		for key, plugin := range s.plugins {
			s.plugins[key] = order{plugin, &events}
		}
		if err := s.holding(t, 1, 1, nil); err != nil {
			t.Fatal(name, err)
		}
		if len(events) == 0 || events[0] != test.first {
			t.Errorf("%s: %.3q", name, events)
		}
		for key, r := range s.memory.results {
			if r.Status != store.OK {
				t.Errorf("%s: %s: %s", name, key, r.Error)
			}
		}
	}
}
