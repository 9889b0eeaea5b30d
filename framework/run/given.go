package run

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/sealed"
)

// given are the inputs of a stage that sees what earlier stages make of a row: for
// each row of a fold, in training the scores that were asked for and the true
// targets, in testing the scores of the kept models and their signs.
type given struct {
	fitted      *encode.Fitted // names, shift and scale of the columns
	place       map[int]int    // of an id among the rows of values; of its last copy
	values      rowValues
	files       *sealed.Folder // of the parts below
	train, grid *part          // matrices of their own; nil where there are none
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
	files, err := sealed.New(c.t.worker.scratch, "stage-")
	if err != nil {
		return nil, &scratchError{err}
	}
	from := c.t.block
	b := &block{
		Block: from.Block, seed: from.seed, within: from.within, dir: files.Path,
		folds: map[int]*foldFeatures{c.t.item.Fold: {items: 1}}, layouts: map[string]*layout{},
	}
	if b.given, err = c.inputs(ctx, s, files); err != nil {
		files.Close()
		return nil, err
	}
	return b, nil
}

// inputs gathers the inputs of a stage for all rows of the fold, and for the parts
// that are scored besides.
func (c *course) inputs(ctx context.Context, s contract.Stage, files *sealed.Folder) (*given, error) {
	m := mixer{inputs: order(s)}
	standard := &encode.Fitted{}
	if s.Sees(contract.Original) {
		var features *form
		var err error
		if features, standard, err = c.t.block.features(c.t.item.Fold, c.learner(s).Capabilities.Sparse); err != nil {
			return nil, fmt.Errorf("encoding: %w", err)
		}
		if err := m.open(features.Features); err != nil {
			return nil, &scratchError{err}
		}
		defer m.close()
	}
	training, err := c.trainingInputs(ctx, s)
	if err != nil {
		return nil, err
	}
	x := m.mix(c.t.rows, training)
	g := &given{fitted: m.columns(standard, training), place: map[int]int{}, values: x.none(), files: files}
	g.add(c.t.block, c.t.rows, x)
	g.add(c.t.block, c.t.test.ranges, m.mix(c.t.test.ranges, c.keptInputs(s, tested)))
	if c.t.train != nil {
		if g.train, err = asPart(c.t.train, files, "train", m.mix(c.t.rows, c.keptInputs(s, trained))); err != nil {
			return nil, err
		}
	}
	if c.gridScored() {
		g.grid, err = c.gridInputs(s, m, files)
	}
	return g, err
}

// gridInputs writes the inputs of a grid, whose points are a dense matrix of their
// own.
func (c *course) gridInputs(s contract.Stage, m mixer, files *sealed.Folder) (*part, error) {
	points := mixer{inputs: m.inputs}
	if err := points.open(c.t.grid.features); err != nil {
		return nil, &scratchError{err}
	}
	defer points.close()
	return asPart(c.t.grid, files, "grid", points.mix(c.t.grid.ranges, c.keptInputs(s, gridded)))
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
func asPart(p *part, files *sealed.Folder, name string, x rowValues) (*part, error) {
	features, err := x.write(files, name)
	if err != nil {
		return nil, err
	}
	packed := make([]contract.Range, len(p.ranges))
	at := 0
	for i, r := range p.ranges {
		packed[i] = contract.Range{Start: at, End: at + r.End - r.Start, Class: r.Class}
		at = packed[i].End
	}
	return newPart(p.name, features, packed), nil
}
