package encode

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// withLabels gives a table labels a, b, …, of which each row has a list of 0 and
// 1.
func withLabels(t *data.Table, y ...[]int8) *data.Table {
	t.Truth = target.Rows{Class: make([]int, t.Rows), Y: target.Listed(slices.Concat(y...), len(y[0]))}
	t.Target.MultiLabel = true
	for j := range y[0] {
		t.Target.Names = append(t.Target.Names, string(rune('a'+j)))
	}
	return t
}

// oneLabel makes a table of two classes of one label.
func oneLabel(t *data.Table, label int) *data.Table {
	one := *t
	one.Target, one.Truth = target.Target{Names: []string{"0", "1"}}, target.Rows{Class: make([]int, t.Rows)}
	for row := range one.Truth.Class {
		one.Truth.Class[row] = int(t.Truth.Y.Dense(row, t.Target.K())[label])
	}
	return &one
}

// TestLabelCounters compares counters with numbers worked by hand: u has 3 rows,
// of which 2 have a and 1 has b; v has 2, of which 1 has a and none b.
func TestLabelCounters(t *testing.T) {
	all := withLabels(table(categorical("col", "u", "u", "v", "u", "v", "w")),
		[]int8{1, 0}, []int8{1, 1}, []int8{0, 0}, []int8{0, 0}, []int8{1, 0}, []int8{1, 1})
	train := upTo(5) // w is unseen
	f := fit(t, newEncoder(t, "target", map[string]any{"counts": true}), all, train)
	var names []string
	for _, c := range f.Columns {
		names = append(names, c.Name)
	}
	if want := []string{"col~a", "col~b", "#col", "#col~a", "#col~b"}; !slices.Equal(names, want) {
		t.Errorf("features %q, want %q", names, want)
	}
	near(t, "u", fill(t, f, all, []int{0}), []float64{3. / 5, 2. / 5, 3, 2, 1})
	near(t, "v", fill(t, f, all, []int{2}), []float64{2. / 4, 1. / 4, 2, 1, 0})
	near(t, "unseen", fill(t, f, all, []int{5}), []float64{0.5, 0.5, 0, 0, 0})
	f = fit(t, newEncoder(t, "target", map[string]any{"leave_one_out": true,
		"prior": map[string]any{"a": 1.0, "b": 0.5}}), all, train)
	near(t, "left out", fillTraining(t, f, all, train), []float64{
		2. / 4, 1.5 / 3, // u without row 0: 1 and 1 of 2
		2. / 4, 0.5 / 3, // without row 1: 1 and 0 of 2
		2. / 3, 0.5 / 2, // v without row 2: 1 and 0 of 1
		3. / 4, 1.5 / 3,
		1. / 3, 0.5 / 2,
	})
	f = fit(t, newEncoder(t, "target", map[string]any{"prior": 0.0}), all, train)
	// unseen: the shares of all
	near(t, "no prior", fill(t, f, all, []int{0, 5}), []float64{2. / 3, 1. / 3, 3. / 5, 1. / 5})
	f = inFolds(t, map[string]any{}, all, train, []int32{0, 1, 0, 1, 1}, 2)
	near(t, "in folds", fillTraining(t, f, all, train), []float64{
		2. / 4, 2. / 4, // u in fold 1: 1 and 1 of 2
		2. / 3, 1. / 3, // u in fold 0: 1 and 0 of 1
		2. / 3, 1. / 3, // v in fold 1: 1 and 0 of 1
		2. / 3, 1. / 3,
		1. / 3, 1. / 3, // v in fold 0: none of 1
	})
	for want, prior := range map[string]any{
		`prior names label "x", and there is no such label; the labels are "a", "b"`: map[string]any{"x": 1.0},
		`prior names no number for label "b"`:                                        map[string]any{"a": 1.0},
	} {
		if err := newEncoder(t, "target", map[string]any{"prior": prior}).Check(all); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// randomLabelled is a table of two categorical columns and random labels.
func randomLabelled(rows, labels int) *data.Table {
	rng := rand.New(rand.NewPCG(1, 2))
	texts, others := make([]string, rows), make([]string, rows)
	y := make([][]int8, rows)
	for row := range rows {
		texts[row], others[row] = string(rune('a'+rng.IntN(7))), string(rune('a'+rng.IntN(3)))
		y[row] = make([]int8, labels)
		for j := range y[row] {
			y[row][j] = int8(rng.IntN(2))
		}
	}
	return withLabels(table(categorical("x", texts...), categorical("z", others...)), y...)
}

// The counters of a label are those of its own problem of two classes.
func TestLabelCountersAreBinary(t *testing.T) {
	all := randomLabelled(60, 4)
	train := upTo(50)
	for _, config := range []map[string]any{
		{}, {"prior": 3.0}, {"prior": 0.0}, {"prior_weight": 2.0}, {"leave_one_out": true},
		{"leave_one_out": true, "prior_weight": 1.5},
		{"in_sample": true}, {"pairs": true}, {"counts": true, "log1p": true}, {"priors": []any{0.5, 2.0}, "rare_below": 4},
	} {
		many := fit(t, newEncoder(t, "target", config), all, train)
		tested, trained := fill(t, many, all, upTo(60)), fillTraining(t, many, all, train)
		for j, label := range all.Target.Names {
			alone := oneLabel(all, j)
			one := fit(t, newEncoder(t, "target", config), alone, train)
			wantTested, wantTrained := fill(t, one, alone, upTo(60)), fillTraining(t, one, alone, train)
			for _, c := range one.Columns {
				if strings.Contains(c.Name, "~0") {
					continue
				}
				name := c.Name
				if feature, rest, counted := strings.Cut(name, "~1"); counted {
					name = feature + "~" + label + rest
				}
				near(t, name, column(t, many, tested, name), column(t, one, wantTested, c.Name))
				if _, folds := config["leave_one_out"]; folds || config["in_sample"] != nil {
					near(t, name+" in training", column(t, many, trained, name), column(t, one, wantTrained, c.Name))
				}
			}
		}
	}
}

// The labels of a row are in none of its own training features, nor in those of
// its fold.
func TestLabelsDoNotLeak(t *testing.T) {
	all := randomLabelled(40, 3)
	train := upTo(36)
	for _, config := range []map[string]any{{}, {"leave_one_out": true}, {"folds": 3, "counts": true, "pairs": true}} {
		f := fit(t, newEncoder(t, "target", config), all, train)
		for row := range train {
			changed := *all
			y := all.Truth.Y.Table(3)
			for j := range 3 {
				y[row*3+j] ^= 1
			}
			changed.Truth.Y = target.Listed(y, 3)
			g := fit(t, newEncoder(t, "target", config), &changed, train)
			near(t, "own features", fillTraining(t, g, &changed, []int{row}), fillTraining(t, f, all, []int{row}))
			if slices.Equal(fill(t, g, &changed, []int{row}), fill(t, f, all, []int{row})) {
				t.Errorf("row %d is not counted", row)
			}
			if g.Layout == f.Layout {
				t.Error("other labels have the same layout")
			}
		}
	}
}

// Other encoders do not look at labels.
func TestEncodersOfLabelledTables(t *testing.T) {
	all := randomLabelled(30, 3)
	alone := oneLabel(all, 0)
	for _, typ := range []string{"one_hot", "ordinal", "frequency", "hashing", "target"} {
		e, err := New(typ, contract.Config(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		if n := e.Bytes(all, 30); n <= 0 {
			t.Errorf("%s: %d bytes", typ, n)
		}
		f, g := fit(t, e, all, upTo(20)), fit(t, e, alone, upTo(20))
		if same := f.Layout == g.Layout && slices.Equal(fill(t, f, all, upTo(30)),
			fill(t, g, alone, upTo(30))); same != (typ != "target") {
			t.Errorf("%s: the same is %v", typ, same)
		}
	}
}
