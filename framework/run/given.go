package run

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
)

// given are the inputs of a stage that sees scores: for each row of a fold, in
// training those that were asked for and in testing those of the kept models.
type given struct {
	fitted      *encode.Fitted // names, shift and scale of the columns
	place       map[int]int    // of an id among the rows of values; of its last copy
	values      []float64
	train, grid *part // matrices of their own; nil where there are none
}

// rowsOnly is what inner folds see.
func (g *given) rowsOnly() *given {
	if g == nil {
		return nil
	}
	return &given{fitted: g.fitted, place: g.place, values: g.values}
}

// fill writes the inputs of rows, by their ids.
func (g *given) fill(ids []int, x []float64) {
	cols := len(g.fitted.Columns)
	for i, id := range ids {
		copy(x[i*cols:(i+1)*cols], g.values[g.place[id]*cols:])
	}
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

// overScores returns a block whose features are the inputs of a stage that sees
// the scores of the stages before it.
func (c *course) overScores(ctx context.Context, s contract.Stage) (*block, error) {
	dir, err := os.MkdirTemp(c.t.worker.scratch, "scores-")
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
	outputs, err := c.outputs(ctx)
	if err != nil {
		return nil, err
	}
	m := mixer{inputs: order(s)}
	standard := &encode.Fitted{}
	if s.Sees(contract.Original) {
		var features service.Features
		if features, standard, err = c.t.block.features(c.t.item.Fold, false); err != nil {
			return nil, fmt.Errorf("encoding: %w", err)
		}
		if m.features, err = matrix.Open(features.Dense); err != nil {
			return nil, &scratchError{err}
		}
		defer m.features.Close()
	}
	g := &given{fitted: columns(m.inputs, standard, outputs.Cols), place: map[int]int{}}
	g.add(c.t.block, c.t.rows, m.mix(c.t.rows, outputs))
	g.add(c.t.block, c.t.test.ranges, m.mix(c.t.test.ranges, c.scores(tested)))
	if c.t.train != nil {
		if g.train, err = asPart(c.t.train, filepath.Join(dir, "train.npy"), m.mix(c.t.rows, c.scores(trained))); err != nil {
			return nil, err
		}
	}
	if c.gridScored() {
		g.grid, err = c.gridInputs(m, filepath.Join(dir, "grid.npy"))
	}
	return g, err
}

// gridInputs writes the inputs of a grid, whose points are a matrix of their own.
func (c *course) gridInputs(m mixer, path string) (*part, error) {
	points, err := matrix.Open(c.t.grid.features.Dense)
	if err != nil {
		return nil, &scratchError{err}
	}
	defer points.Close()
	m.features = points
	return asPart(c.t.grid, path, m.mix(c.t.grid.ranges, c.scores(gridded)))
}

// add appends rows of a block.
func (g *given) add(b *block, ranges []contract.Range, x contract.Matrix) {
	at := len(g.values) / len(g.fitted.Columns)
	g.values = append(g.values, x.Data...)
	for _, r := range ranges {
		for _, id := range b.rows[r.Start:r.End] {
			g.place[id] = at
			at++
		}
	}
}

// mixer puts the inputs of rows side by side.
type mixer struct {
	inputs   []contract.Input
	features *matrix.Mapped // nil if they are no input
}

// mix returns the inputs of the rows in ranges of the features, whose scores are
// given.
func (m mixer) mix(ranges []contract.Range, scores contract.Matrix) contract.Matrix {
	x := table{rows: scores.Rows}
	for _, input := range m.inputs {
		if input == contract.Scores {
			x.add(scores.Cols, scores.Data)
		} else {
			x.add(m.features.Cols, gathered(m.features, ranges))
		}
	}
	return x.sideBySide()
}

// order lists the inputs of a stage.
func order(s contract.Stage) []contract.Input {
	if s.Inputs == nil {
		return []contract.Input{contract.Original}
	}
	return s.Inputs
}

// columns describes inputs: features keep their names, shifts and scales; scores
// are called "score 1", "score 2" … and are as they are.
func columns(inputs []contract.Input, features *encode.Fitted, scores int) *encode.Fitted {
	out := &encode.Fitted{}
	for _, input := range inputs {
		if input == contract.Scores {
			for i := range scores {
				out.Columns = append(out.Columns, contract.Column{Name: fmt.Sprintf("score %d", i+1), Kind: "numeric"})
			}
			out.Shift, out.Scale = padded(out.Shift, nil, scores, 0), padded(out.Scale, nil, scores, 1)
			continue
		}
		n := len(features.Columns)
		out.Columns = append(out.Columns, features.Columns...)
		out.Shift, out.Scale = padded(out.Shift, features.Shift, n, 0), padded(out.Scale, features.Scale, n, 1)
	}
	if features.Shift == nil && features.Scale == nil {
		out.Shift, out.Scale = nil, nil
	}
	return out
}

// padded appends values, or n times the neutral one if there are none.
func padded(to, values []float64, n int, neutral float64) []float64 {
	if values == nil {
		values = slices.Repeat([]float64{neutral}, n)
	}
	return append(to, values...)
}

// gathered copies ranges of rows.
func gathered(m *matrix.Mapped, ranges []contract.Range) []float64 {
	out := make([]float64, 0, countRows(ranges)*m.Cols)
	for _, r := range ranges {
		out = append(out, m.Data[r.Start*m.Cols:r.End*m.Cols]...)
	}
	return out
}

// asPart writes the rows of a part as a matrix of its own.
func asPart(p *part, path string, x contract.Matrix) (*part, error) {
	if err := matrix.WriteFloat64(path, x.Rows, x.Cols, x.Data); err != nil {
		return nil, &scratchError{err}
	}
	packed := make([]contract.Range, len(p.ranges))
	at := 0
	for i, r := range p.ranges {
		packed[i] = contract.Range{Start: at, End: at + r.End - r.Start, Class: r.Class}
		at = packed[i].End
	}
	return newPart(p.name, service.Features{Rows: x.Rows, Cols: x.Cols, Dense: path}, packed), nil
}
