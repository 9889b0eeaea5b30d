package encode

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// learnt is the source of an encoder of a plugin.
type learnt struct {
	Learnt
	feature int
	plugin  int   // the number of the plugin that it asks
	columns []int // of the table, that the plugin is shown; nil for all
	// An encoder that learns from classes is fitted once more for each of some folds of the
	// training rows, without the fold; rows of the fold are encoded by that.
	fold    []int32 // by row of the table, −1 for rows that are not training rows; nil if nothing is held out
	without []Learnt
}

// foldsOfPlugins is how many folds the training rows of an encoder are divided into that
// learns from classes, as of [Components] where nothing else is written.
const foldsOfPlugins = 5

// offered are the settings of an encoder that a plugin offers.
type offered struct {
	attributes
	name   string
	can    contract.Capabilities
	folds  int // 0 where none is held out
	plugin Plugin
}

func (*offered) most(_ variable, outcomes int) (width, nonzero int) { return outcomes, outcomes } // a guess

func (*offered) fit(*builder) func(variable) { panic("encode: a plugin encodes all columns together") }

func (*offered) refitted(*data.Table) bool { return true }

// mostOf implements ofAll.
func (o *offered) mostOf(t *data.Table) (width, nonzero int) {
	width, _ = mostOfColumns(o, t)
	return width, width
}

func (o *offered) takes(t *data.Table) error {
	if o.can.Has(contract.LearnsTarget) && !o.can.Has(contract.MultiLabel) && t.Target.MultiLabel {
		return fmt.Errorf("encoder type %s learns from classes, and the rows have labels instead", o.name)
	}
	return nil
}

// add fits the encoder of a plugin to the training rows, and appends its features. Without
// columns there are none.
func (o *offered) add(b *builder) (err error) {
	s := &learnt{feature: len(b.Columns), plugin: len(b.plugins)}
	p := o.plugin
	b.plugins = append(b.plugins, p)
	if o.Columns != nil || o.rest != nil {
		if s.columns, err = o.selected(b.table); err != nil || len(s.columns) == 0 {
			return err
		}
	}
	if s.Learnt, err = s.ask(b, p, b.rows); err != nil {
		return err
	}
	if o.folds > 0 {
		if err := s.hold(b, p, o.folds); err != nil {
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
func (s *learnt) ask(b *builder, p Plugin, rows []int) (Learnt, error) {
	some, purpose := builder{rows: rows, seed: b.seed}, "encoder of a plugin"
	if s.plugin > 0 {
		purpose += fmt.Sprint(" ", s.plugin)
	}
	return p.Fit(s.shown(b.table), rows, some.stream(purpose).Uint64())
}

// shown is what the plugin sees of a table: the columns of its part.
func (s *learnt) shown(t *data.Table) *data.Table {
	if s.columns == nil {
		return t
	}
	part := *t
	part.Columns = lists.Map(s.columns, func(i int) data.Column { return t.Columns[i] })
	return &part
}

// hold fits the encoder to the training rows without each of the folds.
func (s *learnt) hold(b *builder, p Plugin, folds int) error {
	fold, folds := b.dealt(folds)
	s.fold = b.positions(fold)
	defer mapped.Free(fold)
	for f := range folds {
		var rest []int
		for i, row := range b.rows {
			if int(fold[i]) != f {
				rest = append(rest, row)
			}
		}
		if len(rest) == 0 {
			return p.Blame(errors.New("it learns from classes, and all training rows are of one group, or there is one row " +
				"only"))
		}
		one, err := s.ask(b, p, rest)
		if err != nil {
			return fmt.Errorf("without inner fold %d: %w", f, err)
		}
		if !slices.EqualFunc(one.Columns, s.Columns, contract.Column.Equal) {
			return p.Blame(fmt.Errorf("without inner fold %d of the training rows it makes other features than with all of "+
				"them: %s", f, difference(one.Columns, s.Columns)))
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
func (s *learnt) over(plugins []Plugin, v view, rows []int) (source, error) {
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
		x, err := plugins[s.plugin].Transform(by, s.shown(v.table), part)
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
	for _, i := range s.columns {
		d.number(uint64(i))
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
