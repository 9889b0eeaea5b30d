package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/codelist"
)

// withGrownCodes is a results folder of three classes, of which one does not
// occur, and of two folds. Reduction grown has a code of each cell; ova has one for
// all, and direct has none.
func withGrownCodes(t *testing.T, grown ...contract.Dense) string {
	t.Helper()
	dir := t.TempDir()
	p := &plan.Plan{Experiment: "grown", Datasets: []plan.Dataset{{Name: "d", Target: target.Target{Names: []string{"a", "b", "c"}, Counts: []int{30, 0, 12}}}}}
	j, err := store.OpenJournal(dir, "0", nil)
	if err != nil {
		t.Fatal(err)
	}
	for fold, code := range grown {
		for _, reduction := range []string{"grown", "ova", "direct"} {
			c := plan.Cell{Key: reduction + string(rune('0'+fold)), Combination: plan.Combination{Dataset: "d", Encoder: "e", Learner: "l", Reduction: reduction}, Fold: fold}
			p.Cells = append(p.Cells, c)
			o := store.Output{Test: &store.Predictions{K: 2}}
			if reduction == "grown" {
				o.Code = code
			}
			err = errors.Join(err, j.Result(store.Result{Key: c.Key, Status: store.OK}, o))
		}
	}
	resolved := folder.Experiment{Name: "grown", Codes: []folder.Code{
		{Reduction: "ova", Dataset: "d", Rows: []string{"+-", "-+"}}, {Reduction: "grown", Dataset: "d", Rows: []string{"+", "-"}},
	}}
	if err := errors.Join(err, j.Close(), folder.Write(dir, &store.Manifest{}, resolved, p)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestCodesOfFoldsAreExported(t *testing.T) {
	dir := withGrownCodes(t, contract.Dense{{1, 1}, {-1, 0}}, contract.Dense{{-1}, {1}})
	for format, want := range map[string]string{
		"csv": `reduction,dataset,class,column,entry,encoder,learner,repeat,fold
ova,d,0,0,1,,,NaN,NaN
ova,d,0,1,-1,,,NaN,NaN
ova,d,1,0,-1,,,NaN,NaN
ova,d,1,1,1,,,NaN,NaN
grown,d,0,0,1,e,l,0,0
grown,d,0,1,1,e,l,0,0
grown,d,1,0,-1,e,l,0,0
grown,d,1,1,0,e,l,0,0
grown,d,0,0,-1,e,l,0,1
grown,d,1,0,1,e,l,0,1
`,
		"json": `[{"reduction":"ova","dataset":"d","classes":["a","c"],"matrix":[[1,-1],[-1,1]],"min_row_distance":2,"mean_row_distance":2,"min_column_distance":0,"corrects":0,"positives":[30,12],"negatives":[12,30]},` +
			`{"reduction":"grown","dataset":"d","classes":["a","c"],"matrix":[[1,1],[-1,0]],"min_row_distance":1.5,"mean_row_distance":1.5,"min_column_distance":0.5,"corrects":0,"positives":[30,30],"negatives":[12,0],"encoder":"e","learner":"l","repeat":0,"fold":0},` +
			`{"reduction":"grown","dataset":"d","classes":["a","c"],"matrix":[[-1],[1]],"min_row_distance":1,"mean_row_distance":1,"min_column_distance":0,"corrects":0,"positives":[12],"negatives":[30],"encoder":"e","learner":"l","repeat":0,"fold":1}]` + "\n",
	} {
		out := filepath.Join(t.TempDir(), "codes."+format)
		root := newRoot()
		root.SetArgs(longFlags([]string{"export", "codes", dir, "-out", out}))
		if err := root.Execute(); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(out); err != nil || string(got) != want {
			t.Errorf("%s:\n%s%v", format, got, err)
		}
	}
}

func TestCodesThatDoNotFitAreRefused(t *testing.T) {
	dir := withGrownCodes(t, contract.Dense{{1}, {-1}, {-1}})
	want := "code of cell d/e/l/grown repeat 0 fold 0: reduction grown has a code of 3 classes, dataset d has 2"
	stored, err := folder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	in, err := readStored(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := codelist.Stored(stored, in); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}
