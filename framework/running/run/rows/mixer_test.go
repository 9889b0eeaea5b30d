package rows

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/encode"
)

// Scores are numbers, and targets are one of two categories, beside the features.
func TestColumnsOfInputs(t *testing.T) {
	feature := contract.Column{Name: "x", Kind: contract.NumericColumn}
	m := NewMixer(contract.Stage{Inputs: []contract.Input{contract.Targets, contract.Original, contract.Scores}})
	got := m.Columns(&encode.Fitted{Columns: []contract.Column{feature}, Shift: []float64{3}},
		Earlier{contract.Targets: contract.Matrix{Cols: 2}, contract.Scores: contract.Matrix{Cols: 1}})
	category := func(name string) contract.Column {
		return contract.Column{Name: name, Kind: contract.NominalColumn, Values: []string{"0", "1"}}
	}
	want := []contract.Column{category("target 1"), category("target 2"), feature, {Name: "score 1", Kind: contract.NumericColumn}}
	if !reflect.DeepEqual(got.Columns, want) || !reflect.DeepEqual(got.Shift, []float64{0, 0, 3, 0}) {
		t.Errorf("%+v shifted by %v", got.Columns, got.Shift)
	}
}
