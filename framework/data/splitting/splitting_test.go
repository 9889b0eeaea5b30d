package splitting

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data"
)

// dataset has five rows, of which row 2 has no class.
func dataset() *data.Table {
	t := &data.Table{Rows: 5, Columns: []data.Column{
		{Name: "x", Values: []float64{1, 2, 3, 4, 5}},
		{Name: "word", Kind: data.Categorical, Levels: []string{"a", "b"}, Codes: []int32{0, 1, 0, -1, 1}},
	}, Weights: []float64{1, 2, 3, 4, 5}}
	t.Target = target.Target{Names: []string{"k", "l"}, Counts: []int{2, 2}}
	t.Truth.Class = []int{0, 1, -1, 1, 0}
	t.GroupOf = []int{7, 7, 8, 8, 9}
	return t
}

// answering is a splitter that writes rows and says how many each fold has.
type answering struct {
	rows  []int32
	sizes [][]service.FoldSize
	said  []contract.Diagnostic
	look  func(service.SplitCall)
}

func (a answering) Split(_ context.Context, call service.SplitCall) ([][]service.FoldSize, []contract.Diagnostic, error) {
	if a.look != nil {
		a.look(call)
	}
	if a.said != nil {
		return nil, a.said, nil
	}
	return a.sizes, nil, matrix.WriteInt32(call.Output, len(a.rows), 0, a.rows)
}

func of(repeats ...[]service.FoldSize) [][]service.FoldSize { return repeats }

// Rows are numbered among those with a class; folds come with their rows in order, as a
// split file has them.
func TestFolds(t *testing.T) {
	a := answering{
		rows:  []int32{3, 0, 0, 1, 2, 3, 2},
		sizes: of([]service.FoldSize{{Train: 3, Test: 1}, {Test: 2, Others: true}}, []service.FoldSize{{Test: 1, Others: true}}),
	}
	got, _, err := Asked{Plugin: a}.Of(t.Context(), dataset())
	if err != nil {
		t.Fatal(err)
	}
	want := [][]data.Split{
		{{Train: []int{0, 0, 4}, Test: []int{1}}, {Train: []int{0, 1}, Test: []int{3, 4}}}, {{Train: []int{0, 1, 4}, Test: []int{3}}},
	}
	if !reflect.DeepEqual(got.Repeats, want) || got.SHA256 == "" {
		t.Errorf("%+v", got)
	}
	same := data.Splits{Repeats: want}
	if same.Identify(); same.SHA256 != got.SHA256 {
		t.Error("the same folds have another digest")
	}
}

// A splitter sees the rows with a class, and columns only if it wants them.
func TestWhatIsShown(t *testing.T) {
	for _, features := range []bool{false, true} {
		looked := false
		a := answering{said: []contract.Diagnostic{contract.Errorf(nil, "no", "no")}, look: func(call service.SplitCall) {
			looked = true
			ints := func(path string, want ...int32) {
				t.Helper()
				if got, err := matrix.ReadInt32(path); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%v, %v; want %v", got, err, want)
				}
			}
			ints(call.Truth, 0, 1, 1, 0)
			ints(call.Groups, 7, 7, 8, 9)
			weights, _, _, err := matrix.ReadFloat64(call.Weights)
			if err != nil || !reflect.DeepEqual(weights, []float64{1, 2, 4, 5}) || call.Quantity != "" || call.Rows != 4 || call.Seed != 9 {
				t.Errorf("%v, %v, %+v", weights, err, call)
			}
			if !features {
				if call.Features != (service.Features{}) {
					t.Errorf("it is shown %+v", call.Features)
				}
				return
			}
			x, rows, cols, err := matrix.ReadFloat64(call.Features.Dense)
			if err != nil || rows != 4 || cols != 2 || !reflect.DeepEqual(x, []float64{1, 0, 2, 1, 4, -1, 5, 1}) {
				t.Errorf("columns %v, %v", x, err)
			}
		}}
		splits, said, err := Asked{Plugin: a, Features: features, Seed: 9}.Of(t.Context(), dataset())
		if splits != nil || len(said) != 1 || err != nil || !looked {
			t.Errorf("%v, %v, %v", splits, said, err)
		}
	}
}

// The features of a sparse table stay sparse.
func TestSparse(t *testing.T) {
	table := dataset()
	table.Columns = nil
	table.Sparse = &data.Sparse{Cols: 3, CSR: contract.CSR{
		Data: []float64{1, 2, 3, 4, 5}, Indices: []int32{0, 2, 1, 0, 2}, Indptr: []int64{0, 2, 2, 3, 4, 5}}}
	a := answering{said: []contract.Diagnostic{contract.Errorf(nil, "no", "no")}, look: func(call service.SplitCall) {
		f := call.Features
		x, err := matrix.OpenCSR(matrix.CSRPaths{Data: f.Data, Indices: f.Indices, Indptr: f.Indptr}, f.Rows, f.Cols)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		if fmt.Sprint(x.Data, x.Indices, x.Indptr) != "[1 2 4 5] [0 2 0 2] [0 2 2 3 4]" {
			t.Errorf("%v %v %v", x.Data, x.Indices, x.Indptr)
		}
	}}
	if _, said, err := (Asked{Plugin: a, Features: true}).Of(t.Context(), table); err != nil || len(said) != 1 {
		t.Error(said, err)
	}
}

// What is wrong with an answer is said with its fold.
func TestWrongAnswers(t *testing.T) {
	others := func(test int) []service.FoldSize { return []service.FoldSize{{Test: test, Others: true}} }
	for want, a := range map[string]answering{
		"it names no folds":    {},
		"repeat 1 has no fold": {rows: []int32{0}, sizes: of(others(1), nil)},
		"fold 0 of repeat 1 has the row 4, which is not in 0 to 3": {rows: []int32{0, 4}, sizes: of(others(1), others(1))},
		"the row -1, which is not in 0 to 3":                       {rows: []int32{-1}, sizes: of(others(1))},
		"tests row 2 twice":                                        {rows: []int32{2, 2}, sizes: of(others(2))},
		"tests row 2 and trains on it":                             {rows: []int32{1, 2, 2}, sizes: of([]service.FoldSize{{Train: 2, Test: 1}})},
		"fold 0 of repeat 0 tests no row":                          {rows: []int32{1}, sizes: of([]service.FoldSize{{Train: 1}})},
		"fold 0 of repeat 0 trains on no row":                      {rows: []int32{1}, sizes: of([]service.FoldSize{{Test: 1}})},
		"trains on no row":                                         {rows: []int32{0, 1, 2, 3}, sizes: of(others(4))},
		"2 × 1 values were written where 3 × 1":                    {rows: []int32{0, 1}, sizes: of([]service.FoldSize{{Train: 2, Test: 1}})},
		"more than 268435456 rows":                                 {sizes: of([]service.FoldSize{{Train: 1 << 28, Test: 1}})},
	} {
		if splits, _, err := (Asked{Plugin: a}).Of(t.Context(), dataset()); err == nil || !strings.Contains(err.Error(), want) ||
			splits != nil {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// failing is a splitter whose call fails.
type failing struct{}

func (failing) Split(context.Context, service.SplitCall) ([][]service.FoldSize, []contract.Diagnostic, error) {
	return nil, nil, errors.New("broken")
}

func TestFailedCall(t *testing.T) {
	if _, _, err := (Asked{Plugin: failing{}}).Of(t.Context(), dataset()); err == nil || err.Error() != "broken" {
		t.Error(err)
	}
}
