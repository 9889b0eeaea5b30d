package hierarchical

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/bayes/markov"
)

// A case of testdata/hierarchical.json, which names its origin: Stan on the same model.
type stan struct {
	Name                  string
	Folds, Repeats        int
	Rope                  float64
	D                     [][]float64
	Probabilities         [3]float64
	Baycomp               [3]float64
	Mean, Spread, Freedom struct {
		Mean, SD  float64
		Quantiles [3]float64 // 0.05, 0.5, 0.95
	}
	Datasets []float64
}

func readStan(t *testing.T) []stan {
	t.Helper()
	b, err := os.ReadFile("../../testdata/hierarchical.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []stan }
	if err := json.Unmarshal(b, &file); err != nil || len(file.Cases) == 0 {
		t.Fatal(err, len(file.Cases))
	}
	return file.Cases
}

func differences(c stan) []Differences {
	return lists.Map(c.D, func(d []float64) Differences { return Differences{d, 1 / float64(c.Folds)} })
}

// Posteriors are those of Stan, within the errors of both: a tenth of a deviation.
func TestAgainstStan(t *testing.T) {
	for _, c := range readStan(t) {
		m, err := newModel(differences(c), c.Rope)
		if err != nil {
			t.Fatal(err)
		}
		drawn := [][]state{newChain(m, 0).draw(warmUp, kept, 1), newChain(m, 1).draw(warmUp, kept, 1),
			newChain(m, 2).draw(warmUp, kept, 1), newChain(m, 3).draw(warmUp, kept, 1)}
		r := m.summary(drawn, c.Rope, 0.1)
		for i, p := range []float64{r.Above, r.Rope, r.Below} {
			if math.Abs(p-c.Probabilities[i]) > 0.025 || math.Abs(p-c.Baycomp[i]) > 0.03 {
				t.Errorf("%s: probability %v, Stan %v, baycomp %v", c.Name, p, c.Probabilities[i], c.Baycomp[i])
			}
		}
		for _, q := range []struct {
			name string
			of   func(state) float64
			want struct {
				Mean, SD  float64
				Quantiles [3]float64
			}
		}{
			{"mean", func(s state) float64 { return s.mean * m.scale }, c.Mean},
			{"spread", func(s state) float64 { return math.Log(s.spread * m.scale) }, c.Spread},
			{"freedom", func(s state) float64 { return math.Log(s.freedom + 1) }, c.Freedom},
		} {
			var values []float64
			for _, states := range drawn {
				values = append(values, lists.Map(states, q.of)...)
			}
			mean, sd := stats.Mean(values), math.Sqrt(stats.Variance(values))
			if math.Abs(mean-q.want.Mean) > 0.1*q.want.SD || math.Abs(sd/q.want.SD-1) > 0.1 {
				t.Errorf("%s: %s has mean %v and deviation %v, Stan %v and %v", c.Name, q.name, mean, sd, q.want.Mean, q.want.SD)
			}
			low, high := markov.Interval(values, 0.1)
			middle := stats.Quantile(values, 0.5)
			for i, v := range []float64{low, middle, high} {
				if math.Abs(v-q.want.Quantiles[i]) > 0.2*q.want.SD {
					t.Errorf("%s: quantile %d of %s is %v, Stan %v", c.Name, i, q.name, v, q.want.Quantiles[i])
				}
			}
		}
		for i, v := range r.Datasets {
			if math.Abs(v-c.Datasets[i]) > 0.1*c.Mean.SD {
				t.Errorf("%s: dataset %d is drawn to %v, Stan %v", c.Name, i, v, c.Datasets[i])
			}
		}
		if r.RHat > 1.02 || r.Effective < 500 {
			t.Errorf("%s: R-hat %v, %v draws", c.Name, r.RHat, r.Effective)
		}
	}
}

// The posterior of four datasets by sums over grids: σ_i are integrated out, δ_i summed.
func TestAgainstIntegration(t *testing.T) {
	m := model{scale: 1, farthest: 3, wide: 1000, tall: 10}
	for _, mean := range []float64{-0.2, 0.4, 0.5, 2} {
		m.datasets = append(m.datasets, dataset{n: 10, mean: mean, within: 9, weight: 10 / 1.9})
	}
	total, want := 0.0, [3]float64{}
	for less := math.Log(0.02); less < math.Log(600); less += 0.4 {
		prior := 0.0
		for a := 0.05; a < 1; a += 0.1 {
			for b := 0.05; b < 1; b += 0.1 {
				prior += distuv.Gamma{Alpha: leastShape + a, Beta: leastRate + b*(rates-leastRate)}.Prob(math.Exp(less))
			}
		}
		for spread := -5.0; spread < math.Log(m.tall); spread += 0.15 {
			for mean := -3.0; mean <= 3; mean += 0.1 {
				weight := prior * math.Exp(less+spread)
				for _, d := range m.datasets {
					weight *= m.likelihood(d, mean, math.Exp(spread), math.Exp(less)+1)
				}
				total += weight
				for i, v := range []float64{mean, spread, math.Log(math.Exp(less) + 1)} {
					want[i] += weight * v
				}
			}
		}
	}
	for i, of := range []func(state) float64{func(s state) float64 { return s.mean },
		func(s state) float64 { return math.Log(s.spread) }, func(s state) float64 { return math.Log(s.freedom + 1) }} {
		values := lists.Map(newChain(m, 1).draw(500, 10000, 1), of)
		sd := math.Sqrt(stats.Variance(values))
		if got := stats.Mean(values); math.Abs(got-want[i]/total) > 0.06*sd {
			t.Errorf("number %d is %v, by integration %v, deviation %v", i, got, want[i]/total, sd)
		}
	}
}

// likelihood is that of a dataset up to a constant: the sum over δ, taken where its
// Student distribution has equal shares.
func (m model) likelihood(d dataset, mean, spread, nu float64) float64 {
	next, sum := distuv.StudentsT{Sigma: 1, Nu: nu}, 0.0
	const step = 0.2
	for delta := d.mean - 3; delta < d.mean+3; delta += step {
		at := math.Pow(d.within+d.weight*(d.mean-delta)*(d.mean-delta), -(d.n-1)/2)
		low, high := (delta-step/2-mean)/spread, (delta+step/2-mean)/spread
		if low > 8 || high < -8 {
			sum += at * step / spread * next.Prob((delta-mean)/spread)
			continue
		}
		sum += at * (next.CDF(high) - next.CDF(low))
	}
	return sum
}

// Of parameters that are drawn from the prior and data that are drawn with them, the
// posterior has ranks that are uniform (Talts and others, Validating Bayesian inference
// algorithms with simulation-based calibration, 2018).
func TestCalibration(t *testing.T) {
	const simulations, draws, bins = 300, 59, 10
	random := rand.New(rand.NewPCG(1, 2))
	source := rand.NewPCG(3, 4)
	var counts [3][bins]float64
	for n := range simulations {
		m := model{scale: 1, farthest: 2, wide: 3, tall: 3}
		truth := state{mean: -2 + 4*random.Float64(), spread: 3 * random.Float64()}
		shape, rate := leastShape+random.Float64(), leastRate+(rates-leastRate)*random.Float64()
		truth.freedom = distuv.Gamma{Alpha: shape, Beta: rate, Src: source}.Rand()
		for range 5 {
			delta := distuv.StudentsT{Mu: truth.mean, Sigma: truth.spread, Nu: truth.freedom + 1, Src: source}.Rand()
			sigma := m.wide * random.Float64()
			d := dataset{n: 6, weight: 6 / (1 + 5/3.0)}
			d.mean = delta + random.NormFloat64()*sigma/math.Sqrt(d.weight)
			d.within = sigma * sigma * distuv.ChiSquared{K: d.n - 1, Src: source}.Rand()
			m.datasets = append(m.datasets, d)
		}
		drawn := newChain(m, uint64(n)).draw(100, draws, 8)
		for i, of := range []func(state) float64{func(s state) float64 { return s.mean },
			func(s state) float64 { return s.spread }, func(s state) float64 { return s.freedom }} {
			rank := lists.Count(drawn, func(s state) bool { return of(s) < of(truth) })
			counts[i][rank*bins/(draws+1)]++
		}
	}
	for i, list := range counts {
		chi := 0.0
		for _, n := range list {
			chi += (n - simulations/bins) * (n - simulations/bins) / (simulations / bins)
		}
		if p := (distuv.ChiSquared{K: bins - 1}).Survival(chi); p < 0.005 {
			t.Errorf("ranks of number %d are not uniform: %v, p = %v", i, list, p)
		}
	}
}

// Signs turn with the differences; the same differences give the same numbers.
func TestTurned(t *testing.T) {
	c := readStan(t)[0]
	r, err := Test(differences(c), c.Rope, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := Test(differences(c), c.Rope, 0.05); again.Posterior != r.Posterior || again.Mean != r.Mean {
		t.Errorf("%+v, then %+v", r, again)
	}
	turned := lists.Map(differences(c), func(d Differences) Differences {
		return Differences{lists.Map(d.Values, func(v float64) float64 { return -v }), d.Share}
	})
	back, err := Test(turned, c.Rope, 0.05)
	if err != nil || math.Abs(back.Below-r.Above) > 0.02 || math.Abs(back.Mean+r.Mean) > 0.001 {
		t.Errorf("%+v, turned %+v, %v", r, back, err)
	}
	if sum := r.Above + r.Rope + r.Below; math.Abs(sum-1) > 1e-9 || !(r.Low < r.Mean && r.Mean < r.High) {
		t.Errorf("%+v", r)
	}
}

// Differences that do not vary get the deviation of the rope; without one they are
// refused.
func TestConstant(t *testing.T) {
	var same []Differences
	for range 6 {
		same = append(same, Differences{make([]float64, 10), 0.1})
	}
	if _, err := Test(same, 0, 0.05); !errors.Is(err, ErrConstant) {
		t.Error(err)
	}
	if _, err := Test([]Differences{{[]float64{1e300, -1e300}, 0.5}}, 0.01, 0.05); !errors.Is(err, ErrLarge) {
		t.Error(err)
	}
	if r, err := Test(same, 0.01, 0.05); err != nil || r.Rope < 0.95 || math.Abs(r.Mean) > 0.001 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Chains that stay in different places have not met, and draws that repeat one another
// count less.
func TestConverge(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	together, apart, slow := make([][]float64, 8), make([][]float64, 8), make([][]float64, 8)
	for i := range together {
		at := 0.0
		for range 1000 {
			v := random.NormFloat64()
			at = 0.9*at + v
			together[i] = append(together[i], v)
			apart[i] = append(apart[i], v+float64(i%2))
			slow[i] = append(slow[i], at)
		}
	}
	if r := markov.RHat(together); math.Abs(r-1) > 0.01 {
		t.Errorf("R-hat %v of chains that have met", r)
	}
	if r := markov.RHat(apart); (Result{RHat: r}).met() == nil || (Result{RHat: math.NaN()}).met() == nil {
		t.Errorf("R-hat %v of chains that have not", r)
	}
	if n := markov.Effective(together); n < 7000 {
		t.Errorf("%v of 8,000 independent draws", n)
	}
	// With autocorrelations 0.9^lag a draw counts (1−0.9)/(1+0.9).
	if n := markov.Effective(slow); math.Abs(n-8000*0.1/1.9) > 120 {
		t.Errorf("%v of 8,000 draws with correlation 0.9, want %v", n, 8000*0.1/1.9)
	}
}
