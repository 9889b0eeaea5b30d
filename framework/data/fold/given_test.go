package fold

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// given makes folds of one repeat of a split file.
func given(in data.Design, repeats ...[]data.Split) data.Design {
	in.Splits = &data.Splits{Repeats: repeats, By: "split_file"}
	in.Splits.Identify()
	return in
}

// splitsOf are the folds of repeats as a split file would have them.
func splitsOf(repeats []Repeat) (list [][]data.Split) {
	for _, repeat := range repeats {
		var folds []data.Split
		for f := range repeat.Folds {
			var one data.Split
			of := repeat.Of(f)
			for row, test := range of.Test {
				switch test {
				case Out:
				case f:
					one.Test = append(one.Test, row)
				default:
					one.Train = append(one.Train, slices.Repeat([]int{row}, of.Copies(row))...)
				}
			}
			folds = append(folds, one)
		}
		list = append(list, folds)
	}
	return list
}

// The folds of every method, written down as a split file, are the same divisions again.
func TestGivenFoldsOfEveryMethod(t *testing.T) {
	in := labelled(20, 30, 12)
	in.Truth.Class[5] = -1
	for row := range in.Truth.Class {
		in.GroupOf = append(in.GroupOf, row/3)
		in.FoldOf = append(in.FoldOf, row%4-1) // every fourth row only trains
	}
	for _, m := range methods() {
		of := in
		if m.component.Name != Predefined {
			of.FoldOf = nil
		}
		want := mustMake(t, m.component.Name, config(), of, 3)
		of.FoldOf = nil
		got := mustMake(t, Predefined, config(), given(of, splitsOf(want)...), 3)
		for r := range want {
			want[r].Group = nil // rows of a group are not parted already
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", m.component.Name, got[0], want[0])
		}
	}
}

// Windows that roll over the rows train on what comes before their test rows and leave out
// the rest: each fold stands apart.
func TestGivenFoldsThatStandApart(t *testing.T) {
	in := labelled(6, 6)
	in.Truth.Class[11] = -1
	rolling := []data.Split{{Train: []int{0, 1, 2, 3}, Test: []int{4, 5}},
		{Train: []int{2, 3, 4, 5, 5}, Test: []int{6, 7, 8, 11}}, {Train: []int{4, 5, 6, 7, 11}, Test: []int{8, 9}}}
	r := mustMake(t, Predefined, config(), given(in, rolling), 1)[0]
	if r.Folds != 3 || len(r.Apart) != 3 || !slices.Equal(r.TrainingRows(), []int{4, 4, 4}) ||
		!slices.Equal(r.TestRows(), []int{2, 3, 2}) || r.MostTraining() != 4 || r.LeavesOne() {
		t.Errorf("%+v", r)
	}
	if want := []int{Never, Never, Never, Never, 0, 0, 1, 1, 1, 2, Out, Out}; !slices.Equal(r.Test, want) {
		t.Errorf("rows are first tested in %v", r.Test)
	}
	second := r.Of(1)
	if want := []int{Out, Out, Never, Never, Never, Never, 1, 1, 1, Out, Out, Out}; !slices.Equal(second.Test, want) {
		t.Errorf("fold 1 is %v", second.Test)
	}
	if second.Copies(5) != 2 || second.Copies(4) != 1 || r.Of(0).Times != nil {
		t.Errorf("rows count %v", second.Times)
	}
	part := Part(in.Target, in.Truth, r.Of(2), 2, 0.5, 1)
	trains := slices.DeleteFunc(slices.Clone(part.Test), func(test int) bool { return test != Never })
	if len(trains) != 2 || part.Test[8] != 2 || part.Test[0] != Out {
		t.Errorf("half of fold 2 is %v", part.Test)
	}
	inner, err := Inner(in.Target, in.Truth, second, 1, 2, 1)
	if err != nil || inner.Test[0] != Out || inner.Test[6] != Out || inner.Test[3] == Out {
		t.Errorf("inner folds of fold 1: %v, %v", inner.Test, err)
	}
}

func TestGivenDiagnostics(t *testing.T) {
	in := labelled(4, 4)
	for name, c := range map[string]struct {
		in   data.Design
		cfg  []any
		want string
	}{
		"one class": {given(in, []data.Split{{Train: []int{0, 1}, Test: []int{2, 3}}, {Train: []int{0, 2}, Test: []int{3, 4, 5}}}),
			nil, `The training part of fold 1 has rows of class "0" only`},
		"second repeat": {given(in, []data.Split{{Train: []int{0, 1}, Test: []int{2, 3}}}, []data.Split{{Train: []int{1, 3}, Test: []int{2, 4}}}),
			nil, `The training part of fold 0 of repeat 1 has rows of class "1" only`},
		"several times": {given(in, []data.Split{{Train: []int{0, 1, 1, 2, 3, 4}, Test: []int{6, 7}}}), []any{"train_sizes", []float64{0.5, 1}},
			"split_file has rows that train several times in fold 0"},
		"another division": {func() data.Design {
			both := given(in, []data.Split{{Train: []int{0, 1}, Test: []int{2, 3}}})
			both.Part = make([]int8, 8)
			return both
		}(), nil, "both a split_file and another division"},
		"rows without a class": {func() data.Design {
			gaps := given(in, []data.Split{{Train: []int{0, 1}, Test: []int{2, 3}}})
			gaps.Truth.Class = slices.Clone(gaps.Truth.Class)
			gaps.Truth.Class[2], gaps.Truth.Class[3] = -1, -1
			return gaps
		}(), nil, "The test part of fold 0 has no rows"},
		"class that is only tested": {given(in, []data.Split{{Train: []int{0, 1, 2}, Test: []int{3}}}), nil, ""},
	} {
		repeats, diags := Make(Predefined, config(c.cfg...), c.in, 1)
		switch {
		case c.want == "" && len(diags) == 0 && len(repeats) == 1:
		case len(diags) == 0 || !strings.Contains(diags[len(diags)-1].Detail, c.want) || repeats != nil:
			t.Errorf("%s: %+v, %v", name, diags, repeats)
		}
	}
	// Other methods take no notice of a split file.
	if Given("kfold", given(in, nil)) != "" || len(mustMake(t, "kfold", config("folds", 2), given(in, nil), 1)) != 1 {
		t.Error("kfold takes the folds of a split file")
	}
}

// Folds that a splitter names are those of a split file that says the same, whatever other
// division the dataset has. What is the splitter's in its block is not looked at.
func TestFollow(t *testing.T) {
	in := labelled(4, 4)
	folds := []data.Split{{Train: []int{0, 1, 4}, Test: []int{2, 5}}, {Train: []int{2, 5, 4}, Test: []int{0, 1, 6}}}
	want := mustMake(t, Predefined, config(), given(in, folds), 3)
	in.Part = make([]int8, 8)
	got, diags := Follow(&data.Splits{Repeats: [][]data.Split{folds}, By: "x"}, config("folds", "two", "size", 3), in)
	if len(diags) > 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, diags, want)
	}
	sole := []data.Split{{Train: []int{0, 2}, Test: []int{1, 3}}}
	for want, c := range map[string]struct {
		cfg   contract.Config
		folds []data.Split
	}{
		"0.5 is in the list before":        {config("train_sizes", []float64{0.5, 0.5}), folds},
		`rows of class "0" only`:           {config("folds", "two"), sole},
		`Correct splitter "s" of plugin`:   {config(), sole},
		"splitter \"s\" of plugin p has r": {config("train_sizes", []float64{0.5}), []data.Split{{Train: []int{0, 4, 4}, Test: []int{1}}}},
	} {
		_, diags := Follow(&data.Splits{Repeats: [][]data.Split{c.folds}, By: `splitter "s" of plugin p`}, c.cfg, in)
		if err := contract.FirstError(diags); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
