package fold

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/data"
)

// grouping is rows by group. The groups that have rows are numbered without gaps
// in the order of their numbers in the dataset.
type grouping struct {
	of     []int     // group of each row
	number []int     // of each group in the dataset
	rows   []int     // of each group
	counts [][]tally // of each group, its classes in order
}

// tally is the number of rows of a class.
type tally struct{ class, rows int }

// groupRows groups rows of the given labels; groups holds the number in the
// dataset of each one's group.
func groupRows(labels, groups []int) grouping {
	g := grouping{of: make([]int, len(groups)), number: slices.Compact(slices.Sorted(slices.Values(groups)))}
	g.rows, g.counts = make([]int, len(g.number)), make([][]tally, len(g.number))
	for i, group := range groups {
		g.of[i], _ = slices.BinarySearch(g.number, group)
	}
	order := lists.Range(len(labels)) // rows by class
	slices.SortStableFunc(order, func(i, j int) int { return labels[i] - labels[j] })
	for _, i := range order {
		k := g.of[i]
		g.rows[k]++
		last := len(g.counts[k]) - 1
		if last < 0 || g.counts[k][last].class != labels[i] {
			g.counts[k] = append(g.counts[k], tally{class: labels[i]})
			last++
		}
		g.counts[k][last].rows++
	}
	return g
}

// grouped groups the usable rows by the groups of the dataset.
func (u rowset) grouped(in data.Design) grouping {
	return groupRows(u.labels, lists.Map(u.rows, func(row int) int { return in.GroupOf[row] }))
}

// spread gives every row the fold of its group.
func (g grouping) spread(foldOf []int) []int {
	return lists.Map(g.of, func(k int) int { return foldOf[k] })
}

// shuffled lists the groups in random order, or in their own without rng.
func (g grouping) shuffled(rng *rand.Rand) []int {
	if rng != nil {
		return rng.Perm(len(g.rows))
	}
	return lists.Range(len(g.rows))
}

func divideGroups(s settings, u rowset, in data.Design, rng *rand.Rand) division {
	g := u.grouped(in)
	return division{folds: s.Folds, tests: g.spread(g.balance(s.Folds, g.shuffled(rng)))}
}

// balance gives each group a fold: the largest group first, groups of one size in
// the given order, each to the first of the folds with the fewest rows so far.
// The folds' sizes are those of scikit-learn's GroupKFold.
func (g grouping) balance(folds int, order []int) []int {
	order = slices.Clone(order)
	slices.SortStableFunc(order, func(a, b int) int { return g.rows[b] - g.rows[a] })
	foldOf, load := make([]int, len(g.rows)), make([]int, folds)
	for _, k := range order {
		lightest := slices.Index(load, slices.Min(load))
		foldOf[k] = lightest
		load[lightest] += g.rows[k]
	}
	return foldOf
}

func divideStratifiedGroups(s settings, u rowset, in data.Design, rng *rand.Rand) division {
	g, classes := u.grouped(in), len(u.counts)
	if in.Target.MultiLabel {
		classes = 2 * in.Target.K()
		g = labelledGroups(in.Truth.Y, in.Target.K(), u.rows, in.GroupOf)
	}
	return division{folds: s.Folds, tests: g.spread(g.stratify(classes, s.Folds, g.shuffled(rng)))}
}

// stratify gives each group a fold as scikit-learn's StratifiedGroupKFold does:
// the group whose class counts deviate most from each other first, equal ones in
// the given order. Each goes to the fold that gives the least mean, over the
// classes, of the standard deviation over the folds of the class's share; of
// folds that are as good to within 1e-5, to the one with fewer rows.
func (g grouping) stratify(classes, folds int, order []int) []int {
	order = slices.Clone(order)
	uneven := lists.Map(lists.Range(len(g.rows)), func(k int) float64 { return g.deviation(k, classes) })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(uneven[b], uneven[a]) })
	foldOf := make([]int, len(g.rows))
	t := newShares(g, classes, folds)
	for _, k := range order {
		foldOf[k] = t.best(g.counts[k])
		t.add(g.counts[k], foldOf[k])
	}
	return foldOf
}

// deviation is n²·σ² of the n class counts of a group, which is a whole number.
func (g grouping) deviation(group, classes int) float64 {
	squares, sum := 0.0, 0.0
	for _, c := range g.counts[group] {
		squares += float64(float64(c.rows) * float64(c.rows))
		sum += float64(c.rows)
	}
	return float64(float64(classes)*squares) - float64(sum*sum)
}

// shares counts the rows of each class in each fold while groups are dealt.
type shares struct {
	folds   int
	total   []float64 // rows of each class in all
	dealt   []float64 // rows of each class so far
	squares []float64 // the sum over folds of the squared counts of each class
	spread  []float64 // the deviation of each class's share over the folds
	counts  [][]float64
	rows    []int // of each fold
}

func newShares(g grouping, classes, folds int) *shares {
	s := &shares{folds: folds, rows: make([]int, folds), counts: lists.Table[float64](folds, classes)}
	s.total, s.dealt = make([]float64, classes), make([]float64, classes)
	s.squares, s.spread = make([]float64, classes), make([]float64, classes)
	for _, counts := range g.counts {
		for _, c := range counts {
			s.total[c.class] += float64(c.rows)
		}
	}
	return s
}

// deviation is the standard deviation over the folds of a class's share, given
// the sum of its counts and of their squares.
func (s *shares) deviation(class int, dealt, squares float64) float64 {
	n := float64(s.folds)
	return math.Sqrt(max(0, float64(n*squares)-float64(dealt*dealt))) / n / s.total[class]
}

// best returns the fold that a group of these counts suits best.
func (s *shares) best(group []tally) int {
	best, least := 0, math.Inf(1)
	for f := range s.counts {
		if f > 0 && s.rows[f] == 0 && s.rows[f-1] == 0 {
			break // folds are filled in order: this one is as good as the last
		}
		value := s.with(group, f)
		alike := math.Abs(value-least) <= 1e-8+float64(1e-5*math.Abs(least))
		if value < least || alike && s.rows[f] < s.rows[best] {
			best, least = f, value
		}
	}
	return best
}

// with is the mean deviation of the shares if a group went to a fold.
func (s *shares) with(group []tally, fold int) float64 {
	sum, next := 0.0, 0
	for class, spread := range s.spread {
		if next < len(group) && group[next].class == class {
			n, before := float64(group[next].rows), s.counts[fold][class]
			spread = s.deviation(class, s.dealt[class]+n, s.squares[class]+float64(2*before*n)+float64(n*n))
			next++
		}
		sum += spread
	}
	return sum / float64(len(s.spread))
}

// add deals a group to a fold.
func (s *shares) add(group []tally, fold int) {
	for _, c := range group {
		n, before := float64(c.rows), s.counts[fold][c.class]
		s.counts[fold][c.class] += n
		s.dealt[c.class] += n
		s.squares[c.class] += float64(2*before*n) + float64(n*n)
		s.spread[c.class] = s.deviation(c.class, s.dealt[c.class], s.squares[c.class])
		s.rows[fold] += c.rows
	}
}

// labelledGroups groups rows; in place of classes it counts outcomes: outcome 2j is that a row has
// not label j of k, 2j + 1 that it has.
func labelledGroups(y target.Labels, k int, rows, groupOf []int) grouping {
	g := groupRows(make([]int, len(rows)), lists.Map(rows, func(row int) int { return groupOf[row] }))
	having := lists.Table[int](len(g.rows), k)
	for i, row := range rows {
		for _, label := range y.Row(row) {
			having[g.of[i]][label]++
		}
	}
	for group, numbers := range having {
		g.counts[group] = nil
		for j, n := range numbers {
			for bit, n := range []int{g.rows[group] - n, n} {
				if n > 0 {
					g.counts[group] = append(g.counts[group], tally{2*j + bit, n})
				}
			}
		}
	}
	return g
}
