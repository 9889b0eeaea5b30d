package outside

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/running/caller"
	"github.com/manyclass/bench/framework/sdk"
)

// spy keeps what it is fitted to, and answers as it is told.
type spy struct {
	columns []contract.Column
	seen    contract.TrainingRecords
	makes   func(r contract.Records) contract.Matrix
}

func (s *spy) Fit(t contract.TrainingRecords) (contract.Encoding, error) {
	s.seen = t
	s.seen.X.Data = slices.Clone(t.X.Data) // the file goes
	return contract.Encoding{State: []byte("learnt"), Columns: s.columns}, nil
}

func (s *spy) Transform(state []byte, r contract.Records) (contract.Matrix, error) {
	if string(state) != "learnt" {
		return contract.Matrix{}, fmt.Errorf("the state is %q", state)
	}
	return s.makes(r), nil
}

// served are processes of a plugin, one after the other.
type served struct {
	by     service.Plugin
	losses []error // of the first calls
	calls  int
}

func (s *served) Plugin(context.Context, int, contract.Kind, string) (service.Plugin, error) {
	s.calls++
	if s.calls <= len(s.losses) {
		if errors.Is(s.losses[s.calls-1], service.ErrStart) {
			return nil, s.losses[s.calls-1]
		}
		return losing{s.by, s.losses[s.calls-1]}, nil
	}
	return s.by, nil
}

func (*served) Origin(contract.Kind, string) service.Origin { return service.Origin{Name: "plug"} }

type losing struct {
	service.Plugin
	err error
}

func (l losing) Fit(context.Context, service.FitCall) (service.Learnt, error) {
	return service.Learnt{}, l.err
}

// ask returns who is asked by the block "mine" of the encoder.
func ask(t *testing.T, s *spy, can contract.Capabilities, losses ...error) (encode.Plugin, *served) {
	t.Helper()
	c := contract.Component{Kind: contract.KindEncoder, Name: "spy", Capabilities: can,
		NewEncoder: func(contract.Config) (contract.Encoder, error) { return s, nil }}
	plugins := &served{by: sdk.New(contract.Plugin{Name: "plug", Components: []contract.Component{c}}), losses: losses}
	scratch := t.TempDir()
	t.Cleanup(func() {
		if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
			t.Errorf("left over: %v, %v", left, err)
		}
	})
	i := &experiment.Instance{Name: "mine", Component: c, Capabilities: can}
	return Asking(t.Context(), caller.Caller{Plugins: plugins, Scratch: scratch})(i), plugins
}

func table() *data.Table {
	return &data.Table{
		Rows: 3, Weights: []float64{1, 2, 3},
		Columns: []data.Column{{Name: "x", Values: []float64{5, math.NaN(), 7}},
			{Name: "c", Kind: data.Categorical, Codes: []int32{1, 0, -1}, Levels: []string{"a", "b"}}},
		Design: data.Design{
			Target: target.Target{Names: []string{"k", "l"}}, Truth: target.Rows{Class: []int{1, 0, 1}}, GroupOf: []int{4, 5, 4},
		},
	}
}

// An encoder sees the rows that are meant, and classes only if it learns from them.
func TestWhatAnEncoderSees(t *testing.T) {
	s := &spy{columns: []contract.Column{{Name: "f"}}}
	p, _ := ask(t, s, contract.Capabilities{})
	l, err := p.Fit(table(), []int{2, 0}, 99)
	if err != nil || !reflect.DeepEqual(l.Columns, []contract.Column{{Name: "f", Kind: contract.NumericColumn}}) {
		t.Fatalf("%+v, %v", l, err)
	}
	want := contract.TrainingRecords{
		Records: contract.Records{
			X: contract.Matrix{Rows: 2, Cols: 2, Data: []float64{7, -1, 5, 1}},
			Columns: []contract.Column{{Name: "x", Kind: contract.NumericColumn},
				{Name: "c", Kind: contract.NominalColumn, Values: []string{"a", "b"}}},
		},
		Weights: []float64{3, 1}, Groups: []int{4, 4}, Seed: 99,
	}
	if !reflect.DeepEqual(s.seen, want) {
		t.Errorf("saw %+v, want %+v", s.seen, want)
	}
	p, _ = ask(t, s, contract.Capabilities{Properties: contract.LearnsTarget})
	if _, err := p.Fit(table(), []int{2, 1}, 1); err != nil || !math.IsNaN(s.seen.X.Data[2]) ||
		!slices.Equal(s.seen.Target, []int{1, 0}) || !slices.Equal(s.seen.Classes, []string{"k", "l"}) {
		t.Errorf("saw %+v, %v", s.seen, err)
	}
	labels := table()
	labels.Target.MultiLabel, labels.Truth.Y, labels.Weights, labels.GroupOf = true, target.Listed([]int8{1, 0, 1, 1, 0, 0}, 2), nil, nil
	if _, err := p.Fit(labels, []int{0, 1}, 1); err != nil || !s.seen.MultiLabel || s.seen.Weights != nil || s.seen.Groups != nil ||
		!slices.Equal(s.seen.Target, []int{1, 0, 1, 1}) {
		t.Errorf("saw %+v, %v", s.seen, err)
	}
}

// Rows of sparse tables are shown as dense ones.
func TestSparseRowsAreUnpacked(t *testing.T) {
	s := &spy{columns: []contract.Column{{Name: "f"}}, makes: func(r contract.Records) contract.Matrix {
		return contract.Matrix{Rows: r.X.Rows, Cols: 1, Data: []float64{r.X.Row(0)[2], r.X.Row(1)[2]}}
	}}
	p, _ := ask(t, s, contract.Capabilities{})
	sparse := table()
	sparse.Columns, sparse.Sparse = nil, &data.Sparse{Cols: 3, First: 1, CSR: contract.CSR{
		Data: []float64{4, 5, 6}, Indices: []int32{0, 2, 1}, Indptr: []int64{0, 2, 2, 3},
	}}
	l, err := p.Fit(sparse, []int{2, 0}, 1)
	if err != nil || !slices.Equal(s.seen.X.Data, []float64{0, 6, 0, 4, 0, 5}) || len(s.seen.Columns) != 3 ||
		s.seen.Columns[2].Name != "3" {
		t.Errorf("saw %+v, %v", s.seen, err)
	}
	if x, err := p.Transform(l, sparse, []int{1, 0}); err != nil || !slices.Equal(x, []float64{0, 5}) {
		t.Errorf("%v, %v", x, err)
	}
}

func TestFeaturesAreChecked(t *testing.T) {
	two := []contract.Column{{Name: "f"}, {Name: "g", Kind: contract.IndicatorColumn}}
	matrix := func(rows, cols int, values ...float64) func(contract.Records) contract.Matrix {
		return func(contract.Records) contract.Matrix { return contract.Matrix{Rows: rows, Cols: cols, Data: values} }
	}
	for name, test := range map[string]struct {
		columns []contract.Column
		makes   func(contract.Records) contract.Matrix
		want    string
	}{
		"good":     {two, matrix(2, 2, 1, 2, 3, 4), ""},
		"none":     {nil, nil, "plugin plug, fitting spy: it makes no features"},
		"alike":    {[]contract.Column{{Name: "f"}, {Name: "f"}}, nil, `there are two features "f"`},
		"nameless": {[]contract.Column{{Name: "f"}, {}}, nil, "feature 1 has no name"},
		"nominal":  {[]contract.Column{{Name: "f", Kind: contract.NominalColumn}}, nil, `is of the kind "nominal"`},
		"NaN":      {two, matrix(2, 2, 1, 2, math.NaN(), 4), `plugin plug, encoding rows with spy: row 0 has NaN in feature "f"`},
		"infinite": {two, matrix(2, 2, 1, math.Inf(-1), 3, 4), `row 2 has -Inf in feature "g"`},
		"a row":    {two, matrix(1, 2, 1, 2), "1 × 2 features in 2 numbers, of 2 rows"},
		"a column": {two, matrix(2, 1, 1, 2), "2 × 1 values were written where 2 × 2 were asked for"},
		"a panic":  {two, func(r contract.Records) contract.Matrix { _ = r.X.Row(9); return r.X }, "panic"},
	} {
		p, _ := ask(t, &spy{columns: test.columns, makes: test.makes}, contract.Capabilities{})
		l, err := p.Fit(table(), []int{0, 1, 2}, 1)
		var x []float64
		if err == nil {
			x, err = p.Transform(l, table(), []int{2, 0})
		}
		if (err == nil) != (test.want == "") || err == nil && !slices.Equal(x, []float64{1, 2, 3, 4}) {
			t.Errorf("%s: %v, %v", name, x, err)
		}
		if err != nil && (!strings.HasPrefix(err.Error(), "encoder mine: ") || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A call that loses the process is made again, once, unless its time was over.
func TestLostCalls(t *testing.T) {
	lost := fmt.Errorf("gone: %w", service.ErrLost)
	late := fmt.Errorf("late: %w, %w", service.ErrLost, context.DeadlineExceeded)
	for name, test := range map[string]struct {
		losses []error
		calls  int
		want   string
	}{
		"once":         {[]error{lost}, 2, ""},
		"twice":        {[]error{lost, lost}, 2, "encoder mine: gone"},
		"late":         {[]error{late}, 1, "late"},
		"refused":      {[]error{errors.New("no")}, 1, "encoder mine: no"},
		"no other one": {[]error{lost, fmt.Errorf("missing: %w", service.ErrStart)}, 2, "missing"},
	} {
		p, plugins := ask(t, &spy{columns: []contract.Column{{Name: "f"}}}, contract.Capabilities{}, test.losses...)
		_, err := p.Fit(table(), []int{0}, 1)
		if plugins.calls != test.calls || (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %d calls, %v", name, plugins.calls, err)
		}
	}
}

// Trouble with the folder is the run's, not the encoder's.
func TestScratchIsTheRuns(t *testing.T) {
	i := &experiment.Instance{Name: "mine", Component: contract.Component{Name: "spy"}}
	p := Asking(t.Context(), caller.Caller{Plugins: &served{}, Scratch: t.TempDir() + "/gone"})(i)
	if _, err := p.Fit(table(), []int{0}, 1); !fault.OfRun(err) {
		t.Errorf("fit: %v", err)
	}
	if _, err := p.Transform(encode.Learnt{}, table(), []int{0}); !fault.OfRun(err) {
		t.Errorf("transform: %v", err)
	}
	ours := &experiment.Instance{Component: contract.Component{Name: "one_hot", BuiltIn: true}}
	if len((By)(nil).Of(i)) > 0 || len(Asking(t.Context(), caller.Caller{}).Of(ours)) > 0 {
		t.Error("bench's own encoder asks a plugin")
	}
	ours.Parts = []*experiment.Instance{nil, i, nil, i}
	if asked := Asking(t.Context(), caller.Caller{}).Of(ours); len(asked) != 2 {
		t.Errorf("two parts ask %d plugins", len(asked))
	}
}
