package codes

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// Frank & Hall's thresholds, with the classes in another order.
func TestOrdinal(t *testing.T) {
	want := contract.Dense{{-1, -1}, {1, 1}, {1, -1}}
	if got := Ordinal([]int{0, 2, 1}); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
	if !panics(func() { Ordinal([]int{0, 0}) }) {
		t.Error("no permutation does not panic")
	}
}

// The trees are those of centroids.py.
func TestFurthestCentroidTrees(t *testing.T) {
	text, err := os.ReadFile("testdata/centroids.json")
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Cases []struct {
			Centroids [][]float64
			Tree      string
		}
	}
	if err := json.Unmarshal(text, &v); err != nil || len(v.Cases) != 7 {
		t.Fatalf("%d cases, %v", len(v.Cases), err)
	}
	for _, c := range v.Cases {
		if got := show(FurthestCentroidTree(c.Centroids)); got != c.Tree {
			t.Errorf("got %s, want %s", got, c.Tree)
		}
	}
	// 0 and 10 are furthest apart, 5 is as near to both and goes to the second.
	if got := show(FurthestCentroidTree([][]float64{{0}, {5}, {10}, {1}})); got != "((0 3) (1 2))" {
		t.Errorf("got %s", got)
	}
	// Both diagonals of a square are as long: the first counts.
	if got := show(FurthestCentroidTree([][]float64{{0, 0}, {1, 1}, {1, 0}, {0, 1}})); got != "(0 ((1 3) 2))" {
		t.Errorf("got %s", got)
	}
}

// Centroids are means less the mean of all rows, 0 for a class without rows.
func TestCentroids(t *testing.T) {
	means, err := Centroids([]float64{1, 10, 3, 10, 8, 40}, 3, 2, []int{0, 0, 2}, 3)
	want := [][]float64{{-2, -10}, {0, 0}, {4, 20}}
	if err != nil || !slices.EqualFunc(means, want, func(a, b []float64) bool { return slices.EqualFunc(a, b, near) }) {
		t.Errorf("got %v, want %v; %v", means, want, err)
	}
	if _, err := Centroids(nil, 0, 2, nil, 3); err == nil {
		t.Error("centroids of no rows")
	}
	if _, err := Centroids([]float64{math.NaN()}, 1, 1, []int{0}, 2); err == nil {
		t.Error("centroids of NaN")
	}
}

// The first tree is Discriminant's; no split comes twice but of two classes; the root of
// the second is the second best there is.
func TestForest(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	for _, k := range []int{2, 3, 4, 5, 9, 20} {
		c := newCloud(uint64(k), randomMeans(r, k, 4), func(class int) int { return 5 + class }, 1)
		s := c.statistics(t)
		trees := Forest(s, 4)
		if show(trees[0]) != show(Discriminant(s)) {
			t.Errorf("%d classes: the first tree is %s", k, show(trees[0]))
		}
		if want := map[int]int{2: 1, 3: 3}[k]; want > 0 && len(trees) != want || want == 0 && len(trees) != 4 {
			t.Errorf("%d classes: %d trees", k, len(trees))
		}
		seen := map[string]bool{}
		for _, tree := range trees {
			code := tree.Code(k)
			for l := range code.Columns() {
				column := code.Column(l)
				key := canonicalKey(column)
				if classes := lists.Count(column, func(m int8) bool { return m != 0 }); seen[key] && classes > 3 {
					t.Errorf("%d classes: a split of %d comes twice", k, classes)
				}
				seen[key] = true
			}
		}
		if k < 4 || k > 9 {
			continue
		}
		var values []float64
		for mask := 1; mask < 1<<(k-1); mask++ {
			p := s.newSplit(lists.Range(k))
			for i := range k {
				if mask>>i&1 == 1 {
					p.move(i)
				}
			}
			values = append(values, p.reached())
		}
		slices.Sort(values)
		p := s.newSplit(lists.Range(k))
		for _, class := range trees[1].Left.Leaves() {
			p.move(class)
		}
		if want := values[len(values)-2]; !near(p.reached(), want) {
			t.Errorf("%d classes: the second root has separability %v, want %v", k, p.reached(), want)
		}
	}
	if !panics(func() { Forest(Statistics{}, 0) }) {
		t.Error("no trees do not panic")
	}
}

// Models that know where classes lie on a line send every class to the nearer of the pair:
// so is every node of the tree, whose pair is what drawPair says. Asking goes from level to
// level.
func TestRandomPairTree(t *testing.T) {
	for _, k := range []int{2, 3, 4, 9, 40} {
		for seed := range uint64(20) {
			withFirst := func(p Pair) []bool {
				return lists.Map(lists.Range(k), func(c int) bool { return 2*c < p.First+p.Second })
			}
			known := map[Pair][]bool{}
			var tree Tree
			for rounds := 0; ; rounds++ {
				var ask []Pair
				tree, ask = RandomPairTree(k, seed, func(p Pair) []bool { return known[p] })
				if len(ask) == 0 {
					break
				}
				for _, p := range ask {
					if known[p] != nil || p.First >= p.Second {
						t.Fatalf("%v is asked in round %d", p, rounds)
					}
					known[p] = withFirst(p)
				}
			}
			tree.Code(k) // panics unless all classes are in it
			var check func(node Tree)
			check = func(node Tree) {
				if node.Leaf() {
					return
				}
				classes := slices.Sorted(slices.Values(node.Leaves()))
				left := slices.Sorted(slices.Values(node.Left.Leaves()))
				if pair := drawPair(classes, seed); len(classes) > 2 {
					want := lists.Filter(classes, func(c int) bool { return 2*c < pair.First+pair.Second })
					if !slices.Equal(left, want) {
						t.Errorf("%v is split into %v and others, want %v by the pair %v", classes, left, want, pair)
					}
				}
				check(*node.Left)
				check(*node.Right)
			}
			check(tree)
			if len(known) > max(0, k-2) {
				t.Errorf("%d pairs for a tree of %d classes", len(known), k)
			}
		}
	}
}

// All pairs are alike likely.
func TestPairsAreUniform(t *testing.T) {
	const draws = 6000
	counts := map[Pair]int{}
	for seed := range uint64(draws) {
		counts[drawPair([]int{1, 4, 5, 8}, seed)]++
	}
	if len(counts) != 6 {
		t.Fatalf("%d of 6 pairs", len(counts))
	}
	for p, n := range counts {
		if math.Abs(float64(n)-draws/6) > 5*math.Sqrt(draws/6) {
			t.Errorf("%v is drawn %d times of %d", p, n, draws)
		}
	}
	if got := drawPair([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 42); got != (Pair{1, 2}) {
		t.Errorf("the pair of a seed is %v: results are only comparable while it stays", got)
	}
}

// By hand: on a line, and rows of which there are no two clusters.
func TestTwoMeans(t *testing.T) {
	x := []float64{100, 0, 1, 2, 9, 10, 100}
	// The mean is 4.4, 10 is furthest, and 0 from that.
	want := []bool{true, true, true, false, false}
	if got, apart := TwoMeans(x, 1, []int{1, 2, 3, 4, 5}); !slices.Equal(got, want) || apart != 8.5*8.5 {
		t.Errorf("got %v, %v apart, want %v", got, apart, want)
	}
	// It begins with 10 and 0, between which 4.5 is nearer to 0, and ends with 6.5 and 0.
	y := []float64{0, 0, 0, 4.5, 6, 6, 6, 10}
	want = []bool{true, true, true, false, false, false, false, false}
	if got, apart := TwoMeans(y, 1, lists.Range(8)); !slices.Equal(got, want) || apart != 6.5*6.5 {
		t.Errorf("got %v, %v apart, want %v", got, apart, want)
	}
	want = []bool{false, false, true}
	if got, _ := TwoMeans([]float64{0, 5, 10}, 1, []int{0, 1, 2}); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v: a row between both is in the first", got, want)
	}
	for _, rows := range [][]int{{0, 6}, {3}, nil} {
		if got, apart := TwoMeans(x, 1, rows); got != nil || apart != 0 {
			t.Errorf("clusters of equal rows: %v, %v apart", got, apart)
		}
	}
}
