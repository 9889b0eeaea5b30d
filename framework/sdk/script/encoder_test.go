package script_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Encoders may be scripts: fit answers with a state, which transform gets back.
func TestEncodersThatAreScripts(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	records := service.Features{Rows: 4, Cols: 2, Dense: at("X"), Columns: at("names")}
	ref := service.ComponentRef{Kind: contract.KindEncoder, Name: "less"}
	call := service.FitCall{Component: ref, Records: records, Classes: []string{"a", "b"}, Target: at("y"), Weights: at("w"), Seed: 1}
	if err := errors.Join(matrix.WriteFloat64(records.Dense, 4, 2, []float64{1, 1, 2, 0, 3, -1, 4, 1}),
		os.WriteFile(records.Columns, []byte(columnsOfFour), 0o600),
		matrix.WriteInt32(call.Target, 4, 0, []int32{0, 1, 1, 0}),
		matrix.WriteFloat64(call.Weights, 4, 0, []float64{1, 1, 1, 5})); err != nil {
		t.Fatal(err)
	}
	want := []contract.Column{{Name: "less"}, {Name: "blue of 2", Kind: contract.IndicatorColumn}}
	for mode, wrong := range map[string]string{
		"":               "",
		"fit-names":      "is not part of the protocol",
		"fit-error":      "there is nothing to learn",
		"transform-rows": "1 lines were written where 4 were asked for",
		"transform-not":  "was not written",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p, err := faulty(t, mode)
			if err != nil {
				t.Fatal(err)
			}
			d, err := p.Describe(t.Context())
			if err != nil || len(d.Components) != 5 || !d.Components[3].Capabilities.Has(contract.LearnsTarget) {
				t.Errorf("it describes itself as %+v, %v", d, err)
			}
			l, err := p.Fit(t.Context(), call)
			output := filepath.Join(t.TempDir(), "features")
			if err == nil {
				err = p.Transform(t.Context(), service.TransformCall{Component: ref, State: l.State, Records: records, Output: output})
			}
			if wrong != "" {
				if err == nil || !strings.Contains(err.Error(), wrong) {
					t.Errorf("the error is %v", err)
				}
				return
			}
			if err != nil || !reflect.DeepEqual(l.Columns, want) {
				t.Fatalf("%+v, %v", l, err)
			}
			x, err := matrix.ReadAnswer[float64](output, 4, 2)
			if err != nil || !slices.Equal(x, []float64{-2.25, 1, -1.25, 0, -0.25, 0, 0.75, 1}) {
				t.Errorf("%v, %v", x, err)
			}
		})
	}
}
