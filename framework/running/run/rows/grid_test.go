package rows

import (
	"math"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/prepare"
)

// plain returns a block of rows with two numbers, all of which fold 0 trains.
func plain(x, y []float64) *Block {
	table := &data.Table{Rows: len(x), Columns: []data.Column{{Name: "x", Values: x}, {Name: "y", Values: y}}, Design: data.Design{Truth: target.Rows{Class: make([]int, len(x))}}}
	test := make([]int, len(x))
	b := &Block{Block: &prepare.Block{Dataset: &prepare.Dataset{Table: table, Repeats: []fold.Repeat{{Test: test}}}}}
	for id := range x {
		test[id] = fold.Never
		b.ids = append([]int{id}, b.ids...)
	}
	return b
}

func TestFrame(t *testing.T) {
	nan := math.NaN()
	for name, test := range map[string]struct {
		x, y      []float64
		low, high [2]float64
		rows      int
	}{
		"range":    {[]float64{0, 10, 4}, []float64{-1, 1, 0}, [2]float64{-0.5, -1.1}, [2]float64{10.5, 1.1}, 3},
		"missing":  {[]float64{0, 99, 10}, []float64{-1, nan, 1}, [2]float64{-0.5, -1.1}, [2]float64{10.5, 1.1}, 2},
		"constant": {[]float64{0, 0}, []float64{200, 200}, [2]float64{-0.05, 190}, [2]float64{0.05, 210}, 2},
		"nothing":  {[]float64{nan, 1}, []float64{1, nan}, [2]float64{}, [2]float64{}, 0},
		"infinite": {[]float64{-1e308, 1e308}, []float64{0, 1}, [2]float64{}, [2]float64{}, 0},
	} {
		f := plain(test.x, test.y).frame(0)
		if (f == nil) != (test.rows == 0) {
			t.Errorf("%s: frame %+v", name, f)
		}
		if f != nil && (len(f.Points) != test.rows || !near(f.Low, test.low) || !near(f.High, test.high)) {
			t.Errorf("%s: frame %+v", name, f)
		}
	}
}

func near(a, b [2]float64) bool {
	return math.Abs(a[0]-b[0]) < 1e-12 && math.Abs(a[1]-b[1]) < 1e-12
}

func TestGridStandsOnTheBorders(t *testing.T) {
	f := &store.Regions{Side: 100, Low: [2]float64{-0.1, 1e9}, High: [2]float64{0.7, 3e9}}
	g := gridTable(f)
	for point, want := range map[int][2]float64{0: f.Low, 99: {f.High[0], f.Low[1]}, 9900: {f.Low[0], f.High[1]}, 9999: f.High} {
		if got := [2]float64{g.Columns[0].Values[point], g.Columns[1].Values[point]}; got != want {
			t.Errorf("point %d is %v, want %v", point, got, want)
		}
	}
}

// Between two neighbouring numbers the grid has only these, in order.
func TestGridBetweenNeighbours(t *testing.T) {
	low := 1e15
	high := math.Nextafter(low, math.Inf(1))
	f := &store.Regions{Side: 100, Low: [2]float64{low, 0}, High: [2]float64{high, 1}}
	for point, x := range gridTable(f).Columns[0].Values {
		if want := map[bool]float64{true: low, false: high}[point%100 < 50]; x != want {
			t.Fatalf("point %d is %v, want %v", point, x, want)
		}
	}
}
