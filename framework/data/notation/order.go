package notation

import (
	"cmp"
	"slices"
	"strings"
)

// Spelling says which texts of a column are one value.
type Spelling int

const (
	// Verbatim: each text is a value of its own.
	Verbatim Spelling = iota
	// Apart: each text is a value of its own, but "nan" among numbers is none.
	Apart
	// Merged: equal numbers are one value, and "nan" among numbers is none.
	Merged
)

// Order arranges distinct texts in class order. names are the texts in that
// order; position gives each old index its new one, −1 for a text that stands
// for no value.
//
// If all texts are numbers they are ordered by value, else by bytes. Whole
// numbers from 2^53 are taken as text: a float64 cannot distinguish them. Numbers
// that are not verbatim get their shortest form as a name, unless that of two
// that are kept apart were the same: then all keep their texts.
func Order(texts []string, as Spelling, in Notation) (names []string, position []int32) {
	values, order, numeric := NumbersIn(texts, in)
	if !numeric || as == Verbatim && len(order) < len(texts) {
		return byBytes(texts)
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(values[a], values[b]), strings.Compare(texts[a], texts[b]))
	})
	equal := false
	for at := 1; at < len(order); at++ {
		equal = equal || values[order[at]] == values[order[at-1]]
	}
	position = slices.Repeat([]int32{-1}, len(texts))
	for at, i := range order {
		if as == Verbatim || as == Apart && equal {
			names = append(names, texts[i])
		} else if at == 0 || values[i] != values[order[at-1]] {
			names = append(names, Shortest(values[i]))
		}
		position[i] = int32(len(names) - 1)
	}
	return names, position
}

// NumbersIn reads texts as numbers, and lists those that are not "nan". It
// reports false if there are none, or if a text is not a number that a float64
// distinguishes from others.
func NumbersIn(texts []string, in Notation) (values []float64, finite []int, numeric bool) {
	values = make([]float64, len(texts))
	for i, text := range texts {
		v, kind := in.Number([]byte(text))
		if kind == NotNumber || kind == Infinite || v >= MostWhole || v <= -MostWhole {
			return nil, nil, false
		}
		if kind != NotANumber {
			values[i] = v
			finite = append(finite, i)
		}
	}
	return values, finite, len(finite) > 0
}

func byBytes(texts []string) (names []string, position []int32) {
	order := make([]int, len(texts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(texts[a], texts[b]) })
	names = make([]string, len(texts))
	position = make([]int32, len(texts))
	for at, i := range order {
		names[at] = texts[i]
		position[i] = int32(at)
	}
	return names, position
}
