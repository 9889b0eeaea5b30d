package run

import (
	"context"
	"math"
	"testing"

	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/test/must"
)

// metered is a plugin of which each call that trains takes a second a problem by the
// clock, and 3 seconds of processor time and 5 J a problem.
type metered struct {
	service.Plugin
	problems, begun int
	alone           []bool
}

func (m *metered) Train(ctx context.Context, call service.TrainCall, done func(service.Trained)) error {
	m.problems += len(call.Problems)
	return m.Plugin.Train(ctx, call, func(t service.Trained) {
		t.Seconds = 1
		done(t)
	})
}

func (m *metered) Measure(alone bool) func() service.Usage {
	m.begun = m.problems
	m.alone = append(m.alone, alone)
	return func() service.Usage {
		n := float64(m.problems - m.begun)
		return service.Usage{CPU: 3 * n, Joules: 5 * n}
	}
}

func (m *metered) PeakRSS() int64 { return 11 }

// What training takes is measured in every way of training, and shared as the seconds are.
func TestUsageOfCells(t *testing.T) {
	const first = `learner "spy" "spy" {}`
	for name, change := range map[string][]string{
		"plain":     nil,
		"isolated":  {"{ seed = 3 }", "{\n  seed = 3\n  timing = \"isolated\"\n}"},
		"calibrate": {first, `learner "spy" "spy" { calibrate = "sigmoid" }`},
	} {
		s := open(t, must.ReplaceAll(four, change...), true, &spy{})
		m := &metered{Plugin: s.plugins["learner/spy"]}
		s.plugins["learner/spy"] = m
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(name, err)
		}
		for _, r := range s.memory.results {
			if r.CPUSeconds == nil || r.EnergyJoules == nil || r.TrainSeconds == 0 ||
				math.Abs(*r.CPUSeconds-3*r.TrainSeconds) > 1e-9 || math.Abs(*r.EnergyJoules-5*r.TrainSeconds) > 1e-9 {
				t.Fatalf("%s: %+v", name, r)
			}
			if r.PeakRSSBytes != 11 || r.ModelBytes != int64(r.BinaryProblems)*2*8 {
				t.Errorf("%s: %d bytes at most, models of %d bytes", name, r.PeakRSSBytes, r.ModelBytes)
			}
		}
		for _, alone := range m.alone {
			if alone != (name == "isolated") {
				t.Errorf("%s: measured as if alone is %v", name, alone)
			}
		}
	}
}
