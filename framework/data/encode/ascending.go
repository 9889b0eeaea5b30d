package encode

import (
	"math"
	"sort"
)

// ascending are numbers in their order, with what their rows count.
type ascending struct {
	x    []float64
	upTo []float64 // weight of each number and those before it
}

// noOne is not a place among numbers.
const noOne = -1

// add appends a number.
func (a *ascending) add(x, weight float64) {
	a.x, a.upTo = append(a.x, x), append(a.upTo, a.total(noOne)+weight)
}

// weight is what the i-th number counts, 0 for noOne.
func (a ascending) weight(i int) float64 {
	switch {
	case i < 0:
		return 0
	case i == 0:
		return a.upTo[0]
	}
	return a.upTo[i] - a.upTo[i-1]
}

// total is the weight of all numbers but one.
func (a ascending) total(without int) float64 {
	if len(a.x) == 0 {
		return 0
	}
	return a.upTo[len(a.upTo)-1] - a.weight(without)
}

// quantile interpolates between the numbers but one as numpy does by default, each number
// occurring as often as its weight w says, and 0 if there are none: with the weight W
// of all, place q·(W − 1) lies between the whole places next to it, and the number on place
// p is the first number up to which the weight is p + 1/2. Where W is at most 1 there is
// one place, with the weighted median.
func (a ascending) quantile(q float64, without int) float64 {
	total := a.total(without)
	if total <= 0 {
		return 0
	}
	last, half := max(total-1, 0), float64(min(total, 1)/2)
	place := float64(q * last)
	low := math.Floor(place)
	below, above := a.at(low+half, without), a.at(min(low+1, last)+half, without)
	return below + float64((place-low)*(above-below))
}

// at is the first number, but one, up to which the weight is a given one.
func (a ascending) at(weight float64, without int) float64 {
	i := sort.SearchFloat64s(a.upTo, weight)
	if without >= 0 && i >= without {
		i = sort.SearchFloat64s(a.upTo, weight+a.weight(without))
	}
	return a.x[min(i, len(a.x)-1)]
}
