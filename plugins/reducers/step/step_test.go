package step

import (
	"errors"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/manyclass/bench/framework/contract"
)

// counting is a method that trains a stage for each class, and counts them in its state.
type counting struct{}

type count struct {
	Classes int `json:"classes"`
	Stages  int `json:"stages"`
}

func (c count) Check() error {
	if c.Classes < 1 {
		return errors.New("it has no classes")
	}
	return nil
}

func (counting) Plan(s *count, r contract.Reduction, ds *Diagnostics) contract.Stage {
	s.Classes = len(r.Classes)
	if s.Classes > 2 {
		ds.At("most", 2).Errorf("too many", "There are %d classes.", s.Classes)
	}
	ds.NoEffect("draw", "Remove it.")
	return contract.Stage{Outputs: contract.ClassesOnly}
}

func (counting) Next(s *count, _ contract.Training) (contract.Stage, error) {
	if s.Stages == s.Classes {
		return contract.Stage{}, nil
	}
	s.Stages++
	return contract.Stage{Problems: contract.Whole{}}, nil
}

func (counting) Decode(s count, _ contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	return contract.Decoded{Predictions: []int{s.Classes, s.Stages}}, nil
}

// The state goes from call to call, and a stage without problems is the end.
func TestStepper(t *testing.T) {
	r := stepper[count]{counting{}}
	stage, ds := r.Plan(contract.Reduction{Classes: []string{"a", "b"}})
	if len(ds) != 1 || ds[0].Severity != contract.Warning || ds[0].Summary != "draw has no effect" {
		t.Errorf("diagnostics %v", ds)
	}
	for n := 1; n <= 3; n++ {
		next, done, err := r.Next(stage.State, contract.Training{})
		if err != nil || done != (n == 3) {
			t.Fatalf("stage %d: done %v, %v", n, done, err)
		}
		stage = next
	}
	d, err := r.Decode(stage.State, contract.Matrix{}, contract.Margin)
	if err != nil || !slices.Equal(d.Predictions, []int{2, 2}) {
		t.Errorf("%v, %v", d.Predictions, err)
	}
	for _, bad := range []string{"", "[]", `{"classes":0}`} {
		if _, _, err := r.Next([]byte(bad), contract.Training{}); err == nil {
			t.Errorf("state %q is taken", bad)
		}
		if _, err := r.Decode([]byte(bad), contract.Matrix{}, contract.Margin); err == nil {
			t.Errorf("state %q is decoded", bad)
		}
	}
}

// After an error there is no stage, and the error leads to its place.
func TestPlanFails(t *testing.T) {
	stage, ds := stepper[count]{counting{}}.Plan(contract.Reduction{Classes: []string{"a", "b", "c"}})
	if stage.State != nil || stage.Asks() || len(ds) != 2 || !slices.Equal(ds[0].Path, []any{"most", 2}) {
		t.Errorf("stage %+v, diagnostics %v", stage, ds)
	}
}

func TestDescribed(t *testing.T) {
	files := fstest.MapFS{"docs/some.md": {Data: []byte("What it\nis.\n\n# a\n\nThe first\nof two.\n")}}
	params := []contract.Param{{Name: "a"}, {Name: "b", Doc: "Said elsewhere."}}
	c := Described(files, contract.Component{Name: "some", Params: params})
	if c.Doc != "What it is." || c.Params[0].Doc != "The first of two." || c.Params[1].Doc != "Said elsewhere." {
		t.Errorf("%+v", c)
	}
	for name, params := range map[string][]contract.Param{"none": params, "some": nil} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s with %d parameters is described", name, len(params))
				}
			}()
			Described(files, contract.Component{Name: name, Params: params})
		}()
	}
}
