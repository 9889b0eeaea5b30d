package conformal

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
)

// reference is testdata/sets.json, which sets.py made.
type reference struct {
	K            int
	Lambda       float64
	KReg         int `json:"k_reg"`
	Levels       []float64
	P            []float64
	Y            []int
	OneMinusU    []float64 `json:"one_minus_u"`
	PTest        []float64 `json:"p_test"`
	YTest        []int     `json:"y_test"`
	OneMinusUTst []float64 `json:"one_minus_u_test"`
	Cases        []struct {
		Score                             string
		Randomized                        bool
		Scores, Quantiles, Size, Coverage []float64
		Sets                              [][]int
	}
	LACPerClass []float64 `json:"lac_per_class"`
	Points      []float64
	Covered     []int
	Directions  [][]float64
	Slabs       []struct {
		Share    float64
		Coverage []float64
	}
}

func readReference(t *testing.T) (r reference) {
	t.Helper()
	b, err := os.ReadFile("testdata/sets.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func complement(list []float64) []float64 {
	return lists.Map(list, func(v float64) float64 { return 1 - v })
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9 }

// The scores, quantiles and sets are those of MAPIE.
func TestMAPIE(t *testing.T) {
	v := readReference(t)
	calibrating := Rows{K: v.K, Probabilities: v.P, Uniform: complement(v.OneMinusU)}
	tested := Rows{K: v.K, Probabilities: v.PTest, Uniform: complement(v.OneMinusUTst)}
	for _, c := range v.Cases {
		first := 0.0
		if c.Score == TopK {
			first = 1 // MAPIE counts places from 0
		}
		for l, level := range v.Levels {
			s := Settings{Level: level, Score: c.Score, Per: All, Rows: Test, Randomized: c.Randomized, KReg: v.KReg,
				Lambda: v.Lambda}
			name := fmt.Sprintf("%s randomised %v level %v", c.Score, c.Randomized, level)
			for i, scores := range slices.Collect(slices.Chunk(s.Scores(calibrating), v.K)) {
				if got := scores[v.Y[i]]; !near(got, c.Scores[i]+first) {
					t.Errorf("%s: score of row %d is %v, want %v", name, i, got, c.Scores[i]+first)
				}
			}
			thresholds := s.Thresholds(calibrating, v.Y)
			if !near(thresholds[0], c.Quantiles[l]+first) || thresholds[0] != thresholds[v.K-1] {
				t.Errorf("%s: thresholds %v, want %v", name, thresholds, c.Quantiles[l]+first)
			}
			size, hits := 0, 0
			for i, in := range s.Sets(tested, thresholds) {
				if in != (c.Sets[l][i] == 1) {
					t.Errorf("%s: class %d in the set of row %d: %v", name, i%v.K, i/v.K, in)
				}
				if in {
					size++
				}
				if in && v.YTest[i/v.K] == i%v.K {
					hits++
				}
			}
			n := float64(len(v.YTest))
			if !near(float64(size)/n, c.Size[l]) || !near(float64(hits)/n, c.Coverage[l]) {
				t.Errorf("%s: size %v, coverage %v", name, float64(size)/n, float64(hits)/n)
			}
		}
	}
}

func TestThresholdsOfClasses(t *testing.T) {
	v := readReference(t)
	s := Settings{Level: v.Levels[1], Score: LAC, Per: Class}
	for k, got := range s.Thresholds(Rows{K: v.K, Probabilities: v.P}, v.Y) {
		if !near(got, v.LACPerClass[k]) {
			t.Errorf("threshold of class %d is %v, want %v", k, got, v.LACPerClass[k])
		}
	}
}

// The rank is ⌈(n + 1)(1 − level)⌉, whatever rounding makes of it: 10 · (1 − 0.7) is above 3 for a
// processor, which would be the fourth.
func TestQuantile(t *testing.T) {
	up := func(n int) []float64 { return lists.Map(lists.Range(n), func(i int) float64 { return float64(n - i) }) }
	for _, c := range []struct {
		n     int
		level float64
		want  float64
	}{{9, 0.1, 9}, {8, 0.1, math.Inf(1)}, {19, 0.1, 18}, {29, 0.1, 27}, {69, 0.3, 49}, {99, 0.01, 99}, {4, 0.9999, 1}, {9, 0.7, 3},
		{0, 0.5, math.Inf(1)}} {
		if got := Quantile(up(c.n), c.level); got != c.want {
			t.Errorf("quantile of %d scores at %v is %v, want %v", c.n, c.level, got, c.want)
		}
	}
}

// A class that has too few rows for a threshold is in every set.
func TestFewRows(t *testing.T) {
	r := Rows{K: 2, Probabilities: []float64{1, 0, 1, 0, 1, 0}}
	s := Settings{Level: 0.3, Score: LAC, Per: Class}
	thresholds := s.Thresholds(r, []int{0, 0, 0})
	if thresholds[0] != 0 || !math.IsInf(thresholds[1], 1) {
		t.Errorf("thresholds %v", thresholds)
	}
	if got := s.Sets(r, thresholds); slices.Contains(got, false) {
		t.Errorf("sets %v", got)
	}
}

// Sets that are not randomised have the most probable class at least, and none of the classes
// without probability where others reach the threshold.
func TestWholeSets(t *testing.T) {
	r := Rows{K: 3, Probabilities: []float64{1, 0, 0, 0.5, 0.3, 0.2, 0.2, 0.4, 0.4}}
	s := Settings{Level: 0.1, Score: APS, Per: All}
	got := s.Sets(r, []float64{0.6, 0.6, 0.6})
	if want := []bool{true, false, false, true, true, false, false, true, true}; !slices.Equal(got, want) {
		t.Errorf("sets %v, want %v", got, want)
	}
}

// Over many draws of both rows that calibrate and rows that are tested, coverage is what the
// theorem says, of each score, for all rows and with thresholds per class for each class.
func TestCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	draw := func(n int) (r Rows, truth []int) {
		r.K = 3
		for range n {
			p := []float64{random.Float64(), random.Float64(), random.Float64()}
			sum := lists.Sum(p)
			class, at := 0, random.Float64()*sum
			for ; class < 2 && at > p[class]; class++ {
				at -= p[class]
			}
			for _, v := range p {
				r.Probabilities = append(r.Probabilities, v/sum)
			}
			r.Uniform, truth = append(r.Uniform, random.Float64()), append(truth, class)
		}
		return r, truth
	}
	for _, score := range []string{LAC, APS, RAPS, TopK} {
		for _, per := range []string{All, Class} {
			s := Settings{Level: 0.2, Score: score, Per: per, Randomized: true, KReg: 1, Lambda: 0.1}
			hits, counts := make([]float64, 3), make([]float64, 3)
			for range 300 {
				calibrating, truth := draw(60)
				tested, classes := draw(30)
				sets := s.Sets(tested, s.Thresholds(calibrating, truth))
				for i, class := range classes {
					counts[class]++
					if sets[i*3+class] {
						hits[class]++
					}
				}
			}
			share := lists.Sum(hits) / lists.Sum(counts)
			if share < 0.79 || score != TopK && share > 0.85 {
				t.Errorf("%s per %s: coverage %v", score, per, share)
			}
			for k := range counts {
				if per == Class && hits[k]/counts[k] < 0.78 {
					t.Errorf("%s: coverage of class %d is %v", score, k, hits[k]/counts[k])
				}
			}
		}
	}
}

// The half of a row has no share in its own threshold.
func TestHalves(t *testing.T) {
	r := Rows{K: 2, Probabilities: []float64{0.9, 0.1, 0.8, 0.2, 0.3, 0.7, 0.6, 0.4}}
	s := Settings{Level: 0.4, Score: LAC, Per: All}
	got := s.Halves(r, []int{0, 0, 0, 0}, []bool{true, true, false, false})
	// Thresholds: of rows 0 and 1, by rows 2 and 3, the second of 0.4 and 0.7; of the others of 0.1 and 0.2.
	if want := []bool{true, false, true, false, false, false, false, false}; !slices.Equal(got, want) {
		t.Errorf("sets %v, want %v", got, want)
	}
}

func TestDrawn(t *testing.T) {
	all := Drawn(5, lists.Range(10))
	if some := Drawn(5, []int{2, 2, 7}); some[0] != all[2] || some[1] != all[2] || some[2] != all[7] || all[2] == all[7] {
		t.Errorf("numbers of rows 2, 2 and 7: %v of %v", some, all)
	}
}

func TestCheck(t *testing.T) {
	good := Settings{Level: 0.1, Score: LAC, Per: All, Rows: Train, Folds: 5}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for _, change := range []func(*Settings){
		func(s *Settings) { s.Level = math.NaN() }, func(s *Settings) { s.Score = "" }, func(s *Settings) { s.Per = "" },
		func(s *Settings) { s.Rows = "" }, func(s *Settings) { s.Rows = Test }, func(s *Settings) { s.Folds = 1 },
		func(s *Settings) { s.Lambda = -1 }, func(s *Settings) { s.KReg = -1 },
	} {
		wrong := good
		if change(&wrong); wrong.Check() == nil {
			t.Errorf("no error of %+v", wrong)
		}
	}
}
