package encode

import (
	"fmt"
	"math"
	"strconv"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/lists"
)

// coding is a system of contrasts: n levels become n−1 features.
type coding struct {
	name string
	doc  string
	most int // levels of a column
	// feature names column j of n−1, given the values of the levels.
	feature func(name string, levels []string, j int) string
	// matrix returns the entries for n levels.
	matrix func(n int) func(level, j int) float64
}

// contrasts is the source of the contrast codings.
type contrasts struct {
	groups
	feature int // of the first contrast
	width   int
	entry   func(level, j int) float64
	coding  string
}

func (c coding) add(b *builder, v variable, e *encoder) {
	g := b.group(v, e, true)
	s := &contrasts{groups: g, feature: len(b.Columns), width: max(0, g.total-1), coding: c.name}
	if s.width > 0 {
		s.entry = c.matrix(g.total)
	}
	levels := s.texts(b.table)
	for j := range s.width {
		b.feature(c.feature(s.name, levels, j), contract.NumericColumn)
	}
	b.source(s, s.width)
}

func (s *contrasts) each(v view, row int, yield func(int, float64)) error {
	level, err := s.of(v.table, row)
	if level < 0 {
		return err
	}
	for j := range s.width {
		if x := s.entry(int(level), j); x != 0 {
			yield(s.feature+j, x)
		}
	}
	return nil
}

func (s *contrasts) identify(d digest, t *data.Table) {
	s.groups.identify(d, t)
	d.text(s.coding)
}

// kind is the type of encoder of a coding.
func (c coding) kind() kind {
	return kind{
		Component: contract.Component{
			Name: c.name,
			Doc: c.doc + " The n levels are the values seen in the training rows, in the order of ordinal; a column of one " +
				"level has no feature, and a missing category counts as the most frequent one. Contrasts are not scaled. " +
				fmt.Sprintf("A column has at most %d values.", c.most),
			Params: scaled(
				unseenParam("What becomes of a category that no training row has: 0 in all contrasts, the mean of the levels "+
					"(ignore, the default), or an error.", "ignore", "error"),
			),
		},
		fit: each(c.add),
		most: func(_ *encoder, v variable, _ int) (int, int) {
			width := max(0, v.size-2) // a missing value is no level
			return width, width
		},
		takes: c.takes,
	}
}

// takes refuses columns of too many values.
func (c coding) takes(_ *encoder, t *data.Table, columns []int) error {
	for _, i := range columns {
		if n := len(t.Columns[i].Levels); n > c.most {
			return fmt.Errorf("column %q has %d values, and encoder type %s takes at most %d: leave it out with columns, or "+
				"encode it by target, hashing or binary", t.Columns[i].Name, n, c.name, c.most)
		}
	}
	return nil
}

// mostContrasts bounds the levels of a column, and so the features that it becomes.
const mostContrasts = 1000

// codings are the contrast codings.
func codings() []coding {
	return []coding{
		{
			name: "helmert",
			doc: "Helmert contrasts: feature j of n−1, `col[H.v]` with v the value of level j+1, compares level j+1 with " +
				"those " +
				"before it: −1 in levels 1 to j, j in level j+1, 0 in later ones. (Chambers and Hastie, Statistical Models in " +
				"S, 1992, chapter 2.)",
			most:    mostContrasts,
			feature: func(name string, levels []string, j int) string { return name + "[H." + levels[j+1] + "]" },
			matrix:  func(int) func(level, j int) float64 { return helmert },
		},
		{
			name: "sum",
			doc: "Sum (deviation) contrasts: feature j of n−1, `col[S.v]` with v the value of level j, is 1 in level j, −1 in " +
				"the last level, else 0: a linear model's coefficient is how far the level is from the mean of the levels. " +
				"(Chambers and Hastie, Statistical Models in S, 1992, chapter 2.)",
			most:    mostContrasts,
			feature: func(name string, levels []string, j int) string { return name + "[S." + levels[j] + "]" },
			matrix:  sum,
		},
		{
			name: "backward_difference",
			doc: "Backward difference contrasts: feature j of n−1, `col[D.v]` with v the value of level j+1, is −(n−j)/n in " +
				"levels 1 to j and j/n in later ones: a linear model's coefficient is the difference between level j+1 and level " +
				"j. (Venables and Ripley, Modern Applied Statistics with S, 4th edition, 2002, contr.sdif.)",
			most:    mostContrasts,
			feature: func(name string, levels []string, j int) string { return name + "[D." + levels[j+1] + "]" },
			matrix:  backwardDifference,
		},
		{
			name: "polynomial",
			doc: "Orthogonal polynomial contrasts for levels in an order, equally far apart: feature j of n−1 is the " +
				"polynomial of degree j over 1, …, n that is orthogonal to those of lower degree and to 1, with squares that add " +
				"up to 1 and the sign of (−1)^j in the first level. The features are called `col.Linear`, `col.Quadratic`, " +
				"`col.Cubic`, `col^4`, …. (Chambers and Hastie, Statistical Models in S, 1992, chapter 2, contr.poly.)",
			most:    100,
			feature: polynomialName,
			matrix:  polynomial,
		},
	}
}

func contrastKinds() []kind { return lists.Map(codings(), coding.kind) }

func helmert(level, j int) float64 {
	switch {
	case level <= j:
		return -1
	case level == j+1:
		return float64(j + 1)
	}
	return 0
}

func sum(n int) func(level, j int) float64 {
	return func(level, j int) float64 {
		switch level {
		case j:
			return 1
		case n - 1:
			return -1
		}
		return 0
	}
}

func backwardDifference(n int) func(level, j int) float64 {
	return func(level, j int) float64 {
		if level <= j {
			return -float64(n-j-1) / float64(n)
		}
		return float64(j+1) / float64(n)
	}
}

func polynomialName(name string, _ []string, j int) string {
	if j < 3 {
		return name + []string{".Linear", ".Quadratic", ".Cubic"}[j]
	}
	return name + "^" + strconv.Itoa(j+1)
}

// polynomial returns the orthonormal polynomials over n equally spaced levels. Each is
// x times the one before it, made orthogonal to all before: powers of x themselves are
// too much alike.
func polynomial(n int) func(level, j int) float64 {
	basis := [][]float64{make([]float64, n)}
	for i := range basis[0] {
		basis[0][i] = 1 / math.Sqrt(float64(n))
	}
	for degree := 1; degree < n; degree++ {
		next := make([]float64, n)
		for i, p := range basis[degree-1] {
			next[i] = p * (float64(i) - float64(n-1)/2)
		}
		for _, p := range basis {
			along := dot(p, next)
			for i := range next {
				next[i] -= along * p[i]
			}
		}
		size := math.Sqrt(dot(next, next))
		if (next[0] < 0) != (degree%2 == 1) {
			size = -size
		}
		for i := range next {
			next[i] /= size
		}
		basis = append(basis, next)
	}
	return func(level, j int) float64 { return basis[j+1][level] }
}

func dot(a, b []float64) float64 {
	total := 0.0
	for i, x := range a {
		total += x * b[i]
	}
	return total
}
