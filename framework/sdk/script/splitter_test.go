package script_test

import (
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Splitters may be scripts: they write a line for each row of each fold.
func TestSplittersThatAreScripts(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	call := service.SplitCall{
		Component: service.ComponentRef{Kind: contract.KindValidation, Name: "groups"}, Classes: []string{"a", "b"}, Rows: 4,
		Truth: at("t"), Groups: at("g"), Seed: 7,
	}
	if err := errors.Join(matrix.WriteInt32(call.Truth, 4, 0, []int32{0, 1, 1, 0}),
		matrix.WriteInt32(call.Groups, 4, 0, []int32{0, 1, 1, 2})); err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[string]string{
		"": "", "split-refuse": "Not so: otherwise", "split-error": "no folds", "split-nothing": "was not written",
		"split-half": "row 0 of the folds is [0 0 0.5 1]", "split-far": "row 0 of the folds is [0 1e+09 0 1]",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p, err := faulty(t, mode)
			if err != nil {
				t.Fatal(err)
			}
			call := call
			call.Output = filepath.Join(t.TempDir(), "folds.npy")
			sizes, said, err := p.Split(t.Context(), call)
			if err != nil {
				t.Fatal(err)
			}
			if want != "" {
				if err := contract.FirstError(said); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("it says %v", said)
				}
				return
			}
			rows, err := matrix.ReadInt32(call.Output)
			wanted := [][]service.FoldSize{
				{{Test: 1, Others: true}, {Test: 2, Others: true}, {Test: 1, Others: true}}, {{Train: 1, Test: 1}},
			}
			if err != nil || !reflect.DeepEqual(sizes, wanted) || !reflect.DeepEqual(rows, []int32{0, 1, 2, 3, 0, 2}) ||
				said != nil {
				t.Errorf("%v, %v, %v, %v", sizes, rows, said, err)
			}
		})
	}
}
