package export

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/diagnose"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/scoretest"
)

// models makes a few cells, some without counts.
func models() []score.Cell {
	silent, several := 0, 3
	cell := plan.Cell{Combination: plan.Combination{Dataset: "glass", Encoder: "e", Learner: "svm", Reduction: "ova"}, Repeat: 1, Fold: 2}
	other := cell
	other.Reduction = "a,b"
	give := func(b diagnose.Binary) func() (diagnose.Binary, error) {
		return func() (diagnose.Binary, error) { return b, nil }
	}
	return []score.Cell{
		{Cell: cell},
		{Cell: cell, Result: &store.Result{Status: store.OK}},
		{Cell: cell, Result: &store.Result{Status: store.Failed}, Binary: give(diagnose.Binary{Rows: 99})},
		{Cell: cell, Result: &store.Result{Status: store.OK}, Binary: give(diagnose.Binary{
			Rows: 20, Wrong: 7, Corrected: 4, Spoiled: 1, Silent: &silent, Several: &several,
			Columns: []diagnose.Column{{Column: "+-", Rows: 20, Errors: 5, Corrected: 3, Spoiled: 2}, {Column: "-+", Rows: 20}},
		})},
		{Cell: other, Result: &store.Result{Status: store.OK}, Binary: give(diagnose.Binary{
			Rows: 10, Columns: []diagnose.Column{{Column: "0-+", Rows: 6, Errors: 1, Corrected: 1}},
		})},
	}
}

func TestModels(t *testing.T) {
	cells := models()
	cells[len(cells)-1].TrainedBy = map[string]string{"0-+": "tree"}
	if HasModels(cells[:3]) || !HasModels(cells) {
		t.Error("counts are not seen, or others are")
	}
	for _, test := range []struct {
		table func([]score.Cell) Table
		want  string
	}{
		{Binary, `dataset,encoder,learner,reduction,repeat,fold,column,problem,rows,errors,corrected,spoiled,trained_by
glass,e,svm,ova,1,2,0,+-,20,5,3,2,svm
glass,e,svm,ova,1,2,1,-+,20,0,0,0,svm
glass,e,svm,"a,b",1,2,0,0-+,6,1,1,0,tree
`},
		{Decoding, `dataset,encoder,learner,reduction,repeat,fold,rows,wrong,corrected,spoiled,silent,several
glass,e,svm,ova,1,2,20,7,4,1,0,3
glass,e,svm,"a,b",1,2,10,0,0,0,NaN,NaN
`},
	} {
		if got := string(scoretest.Render(t, func(w io.Writer) error { return Write(w, test.table(cells), CSV) })); got != test.want {
			t.Errorf("got:\n%s", got)
		}
	}
}

func TestModelsThatCannotBeRead(t *testing.T) {
	cells := models()
	cells[3].Binary = func() (diagnose.Binary, error) { return diagnose.Binary{}, errors.New("disk on fire") }
	for _, table := range []Table{Binary(cells), Decoding(cells)} {
		if err := Write(io.Discard, table, CSV); err == nil ||
			!strings.Contains(err.Error(), "cell glass/e/svm/ova repeat 1 fold 2: disk on fire") {
			t.Error(err)
		}
	}
}
