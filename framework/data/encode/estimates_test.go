package encode

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data"
)

// classed is the table of the references with three classes; rows that are not fitted
// to have the first.
func (v references) classed() *data.Table {
	all := table(categorical("col", v.Gaps...))
	all.Target.Names = []string{"0", "1", "2"}
	all.Truth.Class = append(slices.Clone(v.Y), make([]int, all.Rows-v.Train)...)
	return all
}

// byRow turns columns into rows, one after the other.
func byRow(columns [][]float64) []float64 {
	var x []float64
	for i := range columns[0] {
		for _, c := range columns {
			x = append(x, c[i])
		}
	}
	return x
}

// configOf reads what a case of the references is called: "woe 0.2".
func configOf(name string) (typ string, config map[string]any) {
	typ, value, _ := strings.Cut(name, " ")
	config = map[string]any{}
	var number float64
	if value == "" {
		return typ, config
	}
	if _, err := fmt.Sscan(value, &number); err != nil {
		config["model"] = value
		return typ, config
	}
	config[map[string]string{"woe": "regularization", "catboost": "a"}[typ]] = number
	return typ, config
}

func TestEstimatesLikeCategoryEncoders(t *testing.T) {
	v := readReferences(t)
	all := v.classed()
	train, test := upTo(v.Train), upTo(all.Rows)[v.Train:]
	tried := 0
	for name, want := range v.Classes {
		base, outOfFold := strings.CutSuffix(name, " out of fold")
		base, training := strings.CutSuffix(base, " training")
		typ, config := configOf(base)
		e := newEncoder(t, typ, config)
		var got []float64
		switch {
		case outOfFold:
			got = fillTraining(t, estimatesInThirds(e.(*encoder), all, train), all, train)
		case training:
			got = fillTraining(t, orderedByRow(e.(*encoder), all, train), all, train)
		default:
			got = fill(t, fit(t, e, all, train), all, test)
		}
		closeTo(t, name, got, byRow(want))
		tried++
	}
	if tried != 13 {
		t.Errorf("%d cases", tried)
	}
}

// estimatesInThirds fits woe or james_stein with every third row in a fold.
func estimatesInThirds(e *encoder, all *data.Table, train []int) *Fitted {
	fold := make([]int32, len(train))
	for i := range fold {
		fold[i] = int32(i % 3)
	}
	b := &builder{Fitted: &Fitted{}, table: all, rows: train}
	held := b.newHeldOut(holding{InSample: true})
	held.divide(b, fold, 3)
	s := &estimates{}
	switch by := e.settings.(type) {
	case *woe:
		s.of = evidence(by.Regularization)
	case *jamesStein:
		s.of = steinEstimate(by.Model)
	}
	b.addEstimates(s, newVariable(all, 0), e.common().grouping, held)
	s.shrink()
	b.finish()
	return b.Fitted
}

// orderedByRow fits catboost to rows in their order.
func orderedByRow(e *encoder, all *data.Table, train []int) *Fitted {
	by := e.settings.(*catboost)
	b := &builder{Fitted: &Fitted{}, table: all, rows: train}
	held := b.newHeldOut(holding{InSample: true, SampleWeight: by.SampleWeight})
	var order [][]int
	for i := range train {
		order = append(order, []int{i})
	}
	by.add(b, newVariable(all, 0), held, order)
	b.finish()
	return b.Fitted
}

// Where a formula divides by zero there is a number all the same.
func TestEstimatesOfFewValues(t *testing.T) {
	for typ, configs := range map[string][]map[string]any{
		"woe": {{}}, "catboost": {{}, {"sigma": 0.1}},
		"james_stein": {{}, {"model": "pooled"}, {"model": "beta"}, {"model": "binary"}},
	} {
		for _, config := range configs {
			for _, texts := range [][]string{{"a"}, {"a", "a", "a"}, {"a", "b", "a", "b"}, {"a", "b", "c"}, {"", "", "b"}} {
				for _, classes := range [][]string{{"x", "y", "x", "y"}, {"x", "x", "x", "x"}} {
					all := labelled(classes[:len(texts)], categorical("c", texts...))
					all.Target.Names = []string{"x", "y"}
					f := fit(t, newEncoder(t, typ, config), all, upTo(len(texts)))
					for _, x := range slices.Concat(fillTraining(t, f, all, upTo(all.Rows)), fill(t, f, all, upTo(all.Rows))) {
						if !isFinite(x) {
							t.Errorf("%s %v, %q: %v", typ, config, texts, x)
						}
					}
				}
			}
		}
	}
	single := labelled([]string{"x", "y", "x", "x"}, categorical("c", "a", "b", "c", "d"))
	for typ, want := range map[string]float64{"woe": 0, "james_stein": 0.75, "catboost": 0.75} {
		f := fit(t, newEncoder(t, typ, nil), single, upTo(4))
		near(t, typ, column(t, f, fill(t, f, single, upTo(4)), "c~x"), []float64{want, want, want, want})
	}
	all := labelled([]string{"x", "y", "x", "y", "x", "x"}, categorical("c", "a", "a", "b", "b", "b", "z"))
	for typ, want := range map[string]float64{"woe": 0, "james_stein": 0.6, "catboost": 0.6} {
		f := fit(t, newEncoder(t, typ, nil), all, upTo(5))
		if got := fill(t, f, all, []int{5}); math.Abs(got[0]-want) > 1e-15 || !slices.Equal(names(f), []string{"c~x", "c~y"}) {
			t.Errorf("%s: an unknown value has %v in %q", typ, got, names(f))
		}
		strict := fit(t, newEncoder(t, typ, map[string]any{"unseen": "error"}), all, upTo(5))
		if err := strict.Fill(all, []int{5}, make([]float64, 2)); err == nil {
			t.Errorf("%s: no error", typ)
		}
	}
}

// The order follows from the seed and the training rows, noise is for training rows
// only, and a label counts as a class against the rest.
func TestOrderAndNoise(t *testing.T) {
	all := noise(60, 3, 2, 3)
	train := upTo(60)
	e := newEncoder(t, "catboost", nil)
	one, two := fit(t, e.Seeded(1), all, train), fit(t, e.Seeded(2), all, train)
	if slices.Equal(fillTraining(t, one, all, train), fillTraining(t, two, all, train)) || one.Layout == two.Layout {
		t.Error("two seeds, one order")
	}
	if !slices.Equal(fillTraining(t, one, all, train), fillTraining(t, fit(t, e.Seeded(1), all, train), all, train)) {
		t.Error("one seed, two orders")
	}
	noisy := fit(t, newEncoder(t, "catboost", map[string]any{"sigma": 0.5}).Seeded(1), all, train)
	x, y := fillTraining(t, one, all, train), fillTraining(t, noisy, all, train)
	total, squares := 0.0, 0.0
	for i := range x {
		if x[i] == 0 {
			continue
		}
		total, squares = total+1, squares+(y[i]/x[i]-1)*(y[i]/x[i]-1)
	}
	if sd := math.Sqrt(squares / total); sd < 0.42 || sd > 0.58 {
		t.Errorf("the noise has deviation %v", sd)
	}
	if !slices.Equal(fill(t, one, all, train), fill(t, noisy, all, train)) {
		t.Error("test rows have noise")
	}
}

// Of multi-label data a feature is that of the problem of its label alone.
func TestEstimatesOfLabels(t *testing.T) {
	all, train := randomLabelled(60, 4), upTo(50)
	for _, c := range []struct {
		typ    string
		config map[string]any
	}{
		{"woe", map[string]any{"in_sample": true}}, {"james_stein", map[string]any{"in_sample": true}},
		{"james_stein", map[string]any{"in_sample": true, "model": "pooled"}}, {"catboost", nil},
	} {
		e := newEncoder(t, c.typ, c.config)
		many := fit(t, e, all, train)
		x, trained := fill(t, many, all, upTo(60)), fillTraining(t, many, all, train)
		for j, label := range all.Target.Names {
			alone := oneLabel(all, j)
			one := fit(t, e, alone, train)
			for _, feature := range names(one) {
				if name, found := strings.CutSuffix(feature, "~1"); found {
					near(t, c.typ, column(t, many, x, name+"~"+label), column(t, one, fill(t, one, alone, upTo(60)), feature))
					near(t, c.typ, column(t, many, trained, name+"~"+label),
						column(t, one, fillTraining(t, one, alone, train), feature))
				}
			}
		}
	}
}

// What a training row gets does not depend on which rows of its group, or fold, have
// which class; of woe and james_stein not on their classes at all.
func TestEstimatesKeepGroupsTogether(t *testing.T) {
	train := upTo(60)
	groups := make([]int, 60)
	for row := range groups {
		groups[row] = row % 7 * (row % 2) // of unequal sizes
	}
	for _, typ := range []string{"woe", "james_stein", "catboost", "quantile"} {
		e := newEncoder(t, typ, nil).Seeded(8).Grouped(groups)
		for g := range 7 {
			clean, spoilt := noise(60, 6, 2, 3), noise(60, 6, 2, 3)
			var members []int
			for row := range groups {
				if groups[row] == g {
					members = append(members, row)
				}
			}
			for i, row := range members {
				if typ == "catboost" { // the share of a class in all rows is the same for all
					spoilt.Truth.Class[row] = clean.Truth.Class[members[(i+1)%len(members)]]
				} else {
					spoilt.Quantity[row] += 5
					spoilt.Truth.Class[row] = (spoilt.Truth.Class[row] + 1) % 3
				}
			}
			want, got := fit(t, e, clean, train), fit(t, e, spoilt, train)
			if !slices.Equal(fillTraining(t, got, spoilt, members), fillTraining(t, want, clean, members)) {
				t.Errorf("%s: the classes of group %d reach its rows", typ, g)
			}
		}
	}
}

// A training row has what rows before it tell, not what it or later ones do.
func TestOrderedRowsLookBackOnly(t *testing.T) {
	all, train := noise(60, 4, 1, 3), upTo(60)
	e := newEncoder(t, "catboost", nil).(*encoder)
	want := fillTraining(t, orderedByRow(e, all, train), all, train)
	for row := range 59 {
		spoilt := noise(60, 4, 1, 3)
		classes := spoilt.Truth.Class
		classes[row], classes[row+1] = classes[row+1], classes[row]
		got := fillTraining(t, orderedByRow(e, spoilt, train), spoilt, train)
		if !slices.Equal(got[:3*row+3], want[:3*row+3]) {
			t.Fatalf("the class of row %d reaches it or rows before it", row)
		}
	}
}
