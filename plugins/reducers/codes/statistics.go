package codes

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/plugins/internal/psd"
)

const (
	// maxFeatures is the largest number of columns of ClassStatistics, whose
	// scatter matrix takes 100 MB then.
	maxFeatures = 5000
	// ridge is the share of each feature's total scatter that is added to the
	// scatter within classes.
	ridge = 1e-3
	// rankThreshold is the eigenvalue of a ridged correlation matrix that counts
	// as 0: none does but by rounding.
	rankThreshold = 1e-12
	// tile is how many rows are copied before they are multiplied.
	tile = 64
)

// Statistics is what Discriminant needs to know of training rows: how many there
// are of each class, and the inner products of the class means in the space in
// which the covariance within classes is the unit matrix.
type Statistics struct {
	counts   []float64
	products *mat.SymDense // K × K, of the means less the mean of all rows
}

// ClassStatistics computes the statistics of n rows of d features, x row by row;
// classes[i] in 0 … k−1 is the class of row i. Classes may be without rows. The
// covariance is (W + 0.001·D)/n, W the scatter of the rows around the means of
// their classes and D the diagonal of their scatter around the mean of all: with
// this ridge it takes no special care if features depend on each other or are
// constant within classes, or if there are fewer rows than features.
//
// It is an error if there are no features or more than 5,000, no rows, or a value
// that is not finite. It panics if the lengths do not fit.
func ClassStatistics(x []float64, n, d int, classes []int, k int) (Statistics, error) {
	if len(x) != n*d || len(classes) != n || k < 2 {
		panic("codes: class statistics of rows that do not fit")
	}
	switch {
	case n == 0 || d == 0:
		return Statistics{}, fmt.Errorf(
			"splitting classes by their separability needs rows and features, and there are %d rows of %d features", n, d)
	case d > maxFeatures:
		return Statistics{}, fmt.Errorf("%d features are too many to split classes by their separability (at most %d): "+
			"hash to fewer columns", d, maxFeatures)
	}
	centre, err := overallMean(x, n, d)
	if err != nil {
		return Statistics{}, err
	}
	means, counts := classMeans(x, d, classes, k, centre)
	covariance := scatter(x, d, classes, centre, means)
	for j := range d {
		total := covariance.At(j, j)
		for class, count := range counts {
			total += float64(count * means[class][j] * means[class][j])
		}
		covariance.SetDiagonal(j, covariance.At(j, j)+float64(ridge*total))
	}
	covariance.Scale(1 / float64(n))
	factor, err := psd.New(covariance, rankThreshold)
	if err != nil {
		return Statistics{}, err
	}
	return Statistics{counts, innerProducts(means, factor)}, nil
}

// overallMean adds up differences to the first row, so that the mean of equal
// values is exactly their value.
func overallMean(x []float64, n, d int) ([]float64, error) {
	mean := make([]float64, d)
	for i := range n {
		for j, v := range x[i*d : (i+1)*d] {
			if v-v != 0 {
				return nil, fmt.Errorf("feature column %d of row %d is not a finite number", j, i)
			}
			mean[j] += v - x[j]
		}
	}
	for j := range mean {
		mean[j] = x[j] + mean[j]/float64(n)
		if math.IsInf(mean[j], 0) || math.IsNaN(mean[j]) {
			return nil, fmt.Errorf("the sum of feature column %d overflows: standardise the features", j)
		}
	}
	return mean, nil
}

// classMeans returns the mean of each class less the centre, 0 for one without
// rows, and the numbers of rows.
func classMeans(x []float64, d int, classes []int, k int, centre []float64) (means [][]float64, counts []float64) {
	means, counts = lists.Table[float64](k, d), make([]float64, k)
	for i, class := range classes {
		counts[class]++
		for j, v := range x[i*d : (i+1)*d] {
			means[class][j] += v - centre[j]
		}
	}
	for class, count := range counts {
		for j := range means[class] {
			means[class][j] /= max(1, count)
		}
	}
	return means, counts
}

// scatter returns the scatter of the rows around the means of their classes.
func scatter(x []float64, d int, classes []int, centre []float64, means [][]float64) *psd.Sym {
	within := psd.NewSym(d)
	width := within.Width()
	block := make([]float64, tile*width)
	for first := 0; first < len(classes); first += tile {
		rows := min(tile, len(classes)-first)
		for t := range rows {
			i := first + t
			row, mean := block[t*width:t*width+d], means[classes[i]]
			for j, v := range x[i*d : (i+1)*d] {
				row[j] = v - centre[j] - mean[j]
			}
		}
		within.AddGram(rows, block[:rows*width])
	}
	return within
}

// innerProducts returns a Σ⁻¹ b for every two class means.
func innerProducts(means [][]float64, covariance *psd.Factor) *mat.SymDense {
	products := mat.NewSymDense(len(means), nil)
	for a, mean := range means {
		whitened := covariance.Solve(mean)
		for b := a; b < len(means); b++ {
			sum := 0.0
			for j, v := range means[b] {
				sum += float64(v * whitened[j])
			}
			products.SetSym(a, b, sum)
		}
	}
	return products
}
