// Package power says by simulation how often a test would find a difference, from how much the
// differences of a pilot study vary. Simulations have fixed seeds.
package power

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/special"
	"github.com/manyclass/bench/framework/base/variate"
	"github.com/manyclass/bench/framework/evaluation/stats"
)

// Simulations is how many studies are simulated for a power, whose standard error is so at most
// 0.011. Enough is the power that is usually asked for (Cohen, Statistical Power Analysis, 1988).
// Most datasets and repeats that are looked for.
const (
	Simulations  = 2000
	Enough       = 0.8
	MostDatasets = 500
	MostRepeats  = 100
)

const seed = 0x706f776572

// Datasets is the power of Wilcoxon's signed-rank test, two-sided at a level, to find a
// difference of two methods over n datasets. The differences d of a pilot study say how
// differences vary: a simulated one is a draw of d − mean(d) with normal noise of the width of
// Silverman (Density Estimation, 1986, equation 3.31), scaled to the variance of d, plus the
// difference. At least two differences are needed; without variance the power is 1, or 0 where
// no ranks of n are significant.
func Datasets(d []float64, difference, level float64, n int) float64 {
	s := newShape(d)
	critical := criticalSum(n, level)
	if critical < 0 {
		return 0
	}
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	found := 0
	drawn := make([]float64, n)
	for range Simulations {
		for i := range drawn {
			drawn[i] = difference + s.draw(random)
		}
		if smallerSum(drawn) <= critical {
			found++
		}
	}
	return float64(found) / Simulations
}

// DatasetsNeeded is the smallest number of datasets, of stats.LeastDatasets and more, with a
// power of Enough; 0 if MostDatasets are too few.
func DatasetsNeeded(d []float64, difference, level float64) int {
	return least(stats.LeastDatasets, MostDatasets, func(n int) bool {
		return Datasets(d, difference, level, n) >= Enough
	})
}

// Repeats is the power of the corrected resampled t-test, two-sided at a level, to find a
// difference on one dataset by r repeats of k folds. sd is the standard deviation of a pilot
// study's differences over folds, and test and train are in the proportion of test and training
// rows: differences are normal and correlated by test/(test + train), as the test assumes, so
// that more repeats help only up to a limit.
func Repeats(sd, difference, level, test, train float64, k, r int) float64 {
	n := float64(k * r)
	correlation := test / (test + train)
	variance := sd * sd / (1 - correlation)
	spread := math.Sqrt(variance * (correlation + (1-correlation)/n))
	critical := special.StudentQuantile(n-1, level/2)
	half := float64((n - 1) / 2)
	random := rand.New(rand.NewPCG(seed, uint64(k*r)))
	found := 0
	for range Simulations {
		mean := difference + float64(spread*variate.Normal(random))
		within := sd * sd * variate.Gamma(random, half) / half
		if math.Abs(mean) > critical*math.Sqrt((1/n+test/train)*within) {
			found++
		}
	}
	return float64(found) / Simulations
}

// RepeatsNeeded is the smallest number of repeats with a power of Enough; 0 if MostRepeats are
// too few.
func RepeatsNeeded(sd, difference, level, test, train float64, k int) int {
	return least(1, MostRepeats, func(r int) bool {
		return k*r >= stats.LeastFolds && Repeats(sd, difference, level, test, train, k, r) >= Enough
	})
}

// least is the smallest number between bounds that is enough, from where on all are; 0 if there
// is none.
func least(low, most int, enough func(int) bool) int {
	high := low
	for !enough(high) {
		if high == most {
			return 0
		}
		low, high = high+1, min(2*high, most)
	}
	for low < high {
		if middle := (low + high) / 2; enough(middle) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return high
}

// shape draws numbers of mean 0 that vary as those of a pilot study do.
type shape struct {
	centred      []float64
	width, scale float64
}

func newShape(d []float64) shape {
	sorted := slices.Sorted(slices.Values(d))
	sd := stats.SD(d)
	quartiles := (stats.Quantile(sorted, 0.75) - stats.Quantile(sorted, 0.25)) / 1.34
	if quartiles > 0 {
		quartiles = min(sd, quartiles)
	} else {
		quartiles = sd
	}
	n := float64(len(d))
	s := shape{width: 0.9 * quartiles * elementary.Pow(n, -0.2), scale: 1}
	mean, squares := stats.Mean(d), 0.0
	for _, v := range d {
		s.centred = append(s.centred, v-mean)
		squares += float64((v - mean) * (v - mean))
	}
	if squares > 0 {
		s.scale = sd / math.Sqrt(squares/n+float64(s.width*s.width))
	}
	return s
}

func (s shape) draw(random *rand.Rand) float64 {
	at := s.centred[random.IntN(len(s.centred))]
	return s.scale * (at + float64(s.width*variate.Normal(random)))
}

// smallerSum is the smaller sum of the ranks of positive and of negative numbers, by their sizes;
// it sorts them.
func smallerSum(d []float64) float64 {
	slices.SortFunc(d, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	plus, all := 0.0, 0.0
	for i, v := range d {
		all += float64(i + 1)
		if v > 0 {
			plus += float64(i + 1)
		}
	}
	return min(plus, all-plus)
}

// criticalSum is the largest smaller sum of n ranks that Wilcoxon's test finds significant, as
// stats.Wilcoxon decides: exact up to 25 ranks, else of the normal distribution; −1 for none.
func criticalSum(n int, level float64) float64 {
	sum := n * (n + 1) / 2
	if n > stats.MostExact {
		variance := float64(n*(n+1)*(2*n+1)) / 24
		return float64(float64(sum)/2) - float64(special.NormalQuantile(level/2)*math.Sqrt(variance))
	}
	ways := make([]float64, sum+1)
	ways[0] = 1
	for rank := 1; rank <= n; rank++ {
		for at := sum; at >= rank; at-- {
			ways[at] += ways[at-rank]
		}
	}
	critical, share := -1.0, 0.0
	for at, count := range ways {
		share += math.Ldexp(count, 1-n)
		if !(share < level) {
			break
		}
		critical = float64(at)
	}
	return critical
}
