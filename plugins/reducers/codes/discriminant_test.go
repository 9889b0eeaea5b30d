package codes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/manyclass/bench/framework/base/lists"
)

// cloud is rows of classes with given means and unit noise.
type cloud struct {
	x       []float64
	n, d, k int
	classes []int
}

func newCloud(seed uint64, means [][]float64, rows func(class int) int, noise float64) cloud {
	r := rand.New(rand.NewPCG(seed, 0))
	c := cloud{d: len(means[0]), k: len(means)}
	for class, mean := range means {
		for range rows(class) {
			for _, m := range mean {
				c.x = append(c.x, m+noise*r.NormFloat64())
			}
			c.classes = append(c.classes, class)
			c.n++
		}
	}
	return c
}

func (c cloud) statistics(t *testing.T) Statistics {
	t.Helper()
	s, err := ClassStatistics(c.x, c.n, c.d, c.classes, c.k)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (c cloud) tree(t *testing.T) string {
	t.Helper()
	return show(Discriminant(c.statistics(t)))
}

func randomMeans(r *rand.Rand, k, d int) [][]float64 {
	means := make([][]float64, k)
	for i := range means {
		for range d {
			means[i] = append(means[i], 2*r.NormFloat64())
		}
	}
	return means
}

// definition computes the separability of parts of a node's classes in the space
// of the features, as the formula says.
func (c cloud) definition(node []int, inA func(class int) bool) float64 {
	mean := func(of func(class int) bool) (*mat.VecDense, float64) {
		m, n := mat.NewVecDense(c.d, nil), 0.0
		for i, class := range c.classes {
			if of(class) {
				m.AddVec(m, mat.NewVecDense(c.d, c.x[i*c.d:(i+1)*c.d]))
				n++
			}
		}
		m.ScaleVec(1/n, m)
		return m, n
	}
	within := mat.NewSymDense(c.d, nil)
	away := mat.NewVecDense(c.d, nil)
	overall, n := mean(func(int) bool { return true })
	for i, class := range c.classes {
		own, _ := mean(func(other int) bool { return other == class })
		row := mat.NewVecDense(c.d, c.x[i*c.d:(i+1)*c.d])
		away.SubVec(row, own)
		within.SymRankOne(within, 1/n, away)
		away.SubVec(row, overall)
		for j := range c.d {
			within.SetSym(j, j, within.At(j, j)+0.001/n*away.AtVec(j)*away.AtVec(j))
		}
	}
	inNode := func(class int) bool { return slices.Contains(node, class) }
	a, rowsA := mean(func(class int) bool { return inNode(class) && inA(class) })
	b, rowsB := mean(func(class int) bool { return inNode(class) && !inA(class) })
	away.SubVec(a, b)
	var solved mat.VecDense
	if err := solved.SolveVec(within, away); err != nil {
		panic(err)
	}
	return rowsA * rowsB / (rowsA + rowsB) * mat.Dot(away, &solved)
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-8*(math.Abs(a)+math.Abs(b)) }

func TestSeparabilityIsItsDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	c := newCloud(3, randomMeans(r, 5, 4), func(class int) int { return 6 + 3*class }, 1)
	s := c.statistics(t)
	for _, node := range [][]int{{0, 1, 2, 3, 4}, {1, 2, 4}, {0, 3}} {
		for mask := 1; mask < 1<<len(node)-1; mask++ {
			p := s.newSplit(node)
			for i := range node {
				if mask>>i&1 == 1 {
					before := p.after(i)
					p.move(i)
					if !near(before, p.reached()) {
						t.Fatalf("after said %v, move led to %v", before, p.reached())
					}
				}
			}
			want := c.definition(node, func(class int) bool { return mask>>slices.Index(node, class)&1 == 1 })
			if got := p.reached(); !near(got, want) {
				t.Errorf("node %v, part %b: %v, want %v", node, mask, got, want)
			}
		}
	}
}

func TestEnumerateFindsTheBest(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	for k := 2; k < 9; k++ {
		c := newCloud(uint64(k), randomMeans(r, k, 3), func(class int) int { return 5 + class }, 1)
		s := c.statistics(t)
		best, q := s.newSplit(lists.Range(k)).enumerate()
		if !best[0] {
			t.Errorf("%d classes: the first class is not in the part", k)
		}
		want := 0.0
		for mask := 1; mask < 1<<k-1; mask++ {
			p := s.newSplit(lists.Range(k))
			for i := range k {
				if mask>>i&1 == 1 {
					p.move(i)
				}
			}
			want = max(want, p.reached())
		}
		if !near(q, want) {
			t.Errorf("%d classes: found %v, the best is %v", k, q, want)
		}
	}
}

func TestFloatingSearchAgainstEnumeration(t *testing.T) {
	const trials = 60
	equal := 0
	r := rand.New(rand.NewPCG(6, 0))
	for trial := range uint64(trials) {
		k := 6 + int(trial)%7
		s := newCloud(trial, randomMeans(r, k, 4), func(int) int { return 8 }, 1).statistics(t)
		_, most := s.newSplit(lists.Range(k)).enumerate()
		p := s.newSplit(lists.Range(k))
		members, found := p.float(starts)
		if found > most*(1+1e-8) || found < 0.97*most {
			t.Errorf("trial %d: the search finds %v, the best is %v", trial, found, most)
		}
		if near(found, most) {
			equal++
		}
		p.clear()
		for i, in := range members {
			if in {
				p.move(i)
			}
		}
		if !near(p.reached(), found) {
			t.Errorf("trial %d: the part has %v, not %v", trial, p.reached(), found)
		}
	}
	if equal < trials*9/10 {
		t.Errorf("the search finds the best split in %d of %d trials", equal, trials)
	}
}

// TestFloatingSearchTakesBack begins at the first class alone: without taking classes
// out again the best split is found in 22 of the trials.
func TestFloatingSearchTakesBack(t *testing.T) {
	equal := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		s := newCloud(seed, randomMeans(r, 14, 6), func(class int) int { return 4 + class }, 1).statistics(t)
		_, most := s.newSplit(lists.Range(14)).enumerate()
		if _, found := s.newSplit(lists.Range(14)).float(1); near(found, most) {
			equal++
		}
	}
	if equal < 35 {
		t.Errorf("the best split is found in %d of 40 trials", equal)
	}
}

func TestFloatingSearchWithEmptyClasses(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 0))
	c := newCloud(1, randomMeans(r, 20, 3), func(class int) int { return class / 16 * 5 }, 1) // the last four have rows
	s := c.statistics(t)
	_, most := s.newSplit([]int{16, 17, 18, 19}).enumerate()
	if _, found := s.newSplit(lists.Range(20)).float(starts); !near(found, most) {
		t.Errorf("found %v, without the empty classes it is %v", found, most)
	}
}

func TestDiscriminantFindsStructure(t *testing.T) {
	rows := func(int) int { return 30 }
	line := newCloud(1, [][]float64{{0, 0}, {8, 0}, {1, 0}, {9, 0}}, rows, 0.3)
	if got := line.tree(t); got != "((0 2) (1 3))" {
		t.Errorf("pairs on a line: %s", got)
	}
	// Wide noise in the second feature hides what the first separates.
	wide := newCloud(2, [][]float64{{0, 0}, {0, 40}, {6, 0}, {6, 40}}, rows, 1)
	for i := range wide.n {
		wide.x[2*i+1] += 400 * math.Sin(float64(i*i))
	}
	if got := wide.tree(t); !strings.HasPrefix(got, "((0 1) (2 3))") {
		t.Errorf("noise in the second feature: %s", got)
	}
	many := make([][]float64, 24) // three clusters, found by the floating search
	for i := range many {
		many[i] = []float64{20 * float64(i%3), 2 * float64(i/3)}
	}
	tree := Discriminant(newCloud(3, many, rows, 0.2).statistics(t))
	tree.Code(24)
	left, right := tree.Left.Leaves(), tree.Right.Leaves()
	for _, a := range left {
		for _, b := range right {
			if a%3 == b%3 {
				t.Fatalf("the root splits a cluster: %v and %v", left, right)
			}
		}
	}
}

func TestDiscriminantInvariance(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	c := newCloud(9, randomMeans(r, 9, 5), func(class int) int { return 10 + class }, 1)
	want := c.tree(t)
	scaled := c
	scaled.x = slices.Clone(c.x)
	for i := range scaled.x {
		scaled.x[i] = scaled.x[i]*math.Pow(1000, float64(i%c.d)-2) + float64(i%c.d)
	}
	if got := scaled.tree(t); got != want {
		t.Errorf("other units: %s, want %s", got, want)
	}
	shuffled := c
	shuffled.x, shuffled.classes = slices.Clone(c.x), slices.Clone(c.classes)
	r.Shuffle(c.n, func(i, j int) {
		shuffled.classes[i], shuffled.classes[j] = shuffled.classes[j], shuffled.classes[i]
		for f := range c.d {
			a, b := i*c.d+f, j*c.d+f
			shuffled.x[a], shuffled.x[b] = shuffled.x[b], shuffled.x[a]
		}
	})
	if got := shuffled.tree(t); got != want {
		t.Errorf("other order of rows: %s, want %s", got, want)
	}
	renamed := c
	renamed.classes = nil
	for _, class := range c.classes {
		renamed.classes = append(renamed.classes, c.k-1-class)
	}
	back := Discriminant(renamed.statistics(t))
	if got := show(ordered(back, c.k)); got != want {
		t.Errorf("classes in reverse: %s, want %s", got, want)
	}
}

// ordered renames class i to k−1−i and puts the part with the first class left.
func ordered(t Tree, k int) Tree {
	if t.Leaf() {
		return leaf(k - 1 - t.Class)
	}
	left, right := ordered(*t.Left, k), ordered(*t.Right, k)
	if slices.Min(right.Leaves()) < slices.Min(left.Leaves()) {
		left, right = right, left
	}
	return node(left, right)
}

func TestDiscriminantOfDegenerateData(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 0))
	ten := func(int) int { return 10 }
	repeated := make([][]float64, 6) // 300 copies of one feature, constant within classes
	for i := range repeated {
		repeated[i] = slices.Repeat([]float64{math.Sqrt(float64(i))}, 300)
	}
	tests := map[string]cloud{
		"constant features":       newCloud(1, [][]float64{{1, 1}, {1, 1}, {1, 1}}, ten, 0),
		"a constant feature":      newCloud(1, [][]float64{{0.1, 0}, {0.1, 1}, {0.1, 7}}, ten, 0),
		"constant within classes": newCloud(1, randomMeans(r, 5, 3), ten, 0),
		"repeated features":       newCloud(1, repeated, ten, 0),
		"fewer rows than columns": newCloud(1, randomMeans(r, 5, 80), func(int) int { return 3 }, 1),
		"one row a class":         newCloud(1, randomMeans(r, 20, 3), func(int) int { return 1 }, 1),
		"classes without rows":    newCloud(1, randomMeans(r, 20, 3), func(class int) int { return class % 2 * 4 }, 1),
		"one class with rows":     newCloud(1, randomMeans(r, 3, 2), func(class int) int { return class / 2 * 5 }, 1),
		"large numbers":           newCloud(1, [][]float64{{1e150, 1}, {2e150, 2}, {5e150, 4}}, ten, 1),
		"two classes":             newCloud(1, randomMeans(r, 2, 2), ten, 1),
	}
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			tree := Discriminant(c.statistics(t))
			checkSound(t, tree.Code(c.k))
			if name == "repeated features" || name == "a constant feature" {
				for i, class := range tree.Left.Leaves() { // on a line parts are neighbours
					if class != i {
						t.Errorf("the root splits into %v and %v", tree.Left.Leaves(), tree.Right.Leaves())
						break
					}
				}
			}
		})
	}
}

func TestClassStatisticsErrors(t *testing.T) {
	tests := []struct {
		x    []float64
		n, d int
		want string
	}{
		{nil, 0, 2, "0 rows of 2 features"},
		{nil, 2, 0, "2 rows of 0 features"},
		{make([]float64, 10002), 2, 5001, "5001 features are too many"},
		{[]float64{1, 2, 3, math.NaN()}, 2, 2, "column 1 of row 1 is not a finite number"},
		{[]float64{1, math.Inf(1), 3, 4}, 2, 2, "column 1 of row 0"},
		{[]float64{-math.MaxFloat64, math.MaxFloat64}, 2, 1, "overflow"},
		{[]float64{1e200, -1e200}, 2, 1, "overflow"},
	}
	for _, test := range tests {
		classes := make([]int, test.n)
		if _, err := ClassStatistics(test.x, test.n, test.d, classes, 2); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: error %v, want %q", test.x[:min(4, len(test.x))], err, test.want)
		}
	}
	if !panics(func() { _, _ = ClassStatistics([]float64{1}, 1, 2, []int{0}, 2) }) {
		t.Error("too few values: no panic")
	}
}

func BenchmarkDiscriminant(b *testing.B) {
	for _, k := range []int{10, 26, 100} {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 0))
			c := newCloud(1, randomMeans(r, k, 64), func(int) int { return 100 }, 1)
			for b.Loop() {
				s, err := ClassStatistics(c.x, c.n, c.d, c.classes, c.k)
				if err != nil {
					b.Fatal(err)
				}
				Discriminant(s)
			}
		})
	}
}
