// Package moments computes the number, mean and scatter of the rows of each
// class, from which discriminants and least squares follow for any grouping of
// the classes without another pass over the rows.
package moments

import (
	"math"
	"sync"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/plugins/internal/psd"
)

// MaxFeatures is the largest number of columns: scatter matrices grow with its
// square, 100 MB for 5,000 columns.
const MaxFeatures = 5000

// constant is the standard deviation, relative to a column's largest class
// mean, up to which a column is taken as constant: some hundred times the
// rounding of its values.
const constant = 1e-13

// Class is the statistics of the rows of one class. A row of weight ω counts like ω equal
// rows.
type Class struct {
	N       float64   // rows, or the sum of their weights
	Mean    []float64 // d; nil if N = 0
	scatter *psd.Sym  // Σ ω·(x − Mean)(x − Mean)ᵀ
}

// Set is the statistics of a set of rows.
type Set struct {
	D       int
	Classes []Class
	rows    *rows
	total   total
	once    sync.Once
	sum     *psd.Sym // of the scatters of all classes, made once
}

// total is what Set.Total computes once.
type total struct {
	once   sync.Once
	pooled Pooled
	factor *psd.Factor
	err    error
}

// usedBy reports for each class whether a column uses it, all of them if it is nil.
func (s *Set) usedBy(column []int8) []bool {
	used := make([]bool, len(s.Classes))
	for k := range used {
		used[k] = column == nil || column[k] != 0
	}
	return used
}

// only returns the statistics of some classes of the set; the others are empty.
func (s *Set) only(used []bool) *Set {
	part := &Set{D: s.D, Classes: make([]Class, len(s.Classes)), rows: s.rows}
	for k, c := range s.Classes {
		if used[k] {
			part.Classes[k] = c
		}
	}
	return part
}

// few returns the statistics of the few classes that a column uses, without the
// others, and the column over them.
func (s *Set) few(column []int8) (*Set, []int8) {
	few := &rows{data: s.rows.data, csr: s.rows.csr, d: s.rows.d, seen: s.rows.seen, weights: s.rows.weights}
	part := &Set{D: s.D}
	signs := []int8{}
	for k, sign := range column[:len(s.Classes)] {
		if sign != 0 {
			part.Classes, few.index = append(part.Classes, s.Classes[k]), append(few.index, s.rows.index[k])
			signs = append(signs, sign)
		}
	}
	part.rows = few
	return part, signs
}

// Present returns how many classes have rows.
func (s *Set) Present() int {
	return lists.Count(s.Classes, func(c Class) bool { return c.N > 0 })
}

// Rows returns how many rows there are, whatever their weights.
func (s *Set) Rows() (n int) {
	for k, c := range s.Classes {
		if c.N > 0 {
			n += len(s.rows.index[k])
		}
	}
	return n
}

// Total returns all classes as one group, whose Within is the scatter of all rows,
// T, plus ridge on the diagonal, with the decomposition of that. It is computed
// once: problems over the same classes share a Set, and a caller always gives the
// same ridge and threshold.
func (s *Set) Total(ridge, threshold float64) (Pooled, *psd.Factor, error) {
	t := &s.total
	t.once.Do(func() {
		t.pooled = s.Pool(make([]int, len(s.Classes)), 1)
		if ridge > 0 {
			for j := range s.D {
				t.pooled.Within.SetDiagonal(j, t.pooled.Within.At(j, j)+ridge)
			}
		}
		t.factor, t.err = psd.New(t.pooled.Within, threshold)
	})
	return t.pooled, t.factor, t.err
}

// Pooled is the statistics of groups of classes.
type Pooled struct {
	N      float64     // rows in all groups, or the sum of their weights
	Counts []float64   // those of each group
	Means  [][]float64 // mean of each group; nil without rows
	// Within is the sum over groups of the scatter around the group's mean. The
	// diagonal is exactly 0 where a column is constant within every group.
	Within *psd.Sym
}

// Present returns how many groups have rows.
func (p Pooled) Present() int {
	return lists.Count(p.Counts, func(c float64) bool { return c > 0 })
}

// Means combines classes except Within, which is nil: class k belongs to group
// group[k], or to none if that is negative.
func (s *Set) Means(group []int, groups int) Pooled {
	p, _ := s.means(group, groups)
	return p
}

// means returns the classes of each group, too.
func (s *Set) means(group []int, groups int) (p Pooled, members [][]int) {
	p = Pooled{Counts: make([]float64, groups), Means: make([][]float64, groups)}
	members = make([][]int, groups)
	for k, c := range s.Classes {
		if g := group[k]; g >= 0 && c.N > 0 {
			members[g] = append(members[g], k)
			p.Counts[g] += c.N
			p.N += c.N
		}
	}
	for g, classes := range members {
		if len(classes) > 0 {
			p.Means[g] = s.mean(classes, p.Counts[g])
		}
	}
	return p, members
}

// mean returns the mean of n rows of several classes, exactly the mean of one
// class or of classes with equal means.
func (s *Set) mean(classes []int, n float64) []float64 {
	base := s.Classes[classes[0]].Mean
	mean := append([]float64(nil), base...)
	for _, k := range classes[1:] {
		c := s.Classes[k]
		for j, m := range c.Mean {
			mean[j] += float64(c.N / n * (m - base[j]))
		}
	}
	return mean
}

// Pool combines classes like Means, with Within. Sums run in class order whatever
// the groups are called.
func (s *Set) Pool(group []int, groups int) Pooled {
	p, members := s.means(group, groups)
	p.Within = s.scatters(group)
	width := p.Within.Width()
	var away []float64 // √N·(class mean − group mean), a row for each class that is not alone
	for k, c := range s.Classes {
		g := group[k]
		if g < 0 || c.N == 0 {
			continue
		}
		if len(members[g]) > 1 {
			root := math.Sqrt(c.N)
			row := make([]float64, width)
			for j, m := range p.Means[g] {
				row[j] = root * (c.Mean[j] - m)
			}
			away = append(away, row...)
		}
	}
	p.Within.AddGram(len(away)/width, away)
	s.clearConstants(p, group)
	return p
}

// scatters returns the sum of the scatters of the classes in a group.
func (s *Set) scatters(group []int) *psd.Sym {
	all := true
	for k, c := range s.Classes {
		all = all && (group[k] >= 0 || c.N == 0)
	}
	if !all || s.Present() <= 2 {
		return s.addScatters(group)
	}
	s.once.Do(func() { s.sum = s.addScatters(group) })
	return s.sum.Clone()
}

func (s *Set) addScatters(group []int) *psd.Sym {
	sum := psd.NewSym(s.D)
	for k, c := range s.Classes {
		if group[k] >= 0 && c.N > 0 {
			sum.Add(c.scatter)
		}
	}
	return sum
}

// clearConstants sets the diagonal of Within to 0 where only rounding is left.
func (s *Set) clearConstants(p Pooled, group []int) {
	largest := make([]float64, s.D)
	for k, c := range s.Classes {
		if group[k] >= 0 && c.N > 0 {
			for j, m := range c.Mean {
				largest[j] = max(largest[j], m, -m)
			}
		}
	}
	for j, m := range largest {
		if math.Sqrt(p.Within.At(j, j)/p.N) <= constant*m {
			p.Within.SetDiagonal(j, 0)
		}
	}
}

// Fourth returns Σ ω·(Σ_j ((x_j − mean_j)·inverse_j)²)² over the rows of the classes
// in a group, in one pass over them.
func (s *Set) Fourth(group []int, g int, mean, inverse []float64) float64 {
	sum := 0.0
	for k, c := range s.Classes {
		if group[k] == g && c.N > 0 {
			sum += s.rows.fourth(s.rows.index[k], mean, inverse)
		}
	}
	return sum
}
