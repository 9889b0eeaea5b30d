package neighbours

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// TestReference compares with scikit-learn.
func TestReference(t *testing.T) {
	b, err := os.ReadFile("testdata/knn.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Models []struct {
			Classes, K      int
			Weights, Metric string
			Shares          []float64
		}
	}
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	if len(want.Models) < 20 {
		t.Errorf("%d models", len(want.Models))
	}
	for _, w := range want.Models {
		p, asked := parts(t, w.Classes)
		width := 1
		if w.Classes > 2 {
			width = w.Classes
		}
		m := reference.Train(t, Component(), map[string]any{"k": w.K, "weights": w.Weights, "metric": w.Metric}, p)
		for i, s := range reference.Scores(m, asked, width) {
			reference.Near(t, fmt.Sprintf("%d classes, %d by %s of %s: share %d", w.Classes, w.K, w.Weights, w.Metric, i), s,
				w.Shares[i], 1e-9)
		}
	}
}

// parts divides breast cancer into training rows, and rows that are asked for.
func parts(t testing.TB, classes int) (p contract.Problem, asked contract.Matrix) {
	all := reference.BreastCancer(t)
	p = contract.Problem{Task: contract.Binary, Classes: classes, X: contract.Matrix{Cols: all.X.Cols}}
	asked.Cols = all.X.Cols
	for i := range all.X.Rows {
		if i%10 == 0 {
			asked.Data = append(asked.Data, all.X.Row(i)...)
			continue
		}
		p.X.Data = append(p.X.Data, all.X.Row(i)...)
		y := all.Y[i]
		if classes > 2 {
			p.Task = contract.Multiclass
			if y = 1 + (y+1)/2; i%3 == 0 {
				y = 0
			}
		}
		p.Y = append(p.Y, y)
	}
	asked.Data = append(asked.Data, p.X.Data[:5*asked.Cols]...)
	p.X.Rows, asked.Rows = len(p.Y), len(asked.Data)/asked.Cols
	return p, asked
}

// TestTiesByRowOrder has rows on a grid, most of them several times: neighbours are
// those of a full sort by distance and row, also where squares of lengths hide the distances.
func TestTiesByRowOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, away := range []float64{0, 3e7, 1e8, 1e9} {
		p := contract.Problem{Task: contract.Multiclass, Classes: 3, X: contract.Matrix{Rows: 200, Cols: 3}}
		for i := range 200 {
			side := away * float64(1-i/2%2*2) // so that the mean is near neither
			p.X.Data = append(p.X.Data, side+float64(rng.IntN(4)), float64(rng.IntN(4)), 7)
			p.Y = append(p.Y, float64(i%3))
		}
		for _, metric := range []string{euclidean, manhattan} {
			for _, k := range []int{1, 4, 500} {
				m := reference.Train(t, Component(), map[string]any{"k": k, "metric": metric}, p)
				scores := reference.Scores(m, p.X, 3)
				for i := range p.X.Rows {
					want := sorted(p, p.X.Row(i), k, metric)
					if got := scores[3*i : 3*i+3]; !slices.Equal(got, want) {
						t.Fatalf("%v away, %d by %s: row %d has shares %v, want %v", away, k, metric, i, got, want)
					}
				}
			}
		}
	}
}

// sorted returns the shares by a full sort.
func sorted(p contract.Problem, row []float64, k int, metric string) []float64 {
	rows := make([]int, p.X.Rows)
	distances := make([]float64, p.X.Rows)
	for i := range rows {
		rows[i] = i
		for j, v := range p.X.Row(i) {
			if metric == euclidean {
				distances[i] += (row[j] - v) * (row[j] - v)
			} else {
				distances[i] += math.Abs(row[j] - v)
			}
		}
	}
	slices.SortFunc(rows, func(a, b int) int { return cmp.Or(cmp.Compare(distances[a], distances[b]), cmp.Compare(a, b)) })
	k = min(k, len(rows))
	shares := make([]float64, p.Classes)
	for _, i := range rows[:k] {
		shares[int(p.Y[i])]++
	}
	for c := range shares {
		shares[c] /= float64(k)
	}
	return shares
}

// TestJointScores: models scored together have the bytes of each alone.
func TestJointScores(t *testing.T) {
	for _, config := range []string{`{}`, `{"weights":"distance","k":7}`, `{"metric":"manhattan"}`} {
		reference.CheckJoint(t, Component(), contract.Config(config))
	}
}

func TestCompanyAndSymmetry(t *testing.T) {
	reference.CheckBatch(t, Component())
	// Of probabilities, the log-odds are negated.
	p, asked := parts(t, 2)
	q := p
	q.Y = make([]float64, len(p.Y))
	for i, y := range p.Y {
		q.Y[i] = -y
	}
	for _, settings := range []map[string]any{nil, {"weights": distance, "k": 9}} {
		one := reference.Scores(reference.Train(t, Component(), settings, p), asked, 1)
		two := reference.Scores(reference.Train(t, Component(), settings, q), asked, 1)
		for i := range one {
			if math.Log(one[i])-math.Log(1-one[i]) != -(math.Log(two[i])-math.Log(1-two[i])) || one[i] != 1-two[i] {
				t.Fatalf("%v: share %d is %v and %v", settings, i, one[i], two[i])
			}
		}
	}
}

// TestHardRows: shares are shares whatever the units.
func TestHardRows(t *testing.T) {
	problems := reference.Hard()
	huge := problems["one column"]
	huge.X.Data = slices.Clone(huge.X.Data)
	for i := range huge.X.Data {
		huge.X.Data[i] = math.Copysign(math.MaxFloat64, huge.X.Data[i])
	}
	problems["as large as can be"] = huge
	for name, p := range problems {
		for _, settings := range []map[string]any{{}, {"weights": distance}, {"metric": manhattan, "weights": distance},
			{"k": 1000, "weights": distance}} {
			sums := make([]float64, p.X.Rows)
			for i, s := range reference.Scores(reference.Train(t, Component(), settings, reference.ThreeClasses(p)), p.X, 3) {
				if sums[i/3] += s; !(s >= 0 && s <= 1) {
					t.Errorf("%s, %v: share %d is %v", name, settings, i, s)
				}
			}
			for i, sum := range sums {
				reference.Near(t, fmt.Sprintf("%s, %v: sum of row %d", name, settings, i), sum, 1, 1e-12)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	reference.CheckRefusals(t, Component(), []string{
		`{"k":0}`, `{"k":2.5}`, `{"weights":"gaussian"}`, `{"metric":"cosine"}`, `{"n_neighbors":3}`, `{"k":"3"}`,
	}, map[string]func(*contract.Problem){
		"column 2":           func(p *contract.Problem) { p.X.Data[7*4+2] = math.Inf(1) },
		"no training rows":   func(p *contract.Problem) { p.X, p.Y = contract.Matrix{Cols: 4}, nil },
		"class number below": func(p *contract.Problem) { p.Y[3] = 3 },
		"regression":         func(p *contract.Problem) { p.Task = contract.Regression },
		"both signs":         func(p *contract.Problem) { p.Task, p.X.Rows, p.Y = contract.Binary, 2, []float64{1, 1} },
	})
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"k":3,"weights":"distance"}`))
	f.Add([]byte(`{"k":"3"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if l, err := Component().Learner(b); (l == nil) == (err == nil) {
			t.Errorf("learner %v, error %v", l, err)
		}
	})
}

func BenchmarkScore2000x15000x16(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	p := contract.Problem{Task: contract.Multiclass, Classes: 26, X: contract.Matrix{Rows: 15000, Cols: 16}}
	for range p.X.Rows {
		y := rng.IntN(26)
		p.Y = append(p.Y, float64(y))
		for j := range p.X.Cols {
			p.X.Data = append(p.X.Data, rng.NormFloat64()+float64((y>>(j%4))&1))
		}
	}
	m := reference.Train(b, Component(), nil, p)
	asked := contract.Matrix{Rows: 2000, Cols: 16, Data: p.X.Data[:2000*16]}
	for b.Loop() {
		reference.Scores(m, asked, 26)
	}
}
