package fold

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// byAppearance numbers folds in the order of their first group: which of several
// empty folds scikit-learn fills first is left to its rounding.
func byAppearance(folds []int) []int {
	number := map[int]int{}
	var out []int
	for _, f := range folds {
		if _, known := number[f]; !known {
			number[f] = len(number)
		}
		out = append(out, number[f])
	}
	return out
}

func TestGroupsMatchReference(t *testing.T) {
	type division struct {
		Y, Group, Fold []int
		K              int
	}
	var ref struct {
		Origin     string
		Plain      []division `json:"group_kfold"`
		Stratified []division `json:"stratified_group_kfold"`
	}
	b, err := os.ReadFile("testdata/groups.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	for i, d := range ref.Plain {
		g := groupRows(d.Y, d.Group)
		if got := g.balance(d.K, g.shuffled(nil)); !slices.Equal(got, d.Fold) {
			t.Errorf("group_kfold %d:\n got %v\nwant %v", i, got, d.Fold)
		}
	}
	for i, d := range ref.Stratified {
		g := groupRows(d.Y, d.Group)
		if got := g.stratify(1+slices.Max(d.Y), d.K, g.shuffled(nil)); !slices.Equal(byAppearance(got),
			byAppearance(d.Fold)) {
			t.Errorf("stratified_group_kfold %d:\n got %v\nwant %v", i, got, d.Fold)
		}
	}
}

// inGroups returns rows in groups of random size and classes; a few rows have no
// class.
func inGroups(rng *rand.Rand, rows, groups, classes int) data.Design {
	in := data.Design{Target: target.Target{Names: make([]string, classes)}}
	for c := range classes {
		in.Target.Names[c] = fmt.Sprint("class ", c)
	}
	for range rows {
		in.Truth.Class = append(in.Truth.Class, rng.IntN(classes+1)-1)
		in.GroupOf = append(in.GroupOf, rng.IntN(groups))
	}
	for g := range groups {
		in.GroupNames = append(in.GroupNames, fmt.Sprint("group ", g))
	}
	return in
}

// No group is in both parts of a fold, nor are rows lost, whatever the method,
// the inner folds included.
func TestNoGroupIsParted(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for trial := range 200 {
		in := inGroups(rng, 40+rng.IntN(200), 6+rng.IntN(20), 2+rng.IntN(4))
		for _, name := range []string{"group_kfold", "stratified_group_kfold"} {
			folds := 2 + rng.IntN(4)
			repeats, _ := Make(name, config("folds", folds), in, uint64(trial))
			if repeats == nil {
				continue
			}
			r := repeats[0]
			checkParts(t, in, r)
			for number := range r.Folds {
				inner, err := innerOfClasses(in.Truth.Class, len(in.Target.Names), r, number, 3, uint64(trial))
				if err != nil {
					continue
				}
				checkParts(t, in, inner)
				checkInner(t, in, r, inner, number)
			}
		}
	}
}

// checkParts checks that rows of a group share a fold and that every fold tests
// some.
func checkParts(t *testing.T, in data.Design, r Repeat) {
	t.Helper()
	fold, tested := map[int]int{}, make([]int, r.Folds)
	for i, f := range r.Test {
		if f == Out {
			continue
		}
		if f >= 0 {
			tested[f]++
		}
		if other, known := fold[in.GroupOf[i]]; known && other != f {
			t.Fatalf("group %d is in folds %d and %d", in.GroupOf[i], other, f)
		}
		fold[in.GroupOf[i]] = f
	}
	if slices.Min(tested) == 0 {
		t.Fatalf("a fold tests nothing: %v", tested)
	}
}

// checkInner checks that inner folds have the training rows of the outer one and
// that each of them trains every class.
func checkInner(t *testing.T, in data.Design, outer, inner Repeat, number int) {
	t.Helper()
	if !slices.Equal(inner.Group, in.GroupOf) {
		t.Fatal("a division of the inner folds would not know the groups")
	}
	trains := map[[2]int]bool{} // fold and class
	classes := map[int]bool{}
	for i, f := range inner.Test {
		used := in.Truth.Class[i] >= 0 && outer.Test[i] != number
		if used != (f != Out) {
			t.Fatalf("row %d of fold %d is in inner fold %d", i, outer.Test[i], f)
		}
		for g := range inner.Folds {
			if used && f != g {
				trains[[2]int{g, in.Truth.Class[i]}] = true
			}
		}
		if used {
			classes[in.Truth.Class[i]] = true
		}
	}
	if len(trains) != inner.Folds*len(classes) {
		t.Fatalf("some inner training part lacks a class: %d of %d × %d", len(trains), inner.Folds, len(classes))
	}
}

// With many small groups, sizes and class shares of the folds are close.
func TestStratifiedGroupsHaveNearShares(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	in := inGroups(rng, 3000, 300, 3)
	r := mustMake(t, "stratified_group_kfold", config("folds", 5), in, 1)[0]
	counts := make([][]float64, 5)
	for f := range counts {
		counts[f] = make([]float64, 3)
	}
	total := make([]float64, 3)
	for i, f := range r.Test {
		if f >= 0 {
			counts[f][in.Truth.Class[i]]++
			total[in.Truth.Class[i]]++
		}
	}
	for f, of := range counts {
		for c, n := range of {
			if share := n / total[c]; math.Abs(share-0.2) > 0.01 {
				t.Errorf("fold %d has %.3f of class %d", f, share, c)
			}
		}
	}
}

func TestGroupsDependOnTheSeedAlone(t *testing.T) {
	in := inGroups(rand.New(rand.NewPCG(7, 8)), 400, 40, 3)
	for i := range in.GroupOf {
		in.GroupOf[i] = i / 10 // of one size, so that chance has a say
	}
	for _, name := range []string{"group_kfold", "stratified_group_kfold"} {
		one := mustMake(t, name, config("repeats", 2), in, 7)
		again := mustMake(t, name, config("repeats", 2), in, 7)
		other := mustMake(t, name, config(), in, 8)
		if !reflect.DeepEqual(one, again) || reflect.DeepEqual(one[0], other[0]) || reflect.DeepEqual(one[0], one[1]) {
			t.Errorf("%s depends on something else than the seed, or not on it", name)
		}
	}
}

func TestGroupDiagnostics(t *testing.T) {
	grouped := func(labels, groups []int) data.Design {
		return data.Design{Truth: target.Rows{Class: labels}, Target: target.Target{Names: []string{"a", "b"}},
			GroupOf: groups, GroupNames: []string{"x", "y", "z"}}
	}
	for _, c := range []struct {
		name     string
		in       data.Design
		folds    int
		severity contract.Severity
		path     string
		says     string
	}{
		{"no groups", labelled(4, 4), 2, contract.Error, "method", "needs a dataset with group"},
		{"one group", grouped([]int{0, 1}, []int{1, 1}), 2, contract.Error, "method", "belong to 1 group,"},
		{"few groups", grouped([]int{0, 1, 0}, []int{0, 1, 2}), 4, contract.Error, "folds",
			"4 folds need at least 4 groups, the dataset has 3"},
		{"groups of rows without a class", grouped([]int{0, 1, -1}, []int{0, 1, 2}), 3, contract.Error, "folds",
			"the dataset has 2."},
		{"large group", grouped([]int{0, 1, 0, 1, 0, 1}, []int{0, 0, 0, 0, 1, 2}), 3, contract.Warning, "folds",
			`group "x" has 4 rows, where an even share of 3 folds is 2`},
		{"class of one group", grouped([]int{0, 0, 0, 0, 1, 1}, []int{0, 1, 0, 1, 2, 2}), 3, contract.Warning, "folds",
			`class "b" has no row in the training part of fold`},
		{"its group", grouped([]int{0, 0, 0, 0, 1, 1}, []int{0, 1, 0, 1, 2, 2}), 3, contract.Warning, "folds",
			`(all its rows are in group "z")`},
		{"class untested", grouped([]int{0, 0, 0, 0, 1, 1}, []int{0, 1, 0, 1, 2, 2}), 3, contract.Warning, "folds",
			`class "b" has 2 rows, of which`},
	} {
		for _, method := range []string{"group_kfold", "stratified_group_kfold"} {
			_, diags := Make(method, config("folds", c.folds), c.in, 1)
			good := slices.ContainsFunc(diags, func(d contract.Diagnostic) bool {
				return d.Severity == c.severity && reflect.DeepEqual(d.Path, []any{c.path}) && strings.Contains(d.Detail, c.says)
			})
			if !good {
				t.Errorf("%s, %s: got %+v", method, c.name, diags)
			}
		}
	}
}

func TestRepeatsThatAreAlikeAreTold(t *testing.T) {
	in := data.Design{Truth: target.Rows{Class: []int{0, 1, 0, 1, 0, 1}},
		Target: target.Target{Names: []string{"a", "b"}}, GroupOf: []int{0, 1, 1, 2, 2, 2}}
	_, diags := Make("group_kfold", config("folds", 3, "repeats", 4), in, 1)
	if !slices.ContainsFunc(diags, func(d contract.Diagnostic) bool {
		return strings.HasPrefix(d.Detail,
			"3 of 4 repeats divide")
	}) {
		t.Errorf("got %+v", diags)
	}
}
