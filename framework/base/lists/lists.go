// Package lists makes lists and numbers of other lists: what the standard package
// slices leaves to loops.
package lists

// Sum adds up numbers in their order.
func Sum[N int | float64](list []N) (sum N) {
	for _, n := range list {
		sum += n
	}
	return sum
}

// Range returns the numbers from 0 to n−1.
func Range(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

// Table returns rows of zero values.
func Table[T any](rows, columns int) [][]T {
	table := make([][]T, rows)
	for i := range table {
		table[i] = make([]T, columns)
	}
	return table
}

// Map returns what a function makes of each element.
func Map[E, T any](list []E, of func(E) T) []T {
	out := make([]T, len(list))
	for i, e := range list {
		out[i] = of(e)
	}
	return out
}

// Pick returns the elements at some places; nil of a nil list.
func Pick[E any](list []E, places []int) []E {
	if list == nil {
		return nil
	}
	return Map(places, func(at int) E { return list[at] })
}

// Filter returns the elements that are wanted, nil if none is.
func Filter[E any](list []E, wanted func(E) bool) []E {
	var out []E
	for _, e := range list {
		if wanted(e) {
			out = append(out, e)
		}
	}
	return out
}

// Count is the number of elements that are wanted.
func Count[E any](list []E, wanted func(E) bool) int {
	n := 0
	for _, e := range list {
		if wanted(e) {
			n++
		}
	}
	return n
}
