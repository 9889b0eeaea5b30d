package run

import (
	"context"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/store"
)

// lying serves a plugin and changes what it answers. What is nil is not changed.
type lying struct {
	service.Plugin
	trained func(*service.Trained)
	scored  func(service.ScoreCall, *service.Scored) error
	decoded func(service.DecodeCall) error
	mute    bool // answers Decode without having decoded
}

func (l *lying) Train(ctx context.Context, call service.TrainCall, done func(service.Trained)) error {
	return l.Plugin.Train(ctx, call, func(t service.Trained) {
		if l.trained != nil {
			l.trained(&t)
		}
		done(t)
	})
}

func (l *lying) Score(ctx context.Context, call service.ScoreCall) (service.Scored, error) {
	scored, err := l.Plugin.Score(ctx, call)
	if err == nil && l.scored != nil {
		err = l.scored(call, &scored)
	}
	return scored, err
}

func (l *lying) Decode(ctx context.Context, call service.DecodeCall) (service.Decoded, error) {
	if l.mute {
		return service.Decoded{}, nil
	}
	probabilities, err := l.Plugin.Decode(ctx, call)
	if err == nil && l.decoded != nil {
		return service.Decoded{Probabilities: true}, l.decoded(call)
	}
	return probabilities, err
}

// lie puts a liar in the place of a plugin.
func (s *setting) lie(component string, l *lying) {
	l.Plugin = s.plugins[component]
	s.plugins[component] = l
}

const oneReduction = `
experiment "one" { seed = 3 }
dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 60
  seed     = 1
}
learner "spy" "spy" {}
reduction "one_vs_rest" "ova" {}
validation { folds = 3 }
metric "accuracy" {}
`

// allFail checks that all cells but some fail, with words.
func (s *setting) allFail(t *testing.T, but int, words string) {
	t.Helper()
	good := 0
	for _, r := range s.memory.results {
		switch {
		case r.Status == store.OK:
			good++
		case r.Status != store.Failed || !strings.Contains(r.Error, words):
			t.Errorf("%s: %q lacks %q", r.Status, r.Error, words)
		}
	}
	if good != but || len(s.memory.results) != len(s.ready.Plan.Cells) {
		t.Errorf("%d of %d cells are ok, want %d", good, len(s.memory.results), but)
	}
}

// rewritten changes a file of answers.
func rewritten(path string, change func([]float64)) error {
	values, rows, cols, err := matrix.ReadFloat64(path)
	if err != nil {
		return err
	}
	change(values)
	return matrix.WriteFloat64(path, rows, cols, values)
}

func TestLearnersAreNotBelieved(t *testing.T) {
	for name, test := range map[string]struct {
		lying lying
		words string
	}{
		"one name for all models": {lying{trained: func(t *service.Trained) { t.Model = "1" }}, `calls the models of two problems "1"`},
		"widths that sum up": {lying{scored: func(_ service.ScoreCall, s *service.Scored) error {
			if n := len(s.Widths); n > 1 {
				s.Widths[0], s.Widths[1] = -1, 3
			} else {
				s.Widths[0] = -1
			}
			return nil
		}}, "it wrote -1 scores a row where 1 were asked for"},
		"no widths": {lying{scored: func(_ service.ScoreCall, s *service.Scored) error {
			s.Widths = nil
			return nil
		}}, "0 widths of scores for 1 models"},
		"no scores": {lying{scored: func(c service.ScoreCall, _ *service.Scored) error { return os.Remove(c.Output) }}, "was not written"},
		"a probability of 1.5": {lying{scored: func(c service.ScoreCall, _ *service.Scored) error {
			return rewritten(c.Output, func(v []float64) { v[0] = 1.5 })
		}}, "test row 0 is 1.5, which is not a probability"},
		"a probability of -0.5": {lying{scored: func(c service.ScoreCall, _ *service.Scored) error {
			return rewritten(c.Output, func(v []float64) { v[0] = -0.5 })
		}}, "test row 0 is -0.5, which is not a probability"},
	} {
		t.Run(name, func(t *testing.T) {
			component := learnerOf(squashing{&spy{}}, contract.Probability)
			component.Capabilities.Tasks = []contract.Task{contract.Binary}
			s := openComponent(t, oneReduction, component)
			s.lie("learner/spy", &test.lying)
			if err := s.run(t, 1, nil); err != nil {
				t.Fatal(err)
			}
			s.allFail(t, 0, test.words)
		})
	}
}

func TestReducersAreNotBelieved(t *testing.T) {
	write := func(which func(service.DecodeCall) string, values ...float64) func(service.DecodeCall) error {
		return func(c service.DecodeCall) error {
			scores, rows, cols, err := matrix.ReadFloat64(c.ClassScores)
			if err != nil {
				return err
			}
			for i := range scores {
				scores[i] = 1 / float64(cols)
			}
			if err := matrix.WriteFloat64(c.Probabilities, rows, cols, scores); err != nil {
				return err
			}
			copy(scores, values)
			return matrix.WriteFloat64(which(c), rows, cols, scores)
		}
	}
	ofScores := func(c service.DecodeCall) string { return c.ClassScores }
	ofProbabilities := func(c service.DecodeCall) string { return c.Probabilities }
	for name, test := range map[string]struct {
		lying lying
		good  int
		words string
	}{
		"infinite":        {lying{decoded: write(ofScores, math.Inf(1))}, 0, "the reducer's scores: the value for test row 0 is +Inf"},
		"above 1":         {lying{decoded: write(ofProbabilities, 1.25, -0.25, 0)}, 0, "test row 0: 1.25 is not a probability"},
		"negative":        {lying{decoded: write(ofProbabilities, -0.25, 1, 0.25)}, 0, "test row 0: -0.25 is not a probability"},
		"infinite chance": {lying{decoded: write(ofProbabilities, math.Inf(-1))}, 0, "the value for test row 0 is -Inf"},
		"too little":      {lying{decoded: write(ofProbabilities, 0.25, 0.25, 0.25)}, 0, "those of test row 0 sum to 0.75"},
		"too wide": {lying{decoded: func(c service.DecodeCall) error {
			return matrix.WriteFloat64(c.ClassScores, 20, 4, make([]float64, 80))
		}}, 0, "20 × 4 values were written where 20 × 3 were asked for"},
		"class 3": {lying{decoded: func(c service.DecodeCall) error {
			predictions := make([]int32, 20)
			predictions[7] = 3
			return errors.Join(write(ofProbabilities)(c), matrix.WriteInt32(c.Predictions, 20, 0, predictions))
		}}, 0, "predicted class number 3 of 3"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, oneReduction, true, &spy{})
			s.lie("reduction/one_vs_rest", &test.lying)
			if err := s.run(t, 1, nil); err != nil {
				t.Fatal(err)
			}
			s.allFail(t, test.good, test.words)
		})
	}
}

// A reduction that writes nothing does not get what another one has written.
func TestAnswersAreFresh(t *testing.T) {
	s := open(t, oneReduction+"reduction \"one_vs_one\" \"ovo\" {}\n", true, &spy{})
	s.lie("reduction/one_vs_one", &lying{mute: true})
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	s.allFail(t, 3, "class_scores.npy was not written")
}

// On a disk files have no seals, and root is not kept from writing by their mode: a
// write to what others read ends the run before anything it may have spoilt is
// recorded.
func TestAWriteToInputsOnADiskEndsTheRun(t *testing.T) {
	t.Setenv("TMPDIR", "/var/tmp") // on a disk also where temporary files are in memory
	for name, path := range map[string]func(service.ScoreCall) string{
		"features": func(c service.ScoreCall) string { return c.Features.Dense },
		"names":    func(c service.ScoreCall) string { return c.Features.Columns },
	} {
		s := open(t, oneReduction, true, &spy{})
		s.lie("learner/spy", &lying{scored: func(c service.ScoreCall, _ *service.Scored) error {
			if strings.HasPrefix(path(c), "/proc/") {
				return errors.New("the temporary files are in memory")
			}
			return errors.Join(os.Chmod(path(c), 0o600), os.WriteFile(path(c), []byte("mine"), 0o600))
		}})
		err := s.run(t, 1, nil)
		if err == nil || !strings.Contains(err.Error(), "has written to its input") {
			t.Errorf("%s: error %v", name, err)
		}
		if n := len(s.memory.results); n != 0 {
			t.Errorf("%s: %d cells were recorded", name, n)
		}
	}
}
