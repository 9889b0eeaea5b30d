// Package reference holds datasets and optima computed by other programs, for
// the tests of the learners. See testdata/README.md for where they come from.
package reference

import (
	"embed"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

//go:embed testdata
var files embed.FS

// Optimum is the solution of one binary problem.
type Optimum struct {
	Objective float64   `json:"objective"`
	Coef      []float64 `json:"coef"`
	Intercept float64   `json:"intercept"`
	Scores    struct {
		First5 []float64 `json:"first5"`
		Sum    float64   `json:"sum"`
		SumSq  float64   `json:"sumsq"`
	} `json:"scores"`
	TrainErrors int `json:"train_errors"`
}

// Optima are the numbers of linear_models.json.
type Optima struct {
	BreastCancer map[string]json.RawMessage `json:"breast_cancer"`
	Iris         struct {
		LDA struct {
			Coef        [][]float64 `json:"coef"`
			Intercept   []float64   `json:"intercept"`
			TrainErrors int         `json:"train_errors"`
			NLL         float64     `json:"nll"`
		} `json:"lda_unbiased_cov_n_minus_K"`
		LeaveOneOut struct {
			Errors int   `json:"lda_errors"`
			Rows   []int `json:"lda_wrong_rows"`
		} `json:"loo"`
	} `json:"iris"`
}

// Load reads linear_models.json.
func Load(t testing.TB) Optima {
	t.Helper()
	b, err := files.ReadFile("testdata/linear_models.json")
	if err != nil {
		t.Fatal(err)
	}
	var o Optima
	if err := json.Unmarshal(b, &o); err != nil {
		t.Fatal(err)
	}
	return o
}

// Binary returns the optimum of a breast cancer problem, for example
// "logistic_C1_freebias".
func (o Optima) Binary(t testing.TB, name string) Optimum {
	t.Helper()
	var v Optimum
	if err := json.Unmarshal(o.BreastCancer[name], &v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

// BreastCancer returns the 569 × 30 breast cancer data, every column shifted to
// mean 0 and scaled to population deviation 1, with benign as +1.
func BreastCancer(t testing.TB) contract.Problem {
	t.Helper()
	p := read(t, "breast_cancer")
	Standardise(p.X)
	p.Task, p.Classes = contract.Binary, 2
	for i, y := range p.Y {
		p.Y[i] = 2*y - 1
	}
	return p
}

// Iris returns the 150 × 4 iris data as they are, with classes 0, 1, 2 of 50
// consecutive rows each.
func Iris(t testing.TB) contract.Problem {
	t.Helper()
	p := read(t, "iris")
	p.Task, p.Classes = contract.Multiclass, 3
	return p
}

// Standardise shifts and scales columns in place to mean 0 and population
// deviation 1.
func Standardise(x contract.Matrix) {
	for j := range x.Cols {
		mean, square := 0.0, 0.0
		for i := range x.Rows {
			mean += x.Data[i*x.Cols+j] / float64(x.Rows)
		}
		for i := range x.Rows {
			d := x.Data[i*x.Cols+j] - mean
			square += d * d / float64(x.Rows)
		}
		for i := range x.Rows {
			x.Data[i*x.Cols+j] = (x.Data[i*x.Cols+j] - mean) / math.Sqrt(square)
		}
	}
}

// read returns the rows of a CSV file with a header, whose last column is y.
func read(t testing.TB, name string) contract.Problem {
	t.Helper()
	f, err := files.Open("testdata/" + name + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	d := len(records[0]) - 1
	p := contract.Problem{X: contract.Matrix{Rows: len(records) - 1, Cols: d}}
	for _, record := range records[1:] {
		values := make([]float64, d+1)
		for j, text := range record {
			if values[j], err = strconv.ParseFloat(text, 64); err != nil {
				t.Fatal(err)
			}
		}
		p.X.Data, p.Y = append(p.X.Data, values[:d]...), append(p.Y, values[d])
	}
	return p
}

// Train builds the component's learner with settings and trains it.
func Train(t testing.TB, c contract.Component, settings map[string]any, p contract.Problem) contract.Model {
	t.Helper()
	l, err := c.Learner(contract.NewConfig(settings))
	if err != nil {
		t.Fatal(err)
	}
	m, err := l.Train(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Scores returns the model's k scores of each row.
func Scores(m contract.Model, x contract.Matrix, k int) []float64 {
	s := make([]float64, x.Rows*k)
	m.Score(x, s)
	return s
}

// Near fails the test unless got is within tol of want, relative to the larger
// of |want| and 1.
func Near(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*max(1, math.Abs(want))) {
		t.Errorf("%s is %v, want %v (%s)", what, got, want, fmt.Sprintf("off by %.2g", got-want))
	}
}
