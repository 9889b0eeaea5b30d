package generate

import (
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/special"
	"github.com/manyclass/bench/framework/base/variate"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// multilabel is the recipe of generated multi-label data. The features x0, x1, …
// are independent standard normal numbers, and so are noise0, noise1, …, of
// which no label depends.
//
// Labels come in threes a, b, c. The first two are there where a linear score is
// above a bound: s = (w·x + σε)/√(1 + σ²), with σ the spread, ε a standard normal
// number drawn for each row and score, and w a unit vector drawn once for each
// label, that of b at a right angle to that of a. Thus s is standard normal, and
// the bound is its quantile at 1 − p. The third label is c = a and not b: it is
// no linear function of x, but one of x and the labels a and b, so that it gains
// from a classifier chain that comes to a and b before. And there being but few
// directions for many labels, those of a row tell of each other, where features
// are many because of the noise.
//
// The shares p of the first two labels and p(1 − p) of the third are those that
// give a row as many labels on average as the cardinality says: a and b are
// independent of each other.
type multilabel struct {
	Recipe
	random *rand.Rand
	x      []float64 // of a row, those that tell of the labels
}

// generateLabels makes a table.
func generateLabels(r Recipe, t *data.Table, random *rand.Rand) {
	g := multilabel{r, random, make([]float64, r.Features)}
	addNumeric(r, t, "x", r.Features)
	addNumeric(r, t, "noise", r.Noise)
	t.StartLabels(lists.Map(lists.Range(r.Labels), func(k int) string { return "l" + strconv.Itoa(k) }))
	directions := g.directions()
	bound := special.NormalQuantile(r.share())
	for row := range r.Rows {
		g.row(t, row, directions, bound)
	}
	t.CountLabels()
}

// directions draws the vector of each label that has a score.
func (g multilabel) directions() [][]float64 {
	all := make([][]float64, g.Labels)
	for k := range all {
		if k%3 == 2 {
			continue
		}
		all[k] = make([]float64, g.Features)
		for j := range all[k] {
			all[k][j] = variate.Normal(g.random)
		}
		if k%3 == 1 {
			along := product(all[k], all[k-1])
			for j, w := range all[k-1] {
				all[k][j] -= float64(along * w)
			}
		}
		length := math.Sqrt(product(all[k], all[k]))
		for j := range all[k] {
			all[k][j] /= length
		}
	}
	return all
}

func product(a, b []float64) float64 {
	sum := 0.0
	for j := range a {
		sum += float64(a[j] * b[j]) // not fused, so that all machines draw the same
	}
	return sum
}

// row draws the features and labels of a row.
func (g multilabel) row(t *data.Table, row int, directions [][]float64, bound float64) {
	for j := range t.Columns {
		t.Columns[j].Values[row] = variate.Normal(g.random)
		if j < len(g.x) {
			g.x[j] = t.Columns[j].Values[row]
		}
	}
	y := make([]int8, g.Labels)
	for k, w := range directions {
		present := false
		if k%3 == 2 {
			present = y[k-2] == 1 && y[k-1] == 0
		} else {
			score := product(w, g.x) + float64(*g.Spread*variate.Normal(g.random))
			present = score > bound*math.Sqrt(1+float64(*g.Spread**g.Spread))
		}
		if present {
			y[k] = 1
		}
	}
	t.Truth.Y.AddDense(y)
}

// scored is the number of labels that have a score; the others follow from them.
func (r Recipe) scored() int { return r.Labels - r.Labels/3 }

// share is the share p of the rows with a label that has a score: with n such
// labels and m others, np + mp(1 − p) is the cardinality.
func (r Recipe) share() float64 {
	n, m := float64(r.scored()), float64(r.Labels/3)
	if m == 0 {
		return *r.Cardinality / n
	}
	// The smaller root of mp² − (n + m)p + c, in the form that does not cancel.
	return 2 * *r.Cardinality / (n + m + math.Sqrt(float64((n+m)*(n+m))-float64(4*m**r.Cardinality)))
}

// checkLabels refuses what the generator of multi-label data cannot do.
func (r Recipe) checkLabels() []contract.Diagnostic {
	switch c := *r.Cardinality; {
	case r.Labels < 1 || r.Features < 2 || r.Noise < 0 || r.Rows < 1:
		return data.Failure("labels", "multilabel data need at least 1 row, 1 label and 2 features", "Write larger numbers.")
	case r.Labels > MaxGenerated/r.Rows || r.width() > MaxGenerated/r.Rows || r.scored() > MaxGenerated/r.Features:
		return data.Failure("rows", "the table is too large to generate",
			"Rows times features, rows times labels and labels times features may be %d. Write smaller numbers.", MaxGenerated)
	case !(c > 0 && c < float64(r.scored())):
		return data.Failure("cardinality", "cardinality does not suit the number of labels",
			"Every third label excludes another one: of %d labels a row has on average more than 0 and less than %d.", r.Labels,
			r.scored())
	}
	return nil
}
