package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/target"
)

// withGrownCodes is a results folder of three classes, of which one does not
// occur, and of two folds. Reduction grown has a code of each cell; ova has one for
// all, and direct has none.
func withGrownCodes(t *testing.T, grown ...contract.Code) string {
	t.Helper()
	dir := t.TempDir()
	p := &plan.Plan{Experiment: "grown", Datasets: []plan.Dataset{{Name: "d", Target: target.Target{Names: []string{"a", "b", "c"}, Counts: []int{30, 0, 12}}}}}
	j, err := store.OpenJournal(dir, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for fold, code := range grown {
		for _, reduction := range []string{"grown", "ova", "direct"} {
			c := plan.Cell{Key: reduction + string(rune('0'+fold)), Dataset: "d", Encoder: "e", Learner: "l", Reduction: reduction, Fold: fold}
			p.Cells = append(p.Cells, c)
			o := store.Output{Test: &store.Predictions{K: 2}}
			if reduction == "grown" {
				o.Code = code
			}
			err = errors.Join(err, j.Result(store.Result{Key: c.Key, Status: store.OK}, o))
		}
	}
	resolved := prepare.Resolved{Name: "grown", Codes: []prepare.ResolvedCode{
		{Reduction: "ova", Dataset: "d", Rows: []string{"+-", "-+"}}, {Reduction: "grown", Dataset: "d", Rows: []string{"+", "-"}},
	}}
	if err := errors.Join(err, j.Close(), writePlanned(dir, &store.Manifest{}, resolved, p)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestCodesOfFoldsAreExported(t *testing.T) {
	dir := withGrownCodes(t, contract.Code{{1, 1}, {-1, 0}}, contract.Code{{-1}, {1}})
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
	dir := withGrownCodes(t, contract.Code{{1}, {-1}, {-1}})
	want := "code of cell d/e/l/grown repeat 0 fold 0: reduction grown has a code of 3 classes, dataset d has 2"
	stored, err := readPart(dir)
	if err != nil {
		t.Fatal(err)
	}
	in, err := readStored(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := storedCodes(stored, in); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

// codesFixture is a prepared experiment of a written code and of one that is made
// from training rows.
func codesFixture() *prepare.Prepared {
	p := &prepare.Prepared{Experiment: &experiment.Experiment{Reductions: []experiment.Instance{{Name: "ova"}, {Name: "grown[columns=9]", Block: "grown"}, {Name: "direct"}}}}
	p.Datasets = []*prepare.Dataset{{
		Instance: &experiment.Instance{Name: "d"}, Table: &data.Table{Design: data.Design{Target: target.Target{Names: []string{"a", "b", "c"}, Counts: []int{7, 20, 115}}}},
		Stages: map[*experiment.Instance]contract.Stage{
			&p.Experiment.Reductions[0]: {Task: contract.Binary, Code: contract.Code{{1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}},
			&p.Experiment.Reductions[1]: {Outputs: contract.ClassesOnly, Features: true, Later: 9},
			&p.Experiment.Reductions[2]: {Task: contract.Multiclass},
		},
	}}
	return p
}

func TestCodesAreShown(t *testing.T) {
	const grown = "grown[columns=9] on d: the code is made from the training rows of each fold; after a run, bench export codes results/x shows what it became\n"
	const ova = `ova on d: 3 classes, 3 binary problems
  a  +--
  b  -+-
  c  --+
  row distance: least 2, mean 2; least column distance 1; corrects 0 wrong outputs
  share of the smaller side per problem: least 0.0493, mean 0.127
  rows of each problem, positive and negative:
    1: +7 -135    2: +20 -122
    3: +115 -27
`
	for name, want := range map[string]string{"": ova + "\n" + grown, "ova": ova, "grown": grown, "grown[columns=9]": grown} {
		list, err := codesOf(codesFixture(), name)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := printCodes(&b, list, "results/x", 34); err != nil || b.String() != want {
			t.Errorf("%q is shown as\n%s%v", name, b.String(), err)
		}
	}
	if _, err := codesOf(codesFixture(), "direct"); err == nil || !strings.Contains(err.Error(), "there are: ova, grown[columns=9]") {
		t.Error(err)
	}
}

func TestLongCodesAreCut(t *testing.T) {
	m := contract.Code{make([]int8, 100), make([]int8, 100)}
	for l := range m[0] {
		m[0][l], m[1][l] = 1, -1
	}
	o := describeCode("r", "d", []string{"a", "b"}, []int{1000, 2}, m)
	var b bytes.Buffer
	if err := printBalance(&b, o, 80); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if lines[1] != "     1: +1000 -2    2: +1000 -2    3: +1000 -2    4: +1000 -2    5: +1000 -2" ||
		len(lines) != 9 || !strings.HasSuffix(lines[6], "   30: +1000 -2") || lines[7] != "    … the first 30 of 100 problems; -json prints all" {
		t.Errorf("%s", b.String())
	}
}

// The keys that were there keep their places; the counts follow.
func TestKeysOfCodes(t *testing.T) {
	b, err := json.Marshal(describeCode("r", "d", []string{"a", "b", "c"}, []int{5, 3, 2}, contract.Code{{1, 0}, {-1, 1}, {1, -1}}))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"reduction":"r","dataset":"d","classes":["a","b","c"],"matrix":[[1,0],[-1,1],[1,-1]],"min_row_distance":0.5,` +
		`"mean_row_distance":1.3333333333333333,"min_column_distance":0.5,"corrects":0,"positives":[7,3],"negatives":[3,2]}`
	if string(b) != want {
		t.Errorf("%s", b)
	}
	if got, _ := balance(contract.Code{{1}, {0}, {1}}, []int{5, 3, 2}); !reflect.DeepEqual(got, []int{7}) {
		t.Errorf("%v", got)
	}
}
