package rows

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/results/store"
)

const (
	gridSide   = 100
	gridMargin = 0.05 // of the data's range, on each side
	// gridClasses is how many classes a picture can show at most; models of pairs of
	// more would give millions of scores for it.
	gridClasses = 50
)

// grid lays a grid over the plane of the data, if the fold is the first of all, its
// features are two numeric columns as they are and its classes not too many. It is nil
// if there is nothing to see. The columns are a file that describes the features.
func (b *Block) grid(number int, fitted *encode.Fitted, columns string, files *sealed.Folder) (*Set, error) {
	table := b.Dataset.Table
	if !b.Outer() || b.Part != nil || table.Target.MultiLabel || b.Repeat != 0 || number != 0 ||
		!plane(table, fitted.Columns) || table.Target.K() > gridClasses {
		return nil, nil
	}
	frame := b.frame(number)
	if frame == nil {
		return nil, nil
	}
	points := gridTable(frame)
	rows := make([]int, points.Rows)
	for i := range rows {
		rows[i] = i
	}
	x := make([]float64, 2*len(rows))
	if err := fitted.Fill(points, rows, x); err != nil {
		return nil, fmt.Errorf("encoding a grid: %w", err)
	}
	path, err := Write(files, "grid.npy", len(rows), 2, x)
	if err != nil {
		return nil, err
	}
	features := service.Features{Rows: len(rows), Cols: 2, Dense: path, Columns: columns}
	grid := NewSet(Grid, features, []contract.Range{{End: len(rows)}})
	grid.Frame = frame
	return grid, nil
}

// frame returns the picture of a fold before anything is predicted, or nil if
// there is nothing to see. Rows without one of the two values have no place.
func (b *Block) frame(fold int) *store.Regions {
	columns, test := b.Dataset.Table.Columns, b.Division().Test
	f := &store.Regions{
		Columns: [2]string{columns[0].Name, columns[1].Name}, Side: gridSide,
		Low: [2]float64{math.Inf(1), math.Inf(1)}, High: [2]float64{math.Inf(-1), math.Inf(-1)},
	}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(b.ids))) {
		if columns[0].Missing(id) || columns[1].Missing(id) {
			continue
		}
		point := [2]float64{columns[0].Values[id], columns[1].Values[id]}
		for axis, v := range point {
			f.Low[axis], f.High[axis] = min(f.Low[axis], v), max(f.High[axis], v)
		}
		f.Points = append(f.Points, point)
		f.Classes = append(f.Classes, b.Dataset.Table.Truth.Class[id])
		f.Test = append(f.Test, test[id] == fold)
	}
	for axis := range 2 {
		margin := gridMargin * (f.High[axis] - f.Low[axis])
		if margin == 0 {
			margin = gridMargin * max(1, math.Abs(f.Low[axis]))
		}
		f.Low[axis], f.High[axis] = f.Low[axis]-margin, f.High[axis]+margin
		if width := f.High[axis] - f.Low[axis]; !(width > 0) || math.IsInf(width, 0) {
			return nil
		}
	}
	return f
}

// gridTable returns the points of a frame as rows of data.
func gridTable(f *store.Regions) *data.Table {
	t := &data.Table{Rows: f.Side * f.Side, Columns: make([]data.Column, 2)}
	for axis := range t.Columns {
		t.Columns[axis] = data.Column{Name: f.Columns[axis], Kind: data.Numeric, Values: make([]float64, t.Rows)}
	}
	at := func(axis, i int) float64 {
		low, high := f.Low[axis], f.High[axis]
		if i == f.Side-1 {
			return high
		}
		return min(high, low+float64(float64(i)/float64(f.Side-1)*(high-low)))
	}
	for point := range t.Rows {
		t.Columns[0].Values[point] = at(0, point%f.Side)
		t.Columns[1].Values[point] = at(1, point/f.Side)
	}
	return t
}
