package contract

import (
	"errors"
	"fmt"
	"slices"
)

// Subsets are binary problems of some of the classes or labels. They are a code of which only the entries
// that are not 0 are written, and which labels can have too.
type Subsets []Subset

// Subset is the problem whether a row that has one of a set of classes or labels has one of a part of it. Other rows
// are left out.
type Subset struct {
	Among    []int32 // the numbers of the set, ascending; nil for all rows, also those without any label
	Positive []int32 // those of the part, ascending, at least one
}

// Count is the number of subsets.
func (s Subsets) Count() int { return len(s) }

// Count is 1.
func (Subset) Count() int { return 1 }

func (s Subsets) check(classes int) error {
	switch {
	case len(s) == 0:
		return errors.New("it has no subsets")
	case len(s) > MostProblems:
		return fmt.Errorf("it has %d subsets; there are at most %d", len(s), MostProblems)
	}
	for n, one := range s {
		if err := one.check(classes); err != nil {
			return fmt.Errorf("subset %d: %w", n, err)
		}
	}
	return nil
}

func (s Subset) check(classes int) error {
	if len(s.Positive) == 0 || s.Among != nil && len(s.Among) == 0 {
		return errors.New("it is empty")
	}
	for _, list := range [][]int32{s.Among, s.Positive} {
		last := int32(-1)
		for _, number := range list {
			if number <= last || int(number) >= classes {
				return fmt.Errorf("it has the number %d after %d: numbers ascend from 0 and are below %d", number, last, classes)
			}
			last = number
		}
	}
	if s.Among != nil && !contains(s.Among, s.Positive) {
		return errors.New("what is positive is not part of the set")
	}
	return nil
}

// contains reports whether all of some ascending numbers are in a set of ascending numbers.
func contains(set, numbers []int32) bool {
	for _, number := range numbers {
		at, found := slices.BinarySearch(set, number)
		if !found {
			return false
		}
		set = set[at:]
	}
	return true
}
