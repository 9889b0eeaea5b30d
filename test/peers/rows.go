package main

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/test/peers/figures"
	"github.com/manyclass/bench/test/peers/roofline"
)

// row is a piece of work: what it is, what is measured of it and what is wanted.
type row struct {
	group, work string
	data        string   // of data.py, "" where the row has its own
	targets     []target // of the ratio first, if it has one
	need        roofline.Work
	limit       time.Duration // of all its turns; 0 for five minutes
	full        bool          // runs only if it is asked for
	hold        func(setting) (line, error)
}

// target is a measure, and what is wanted of it.
type target struct {
	measure string
	figures.Target
}

// Measures beside the ratio, each of which should be small.
const (
	frameworkShare = "share of the framework in the processor time"
	idleShare      = "share of the wall time that is not work of plugins"
	memoryTimes    = "memory of all processes over the matrix"
	memoryData     = "memory of all processes over matrix and models"
	memoryMiB      = "MiB of the largest process"
	processorTimes = "processor time over the peer's"
	overLimit      = "seconds of training over the limit of the roofline"
)

// ratio wants a ratio; numbers are floor, goal and, where there is one, moonshot.
func ratio(numbers ...float64) target { return small(figures.Ratio, numbers...) }

// small wants that a measure is small.
func small(measure string, numbers ...float64) target {
	t := figures.Target{Floor: numbers[0], Goal: numbers[1], Moonshot: math.NaN()}
	if len(numbers) > 2 {
		t.Moonshot = numbers[2]
	}
	return target{measure, t}
}

// rows are all pieces of work, in the order of the table. A new one is a row here.
func rows() []row {
	return slices.Concat(lists.Map(contests, contest.row), wholeRows(), lettersRows(), kernelsRows(), labelsRows(), []row{chainRow()},
		readingRows(), scaleRows(), growthRows(), hashedRows(), treeRows())
}

// entries are what is to be measured.
func entries() []figures.Entry {
	var list []figures.Entry
	for _, r := range rows() {
		for _, t := range r.targets {
			list = append(list, figures.Entry{Group: r.group, Work: r.work, Measure: t.measure, Target: t.Target})
		}
	}
	return list
}

// chosen are the rows whose work matches a pattern and whose size is asked for.
func chosen(pattern string, full bool) ([]row, error) {
	p, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	var list []row
	for _, r := range rows() {
		if p.MatchString(r.work) && (full || !r.full) {
			list = append(list, r)
		}
	}
	if list == nil {
		return nil, fmt.Errorf("no row matches %q; -list shows them", pattern)
	}
	return list, nil
}

// time is the limit of a row.
func (r row) time() time.Duration {
	if r.limit == 0 {
		return 5 * time.Minute
	}
	return r.limit
}
