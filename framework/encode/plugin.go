package encode

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// Plugin asks a plugin for what its encoder does.
type Plugin interface {
	// Fit shows the encoder training rows of a table. Equal seeds and rows are equal fits.
	Fit(t *data.Table, rows []int, seed uint64) (Learnt, error)
	// Transform returns the features of rows of a table with the same columns, row-major.
	Transform(l Learnt, t *data.Table, rows []int) ([]float64, error)
	// Blame makes what is wrong with several fits an error that names the plugin.
	Blame(err error) error
}

// Learnt is what an encoder of a plugin has learnt, and the features that it makes.
type Learnt struct {
	State   []byte
	Columns []contract.Column
}

// OfPlugin is an encoder that a plugin offers, with the capabilities that it has under its
// configuration. Without somebody to ask it can be checked only.
func OfPlugin(c contract.Component, can contract.Capabilities, p Plugin) Encoder {
	return &encoder{latest: &latest{}, kind: kind{
		Component: c,
		whole:     func(b *builder, _ *encoder) error { return b.addLearnt(p, can.Target) },
		most:      func(_ *encoder, _ variable, outcomes int) (int, int) { return outcomes, outcomes }, // a guess
		takes: func(e *encoder, t *data.Table, _ []int) error {
			if can.Target && !can.MultiLabel && t.Target.MultiLabel {
				return fmt.Errorf("encoder type %s learns from classes, and the rows have labels instead", e.kind.Name)
			}
			return nil
		},
	}}
}

// Asking is the fitted encoder with somebody else to ask: another worker has other
// processes of the plugin. Bench's own encoders ask nobody.
func (f *Fitted) Asking(p Plugin) *Fitted {
	if p == nil {
		return f
	}
	other := *f
	other.plugin = p
	return &other
}

// learnt is the source of an encoder of a plugin.
type learnt struct {
	Learnt
	feature int
	// An encoder that learns from classes is fitted once more for each of some folds of the
	// training rows, without the fold; rows of the fold are encoded by that.
	fold    []int32 // by row of the table, −1 for rows that are no training rows; nil if nothing is held out
	without []Learnt
}

// foldsOfPlugins is how many folds the training rows of an encoder are divided into that
// learns from classes, as of [Components] where nothing else is written.
const foldsOfPlugins = 5

// addLearnt fits the encoder of a plugin to the training rows, and appends its features.
func (b *builder) addLearnt(p Plugin, target bool) (err error) {
	s := &learnt{feature: len(b.Columns)}
	b.plugin = p
	if s.Learnt, err = b.ask(p, b.rows); err != nil {
		return err
	}
	if target {
		if err := s.hold(b, p); err != nil {
			return err
		}
	}
	for _, c := range s.Columns {
		b.feature(c.Name, c.Kind)
	}
	b.source(s, len(s.Columns))
	return nil
}

// ask fits the encoder to some of the training rows.
func (b *builder) ask(p Plugin, rows []int) (Learnt, error) {
	some := builder{rows: rows, seed: b.seed}
	return p.Fit(b.table, rows, some.stream("encoder of a plugin").Uint64())
}

// hold fits the encoder to the training rows without each of the folds.
func (s *learnt) hold(b *builder, p Plugin) error {
	fold, folds := b.dealt(foldsOfPlugins)
	s.fold = b.positions(fold)
	for f := range folds {
		var rest []int
		for i, row := range b.rows {
			if int(fold[i]) != f {
				rest = append(rest, row)
			}
		}
		if len(rest) == 0 {
			return p.Blame(errors.New("it learns from classes, and there are no training rows but those of one group, or one row"))
		}
		one, err := b.ask(p, rest)
		if err != nil {
			return fmt.Errorf("without inner fold %d: %w", f, err)
		}
		if !slices.EqualFunc(one.Columns, s.Columns, contract.Column.Equal) {
			return p.Blame(fmt.Errorf("without inner fold %d of the training rows it makes other features than with all of them: "+
				"%s", f, difference(one.Columns, s.Columns)))
		}
		s.without = append(s.without, one)
	}
	return nil
}

// difference says how two lists of features differ.
func difference(got, want []contract.Column) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d in place of %d", len(got), len(want))
	}
	for i, c := range want {
		if !c.Equal(got[i]) {
			return fmt.Sprintf("feature %d is %q (%s) in place of %q (%s)", i, got[i].Name, got[i].Kind, c.Name, c.Kind)
		}
	}
	return ""
}

// by returns what encodes a row of a view: the number of a fold, −1 for all training rows.
func (s *learnt) by(v view, row int) int32 {
	if !v.training || s.fold == nil {
		return -1
	}
	return trainingFold(s.fold, row)
}

// over returns the features of some rows.
func (s *learnt) over(p Plugin, v view, rows []int) (source, error) {
	rows = slices.Compact(slices.Sorted(slices.Values(rows)))
	done := &transformed{learnt: s, at: make(map[int]int, len(rows))}
	for f := int32(-1); int(f) < len(s.without); f++ {
		var part []int
		for _, row := range rows {
			if s.by(v, row) == f {
				done.at[row] = len(done.at)
				part = append(part, row)
			}
		}
		if len(part) == 0 {
			continue
		}
		by := s.Learnt
		if f >= 0 {
			by = s.without[f]
		}
		x, err := p.Transform(by, v.table, part)
		if err != nil {
			return nil, err
		}
		if len(x) != len(part)*len(s.Columns) {
			panic(fmt.Sprintf("encode: %d numbers for %d rows of %d features", len(x), len(part), len(s.Columns)))
		}
		done.x = append(done.x, x...)
	}
	return done, nil
}

func (*learnt) each(view, int, func(int, float64)) error {
	panic("encode: a plugin encodes many rows at once")
}

func (s *learnt) identify(d digest, _ *data.Table) {
	for _, l := range append([]Learnt{s.Learnt}, s.without...) {
		d.text(string(l.State))
	}
	for _, c := range s.Columns {
		d.text(c.Name)
		d.text(c.Kind)
	}
	for _, f := range s.fold {
		d.number(uint64(f))
	}
}

// transformed is a source of rows whose features are there.
type transformed struct {
	*learnt
	x  []float64
	at map[int]int // where a row is in x
}

func (s *transformed) features(row int) []float64 {
	at := s.at[row] * len(s.Columns)
	return s.x[at : at+len(s.Columns)]
}

func (s *transformed) each(_ view, row int, yield func(int, float64)) error {
	for j, x := range s.features(row) {
		if x != 0 {
			yield(s.feature+j, x)
		}
	}
	return nil
}

// fill writes the features, as each does.
func (s *transformed) fill(_ *data.Table, rows []int, out []float64, width int) {
	for i, row := range rows {
		copy(out[i*width+s.feature:], s.features(row))
	}
}

// together is a source that makes the features of many rows at once.
type together interface {
	over(p Plugin, v view, rows []int) (source, error)
}

// over returns the encoder for some rows of a view: what is made of many rows at once is
// made of these.
func (f *Fitted) over(v view, rows []int) (*Fitted, error) {
	if f.plugin == nil {
		return f, nil
	}
	other := *f
	other.sources = slices.Clone(f.sources)
	for i, s := range f.sources {
		if many, ok := s.(together); ok {
			made, err := many.over(f.plugin, v, rows)
			if err != nil {
				return nil, err
			}
			other.sources[i] = made
		}
	}
	return &other, nil
}
