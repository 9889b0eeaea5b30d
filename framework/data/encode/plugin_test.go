package encode

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// inside is a plugin that encodes as an encoder of bench does which is fitted to the same
// rows and holds nothing out. A state is the number of a fit.
type inside struct {
	t       *testing.T
	typ     string
	config  map[string]any
	fits    []*Fitted
	rows    [][]int
	rename  bool // features are called by the number of rows
	refuses int  // the fit that fails, counted from 1
}

func (p *inside) Fit(t *data.Table, rows []int, _ uint64) (Learnt, error) {
	f := fit(p.t, newEncoder(p.t, p.typ, p.config), t, rows)
	p.fits, p.rows = append(p.fits, f), append(p.rows, rows)
	l := Learnt{State: fmt.Append(nil, len(p.fits)-1), Columns: slices.Clone(f.Columns)}
	if p.rename {
		l.Columns[0].Name = fmt.Sprint("of ", len(rows), " rows")
	}
	if len(p.fits) == p.refuses {
		return l, errors.New("not with me")
	}
	return l, nil
}

func (p *inside) Transform(l Learnt, t *data.Table, rows []int) ([]float64, error) {
	var number int
	if _, err := fmt.Sscan(string(l.State), &number); err != nil {
		return nil, err
	}
	out := fill(p.t, p.fits[number], t, rows)
	p.fits[number].Apply(out)
	return out, nil
}

func (p *inside) Blame(err error) error { return fmt.Errorf("inside: %w", err) }

// absent is a plugin that is not there.
type absent string

func (n absent) Fit(*data.Table, []int, uint64) (Learnt, error) { return Learnt{}, n.gone() }

func (n absent) Transform(Learnt, *data.Table, []int) ([]float64, error) { return nil, n.gone() }

func (n absent) Blame(err error) error { return err }

func (n absent) gone() error { return fmt.Errorf("%s is not there", string(n)) }

var learning = contract.Component{Kind: contract.KindEncoder, Name: "mine"}

// An encoder that learns from classes is fitted without each inner fold: where it does what
// target does, training rows have the features of target, in folds and in groups, and so
// have others.
func TestPluginsAreFittedOutOfFold(t *testing.T) {
	all := noise(60, 6, 2, 3)
	train := upTo(60)[5:50]
	groups := make([]int, all.Rows)
	for row := range groups {
		groups[row] = row / 4
	}
	for _, test := range []struct {
		groups      []int
		folds, fits int
	}{{nil, 0, 6}, {groups, 0, 6}, {nil, 3, 4}, {groups, 30, 13}} {
		p := &inside{t: t, typ: "target", config: map[string]any{"in_sample": true, "numeric": "none"}}
		mine := OfPlugin(learning, contract.Capabilities{
			Properties: contract.LearnsTarget}, test.folds, p).Seeded(9).Grouped(test.groups)
		got := fit(t, mine, all, train)
		config := map[string]any{"numeric": "none"}
		if test.folds > 0 {
			config["folds"] = float64(test.folds)
		}
		want := fit(t, newEncoder(t, "target", config).Seeded(9).Grouped(test.groups), all, train)
		if !slices.EqualFunc(got.Columns, want.Columns, contract.Column.Equal) {
			t.Errorf("features are %v, want %v", got.Columns, want.Columns)
		}
		if a, b := fillTraining(t, got, all, train), fillTraining(t, want, all, train); !slices.Equal(a, b) {
			t.Errorf("training rows have %v, want %v", a, b)
		}
		others := []int{55, 2, 58, 0} // in no order
		if a, b := fill(t, got, all, others), fill(t, want, all, others); !slices.Equal(a, b) {
			t.Errorf("other rows have %v, want %v", a, b)
		}
		for _, rows := range p.rows {
			if slices.Contains(rows, 55) || len(rows) > len(train) {
				t.Errorf("it was fitted to %v", rows)
			}
		}
		if len(p.rows) != test.fits {
			t.Errorf("%d folds: %d fits, want %d", test.folds, len(p.rows), test.fits)
		}
	}
}

// One that learns from no classes is fitted once, and encodes training rows as others.
func TestPluginsWithoutClassesAreFittedOnce(t *testing.T) {
	all := noise(60, 6, 2, 3)
	p := &inside{t: t, typ: "frequency", config: nil}
	f := fit(t, OfPlugin(learning, contract.Capabilities{}, 0, p), all, upTo(50))
	if a, b := fillTraining(t, f, all, upTo(50)), fill(t, f, all, upTo(50)); len(p.fits) != 1 || !slices.Equal(a, b) {
		t.Errorf("%d fits; training rows have %v, others %v", len(p.fits), a, b)
	}
	indptr, err := f.Indptr(all, upTo(50))
	if err != nil || indptr[50] == 0 {
		t.Errorf("%v, %v", indptr, err)
	}
	// Another one who is asked answers.
	other := &inside{t: t, fits: []*Fitted{fit(t, newEncoder(t, "ordinal", nil), all, upTo(50))}}
	if a, b := fill(t, f.Asking([]Plugin{other}), all, upTo(50)), fill(t, f.Asking(nil), all, upTo(50)); slices.Equal(a, b) {
		t.Error("the same one was asked")
	}
}

// Rows of sparse tables are asked for as others are.
func TestPluginsOverSparseTables(t *testing.T) {
	all := &data.Table{Rows: 3, Sparse: &data.Sparse{Cols: 2, CSR: contract.CSR{
		Data: []float64{4, 5, 6}, Indices: []int32{0, 1, 1}, Indptr: []int64{0, 2, 2, 3},
	}}}
	all.Target.Names, all.Truth.Class = []string{"a", "b"}, []int{0, 1, 1}
	e := OfPlugin(learning, contract.Capabilities{}, 0, &inside{t: t, typ: "none"})
	f := fit(t, e, all, upTo(3))
	if x := fill(t, f, all, []int{2, 0}); !slices.Equal(x, []float64{0, 6, 4, 5}) || f.Sparse || len(f.Columns) != 2 || e.Bytes(all, 3) != 48 {
		t.Errorf("%v, %+v, %d bytes", x, f.Columns, e.Bytes(all, 3))
	}
	if err := f.Asking([]Plugin{absent("it")}).Fill(all, []int{0}, make([]float64, 2)); err == nil {
		t.Error("nobody is asked")
	}
	indptr, err := f.Indptr(all, upTo(3))
	if err != nil || !slices.Equal(indptr, []int64{0, 2, 2, 3}) {
		t.Errorf("%v, %v", indptr, err)
	}
	rows := contract.CSR{Data: make([]float64, 3), Indices: make([]int32, 3), Indptr: indptr}
	if err := f.FillCSR(all, upTo(3), rows); err != nil || !slices.Equal(rows.Data, []float64{4, 5, 6}) {
		t.Errorf("%v, %v", rows, err)
	}
	if err := e.Check(all); err != nil {
		t.Error(err)
	}
}

// Parts of a composed encoder that are encoders of plugins make the features that they make
// alone, of their columns, out of fold if they learn from classes.
func TestComposedOfPlugins(t *testing.T) {
	all := noise(60, 6, 3, 3)
	all.Columns = append(all.Columns, numeric("x", slices.Repeat([]float64{1, 2, 4}, 20)...))
	train := upTo(60)[5:50]
	inSample := map[string]any{"prior": 2.0, "numeric": "none", "in_sample": true}
	parts := func(first, last string) map[string]any {
		return map[string]any{"parts": []any{map[string]any{"type": first, "columns": []any{"c1"}, "prior": 2.0, "numeric": "none"},
			map[string]any{"type": "ordinal", "columns": []any{"c0", "x"}}, map[string]any{"type": last, "numeric": "none"}}}
	}
	rates, shares := &inside{t: t, typ: "target", config: inSample}, &inside{t: t, typ: "frequency", config: map[string]any{"numeric": "none"}}
	of := func(rates, shares Plugin) []Encoder {
		return []Encoder{OfPlugin(learning, contract.Capabilities{Properties: contract.LearnsTarget}, 0, rates), nil,
			OfPlugin(learning, contract.Capabilities{}, 0, shares)}
	}
	mine, err := Composed(contract.NewConfig(parts("rates", "shares")), of(rates, shares))
	if err != nil {
		t.Fatal(err)
	}
	got := fit(t, mine.Seeded(9), all, train)
	want := fit(t, newEncoder(t, "compose", parts("target", "frequency")).Seeded(9), all, train)
	if !slices.EqualFunc(got.Columns, want.Columns, contract.Column.Equal) {
		t.Errorf("features are %v, want %v", got.Columns, want.Columns)
	}
	if a, b := fillTraining(t, got, all, train), fillTraining(t, want, all, train); !slices.Equal(a, b) {
		t.Errorf("training rows have %v, want %v", a, b)
	}
	others := []int{55, 2, 58, 0}
	if a, b := fill(t, got, all, others), fill(t, want, all, others); !slices.Equal(a, b) {
		t.Errorf("other rows have %v, want %v", a, b)
	}
	for who, asked := range map[string][]Plugin{"rates": {absent("rates"), shares}, "shares": {rates, absent("shares")}} {
		err := got.Asking(asked).Fill(all, others, make([]float64, len(others)*len(got.Columns)))
		if err == nil || err.Error() != who+" is not there" {
			t.Errorf("without %s: %v", who, err)
		}
	}
	if len(rates.rows) != 6 || len(shares.rows) != 1 {
		t.Errorf("%d and %d fits", len(rates.rows), len(shares.rows))
	}
	// The one without columns has those that no other part names, though none are left.
	all.Columns = slices.Delete(all.Columns, 2, 3)
	if f := fit(t, mine, all, train); len(f.Columns) != 3+2 {
		t.Errorf("features are %v", f.Columns)
	}
	if _, err := Composed(contract.NewConfig(parts("rates", "oneshot")), of(rates, shares)[:2]); err == nil {
		t.Error("a part of no type is taken")
	}
}

// The same state is the same layout, and another one is not.
func TestLayoutsOfPluginsAreTheirStates(t *testing.T) {
	all := noise(60, 6, 2, 3)
	layout := func(fits int, target bool) string {
		p := &inside{t: t, typ: "frequency", fits: make([]*Fitted, fits)}
		return fit(t, OfPlugin(learning, contract.Capabilities{
			Properties: contract.LearnsTarget.If(target)}, 0, p), all, upTo(50)).Layout
	}
	first, again := layout(0, false), layout(0, false)
	if first != again || first == layout(1, false) || first == layout(0, true) {
		t.Error("layouts differ, or do not")
	}
}

func TestWhatPluginsCannotEncode(t *testing.T) {
	all, labels := noise(60, 6, 2, 3), noise(60, 6, 2, 3)
	labels.Target.MultiLabel = true
	sparse := &data.Table{Rows: 2, Sparse: &data.Sparse{Cols: 1 << 18}}
	one := noise(1, 6, 2, 1)
	for name, test := range map[string]struct {
		p     *inside
		can   contract.Capabilities
		table *data.Table
		want  string
	}{
		"features by the fold": {&inside{rename: true}, contract.Capabilities{Properties: contract.LearnsTarget}, all,
			`inside: without inner fold 0 of the training rows it makes other features than with all of them: feature 0 is ` +
				`"of 48 rows" (numeric) in place of "of 60 rows" (numeric)`},
		"an error": {&inside{refuses: 1}, contract.Capabilities{}, all, "not with me"},
		"a later error": {&inside{refuses: 3}, contract.Capabilities{
			Properties: contract.LearnsTarget}, all, "without inner fold 1: not with me"},
		"labels": {&inside{}, contract.Capabilities{
			Properties: contract.LearnsTarget}, labels, "learns from classes, and the rows have labels"},
		"sparse": {&inside{}, contract.Capabilities{}, sparse, "as dense rows, of at most 131072 columns and 1 GiB, and these are 2 rows of 262144 columns"},
		"one row": {&inside{}, contract.Capabilities{
			Properties: contract.LearnsTarget}, one, "all training rows are of one group, or there is one row only"},
		"labels, unseen": {&inside{}, contract.Capabilities{}, labels, ""},
	} {
		test.p.t, test.p.typ = t, "frequency"
		e := OfPlugin(learning, test.can, 0, test.p)
		_, err := e.Fit(test.table, upTo(test.table.Rows))
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
