package fold

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/data"
)

func divideStratified(s settings, u rowset, _ data.Design, rng *rand.Rand) division {
	return division{folds: s.Folds, tests: stratify(u.labels, len(u.counts), s.Folds, rng)}
}

// stratify gives each label a fold. The rows, sorted by class, are dealt to the
// folds in turn, which fixes how many rows of a class a fold gets: any two folds
// differ by at most one row, in each class and in all. Classes are taken in the
// order of their first row, so the counts are those of scikit-learn's
// StratifiedKFold. Which rows of a class go where is shuffled by rng; without
// rng the first rows of a class go to fold 0, the next to fold 1 and so on.
func stratify(labels []int, classes, folds int, rng *rand.Rand) []int {
	sorted, rowsOf, order := byClass(labels, classes)
	defer mapped.Free(sorted)
	tests := mapped.Make[int](len(labels), mapped.Lists)
	dealt := 0
	for _, c := range order {
		hand := mapped.Make[int](len(rowsOf[c]), mapped.Lists)
		for i := range hand {
			hand[i] = (dealt + i) % folds
		}
		dealt += len(hand)
		slices.Sort(hand)
		if rng != nil {
			rng.Shuffle(len(hand), func(i, j int) { hand[i], hand[j] = hand[j], hand[i] })
		}
		for i, row := range rowsOf[c] {
			tests[row] = hand[i]
		}
		mapped.Free(hand)
	}
	return tests
}

// byClass sorts the numbers of labels by class: all in one list, those of each class, and the classes in the order
// in which they come first.
func byClass(labels []int, classes int) (sorted []int, of [][]int, order []int) {
	counts := make([]int, classes)
	for _, c := range labels {
		if counts[c] == 0 {
			order = append(order, c)
		}
		counts[c]++
	}
	sorted, of = mapped.Make[int](len(labels), mapped.Lists), make([][]int, classes)
	begin := 0
	for c, n := range counts {
		of[c] = sorted[begin : begin : begin+n]
		begin += n
	}
	for i, c := range labels {
		of[c] = append(of[c], i)
	}
	return sorted, of, order
}

// divideFolds deals the shuffled rows to the folds in turn; the first n mod
// folds have one row more.
func divideFolds(s settings, u rowset, _ data.Design, rng *rand.Rand) division {
	tests := make([]int, len(u.rows))
	for position, row := range rng.Perm(len(u.rows)) {
		tests[row] = position % s.Folds
	}
	return division{folds: s.Folds, tests: tests}
}

// divideHoldout tests ⌈test·n⌉ rows, as scikit-learn's train_test_split.
func divideHoldout(s settings, u rowset, in data.Design, rng *rand.Rand) division {
	n := len(u.rows)
	test := min(n, int(math.Ceil(s.Test*float64(n))))
	if s.Stratify && in.Target.MultiLabel {
		return holdLabels(labelsOf(in, u.rows), float64(test)/float64(n), rng)
	}
	train := []int{n - test}
	groups := [][]int{rng.Perm(n)}
	if s.Stratify {
		train = apportion(u.counts, n-test, rng)
		groups = make([][]int, len(u.counts))
		for _, i := range rng.Perm(n) {
			groups[u.labels[i]] = append(groups[u.labels[i]], i)
		}
	}
	tests := make([]int, n)
	for g, rows := range groups {
		for _, i := range rows[:train[g]] {
			tests[i] = Never
		}
	}
	return division{folds: 1, tests: tests}
}

// holdLabels tests a share of the rows, and about that share of those with each
// label.
func holdLabels(labels [][]int, share float64, rng *rand.Rand) division {
	tests := distribute(labels, []float64{share, 1 - share}, rng)
	for i, part := range tests {
		tests[i] = -part // the second part is Never
	}
	return division{folds: 1, tests: tests}
}

// apportion shares out total rows in proportion to counts: whole parts first,
// then one more to the largest remainders, ties by chance.
func apportion(counts []int, total int, rng *rand.Rand) []int {
	n := lists.Sum(counts)
	shares := make([]int, len(counts))
	if n == 0 {
		return shares
	}
	left := total
	for k, c := range counts {
		shares[k] = c * total / n
		left -= shares[k]
	}
	order := rng.Perm(len(counts))
	slices.SortStableFunc(order, func(a, b int) int {
		return counts[b]*total%n - counts[a]*total%n
	})
	for _, k := range order[:left] {
		shares[k]++
	}
	return shares
}

func divideLeaveOneOut(_ settings, u rowset, _ data.Design, _ *rand.Rand) division {
	return division{folds: len(u.rows), tests: lists.Range(len(u.rows))}
}

func dividePredefined(_ settings, u rowset, in data.Design, _ *rand.Rand) division {
	tests := make([]int, len(u.rows))
	if in.FoldOf == nil {
		for i, row := range u.rows {
			tests[i] = int(in.Part[row]) - 1 // train is Never, test is fold 0
		}
		return division{folds: 1, tests: tests}
	}
	for i, row := range u.rows {
		tests[i] = max(in.FoldOf[row], Never)
	}
	return division{folds: 1 + slices.Max(in.FoldOf), tests: tests}
}

// divideBootstrap draws as many rows as there are with replacement, to train on,
// and tests those that were not drawn: about n/e of n (Efron 1979; the
// out-of-bag rows of Breiman 1996).
func divideBootstrap(_ settings, u rowset, _ data.Design, rng *rand.Rand) division {
	n := len(u.rows)
	d := division{folds: 1, tests: make([]int, n), times: make([]int, n)}
	for range n {
		drawn := rng.IntN(n)
		d.times[drawn]++
		d.tests[drawn] = Never
	}
	return d
}
