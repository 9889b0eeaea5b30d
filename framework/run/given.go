package run

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/service"
)

// given are the inputs of a stage that sees what earlier stages make of a row: for
// each row of a fold, in training the scores that were asked for and the true
// targets, in testing the scores of the kept models and their signs.
type given struct {
	fitted      *encode.Fitted // names, shift and scale of the columns
	place       map[int]int    // of an id among the rows of values; of its last copy
	values      rowValues
	train, grid *part // matrices of their own; nil where there are none
}

// rowsOnly is what inner folds see.
func (g *given) rowsOnly() *given {
	if g == nil {
		return nil
	}
	return &given{fitted: g.fitted, place: g.place, values: g.values}
}

// of returns the inputs of rows, by their ids.
func (g *given) of(ids []int) rowValues {
	out := g.values.none()
	for _, id := range ids {
		out.append(g.values, g.place[id])
	}
	return out
}

// table is a dense matrix that is put together of several.
type table struct {
	rows  int
	parts []contract.Matrix
}

func (t *table) add(cols int, data []float64) {
	t.parts = append(t.parts, contract.Matrix{Rows: t.rows, Cols: cols, Data: data})
}

// sideBySide returns the parts as one matrix. A single part is not copied.
func (t *table) sideBySide() contract.Matrix {
	if len(t.parts) == 1 {
		return t.parts[0]
	}
	out := contract.Matrix{Rows: t.rows}
	for _, p := range t.parts {
		out.Cols += p.Cols
	}
	out.Data = make([]float64, 0, out.Rows*out.Cols)
	for i := range t.rows {
		for _, p := range t.parts {
			out.Data = append(out.Data, p.Row(i)...)
		}
	}
	return out
}

// overStages returns a block whose features are the inputs of a stage that sees
// what the stages before it make of a row.
func (c *course) overStages(ctx context.Context, s contract.Stage) (*block, error) {
	dir, err := os.MkdirTemp(c.t.worker.scratch, "stage-")
	if err != nil {
		return nil, &scratchError{err}
	}
	from := c.t.block
	b := &block{
		Block: from.Block, seed: from.seed, within: from.within, dir: dir,
		folds: map[int]*foldFeatures{c.t.item.Fold: {items: 1}}, layouts: map[string]*layout{},
	}
	b.given, err = c.inputs(ctx, s, dir)
	if err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// inputs gathers the inputs of a stage for all rows of the fold, and for the parts
// that are scored besides.
func (c *course) inputs(ctx context.Context, s contract.Stage, dir string) (*given, error) {
	m := mixer{inputs: order(s)}
	standard := &encode.Fitted{}
	if s.Sees(contract.Original) {
		var features service.Features
		var err error
		if features, standard, err = c.t.block.features(c.t.item.Fold, c.learner(s).Capabilities.Sparse); err != nil {
			return nil, fmt.Errorf("encoding: %w", err)
		}
		if err := m.open(features); err != nil {
			return nil, &scratchError{err}
		}
		defer m.close()
	}
	training, err := c.trainingInputs(ctx, s)
	if err != nil {
		return nil, err
	}
	x := m.mix(c.t.rows, training)
	g := &given{fitted: m.columns(standard, training), place: map[int]int{}, values: x.none()}
	g.add(c.t.block, c.t.rows, x)
	g.add(c.t.block, c.t.test.ranges, m.mix(c.t.test.ranges, c.keptInputs(s, tested)))
	if c.t.train != nil {
		if g.train, err = asPart(c.t.train, dir, "train", m.mix(c.t.rows, c.keptInputs(s, trained))); err != nil {
			return nil, err
		}
	}
	if c.gridScored() {
		g.grid, err = c.gridInputs(s, m, dir)
	}
	return g, err
}

// gridInputs writes the inputs of a grid, whose points are a dense matrix of their
// own.
func (c *course) gridInputs(s contract.Stage, m mixer, dir string) (*part, error) {
	points := mixer{inputs: m.inputs}
	if err := points.open(c.t.grid.features); err != nil {
		return nil, &scratchError{err}
	}
	defer points.close()
	return asPart(c.t.grid, dir, "grid", points.mix(c.t.grid.ranges, c.keptInputs(s, gridded)))
}

// add appends rows of a block.
func (g *given) add(b *block, ranges []contract.Range, x rowValues) {
	at := g.values.rows()
	for i := range x.rows() {
		g.values.append(x, i)
	}
	for _, r := range ranges {
		for _, id := range b.rows[r.Start:r.End] {
			g.place[id] = at
			at++
		}
	}
}

// asPart writes the rows of a part as a matrix of its own.
func asPart(p *part, dir, name string, x rowValues) (*part, error) {
	features, err := x.write(filepath.Join(dir, name))
	if err != nil {
		return nil, &scratchError{err}
	}
	packed := make([]contract.Range, len(p.ranges))
	at := 0
	for i, r := range p.ranges {
		packed[i] = contract.Range{Start: at, End: at + r.End - r.Start, Class: r.Class}
		at = packed[i].End
	}
	return newPart(p.name, features, packed), nil
}
