package fold

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// PartRows is how many of n training rows a part of some size has: the whole rows of
// the share, as those of scikit-learn's learning_curve.
func PartRows(n int, size float64) int {
	const tolerance = 1e-9 // 0.29 of 100 rows are 29, whatever the product's last bit is
	return min(n, int(math.Floor(float64(size*float64(n))+tolerance)))
}

// Part is the division of a fold alone that trains on a part of its training rows:
// all others are Out, and the fold tests the rows it tests in outer. The rows stand
// in one order, drawn with the seed, of which a part is the beginning: parts of the
// same seed are nested, and none depends on which others there are. A beginning has
// about the same share of each class (the order is that of Webster's divisor method,
// which has no paradox of growing totals), of multi-label data of each set of labels.
// Groups are not kept together: no test row shares a group with a training row anyway.
func Part(t target.Target, truth target.Rows, outer Repeat, number int, size float64, seed uint64) Repeat {
	part := Repeat{Folds: outer.Folds, Test: slices.Repeat([]int{Out}, len(outer.Test)), Group: outer.Group}
	var training []int
	for row, test := range outer.Test {
		switch {
		case test == number:
			part.Test[row] = number
		case test != Out && truth.Class[row] >= 0:
			training = append(training, row)
		}
	}
	order := interleave(strata(t, truth, training), t.MultiLabel, stream(seed, 0))
	for _, row := range order[:PartRows(len(order), size)] {
		part.Test[row] = Never
	}
	return part
}

// strata gathers rows by class, or by their sets of labels, in the order of their
// first rows.
func strata(t target.Target, truth target.Rows, rows []int) [][]int {
	var list [][]int
	place := map[string]int{}
	for _, row := range rows {
		key := fmt.Sprint(truth.Class[row])
		if t.MultiLabel {
			key = fmt.Sprint(truth.Y.Row(row))
		}
		at, known := place[key]
		if !known {
			at = len(list)
			place[key] = at
			list = append(list, nil)
		}
		list[at] = append(list[at], row)
	}
	return list
}

// interleave orders the rows of strata so that each beginning holds about the same
// share of every stratum: row j of n stands at (j + ½) / n. Which rows of a stratum come
// first, and which of two strata at the same place, is drawn. Strata that are drifting
// begin anywhere, in place of ½: many that have a single row would else all come in the
// middle.
func interleave(strata [][]int, drifting bool, rng *rand.Rand) []int {
	type placed struct {
		at        float64
		turn, row int
	}
	var all []placed
	turns := rng.Perm(len(strata))
	for s, rows := range strata {
		rows = slices.Clone(rows)
		rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		begin := 0.5
		if drifting {
			begin = rng.Float64()
		}
		for j, row := range rows {
			all = append(all, placed{(float64(j) + begin) / float64(len(rows)), turns[s], row})
		}
	}
	slices.SortFunc(all, func(a, b placed) int { return cmp.Or(cmp.Compare(a.at, b.at), a.turn-b.turn) })
	return lists.Map(all, func(p placed) int { return p.row })
}

// Sizes lists the shares of the training rows that a configuration says, ascending, but
// for the whole, and whether the whole is trained on too: it is where no share is said.
func Sizes(c contract.Config) (parts []float64, whole bool) {
	written, _ := valuesOf(c)[contract.TrainSizes.Name].([]any)
	for _, size := range written {
		if size, is := size.(float64); is && size < 1 {
			parts = append(parts, size)
		}
	}
	slices.Sort(parts)
	return slices.Compact(parts), len(written) == 0 || len(parts) < len(written)
}

// JoinSizes is the first of two configurations, with the shares of the training rows that
// both say together.
func JoinSizes(c, more contract.Config) contract.Config {
	parts, whole := Sizes(c)
	others, too := Sizes(more)
	if len(parts)+len(others) == 0 {
		return c
	}
	sizes := slices.Compact(slices.Sorted(slices.Values(slices.Concat(parts, others))))
	if whole || too {
		sizes = append(sizes, 1)
	}
	values := valuesOf(c)
	values[contract.TrainSizes.Name] = sizes
	return contract.NewConfig(values)
}

// validateSizes reports a list of sizes that is empty or says one twice.
func validateSizes(s settings) []contract.Diagnostic {
	var diags []contract.Diagnostic
	for i, size := range s.TrainSizes {
		if slices.Contains(s.TrainSizes[:i], size) {
			diags = append(diags, contract.Errorf([]any{"train_sizes", i}, "A size is there twice",
				"%v is in the list before.", size))
		}
	}
	if s.TrainSizes != nil && len(s.TrainSizes) == 0 {
		diags = append(diags, contract.Errorf([]any{"train_sizes"}, "There is no size",
			"Write for example train_sizes = [0.1, 0.25, 0.5, 1], or take the attribute out."))
	}
	return diags
}

// checkSizes reports a smallest size that leaves a fold less than two rows, or the first
// fold rows of one class only, and warns of classes that it leaves without any.
func checkSizes(s settings, repeats []Repeat, in data.Design) []contract.Diagnostic {
	smallest := -1
	for i, size := range s.TrainSizes {
		if size < 1 && (smallest < 0 || size < s.TrainSizes[smallest]) {
			smallest = i
		}
	}
	if smallest < 0 {
		return nil
	}
	at, size := []any{"train_sizes", smallest}, s.TrainSizes[smallest]
	for r, repeat := range repeats {
		for f, training := range repeat.TrainingRows() {
			if n := PartRows(training, size); n < 2 {
				return []contract.Diagnostic{contract.Errorf(at, "Size leaves too little to learn from",
					"%v of the %s of fold %d%s is %s. Take larger parts.", size, wording.Count(training, "training row"), f,
					place(r, len(repeats)), wording.Count(n, "row"))}
			}
		}
	}
	if in.Target.MultiLabel {
		return nil
	}
	return lackingSize(at, size, repeats[0], in)
}

// lackingSize looks for the classes that have training rows in the first fold and none
// in a part of it.
func lackingSize(at []any, size float64, first Repeat, in data.Design) []contract.Diagnostic {
	first = first.Of(0)
	part := Part(in.Target, in.Truth, first, 0, size, 0)
	all, held := make([]int, in.Target.K()), make([]int, in.Target.K())
	for row, test := range first.Test {
		if class := in.Truth.Class[row]; test != Out && test != 0 {
			all[class]++
			if part.Test[row] == Never {
				held[class]++
			}
		}
	}
	var without []string
	classes := 0
	for class, n := range all {
		switch {
		case held[class] > 0:
			classes++
		case n > 0:
			without = append(without, fmt.Sprintf("%q (%s)", in.Target.Names[class], wording.Count(n, "training row")))
		}
	}
	switch {
	case classes < 2:
		return []contract.Diagnostic{contract.Errorf(at, "Size leaves one class alone",
			"%v of the training rows of fold 0 have one class. Take larger parts.", size)}
	case without != nil:
		return []contract.Diagnostic{contract.Warningf(at, "Part without rows of a class",
			"%v of the training rows of fold 0 contain no row of %s, so that no model can learn such a class there.", size,
			wording.First(without, mostListed))}
	}
	return nil
}
