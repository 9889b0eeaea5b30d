package encode

import (
	"fmt"
	"math"
	"strconv"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// contrasts is the source of the contrast codings.
type contrasts struct {
	groups
	feature int // of the first contrast
	width   int
	entry   func(level, j int) float64
	coding  string
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

// coding is a type of encoder by a system of contrasts: n levels become n−1 features.
type coding struct {
	attributes
	name       string
	mostLevels int // of a column
	// feature names column j of n−1, given the values of the levels.
	feature func(name string, levels []string, j int) string
	// matrix returns the entries for n levels.
	matrix func(n int) func(level, j int) float64
}

// kind is the type of encoder of a coding.
func (c coding) kind() kind {
	return kind{contract.Component{Name: c.name, Params: scaled(
		unseenParam("0 in all contrasts, the mean of the levels (ignore, the default), or an error.", "ignore", "error"),
	)}, func() settings { own := c; return &own }}
}

func (c *coding) fit(b *builder) func(v variable) {
	return func(v variable) {
		g := b.group(v, c.grouping, true)
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
}

func (*coding) most(v variable, _ int) (width, nonzero int) {
	width = max(0, v.size-2) // a missing value is not a level
	return width, width
}

// takes refuses columns of too many values.
func (c *coding) takes(t *data.Table) error {
	columns, _ := c.selected(t)
	for _, i := range columns {
		if n := len(t.Columns[i].Levels); n > c.mostLevels {
			return fmt.Errorf("column %q has %d values, and encoder type %s takes at most %d: leave it out with columns, or "+
				"encode it by target, hashing or binary", t.Columns[i].Name, n, c.name, c.mostLevels)
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
			name: "helmert", mostLevels: mostContrasts,
			feature: func(name string, levels []string, j int) string { return name + "[H." + levels[j+1] + "]" },
			matrix:  func(int) func(level, j int) float64 { return helmert },
		},
		{
			name: "sum", mostLevels: mostContrasts,
			feature: func(name string, levels []string, j int) string { return name + "[S." + levels[j] + "]" },
			matrix:  sum,
		},
		{
			name: "backward_difference", mostLevels: mostContrasts,
			feature: func(name string, levels []string, j int) string { return name + "[D." + levels[j+1] + "]" },
			matrix:  backwardDifference,
		},
		{name: "polynomial", mostLevels: 100, feature: polynomialName, matrix: polynomial},
	}
}

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
// too similar.
func polynomial(n int) func(level, j int) float64 {
	basis := [][]float64{make([]float64, n)}
	for i := range basis[0] {
		basis[0][i] = 1 / math.Sqrt(float64(n))
	}
	for degree := 1; degree < n; degree++ {
		next := make([]float64, n)
		for i, p := range basis[degree-1] {
			next[i] = p * (float64(i) - float64(float64(n-1)/2))
		}
		for _, p := range basis {
			along := dot(p, next)
			for i := range next {
				next[i] -= float64(along * p[i])
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
		total += float64(x * b[i])
	}
	return total
}
