package contract

import (
	"math"
	"testing"
)

var (
	three   = Dense{{1, 1, 0}, {-1, 1, 1}, {0, -1, -1}}
	binary3 = Stage{Problems: Coded{Code: three}}
	groups  = Matrix{Rows: 3, Cols: 1, Data: []float64{0, 1, 2}}
)

func TestCheckStage(t *testing.T) {
	with := func(change func(*Stage)) Stage {
		s := binary3
		change(&s)
		return s
	}
	for name, test := range map[string]struct {
		stage Stage
		good  bool
	}{
		"a code":            {binary3, true},
		"multiclass":        {Stage{Problems: Whole{}}, true},
		"classes":           {Stage{Outputs: ClassesOnly}, true},
		"features":          {Stage{Features: true}, true},
		"out of fold":       {with(func(s *Stage) { s.Outputs, s.Folds, s.Later = OutOfFold, 2, 9 }), true},
		"in sample, scores": {with(func(s *Stage) { s.Outputs, s.Inputs = InSample, []Input{Original, Scores} }), true},
		"nothing":           {Stage{}, false},
		"two rows":          {with(func(s *Stage) { s.Problems = Coded{three[:2]} }), false},
		"too many columns":  {Stage{Problems: Coded{Code: Pairs(2897)}}, false},
		"no columns":        {Stage{Problems: Coded{Code: Dense{{}, {}, {}}}}, false},
		"one sign only":     {Stage{Problems: Coded{Code: Dense{{1, 1}, {-1, 1}, {-1, 0}}}}, false},
		"rows of two sizes": {Stage{Problems: Coded{Code: Dense{{1, 1}, {-1, -1}, {-1}}}}, false},
		"groups":            {Stage{Problems: Targeted{Task: Multiclass, Values: groups, Groups: 3}}, true},
		"too many groups":   {Stage{Problems: Targeted{Task: Multiclass, Values: groups, Groups: 4}}, false},
		"unknown outputs":   {with(func(s *Stage) { s.Outputs = "guess" }), false},
		"scores of nothing": {Stage{Outputs: OutOfFold}, false},
		"one fold":          {with(func(s *Stage) { s.Outputs, s.Folds = OutOfFold, 1 }), false},
		"negative folds":    {with(func(s *Stage) { s.Folds = -2 }), false},
		"no inputs":         {with(func(s *Stage) { s.Inputs = []Input{} }), false},
		"unknown inputs":    {with(func(s *Stage) { s.Inputs = []Input{"labels"} }), false},
		"inputs twice":      {with(func(s *Stage) { s.Inputs = []Input{Scores, Scores} }), false},
		"leaking outputs":   {with(func(s *Stage) { s.Outputs, s.Inputs = OutOfFold, []Input{Scores} }), false},
		"less than nothing": {with(func(s *Stage) { s.Later = -1 }), false},
		"endless":           {with(func(s *Stage) { s.Later = math.MaxInt }), false},
	} {
		if err := test.stage.Check(3); (err == nil) != test.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFitsOfAStage(t *testing.T) {
	for name, test := range map[string]struct {
		stage Stage
		fits  int
		asks  bool
	}{
		"last":       {binary3, 3, false},
		"multiclass": {Stage{Problems: Whole{}, Outputs: OutOfFold, Folds: 3}, 4, true},
		"default":    {Stage{Problems: Coded{Code: three}, Outputs: OutOfFold}, 18, true},
		"in sample":  {Stage{Problems: Coded{Code: three}, Outputs: InSample, Folds: 7}, 3, true},
		"empty":      {Stage{Features: true}, 0, true},
		"no outputs": {Stage{Problems: Coded{Code: three}, Outputs: NoOutputs, Folds: 7}, 3, false},
		"classes":    {Stage{Problems: Coded{Code: three}, Outputs: ClassesOnly}, 3, true},
	} {
		if got := test.stage.Fits(); got != test.fits || test.stage.Asks() != test.asks {
			t.Errorf("%s: %d fits, asks %v", name, got, test.stage.Asks())
		}
	}
}

func TestTakes(t *testing.T) {
	if c := (Capabilities{}); !c.Takes(Margin) || !c.Takes(LogOdds) {
		t.Error("without needs a kind of score is refused")
	}
	if c := (Capabilities{Needs: []ScoreKind{LogOdds}}); c.Takes(Margin) || !c.Takes(LogOdds) {
		t.Error("needs are not obeyed")
	}
}
