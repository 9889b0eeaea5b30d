package decode

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
)

// options are the values of each attribute of a rule that the tests of permuted columns and
// classes try: an attribute that is not here makes them fail.
var options = map[Option][]func(r *Rule){
	LossOption:  lists.Map(Losses(), func(l string) func(*Rule) { return func(r *Rule) { r.Loss = Loss(l) } }),
	ZerosOption: lists.Map(AllZeros(), func(z string) func(*Rule) { return func(r *Rule) { r.Zeros = Zeros(z) } }),
	TiesOption:  lists.Map(AllTies(), func(o string) func(*Rule) { return func(r *Rule) { r.Ties = Ties(o) } }),
	CouplingOption: lists.Map(Couplings(), func(c string) func(*Rule) {
		return func(r *Rule) { r.Coupling = Pairwise(c) }
	}),
	WeightedOption: {func(r *Rule) { r.Weighted = false }, func(r *Rule) { r.Weighted = true }},
}

// rulesOf returns the rules of a decoder with every value of its options.
func rulesOf(t *testing.T, d Decoder) []Rule {
	t.Helper()
	rules := []Rule{{Method: d.Method}}
	for _, o := range d.Options {
		values := options[o]
		if values == nil {
			t.Fatalf("%s: no value of the attribute %s is tried with permuted columns and classes", d.Method, o)
		}
		var all []Rule
		for _, r := range rules {
			for _, set := range values {
				r := r
				set(&r)
				all = append(all, r)
			}
		}
		rules = all
	}
	return rules
}

// codesOf returns codes of five classes for every form.
func codesOf(t *testing.T) map[Form][]contract.Dense {
	t.Helper()
	const k = 5
	dense, err := codes.DenseRandom(k, codes.Dense{Candidates: 20}, 3)
	if err != nil {
		t.Fatal(err)
	}
	pairs, classes := asMatrix(t, contract.Pairs(k)), asMatrix(t, codes.OneVsRest(k))
	ternary := randomTernary(rand.New(rand.NewPCG(3, 3)), k, 14)
	several := make(contract.Dense, k) // columns of each pair, in both directions
	for i, row := range pairs {
		several[i] = slices.Concat(row, row, row, lists.Map(row, func(m int8) int8 { return -m }))
	}
	return map[Form][]contract.Dense{
		AnyCode: {pairs, classes, dense, ternary}, OneEach: {classes}, Chain: {chain(k)}, Pairs: {pairs, several},
		Trees: {chain(k)}, Steps: {steps(k)},
	}
}

// eachCoded calls f for every decoder of the table but Learned, which is a learner, with every
// value of its options and every code that it decodes.
func eachCoded(t *testing.T, f func(name string, d Decoder, c coded)) {
	t.Helper()
	of := codesOf(t)
	for _, d := range Decoders {
		if d.Method == Learned {
			continue
		}
		for _, rule := range rulesOf(t, d) {
			fits := 0
			for i, code := range of[d.Codes] {
				if rule.Fits(code) != nil {
					continue
				}
				fits++
				f(fmt.Sprintf("%s %s%s%s%s, weighted %v, code %d", d.Method, rule.Loss, rule.Zeros, rule.Ties, rule.Coupling,
					rule.Weighted, i), d, coded{counted(t, rule, code), code})
			}
			if fits == 0 {
				t.Errorf("%s: no code is tried", d.Method)
			}
		}
	}
	product, _ := Find(Product)
	balanced := contract.Dense{{1, 1, 0, 0}, {1, -1, 0, 0}, {-1, 0, 1, 0}, {-1, 0, -1, 1}, {-1, 0, -1, -1}}
	forest := contract.Dense{}
	for k, row := range chain(5) {
		forest = append(forest, slices.Concat(row, balanced[k], chain(5)[4-k]))
	}
	three := Rule{Method: Product, Trees: [][]int{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}}
	f("product of three trees", product, coded{three, forest})
	topDown, _ := Find(TopDown)
	for _, local := range []codes.Local{codes.Siblings, codes.Pairs, codes.Rest, codes.Level} {
		r, code := ofHierarchy(t, []any{[]any{"a", "f"}, []any{"b", "c", "d"}, "e"}, []string{"a", "b", "c", "d", "e", "f"}, local)
		f(fmt.Sprintf("product of several parts, %s", local), product, coded{r, asMatrix(t, code)})
		r.Method = TopDown
		f(fmt.Sprintf("top_down of several parts, %s", local), topDown, coded{r, asMatrix(t, code)})
	}
}

// counted is a rule that has seen training rows, where it has to.
func counted(t *testing.T, r Rule, code contract.Dense) Rule {
	t.Helper()
	training := contract.Training{Outputs: oftenEqual(rand.New(rand.NewPCG(7, 7)), 40, code.Columns(), 0)}
	for i := range 40 {
		training.Classes = append(training.Classes, i%code.Classes())
	}
	training.Counts = slices.Repeat([]int{40 / code.Classes()}, code.Classes())
	r, err := r.Counted(code, training)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// levels are scores that models repeat: pure leaves of a tree, shares of neighbours as
// log-odds, votes, and what is 0.1 apart.
var levels = [][]float64{
	{690.7755278982137, -690.7755278982137},
	{690.7755278982137, -690.7755278982137, 0},
	{math.Log(4), math.Log(1.5), -math.Log(1.5), -math.Log(4)},
	{math.Log(2), -math.Log(2), math.Log(4), -math.Log(4)},
	{math.Log(2), -math.Log(2), math.Log(4), -math.Log(4), 690.7755278982137, -690.7755278982137},
	{0.1, 0.2, 0.3, -0.1, -0.2, -0.3, 0.7, -0.7},
	{1, -1, 0},
}

// oftenEqual returns scores of some of the levels.
func oftenEqual(r *rand.Rand, rows, columns, level int) contract.Matrix {
	m := newMatrix(rows, columns)
	for i := range m.Data {
		m.Data[i] = levels[level][r.IntN(len(levels[level]))]
	}
	return m
}

// columnsPermuted is a rule and its code with column order[l] at place l.
func columnsPermuted(c coded, order []int) coded {
	to := coded{rule: c.rule}
	place := make([]int, len(order))
	for l, from := range order {
		place[from] = l
	}
	moved := func(list []float64) []float64 {
		if len(list) != len(order) {
			return list
		}
		return lists.Map(order, func(from int) float64 { return list[from] })
	}
	places := func(columns []int) []int { return lists.Map(columns, func(l int) int { return place[l] }) }
	dense := make(contract.Dense, c.code.Classes())
	for k, row := range c.code.(contract.Dense) {
		dense[k] = lists.Map(order, func(from int) int8 { return row[from] })
	}
	to.code = dense
	to.rule.Weights, to.rule.Counts = lists.Map(c.rule.Weights, moved), lists.Map(c.rule.Counts, moved)
	to.rule.PairRows = moved(c.rule.PairRows)
	to.rule.Trees = nil
	for _, tree := range c.rule.Trees {
		to.rule.Trees = append(to.rule.Trees, places(tree))
	}
	slices.Reverse(to.rule.Trees)
	to.rule.Nodes = nil
	for _, n := range c.rule.Nodes {
		n.Columns = places(n.Columns)
		to.rule.Nodes = append([]Node{n}, to.rule.Nodes...)
	}
	return to
}

// The place of a column changes no prediction, however often scores are equal. The order of
// the columns decides in decoding "first"; it alone is not tried.
func TestPermutedColumnsChangeNoPrediction(t *testing.T) {
	r := rand.New(rand.NewPCG(59, 0))
	eachCoded(t, func(name string, d Decoder, c coded) {
		if d.Method == Ordered {
			return
		}
		for level := range levels {
			scores := oftenEqual(r, 120, c.code.Columns(), level)
			want := mustDecode(t, c.rule, c.code, scores).Predictions
			order := r.Perm(c.code.Columns())
			other := columnsPermuted(c, order)
			moved := newMatrix(scores.Rows, scores.Cols)
			for i := range scores.Rows {
				for l, from := range order {
					moved.Row(i)[l] = scores.Row(i)[from]
				}
			}
			got := mustDecode(t, other.rule, other.code, moved).Predictions
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("%s: scores %v: class %d, and %d with the columns in the order %v", name, scores.Row(i), want[i],
						got[i], order)
					break
				}
			}
		}
	})
}

// Another order of the classes changes the prediction to one that comes first there and did
// not before: what class order decides, and nothing else. DDAG tests in class order; it
// alone is not tried.
func TestPermutedClassesChangeTiesAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 0))
	eachCoded(t, func(name string, d Decoder, c coded) {
		if d.Method == DDAG {
			return
		}
		for level := range levels {
			scores := oftenEqual(r, 120, c.code.Columns(), level)
			before := mustDecode(t, c.rule, c.code, scores)
			order := r.Perm(c.code.Classes()) // class order[k] is the new class k
			other := classesPermuted(c, order)
			after := mustDecode(t, other.rule, other.code, scores)
			for i, old := range before.Predictions {
				place, s := after.Predictions[i], before.Scores.Row(i)
				now := order[place]
				if first := firstEqual(s); first < old && ordered(d, c.rule) {
					t.Errorf("%s: class %d of %v, though class %d is equal", name, old, s, first)
					break
				}
				if now == old {
					continue
				}
				if now < old || place > slices.Index(order, old) || math.Abs(s[old]-s[now]) > 1e-8*max(1, math.Abs(s[old])) {
					t.Errorf("%s: scores %v: class %d of %v, and %d with the classes in the order %v", name, scores.Row(i), old,
						s, now, order)
					break
				}
			}
		}
	})
}

// ordered reports whether equal class scores leave nothing but class order.
func ordered(d Decoder, r Rule) bool {
	return d.Method != Ordered && r.Loss != Exponential && (!d.Uses(TiesOption) || r.Ties == First)
}

// firstEqual is the first class whose score is the largest up to the last digits.
func firstEqual(s []float64) int {
	most := slices.Max(s)
	return slices.IndexFunc(s, func(x float64) bool { return x >= most-1e-13*math.Abs(most) })
}

// classesPermuted is a rule and its code with class order[k] as class k.
func classesPermuted(c coded, order []int) coded {
	to := coded{rule: c.rule}
	dense := make(contract.Dense, len(order))
	place := make([]int, len(order))
	for k, from := range order {
		dense[k], place[from] = c.code.(contract.Dense)[from], k
	}
	to.code = dense
	to.rule.Weights, to.rule.Counts = permuted(c.rule.Weights, order), permuted(c.rule.Counts, order)
	to.rule.Nodes = nil
	for _, n := range c.rule.Nodes {
		n.Parts = lists.Map(n.Parts, func(part []int) []int { return lists.Map(part, func(k int) int { return place[k] }) })
		to.rule.Nodes = append(to.rule.Nodes, n)
	}
	return to
}

// Five columns vote 3 : 3 : 3 for the first three of five classes, whose sums of scores are
// equal: the first in class order, wherever its columns stand.
func TestEqualSumsOfScores(t *testing.T) {
	const pure = 690.7755278982137
	code := asMatrix(t, contract.Pairs(5))
	// Classes 0, 1 and 2 beat each other in a circle, and 3 and 4.
	row := []float64{pure, -pure, pure, pure, pure, pure, pure, pure, pure, pure}
	r := rand.New(rand.NewPCG(67, 0))
	for range 200 {
		order := r.Perm(code.Columns())
		c := columnsPermuted(coded{Rule{Method: Vote}, code}, order)
		scores := lists.Map(order, func(from int) float64 { return row[from] })
		if got := mustDecode(t, c.rule, c.code, matrix(scores)).Predictions[0]; got != 0 {
			t.Fatalf("class %d with the columns in the order %v", got, order)
		}
	}
}

// Of three columns of a pair the mean is 0 up to rounding, next to a pair of scores a
// hundred million times as large, and small but not 0.
func TestMeansOfAPair(t *testing.T) {
	code := contract.Dense{{1, 1, 1, 1, 1, 0}, {-1, -1, -1, 0, 0, 1}, {0, 0, 0, -1, -1, -1}}
	for _, c := range []struct {
		third float64
		want  int // the first class is tested against the last, then the winner against the second
	}{{0.3, 1}, {0.3 - 1e-9, 0}, {0.3 + 1e-9, 1}} {
		scores := matrix([]float64{0.1, 0.2, -c.third, 1e8, 1e8, 1})
		if got := mustDecode(t, Rule{Method: DDAG}, code, scores).Predictions[0]; got != c.want {
			t.Errorf("third score %v: class %d, want %d", -c.third, got, c.want)
		}
	}
}

// Three dichotomies whose means over the trees add up the same products in another order.
func TestEqualMeansOverTrees(t *testing.T) {
	code := contract.Dense{{1, 0, -1, -1, -1, 1}, {-1, 1, 1, 0, -1, -1}, {-1, -1, -1, 1, 1, 0}}
	rule := Rule{Method: Product, Trees: [][]int{{0, 1}, {2, 3}, {4, 5}}}
	for i := range 100 {
		scores := slices.Repeat([]float64{math.Log(float64(i+1) / 7)}, 6)
		if got := mustDecode(t, rule, code, matrix(scores)).Predictions[0]; got != 0 {
			t.Fatalf("scores %v: class %d of equal ones", scores[0], got)
		}
	}
}

// e^−ln a + e^−ln b is e^−s, whichever terms the distances have.
func TestEqualSumsOfExponentials(t *testing.T) {
	code := contract.Dense{{1, 1, 0}, {0, 0, 1}}
	for a := 1.0; a < 20; a++ {
		for b := a; b < 20; b++ {
			scores := matrix([]float64{math.Log(a), math.Log(b), math.Log(a * b / (a + b))})
			if got := mustDecode(t, Rule{Method: LossBased, Loss: Exponential, Zeros: Skip}, code,
				scores).Predictions[0]; got != 0 {
				t.Fatalf("1/%g + 1/%g: class %d of equal ones", a, b, got)
			}
		}
	}
}

// Probabilities in the ratio of their thresholds are equal.
func TestEqualRatiosToThresholds(t *testing.T) {
	for a := 1.0; a < 12; a++ {
		for b := 1.0; b < 12; b++ {
			rule := Rule{Method: LossBased, Loss: Logistic, Thresholds: Thresholds{a / 100, b / 100}}
			s := math.Log(a / b)
			d, err := rule.Decode(contract.Dense{{1}, {-1}}, matrix([]float64{s}), contract.LogOdds)
			if err != nil || d.Predictions[0] != 0 {
				t.Fatalf("%v : %v: class %v of equal ones, %v", a, b, d.Predictions, err)
			}
		}
	}
}
