package estimate

import (
	"cmp"
	"math"
	"slices"
)

const (
	// slotAim is the least work of a slot for which it is worth the time that a batch
	// system takes to start it, in seconds.
	slotAim = 600
	// slotEnd is when a slot ends by itself, so that others get their turn.
	slotEnd = 3600
)

// Slots is how many slots cells that take some seconds together are shared out to, of
// those that are wanted: each gets at least ten minutes of work. Without an estimate,
// when the seconds are 0, it is all of them.
func Slots(seconds float64, wanted int) int {
	if seconds <= 0 {
		return max(1, wanted)
	}
	return max(1, int(math.Min(float64(wanted), math.Ceil(seconds/slotAim))))
}

// Divide shares slots out to classes of cells by the time that they take, or without an
// estimate by their numbers. All that are wanted are used if nothing is known of some
// cells. Each class with cells has one slot at least, even if that
// makes more than are wanted, and no more than it has cells.
func Divide(classes []Total, wanted int) []int {
	var all Total
	for _, c := range classes {
		all.Cells += c.Cells
		all.Seconds += c.Seconds
		all.Unknown += c.Unknown
	}
	slots := make([]int, len(classes))
	order := make([]int, 0, len(classes))
	left := Slots(all.Seconds, wanted)
	if all.Unknown > 0 {
		left = Slots(0, wanted)
	}
	for i, c := range classes {
		if c.Cells > 0 {
			order = append(order, i)
			slots[i] = 1
			left--
		}
	}
	weight := func(i int) float64 {
		if all.Seconds > 0 {
			return classes[i].Seconds
		}
		return float64(classes[i].Cells)
	}
	for ; left > 0; left-- { // to the class whose slots have the most work
		order = slices.DeleteFunc(order, func(i int) bool { return slots[i] >= classes[i].Cells })
		if len(order) == 0 {
			break
		}
		slots[slices.MaxFunc(order, func(a, b int) int {
			return cmp.Compare(weight(a)/float64(slots[a]), weight(b)/float64(slots[b]))
		})]++
	}
	return slots
}

// Layout is how cells are shared out to a batch system.
type Layout struct {
	Slots  int     // that run side by side at first
	Arrays int     // of jobs, one a class with cells
	Jobs   int     // arrays that are submitted until all is done
	Hours  float64 // of one processor each; 0 without an estimate
	// Seconds until all is done if all slots run at once; 0 without an estimate.
	Seconds float64
}

// LayOut shares out classes of cells to at most a number of slots, of each class at most
// throttle at the same time unless it is 0. A slot ends after an hour, and what is left
// is submitted again.
func LayOut(classes []Total, wanted, throttle int) Layout {
	var l Layout
	for i, n := range Divide(classes, wanted) {
		if n == 0 {
			continue
		}
		c := classes[i]
		l.Slots += n
		l.Arrays++
		l.Jobs += max(1, int(math.Ceil(c.Seconds/(float64(n)*slotEnd))))
		l.Hours += c.Seconds / 3600
		if throttle > 0 {
			n = min(n, throttle)
		}
		l.Seconds = max(l.Seconds, c.with(n))
	}
	return l
}

// with is how many seconds cells take if a number of them are worked on at the same
// time.
func (t Total) with(workers int) float64 {
	return max(t.Longest, t.Seconds/float64(workers))
}

// Local is how many seconds cells take on this machine.
func (t Total) Local(workers int) float64 {
	if t.Cells == 0 {
		return 0
	}
	return t.with(max(1, min(workers, t.Cells)))
}
