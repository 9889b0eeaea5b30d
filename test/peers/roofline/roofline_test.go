package roofline

import "testing"

// Small cases worked out by hand.
func TestWork(t *testing.T) {
	for _, c := range []struct {
		name       string
		work, want Work
	}{
		// 3 rows of 2 values are 48 bytes; each of 5 problems multiplies and adds 6 values twice: 24 operations.
		{"passes", Passes(3, 2, 5, 10), Work{480, 1200}},
		{"sparse passes", SparsePasses(7, 5, 10), Work{840, 1400}},
		// 4 classes: each row is in 3 problems.
		{"pairs", Pairs(3, 2, 4, 10), Work{48, 4 * 6 * 3 * 10}},
		{"sparse pairs", SparsePairs(7, 4, 10), Work{84, 4 * 7 * 3 * 10}},
		{"scores", Scores(3, 2, 5), Work{48, 60}},
		{"sparse scores", SparseScores(7, 5), Work{84, 70}},
		// xxᵀ of 2 columns has 3 different elements, a multiply–add each.
		{"scatter", Scatter(3, 2), Work{48, 3 * 3 * 2}},
		{"factorisations", Factorisations(3, 4), Work{0, 36}},
		// 3·3/2 products of 2 columns, a multiply–add for each column.
		{"kernel", Kernel(3, 2), Work{48, 18}},
		{"text", Text(100, 6), Work{148, 0}},
		{"sum", Scores(3, 2, 5).Plus(Factorisations(3, 4)).Times(2), Work{96, 192}},
	} {
		if c.work != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.work, c.want)
		}
	}
}

func TestLimit(t *testing.T) {
	m := Machine{ReadOne: 5, Read: 10, FlopsOne: 50, Flops: 100}
	for _, c := range []struct {
		work    Work
		seconds float64
		bound   string
	}{
		{Work{20, 100}, 2, "memory"},
		{Work{20, 400}, 4, "compute"},
		{Work{}, 0, ""},
	} {
		if seconds, bound := m.Limit(c.work); seconds != c.seconds || bound != c.bound {
			t.Errorf("%v takes %g s by %q, want %g s by %q", c.work, seconds, bound, c.seconds, c.bound)
		}
	}
}
