package labels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/manyclass/bench/framework/contract"
)

// draw returns n rows of k labels and scores that go with them; scores of a coarse
// grid have ties.
func draw(random *rand.Rand, n, k int, coarse bool) ([]int8, contract.Matrix) {
	y, s := make([]int8, n*k), newMatrix(n, k)
	for i := range y {
		y[i] = int8(random.IntN(2))
		s.Data[i] = random.NormFloat64() + float64(y[i])
		if coarse {
			s.Data[i] = math.Round(s.Data[i])
		}
	}
	return y, s
}

func f1(scores []float64, y []int8, threshold float64) float64 {
	hits, sum := 0, 0
	for i, s := range scores {
		if s > threshold {
			hits += int(y[i])
			sum++
		}
		sum += int(y[i])
	}
	return 2 * float64(hits) / float64(max(1, sum))
}

// No other threshold is better, and none above is as good.
func TestTunedIsTheBest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		y, s := draw(random, 1+random.IntN(12), 1, round%2 == 0)
		got := Tuned(s, y, 7)[0]
		if !slices.Contains(y, 1) {
			if got != 7 {
				t.Fatalf("no row has the label: %v", got)
			}
			continue
		}
		reached := f1(s.Data, y, got)
		for _, c := range append(slices.Clone(s.Data), slices.Min(s.Data)-1) {
			if other := f1(s.Data, y, c); other > reached || other == reached && c >= got && !same(s.Data, c, got) {
				t.Fatalf("scores %v of %v: threshold %v has F1 %v, %v has %v", s.Data, y, got, reached, c, other)
			}
		}
	}
}

// same reports whether two thresholds predict the same.
func same(scores []float64, a, b float64) bool {
	return !slices.ContainsFunc(scores, func(s float64) bool { return s > a != (s > b) })
}

func TestCardinalityIsTheNearest(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	count := func(s []float64, threshold float64) (n int) {
		for _, x := range s {
			if x > threshold {
				n++
			}
		}
		return n
	}
	for round := range 300 {
		y, s := draw(random, 1+random.IntN(5), 1+random.IntN(4), round%2 == 0)
		want := 0
		for _, has := range y {
			want += int(has)
		}
		off := func(threshold float64) int { return max(count(s.Data, threshold)-want, want-count(s.Data, threshold)) }
		got := Cardinality(s, y)
		for _, c := range append(slices.Clone(s.Data), slices.Min(s.Data)-1) {
			if off(c) < off(got) || off(c) == off(got) && count(s.Data, c) < count(s.Data, got) {
				t.Fatalf("scores %v, %d labels: threshold %v predicts %d, %v predicts %d", s.Data, want, got, count(s.Data, got), c,
					count(s.Data, c))
			}
		}
	}
	if got := Cardinality(newMatrix(0, 2), nil); got != 0 {
		t.Errorf("without rows: %v", got)
	}
}

func TestThresholdsLieBetweenScores(t *testing.T) {
	for _, test := range []struct{ high, low, want float64 }{
		{3, 1, 2}, {-1, -2, -1.5}, {math.MaxFloat64, -math.MaxFloat64, 0},
		{math.MaxFloat64, math.MaxFloat64 / 2, 0.75 * math.MaxFloat64},
		{1, math.Nextafter(1, 0), math.Nextafter(1, 0)}, {5e-324, 0, 0}, {0, -5e-324, -5e-324},
	} {
		got := below([]scored{{score: test.high}, {score: test.low}}, 0)
		if got != test.want || !(got < test.high) || got < test.low {
			t.Errorf("between %v and %v: %v, want %v", test.high, test.low, got, test.want)
		}
	}
	if got := below([]scored{{score: 2}}, 0); !(got < 2) || got < 1.999 {
		t.Errorf("below the least: %v", got)
	}
	for p, want := range map[float64]float64{0.5: 0, 0.75: math.Log(3), 0: math.Inf(-1), 1: math.Inf(1)} {
		if got := LogOdds(p); math.Abs(got-want) > 1e-15 {
			t.Errorf("log-odds of %v: %v", p, got)
		}
	}
}

// The directions are orthonormal; leading ones span what those of an independent
// singular value decomposition span, and all of them give Y back.
func TestPrincipal(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for round := range 40 {
		n, k, center := 12+random.IntN(20), 2+random.IntN(5), round%2 == 0
		y, _ := draw(random, n, k, false)
		all, err := Principal(y, k, center, Size{Components: k})
		if err != nil {
			t.Fatal(err)
		}
		for a, v := range all.V {
			for b, w := range all.V {
				dot, want := 0.0, 0.0
				for l := range v {
					dot += v[l] * w[l]
				}
				if a == b {
					want = 1
				}
				if math.Abs(dot-want) > 1e-13 {
					t.Fatalf("directions %d and %d: %v", a, b, dot)
				}
			}
		}
		for i, back := range all.Back(all.Project(y)).Data {
			if math.Abs(back-float64(y[i])) > 1e-13 {
				t.Fatalf("Y comes back as %v for %d", back, y[i])
			}
		}
		compareWithSVD(t, y, k, all)
	}
}

func compareWithSVD(t *testing.T, y []int8, k int, all Projection) {
	t.Helper()
	centred := mat.NewDense(len(y)/k, k, nil)
	for i, has := range y {
		centred.Set(i/k, i%k, float64(has)-all.Mean[i%k])
	}
	var svd mat.SVD
	if !svd.Factorize(centred, mat.SVDThin) {
		t.Fatal("no singular values")
	}
	var v mat.Dense
	svd.VTo(&v)
	values := svd.Values(nil)
	for m := range k - 1 {
		if values[m]-values[m+1] < 1e-3 {
			return // the directions are not determined
		}
		dot := 0.0
		for l := range k {
			dot += v.At(l, m) * all.V[m][l]
		}
		if math.Abs(math.Abs(dot)-1) > 1e-9 {
			t.Fatalf("direction %d: cosine %v", m, dot)
		}
	}
}

// Two labels that always come together are one direction; without rows that differ
// there is still one component.
func TestPrincipalOfFewDirections(t *testing.T) {
	p, err := Principal([]int8{1, 1, 0, 0, 1, 1, 1, 1}, 2, true, Size{Explained: 1})
	if err != nil || len(p.V) != 1 || math.Abs(p.V[0][0]-math.Sqrt(0.5)) > 1e-15 ||
		!slices.Equal(p.Mean, []float64{0.75, 0.75}) {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = Principal([]int8{1, 0, 1, 0}, 2, true, Size{Explained: 0.9})
	if err != nil || len(p.V) != 1 ||
		slices.ContainsFunc(p.Project([]int8{1, 0, 1, 0}).Data, func(v float64) bool { return v != 0 }) {
		t.Errorf("constant labels: %+v, %v", p, err)
	}
}

func TestSets(t *testing.T) {
	sets, of := Sets([]int8{0, 1, 1, 1, 0, 1, 0, 0}, 2)
	if !slices.Equal(sets, []string{"01", "11", "00"}) || !slices.Equal(of, []int{0, 1, 0, 2}) {
		t.Errorf("sets %v, rows %v", sets, of)
	}
	d, err := DecideSets([]string{"01", "11"}, 2, contract.Matrix{Rows: 1, Cols: 2, Data: []float64{2, 2}},
		contract.Margin)
	if err != nil || !slices.Equal(d.Predictions, []int{0, 1}) || !slices.Equal(d.Scores.Data, []float64{0, 0}) {
		t.Errorf("a tie: %+v, %v", d, err)
	}
	d, err = DecideSets([]string{"01", "11"}, 2, contract.Matrix{Rows: 1, Cols: 2, Data: []float64{1, 4}}, contract.Margin)
	if err != nil || !slices.Equal(d.Predictions, []int{1, 1}) || !slices.Equal(d.Scores.Data, []float64{3, 3}) {
		t.Errorf("a label of all sets: %+v, %v", d, err)
	}
}

// Pairs are trained where both labels occur alone, and the others are decided by
// the rows there are.
func TestPairs(t *testing.T) {
	y := []int8{
		1, 0, 0, 1,
		0, 1, 0, 1,
		1, 1, 0, 1,
	}
	pairs := Pairs(y, 4)
	if want := "?+-+--"; pairs != want { // 01 02 03 12 13 23
		t.Fatalf("pairs %s, want %s", pairs, want)
	}
	if got := Preferences(y, 4, pairs); got.Cols != 1 || !slices.Equal(got.Data, []float64{1, -1, 0}) {
		t.Errorf("preferences %v", got)
	}
	if got := Pairs([]int8{1, 1, 0, 0}, 2); got != "0" {
		t.Errorf("labels that always come together: %s", got)
	}
	d, err := Rank(contract.Matrix{Rows: 2, Cols: 5, Data: []float64{
		1, -1, -1, 2, -3, // labels 0 and 3 against the virtual one; 1 beats 0
		0, 0, 0, 0, 0,
	}}, 4, pairs)
	// Votes of the first row: 0: 1+0+1+0, 1: 0+1+1+0, 2: 0, 3: 1+3; virtual 2.
	if want := []float64{0, 0, -2, 2, 0, -0.5 + 1 - 1 + 0.5, -1.5, 1.5}; err != nil || !slices.Equal(d.Scores.Data, want) {
		t.Errorf("votes %v, want %v; %v", d.Scores.Data, want, err)
	}
	if want := []int{1, 0, 0, 1, 0, 0, 0, 1}; !slices.Equal(d.Predictions, want) {
		t.Errorf("predictions %v, want %v", d.Predictions, want)
	}
}

// A pair of labels that no row distinguishes gives each half a vote.
func TestAPairThatNothingDecides(t *testing.T) {
	d, err := Rank(contract.Matrix{Rows: 1, Cols: 2, Data: []float64{1, -1}}, 2, "0")
	if want := []float64{1 + 0.5 - 1, 0 + 0.5 - 1}; err != nil || !slices.Equal(d.Scores.Data, want) {
		t.Errorf("votes %v, want %v; %v", d.Scores.Data, want, err)
	}
}

// The votes of all labels and of the virtual one are as many as there are pairs.
func TestVotesAreCounted(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 100 {
		k := 1 + random.IntN(6)
		y, _ := draw(random, 1+random.IntN(6), k, false)
		pairs := Pairs(y, k)
		columns := k + Preferences(y, k, pairs).Cols
		scores := newMatrix(1, columns)
		for i := range scores.Data {
			scores.Data[i] = float64(random.IntN(3) - 1)
		}
		d, err := Rank(scores, k, pairs)
		if err != nil {
			t.Fatal(err)
		}
		virtual := 0.0
		for _, s := range scores.Data[:k] {
			virtual += 1 - vote(s)
		}
		sum := virtual
		for _, v := range d.Scores.Data {
			sum += v + virtual
		}
		if sum != float64(k*(k+1)/2) {
			t.Fatalf("%d labels have %v votes", k, sum)
		}
	}
}

func TestChainedScoresFollowTheirLabels(t *testing.T) {
	s := contract.Matrix{Rows: 1, Cols: 3, Data: []float64{1, 2, 3}}
	if got := Chained(s, [][]int{{2, 0, 1}}, contract.LogOdds); !slices.Equal(got.Data, []float64{2, 3, 1}) {
		t.Errorf("one chain: %v", got.Data)
	}
	s = contract.Matrix{Rows: 1, Cols: 6, Data: []float64{1, -2, 3, -1, 0, -1}}
	if got := Chained(s, [][]int{{2, 0, 1}, {0, 1, 2}}, contract.Margin); !slices.Equal(got.Data, []float64{-1, 0.5, 0}) {
		t.Errorf("votes: %v", got.Data)
	}
	random := rand.New(rand.NewPCG(9, 10))
	for range 100 {
		a, b := 3*random.NormFloat64(), 3*random.NormFloat64()
		p := (1/(1+math.Exp(-a)) + 1/(1+math.Exp(-b))) / 2
		if got, want := averageLogOdds([]float64{a, b}), math.Log(p/(1-p)); math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
			t.Fatalf("the average of %v and %v is %v, want %v", a, b, got, want)
		}
	}
	if got := averageLogOdds([]float64{-2000, -1000}); math.Abs(got-(-1000-math.Ln2)) > 1e-9 {
		t.Errorf("far away: %v", got)
	}
}

func TestDecideRefusesWhatIsNotFinite(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		m := contract.Matrix{Rows: 1, Cols: 2, Data: []float64{1, bad}}
		for i, decide := range []func() (contract.Decoded, error){
			func() (contract.Decoded, error) { return Decide(m, []float64{0, 0}, contract.Margin) },
			func() (contract.Decoded, error) { return DecideSets([]string{"1", "0"}, 1, m, contract.LogOdds) },
			func() (contract.Decoded, error) { return Rank(m, 2, "0") },
		} {
			if _, err := decide(); err == nil {
				t.Error(fmt.Sprint("decision ", i, " takes ", bad))
			}
		}
	}
}
