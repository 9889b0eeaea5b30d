package prepare

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/language/experiment"
)

// ofClasses is a dataset that has nothing but classes.
func ofClasses(names ...string) *Dataset {
	return &Dataset{Table: &data.Table{Design: data.Design{Target: target.Target{Names: names}}}}
}

// A tree of a and b against c, a code with the first column twice, and pairs.
var (
	treeOfThree = contract.Dense{{1, 1}, {1, -1}, {-1, 0}}
	twice       = contract.Dense{{1, 1, -1}, {-1, -1, -1}, {0, 0, 1}}
	bothWays    = contract.Dense{{1, -1}, {-1, 1}, {0, 0}}
)

func TestColumnsHaveNames(t *testing.T) {
	for _, test := range []struct {
		code contract.Code
		name string
		want []int
	}{
		{treeOfThree, "c", []int{0}}, {treeOfThree, "a", []int{1}}, {treeOfThree, "b", []int{1}},
		{treeOfThree, "a,b|c", []int{0}}, {treeOfThree, "b , a|c", []int{0}}, {treeOfThree, "c|a,b", []int{0}}, {treeOfThree, "++-", []int{0}},
		{treeOfThree, "-+0", []int{1}}, {treeOfThree, "a|c", nil}, {treeOfThree, "a,a|c", nil}, {treeOfThree, "a,b|", nil},
		{treeOfThree, "a|b|c", nil}, {treeOfThree, "d", nil}, {treeOfThree, "", nil}, {treeOfThree, "++", nil},
		{twice, "+-0", []int{0, 1}}, {twice, "-+0", []int{0, 1}}, {twice, "c", []int{2}},
		{bothWays, "a|b", []int{0}}, {bothWays, "b|a", []int{1}},
		{contract.Pairs(3), "b|c", []int{2}}, {contract.Pairs(3), "a", []int{0, 1}},
	} {
		n := naming{code: test.code, classes: []string{"a", "b", "c"}}
		if got := n.find(test.name); !slices.Equal(got, test.want) {
			t.Errorf("%v: %q are the columns %v, want %v", test.code, test.name, got, test.want)
		}
	}
	labels := naming{labels: contract.Labelled{2, 0}, classes: []string{"a", "b", "c"}}
	if !slices.Equal(labels.find("c"), []int{0}) || labels.find("b") != nil {
		t.Errorf("c is %v, b %v", labels.find("c"), labels.find("b"))
	}
	for l, want := range []string{"a,b|c", "a|b"} {
		if got := (naming{code: treeOfThree, classes: []string{"a", "b", "c"}}).sides(l); got != want {
			t.Errorf("column %d is called %q, want %q", l, got, want)
		}
	}
	// Names that sides cannot hold are written as signs.
	if got := (naming{code: treeOfThree, classes: []string{"x,y", "b", "c"}}).sides(0); got != "++-" {
		t.Errorf("a name with a comma gives %q", got)
	}
}

func TestTrainersOfColumns(t *testing.T) {
	one, two := &experiment.Instance{Name: "one"}, &experiment.Instance{Name: "two"}
	coded := func(c contract.Code) contract.Stage { return contract.Stage{Problems: contract.Coded{Code: c}} }
	for name, test := range map[string]struct {
		stage   contract.Stage
		columns map[string]*experiment.Instance
		want    []*experiment.Instance
		wrong   string // summary and detail hold it
	}{
		"tree":        {coded(treeOfThree), map[string]*experiment.Instance{"c": one}, []*experiment.Instance{one, nil}, ""},
		"both":        {coded(treeOfThree), map[string]*experiment.Instance{"c": one, "a": two}, []*experiment.Instance{one, two}, ""},
		"same column": {coded(treeOfThree), map[string]*experiment.Instance{"a": one, "b": two}, nil, `"b" is the column of "a"`},
		"unknown":     {coded(treeOfThree), map[string]*experiment.Instance{"d": one}, nil, `There is no column "d" A column is named by the class that stands alone in it, by its sides, or by its signs in class order. There are: a,b|c, a|b.`},
		"ambiguous":   {coded(contract.Pairs(3)), map[string]*experiment.Instance{"a": one}, nil, `"a" stands alone in 2 columns Name one of them by its sides: "a|b", "a|c".`},
		"no code":     {contract.Stage{Features: true}, map[string]*experiment.Instance{"a": one}, nil, "no columns to name"},
		"multiclass":  {contract.Stage{Problems: contract.Whole{}}, map[string]*experiment.Instance{"a": one}, nil, "no columns to name"},
		"label":       {contract.Stage{Problems: contract.Labelled{0, 1}}, map[string]*experiment.Instance{"b": one}, []*experiment.Instance{nil, one}, ""},
		"no label":    {contract.Stage{Problems: contract.Labelled{0, 1}}, map[string]*experiment.Instance{"c": one}, nil, "The labels are: a, b."},
		"none":        {coded(treeOfThree), nil, nil, ""},
	} {
		got, found := ofClasses("a", "b", "c").trainers(test.stage, &experiment.Instance{Inner: experiment.Inner{Columns: test.columns}})
		if test.wrong == "" && (len(found) > 0 || !slices.Equal(got, test.want)) {
			t.Errorf("%s: %v, %v", name, got, found)
		}
		if test.wrong != "" && (len(found) != 1 || !strings.Contains(found[0].Summary+" "+found[0].Detail, test.wrong)) {
			t.Errorf("%s: %v", name, found)
		}
	}
}

func TestSharesOfAStage(t *testing.T) {
	own, other := &experiment.Instance{Name: "own"}, &experiment.Instance{Name: "other"}
	stage := contract.Stage{Problems: contract.Coded{Code: contract.Dense{{1, 1, 0}, {-1, 1, 1}, {0, -1, -1}}}, Later: 5}
	planned := func(trainers ...*experiment.Instance) Planned {
		return Planned{Reduction: &experiment.Instance{}, Stage: stage, Trainers: trainers}
	}
	for _, whole := range []Planned{planned(), planned(nil, own, nil)} {
		if got := whole.Shares(own); len(got) != 1 || got[0].Columns != nil || got[0].Learner != own || got[0].Later != 5 {
			t.Errorf("%+v", got)
		}
	}
	got := planned(nil, other, own).Shares(own)
	if len(got) != 2 || !slices.Equal(got[0].Columns, []int{0, 2}) || !slices.Equal(got[1].Columns, []int{1}) ||
		got[0].Later != 5 || got[1].Later != 0 || got[1].Learner != other ||
		!reflect.DeepEqual(got[0].Code(), contract.Dense{{1, 0}, {-1, 1}, {0, -1}}) {
		t.Errorf("%+v", got)
	}
	if got := planned(other, other, other).Shares(own); len(got) != 1 || len(got[0].Columns) != 3 || got[0].Later != 5 {
		t.Errorf("%+v", got)
	}
}
