package codelist

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/running/prepare"
)

// codesFixture is a prepared experiment of a written code and of one that is made
// from training rows.
func codesFixture() *prepare.Prepared {
	classes := target.Target{Names: []string{"a", "b", "c"}, Counts: []int{7, 20, 115}}
	table := &data.Table{Design: data.Design{Target: classes}}
	p := &prepare.Prepared{Experiment: &experiment.Experiment{}}
	p.Experiment.Reductions = []experiment.Instance{{Name: "ova"}, {Name: "grown[columns=9]", Block: "grown"}, {Name: "direct"}}
	p.Datasets = []*prepare.Dataset{{
		Instance: &experiment.Instance{Name: "d"}, Table: table,
		Stages: map[*experiment.Instance]contract.Stage{
			&p.Experiment.Reductions[0]: {Problems: contract.Coded{Code: contract.Dense{{1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}}},
			&p.Experiment.Reductions[1]: {Outputs: contract.ClassesOnly, Features: true, Later: 9},
			&p.Experiment.Reductions[2]: {Problems: contract.Whole{}},
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
		list, err := Of(codesFixture(), name)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Print(&b, list, "results/x", 34); err != nil || b.String() != want {
			t.Errorf("%q is shown as\n%s%v", name, b.String(), err)
		}
	}
	if _, err := Of(codesFixture(), "direct"); err == nil || !strings.Contains(err.Error(), "the reductions with one are: ova, grown[columns=9]") {
		t.Error(err)
	}
}

func TestLongCodesAreCut(t *testing.T) {
	m := contract.Dense{make([]int8, 100), make([]int8, 100)}
	for l := range m[0] {
		m[0][l], m[1][l] = 1, -1
	}
	o := describe("r", "d", []string{"a", "b"}, []int{1000, 2}, m)
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

// What is said of codes that are too large to be shown is what is measured of small ones.
func TestCodesTooLargeToBeShown(t *testing.T) {
	p := codesFixture()
	stages := p.Datasets[0].Stages
	stages[&p.Experiment.Reductions[0]] = contract.Stage{Problems: contract.Coded{Code: contract.Pairs(1000)}}
	list, err := Of(p, "ova")
	if err != nil || len(list.Codes) != 0 || len(list.Large) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	var b bytes.Buffer
	const want = "ova on d: 1000 classes, 499500 binary problems, one for each pair; the matrix is too large to be shown; " +
		"row distance 249750.5, least column distance 499.5, corrects 0 wrong outputs\n"
	if err := Print(&b, list, "results/x", 80); err != nil || b.String() != want {
		t.Errorf("%q, %v", b.String(), err)
	}
	for k := 4; k < 8; k++ {
		for _, small := range []contract.Code{contract.Pairs(k), contract.Rest(k)} {
			m, err := code.WrittenOut(small)
			if err != nil {
				t.Fatal(err)
			}
			measured := fmt.Sprintf("row distance %g, least column distance %g, corrects %d", code.MinRow(m), code.MinColumn(m),
				code.Corrects(m))
			if text := (Large{"r", "d", small}).Text(); code.MinRow(m) != code.MeanRow(m) || !strings.Contains(text, measured) {
				t.Errorf("%s; measured %s", text, measured)
			}
		}
	}
	if text := (Large{"r", "d", contract.Rest(9000)}).Text(); !strings.Contains(text, "9000 binary problems, one for each class;") {
		t.Error(text)
	}
}

// The keys that were there keep their places; the counts follow.
func TestKeysOfCodes(t *testing.T) {
	b, err := json.Marshal(describe("r", "d", []string{"a", "b", "c"}, []int{5, 3, 2}, contract.Dense{{1, 0}, {-1, 1}, {1, -1}}))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"reduction":"r","dataset":"d","classes":["a","b","c"],"matrix":[[1,0],[-1,1],[1,-1]],"min_row_distance":0.5,` +
		`"mean_row_distance":1.3333333333333333,"min_column_distance":0.5,"corrects":0,"positives":[7,3],"negatives":[3,2]}`
	if string(b) != want {
		t.Errorf("%s", b)
	}
	if got, _ := balance(contract.Dense{{1}, {0}, {1}}, []int{5, 3, 2}); !reflect.DeepEqual(got, []int{7}) {
		t.Errorf("%v", got)
	}
}
