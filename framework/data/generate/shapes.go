package generate

import (
	"math"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/variate"
	"github.com/manyclass/bench/framework/data"
)

// placeBlobs puts each class at one point: round Gaussian clusters, as
// scikit-learn's make_blobs draws them, with centers uniform in
// [−10, 10]^features unless given. The numbers are not scikit-learn's.
func placeBlobs(r Recipe, random *rand.Rand) func(int, []float64) {
	centers := r.Centers
	if centers == nil {
		centers = drawCenters(random, r.Classes, r.Features)
	}
	return func(class int, point []float64) { copy(point, centers[class]) }
}

func drawCenters(random *rand.Rand, classes, features int) [][]float64 {
	centers := make([][]float64, classes)
	for k := range centers {
		centers[k] = make([]float64, features)
		for j := range centers[k] {
			centers[k][j] = float64(20*random.Float64()) - 10
		}
	}
	return centers
}

// collinearStep is the distance in each coordinate between the means of
// neighbouring collinear classes.
const collinearStep = 4

// placeCollinear puts class k at (4k, 4k): clusters whose means lie on a line,
// at equal distances, as in Hastie, Tibshirani & Friedman (2009), The Elements
// of Statistical Learning, figure 4.2.
func placeCollinear(Recipe, *rand.Rand) func(int, []float64) {
	return func(class int, point []float64) {
		point[0], point[1] = float64(collinearStep*class), float64(collinearStep*class)
	}
}

// placeCircles puts class k on a circle of radius k + 1 around the origin, at
// an angle drawn uniformly.
func placeCircles(_ Recipe, random *rand.Rand) func(int, []float64) {
	return func(class int, point []float64) {
		sin, cos := elementary.Sincos(2 * math.Pi * random.Float64())
		point[0], point[1] = float64(class+1)*cos, float64(class+1)*sin
	}
}

// placeMoons puts the classes on two interleaved half circles of radius 1, at
// angles drawn uniformly: the upper half around (0, 0), and the lower half
// around (1, ½), which is the shape of scikit-learn's make_moons.
func placeMoons(_ Recipe, random *rand.Rand) func(int, []float64) {
	return func(class int, point []float64) {
		sin, cos := elementary.Sincos(math.Pi * random.Float64())
		if class == 0 {
			point[0], point[1] = cos, sin
		} else {
			point[0], point[1] = 1-cos, 0.5-sin
		}
	}
}

// scatter returns what makes numeric columns: rows where place puts them, with
// Gaussian noise in every coordinate. place returns a function that writes into
// point where a row of a class lies without noise.
func scatter(place func(r Recipe, random *rand.Rand) func(class int, point []float64)) func(Recipe, *data.Table,
	*rand.Rand) {
	return func(r Recipe, t *data.Table, random *rand.Rand) {
		put := place(r, random)
		deal(r, t, random)
		addNumeric(r, t, "x", r.Features)
		point := make([]float64, r.Features)
		for row, class := range t.Truth.Class {
			put(class, point)
			for j, at := range point {
				// not fused, so that all machines draw the same
				t.Columns[j].Values[row] = at + float64(*r.Spread*variate.Normal(random))
			}
		}
	}
}
